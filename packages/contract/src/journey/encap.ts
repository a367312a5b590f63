import { leaves } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, formNumber, Id, Instant, Page, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { buttonTypes, loggerLevels, mostReminders, pageLogins } from './encap-kinds.ts';
import { JourneyImport } from './journey.ts';

/** Encaps: streams that people walk through on a page of their own. The specification's calls name them campaigns (section 7.5). */
const tag = 'Encaps';
export const encapsPath = '/e/enterprise/campaigns';
/** ENCAPS cannot be given to own roles (RBAC-010), so each call also takes its twin of streams. */
export const encapReaders = screens.encaps.permissions;
export const encapMakers = ['JOURNEYS.CREATE', 'ENCAPS.CREATE'] as const;
export const encapEditors = ['JOURNEYS.EDIT', 'ENCAPS.EDIT'] as const;
export const encapRemovers = ['JOURNEYS.DELETE', 'ENCAPS.DELETE'] as const;
export const encapReporters = ['JOURNEYS.VIEW_REPORTS', 'ENCAPS.VIEW'] as const;
const encapLoggers = ['JOURNEYS.VIEW_JOURNEYMONITOR', 'ENCAPS.VIEW_EXECUTIONLOGS'] as const;
export const EncapParams = z.object({ encapId: Id });

export const EncapItem = z
  .object({
    id: Id,
    name: z.string(),
    /** 0 draft, 2 published, 3 paused, 4 retired */
    state: z.number(),
    /** The newest version that is published; 0 while there is none */
    published: z.number(),
    /** The draft differs from that version */
    hasChanges: z.boolean(),
    launches: z.number(),
    /** Links that people have opened, and those whose walk is completed */
    opened: z.number(),
    completed: z.number(),
    updatedOn: Instant,
    updatedBy: z.string(),
    /** Revision of the draft */
    revision: z.number(),
    /** Version of the properties, the logger and the life */
    version: z.number(),
  })
  .meta({ id: 'EncapItem' });
export type EncapItem = z.infer<typeof EncapItem>;

const Colour = z.union([z.literal(''), z.string().regex(/^#[0-9a-f]{6}$/i)]);
const HttpsAddress = z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(500)]);
/** The look and the rules of the page, at once for everybody who opens it; `title` '' is the encap's name, a colour '' the brand's. */
export const EncapProperties = z
  .object({
    title: text(120)
      .default('')
      .meta({ examples: ['Your loan in five minutes'] }),
    intro: text(1000)
      .default('')
      .meta({ examples: ['It takes about five minutes.'] }),
    colour: Colour.default(''),
    login: z.enum(pageLogins).default('none'),
    /** Life of a link, in days */
    expiryDays: formNumber(1, 365).default(30),
    expiredText: text(500)
      .default('')
      .meta({ examples: ['This offer is over.'] }),
    doneText: text(500)
      .default('')
      .meta({ examples: ['Thank you.'] }),
    /** Address that the page leads to behind its end */
    redirectUrl: HttpsAddress.default(''),
    privacyUrl: HttpsAddress.default(''),
    /** Websites that may show the page in a frame, each as https://name */
    domains: z
      .array(
        z
          .string()
          .max(253)
          .regex(/^https:\/\/[a-z0-9.-]+(:\d+)?$/)
          .meta({ examples: ['https://shop.example'] }),
      )
      .max(20)
      .default([]),
    /** Department whose people answer on the page; '' for all */
    departmentId: z.union([Id, z.literal('')]).default(''),
    /** Channel by which codes, addresses and reminders reach people; '' for none */
    reachChannelId: z.union([Id, z.literal('')]).default(''),
    /** Its template that takes a code */
    codeTemplateId: z.union([Id, z.literal('')]).default(''),
    /** Its template that takes the address of the page, for people who go on later */
    laterTemplateId: z.union([Id, z.literal('')]).default(''),
    /** Its template that takes the address of the page, for people who have left it */
    remindTemplateId: z.union([Id, z.literal('')]).default(''),
    /** Hours from the last sign of a person to each reminder; none: nobody is reminded */
    remindHours: z.array(formNumber(1, 336)).max(mostReminders).default([]),
  })
  .meta({ id: 'EncapProperties' });
export type EncapProperties = z.infer<typeof EncapProperties>;

export const EncapLogger = z
  .object({ level: z.enum(loggerLevels).default('steps'), days: formNumber(7, 90).default(30), includesTests: formBoolean.default(false) })
  .meta({ id: 'EncapLogger' });
export type EncapLogger = z.infer<typeof EncapLogger>;

export const EncapMilestone = z.object({ id: z.string(), name: z.string(), order: z.number(), reached: z.number() });
export type EncapMilestone = z.infer<typeof EncapMilestone>;

/** Node that follows a step; '' for none yet */
const NextNode = text(8)
  .default('')
  .meta({ examples: ['', 'k7m2n9qa'] });
/**
 * A button of a node. Its payload says where it leads: `next` to a node, `link` and `call` away from the page. `form` and `stream` lead to a
 * step of their own, which asks with the form or runs the stream, and then to `nodeId`.
 */
export const ButtonPayload = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('next'),
    nodeId: NextNode,
  }),
  z.object({ type: z.literal('link'), url: z.url({ protocol: /^https?$/ }).max(2000) }),
  z.object({
    type: z.literal('call'),
    number: z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/)
      .meta({ examples: ['+919876543210'] }),
  }),
  z.object({ type: z.literal('form'), formId: Id, nodeId: NextNode }),
  z.object({ type: z.literal('stream'), journeyId: Id, nodeId: NextNode }),
]);
export type ButtonPayload = z.infer<typeof ButtonPayload>;
/** @property id `{encapId}.{itemId}` */
export const EncapButton = z
  .object({ id: z.string(), nodeId: z.string(), title: z.string(), type: z.enum(buttonTypes), buttonPayload: ButtonPayload })
  .meta({ id: 'EncapButton' });
