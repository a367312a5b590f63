import { leavesNothing } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formNumber, Id, Instant } from '../fields.ts';
import { z } from '../z.ts';
import { journeyInstanceStates, replayDays, replayGaps } from './journey-kinds.ts';
import { journeyReaders } from './journey-shared.ts';

const path = '/e/enterprise/journey/:journeyId/replay';
const tag = 'Streams';
const params = z.object({ journeyId: Id });

const ReplayNode = z.object({ stream: Id, id: z.string(), name: z.string(), type: z.string() });
/** Continuation of a walk from a node: by an exit to another one, or it stands there, or ends, in `state`. */
const ReplayWay = z.object({
  exit: z.string().nullable(),
  /** Name that the stream's maker gave the exit; '' for exits with a word of their own */
  exitTitle: z.string(),
  to: ReplayNode.nullable(),
  state: z.union([z.enum(journeyInstanceStates), z.literal('')]),
});
export type ReplayWay = z.infer<typeof ReplayWay>;
/** Point where a walk leaves the way that it took; `node` null: it begins elsewhere. */
const ReplayParting = z.object({ node: ReplayNode.nullable(), was: ReplayWay, would: ReplayWay });
export type ReplayParting = z.infer<typeof ReplayParting>;

/** Forecast of what the walks of the last days would do in the draft. It was played in memory: nobody was sent anything. */
export const JourneyReplay = z
  .object({
    id: Id,
    state: z.enum(['running', 'done', 'failed']),
    version: z.number(),
    days: z.number(),
    /** Revision of the draft that was played */
    revision: z.number(),
    /** Walks of those days, and how many of them have been looked at */
    walks: z.number(),
    looked: z.number(),
    same: z.number(),
    elsewhere: z.number(),
    uncompared: z.array(z.object({ why: z.enum(replayGaps), walks: z.number() })),
    /** Reason why not all walks were looked at; '' where all were */
    cut: z.enum(['', 'walks', 'time']),
    /** Points where they part, most of them first */
    partings: z.array(ReplayParting.extend({ walks: z.number() })),
    /** Walks that would go elsewhere, the newest first */
    gone: z.array(ReplayParting.extend({ instanceId: Id, startedOn: Instant })),
    startedAt: Instant,
    finishedAt: Instant.nullable(),
  })
  .meta({ id: 'JourneyReplay' });
export type JourneyReplay = z.infer<typeof JourneyReplay>;

export const replayEndpoints = {
  start: defineEndpoint({
    method: 'POST',
    path,
    summary:
      'Let the draft have what came in to the walks of a version within the last days, in memory: who would go elsewhere? Nothing is sent',
    audit: leavesNothing('it plays in memory'),
    tag,
    access: ['JOURNEYS.EDIT'],
    perMinute: 10,
    params,
    body: z.object({
      version: formNumber(0, 1_000_000),
      days: formNumber(replayDays.least, replayDays.most).default(replayDays.most),
    }),
    answer: JourneyReplay,
  }),
  get: defineEndpoint({
    method: 'GET',
    path,
    summary: 'What the last replay has found, or has found so far',
    tag,
    access: journeyReaders,
    params,
    answer: JourneyReplay.nullable(),
  }),
};
