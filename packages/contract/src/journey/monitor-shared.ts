import { formBoolean, Id, Instant, text } from '../fields.ts';
import { z } from '../z.ts';
import { journeyInstanceStates } from './journey-kinds.ts';
import { nodePassages, reportEnvironments, walkEndings } from './report-kinds.ts';

export const monitorPath = '/e/enterprise/journey-instances';
export const monitorTag = 'Stream monitor';
export const monitorAccess = ['JOURNEYS.VIEW_JOURNEYMONITOR'] as const;

/** Filter for walks; a field that is left out narrows nothing. */
export const WalkFilter = z.object({
  journeyId: z.union([Id, z.literal('')]).default(''),
  version: z.coerce.number().int().min(0).max(1_000_000).default(0),
  channelId: z.union([Id, z.literal('')]).default(''),
  state: z.union([z.enum(journeyInstanceStates), z.literal('')]).default(''),
  node: text(20).default(''),
  /** Walks that go on by themselves from then on, and before then; '' any */
  dueFrom: z.union([Instant, z.literal('')]).default(''),
  dueTo: z.union([Instant, z.literal('')]).default(''),
  /** A number, or the beginning of one */
  search: text(40).default(''),
  /** Walks as the reports of streams count them: those that have begun, and of a merged person's one */
  counted: formBoolean.default(false),
  /** Walks that began from then on, and before then; '' any */
  startedFrom: z.union([Instant, z.literal('')]).default(''),
  startedTo: z.union([Instant, z.literal('')]).default(''),
  environment: z.union([z.enum(reportEnvironments), z.literal('')]).default(''),
  /** ENDED: in any way */
  ending: z.union([z.enum([...walkEndings, 'ENDED']), z.literal('')]).default(''),
  /** Walks in whose chat no agent has replied since they began */
  withoutAgent: formBoolean.default(false),
  /** Outcome of walks at a node, or that they left it by an exit */
  passage: z.union([z.enum(nodePassages), z.literal('')]).default(''),
  passedNode: text(20).default(''),
  passedExit: text(20).default(''),
  /** A milestone that was reached; '*' any */
  milestone: text(20).default(''),
});
export type WalkFilter = z.infer<typeof WalkFilter>;
