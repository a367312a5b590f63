import { leaves } from '../account/audit-marks.ts';
import { builderPermissions } from '../account/permissions.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formBoolean, formNumber, Id, Page, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { BotParams, botTag, nlp } from './bot.ts';

export const entityPage = 15;
export const entityPickerPage = 100;
/** Entity types of the list filter (ENTITY-022). */
export const entityTypes = { custom: 0, system: 1 } as const;

export const entityTexts = {
  saved: 'Entity Saved Successfully',
  duplicate: faultTexts['entity.name_taken'],
  giveValueFirst: 'Please give the value and type first',
  emptySynonym: faultTexts['entity.empty_synonym'],
  deletedParameter: 'Deleted  Entity  succesfully',
  noData: 'No data to show',
  noMore: 'No more entity to show',
  patternsTooCostly: faultTexts['entity.patterns_costly'],
  needsEntry: 'Give at least one entry.',
} as const;

const valueFields = {
  value: requiredText(500),
  type: z.enum(['synonyms', 'pattern']),
  synonyms: z.array(text(500)).max(500).default([]),
  pattern: z.array(text(500)).max(50).default([]),
};
export const EntityValue = z.object({
  value: z.string(),
  type: z.enum(['synonyms', 'pattern']),
  synonyms: z.array(z.string()),
  pattern: z.array(z.string()),
});
export type EntityValue = z.infer<typeof EntityValue>;

export const Entity = z
  .object({
    /** Name of a system entity, such as sys.date. */
    id: z.string(),
    agentId: Id,
    name: z.string(),
    type: z.number(),
    /** Description of a system entity. */
    description: z.string(),
    /** Kept out of logs and reports. */
    isSensitive: z.boolean(),
    updatedOn: z.iso.datetime().nullable(),
    values: z.array(EntityValue),
    /** 0 of those of the system, which never change. */
    version: z.number(),
  })
  .meta({ id: 'Entity' });
export type Entity = z.infer<typeof Entity>;

export const EntitySave = z.object({
  id: z.union([Id, z.literal('')]).optional(),
  agentId: Id,
  name: requiredText(100),
  isSensitive: formBoolean.default(false),
  values: z.array(z.object(valueFields)).min(1).max(2000),
  version: Version.optional(),
});
export type EntitySave = z.infer<typeof EntitySave>;

const EntityParams = BotParams.extend({ entityId: Id });

export const entityEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: `${nlp}/agent/:agentId/entity`,
    summary: 'Entities of a bot: custom ones, system ones, or both',
    tag: botTag,
    access: 'session',
    params: BotParams,
    query: Page.extend({
      perPage: formNumber(-1, 200).default(entityPage),
      searchterm: text(120).default(''),
      type: z.coerce.number().int().min(0).max(1).optional(),
    }),
    answer: z.object({ entities: z.array(Entity), more: z.boolean() }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${nlp}/agent/:agentId/entity/:entityId`,
    summary: 'One custom entity',
    tag: botTag,
    access: 'session',
    params: EntityParams,
    answer: Entity,
  }),
  save: defineEndpoint({
    method: 'POST',
    path: `${nlp}/entity`,
    summary: 'Create a custom entity, or with id change one; every fault is in data.errors',
    audit: leaves('entity', 'edit'),
    tag: botTag,
    access: builderPermissions,
    body: EntitySave,
    answer: Entity,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${nlp}/agent/:agentId/entity/:entityId`,
    summary: 'Delete a custom entity that no intent uses',
    audit: leaves('entity', 'delete'),
    tag: botTag,
    access: builderPermissions,
    params: EntityParams,
    answer: z.null(),
  }),
};
