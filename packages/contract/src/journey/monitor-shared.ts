import { Id, Instant, text } from '../fields.ts';
import { z } from '../z.ts';
import { journeyInstanceStates } from './journey-kinds.ts';

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
});
export type WalkFilter = z.infer<typeof WalkFilter>;
