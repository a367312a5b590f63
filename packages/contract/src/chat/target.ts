import { leaves } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { fieldError } from '../faults.ts';
import { Id, Version } from '../fields.ts';
import { z } from '../z.ts';
import { type TargetMeasure, targetFigures, targetMost, targetUnit } from './target-kinds.ts';

const tag = 'Chat analytics';
const path = '/e/enterprise/chat/analytics/targets';
const DepartmentId = z.union([Id, z.literal('')]).default('');

/** Targets are in the units of the measures: milliseconds, stars, parts of one. A figure that is not named has none. */
const Values = z.partialRecord(z.enum(targetFigures.map((name) => `chat.${name}` as const)), z.number().positive());
export type TargetValues = z.infer<typeof Values>;

/** Finds targets that no figure can take. */
export const checkTargets = (values: TargetValues): ReturnType<typeof fieldError>[] =>
  targetFigures.flatMap((name) => {
    const maximum = targetMost[targetUnit(name)];
    const value = values[`chat.${name}` as TargetMeasure];
    return value !== undefined && value > maximum ? [fieldError(`values.chat.${name}`, 'number.too_big', { maximum })] : [];
  });

export const ChatTargets = z
  .object({
    /** Empty: of the whole enterprise */
    departmentId: z.string(),
    values: Values,
    /** The day from which they hold; null: there are none yet */
    since: z.iso.date().nullable(),
    version: z.number(),
  })
  .meta({ id: 'ChatTargets' });
export type ChatTargets = z.infer<typeof ChatTargets>;

export const chatTargetEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path,
    summary: 'Targets of the figures of a department, or of the enterprise, as they hold today',
    tag,
    access: screens.chatAnalytics.permissions,
    query: z.object({ departmentId: DepartmentId }),
    answer: ChatTargets,
  }),
  save: defineEndpoint({
    method: 'PUT',
    path,
    summary: 'Set the targets of a department, or of the enterprise, from today on; days before keep theirs',
    audit: leaves('chat_targets', 'edit'),
    tag,
    access: screens.chatConfig.permissions,
    body: z.object({ departmentId: DepartmentId, values: Values, version: Version }),
    answer: ChatTargets,
  }),
};