export type EncapButton = z.infer<typeof EncapButton>;

const WholeEncap = EncapItem.extend({
  properties: EncapProperties,
  logger: EncapLogger,
  /** Forms that its draft names */
  forms: z.array(z.object({ id: z.string(), name: z.string() })),
  milestones: z.array(EncapMilestone),
  instances: z.array(z.object({ id: Id, name: z.string(), state: z.number() })),
  buttons: z.array(EncapButton),
  readOnly: z.boolean(),
}).meta({ id: 'Encap' });
export type WholeEncap = z.infer<typeof WholeEncap>;

/** A turn of a walk, as the execution log tells of it. */
export const EncapLogLine = z
  .object({
    instanceId: Id,
    turn: z.number(),
    at: Instant,
    /** Names of the nodes that were passed */
    steps: z.array(z.string()),
    input: z.string(),
    values: z.array(z.object({ name: z.string(), value: z.string() })),
    error: z.string(),
    isTest: z.boolean(),
  })
  .meta({ id: 'EncapLogLine' });
export type EncapLogLine = z.infer<typeof EncapLogLine>;

export const encapEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: encapsPath,
    summary: 'Encaps, what was changed last first (CAMP-024)',
    tag,
    access: encapReaders,
    query: Page.extend({
      name: text(120).default(''),
      state: z.union([z.literal(''), formNumber(0, 4)]).default(''),
      fromDate: z.union([z.iso.date(), z.literal('')]).default(''),
      toDate: z.union([z.iso.date(), z.literal('')]).default(''),
    }),
    answer: z.object({ campaigns: z.array(EncapItem), more: z.boolean() }),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: encapsPath,
    summary: 'Make an encap: an empty one, or a copy (CAMP-025)',
    audit: leaves('encap', 'create'),
    tag,
    access: encapMakers,
    body: z.object({ name: requiredText(120), language: text(20).default('en'), copyOf: z.union([Id, z.literal('')]).default('') }),
    answer: WholeEncap,
  }),
  import: defineEndpoint({
    method: 'POST',
    path: `${encapsPath}/import`,
    summary: 'Make an encap of a file: a .parley file of an export, or the JSON of a Typebot (CAMP-029)',
    audit: leaves('any', 'import'),
    tag,
    access: encapMakers,
    mostBytes: 52_428_800,
    perMinute: 20,
    answer: JourneyImport,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${encapsPath}/:encapId`,
    summary: 'An encap with its parts (CAMP-026, CAMP-008)',
    tag,
    access: encapReaders,
    params: EncapParams,
    answer: WholeEncap,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${encapsPath}/:encapId`,
    summary: 'Move an encap to the bin; refused while a launch runs or somebody walks (CAMP-027)',
    audit: leaves('journey', 'delete'),
    tag,
    access: encapRemovers,
    params: EncapParams,
    answer: z.null(),
  }),
  export: defineEndpoint({
    method: 'GET',
    path: `${encapsPath}/:encapId/export`,
    summary: 'An encap as a .parley file (CAMP-028)',
    audit: leaves('journey', 'export'),
    tag,
    access: encapReaders,
    params: EncapParams,
  }),
  properties: defineEndpoint({
    method: 'GET',
    path: `${encapsPath}/:encapId/properties`,
    summary: 'Properties of the page (CAMP-031)',
    tag,
    access: encapReaders,
    params: EncapParams,
    answer: EncapProperties.extend({ version: z.number() }),
  }),
  saveProperties: defineEndpoint({
    method: 'PUT',
    path: `${encapsPath}/:encapId/properties`,
    summary: 'Save the properties of the page; they hold at once (CAMP-030)',
    audit: leaves('encap', 'edit'),
    tag,
    access: encapEditors,
    params: EncapParams,
    body: EncapProperties.extend({ version: Version }),
    answer: EncapProperties.extend({ version: z.number() }),
  }),
  retire: defineEndpoint({
    method: 'PUT',
    path: `${encapsPath}/:encapId/retired`,
    summary: 'Retire an encap, whose links say that it is over, or take that back',
    audit: leaves('encap', 'edit'),
    tag,
    access: encapEditors,
    params: EncapParams,
    body: z.object({ isRetired: formBoolean, version: Version }),
    answer: EncapItem,
  }),
  logger: defineEndpoint({
    method: 'GET',
    path: `${encapsPath}/:encapId/logger/`,
    summary: 'What the execution log keeps (CAMP-037)',
    tag,
    access: encapLoggers,
    params: EncapParams,
    answer: EncapLogger.extend({ version: z.number() }),
  }),
  saveLogger: defineEndpoint({
    method: 'PUT',
    path: `${encapsPath}/:encapId/logger/`,
    summary: 'Say what the execution log keeps, from now on (CAMP-038)',
    audit: leaves('encap', 'edit'),
    tag,
    access: encapEditors,
    params: EncapParams,
    body: EncapLogger.extend({ version: Version }),
    answer: EncapLogger.extend({ version: z.number() }),
  }),
  log: defineEndpoint({
    method: 'GET',
    path: `${encapsPath}/:encapId/log`,
    summary: 'Turns of the walks through an encap, the newest first, as its logger keeps them',
    tag,
    access: encapLoggers,
    params: EncapParams,
    query: Page.extend({ onlyErrors: formBoolean.default(false) }),
    answer: z.object({ lines: z.array(EncapLogLine), more: z.boolean() }),
  }),
  milestones: defineEndpoint({
    method: 'GET',
    path: `${encapsPath}/:encapId/milestones`,
    summary: 'Milestones of the draft in their order, with the walks that have reached each (CAMP-036)',
    tag,
    access: encapReaders,
    params: EncapParams,
    answer: z.object({ milestones: z.array(EncapMilestone) }),
  }),
  addMilestone: defineEndpoint({
    method: 'POST',
    path: `${encapsPath}/:encapId/milestones`,
    summary: 'Add a milestone to the draft (CAMP-036)',
    audit: leaves('journey', 'edit'),
    tag,
    access: encapEditors,
    params: EncapParams,
    body: z.object({ name: requiredText(60), order: formNumber(1, 100).optional(), revision: Version }),
    answer: EncapMilestone.extend({ revision: z.number() }),
  }),
  milestone: defineEndpoint({
    method: 'GET',
    path: `${encapsPath}/:encapId/milestones/:milestoneId`,
    summary: 'One milestone (CAMP-036, CAMP-079)',
    tag,
    access: encapReaders,
    params: EncapParams.extend({ milestoneId: text(64) }),
    answer: EncapMilestone,
  }),
  saveMilestone: defineEndpoint({
    method: 'PUT',
    path: `${encapsPath}/:encapId/milestones/:milestoneId`,
    summary: 'Name or move a milestone of the draft (CAMP-036, CAMP-079)',
    audit: leaves('journey', 'edit'),
    tag,
    access: encapEditors,
    params: EncapParams.extend({ milestoneId: text(64) }),
    body: z.object({ name: requiredText(60), order: formNumber(1, 100), revision: Version }),
    answer: EncapMilestone.extend({ revision: z.number() }),
  }),
  removeMilestone: defineEndpoint({
    method: 'DELETE',
    path: `${encapsPath}/:encapId/milestones/:milestoneId`,
    summary: 'Take a milestone from the draft; what it has counted stays. Refused while a node names it (CAMP-036, CAMP-079)',
    audit: leaves('journey', 'edit'),
    tag,
    access: encapEditors,
    params: EncapParams.extend({ milestoneId: text(64) }),
    query: z.object({ revision: Version }),
    answer: z.object({ revision: z.number() }),
  }),
  button: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/buttons/:id',
    summary: 'A button of the draft, `{encapId}.{itemId}` (CAMP-049)',
    tag,
    access: encapReaders,
    params: z.object({ id: text(60) }),
    answer: EncapButton.extend({ revision: z.number() }),
  }),
  addButton: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/buttons/:id',
    summary: 'Add a button to a node of the encap with this id: without a node to its first one that has buttons (CAMP-050)',
    audit: leaves('journey', 'edit'),
    tag,
    access: encapEditors,
    params: z.object({ id: text(60) }),
    body: z.object({
      nodeId: text(8)
        .default('')
        .meta({ examples: ['', 'k7m2n9qa'] }),
      title: requiredText(60),
      buttonPayload: ButtonPayload,
      revision: Version,
    }),
    answer: EncapButton.extend({ revision: z.number() }),
  }),
  saveButton: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/buttons/:id',
    summary: 'Change a button of the draft (CAMP-051)',
    audit: leaves('journey', 'edit'),
    tag,
    access: encapEditors,
    params: z.object({ id: text(60) }),
    body: z.object({ title: requiredText(60), buttonPayload: ButtonPayload, revision: Version }),
    answer: EncapButton.extend({ revision: z.number() }),
  }),
  removeButton: defineEndpoint({
    method: 'DELETE',
    path: '/e/enterprise/buttons/:id',
    summary: 'Take a button from the draft (CAMP-052)',
    audit: leaves('journey', 'edit'),
    tag,
    access: encapEditors,
    params: z.object({ id: text(60) }),
    query: z.object({ revision: Version }),
    answer: z.object({ revision: z.number() }),
  }),
};
