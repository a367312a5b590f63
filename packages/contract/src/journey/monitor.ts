import { leaves } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Instant, Page, text } from '../fields.ts';
import { z } from '../z.ts';
import { journeyInstanceStates, mostToldLength, toldOutcomes } from './journey-kinds.ts';
import { actEndpoints } from './monitor-act.ts';
import { monitorAccess as access, monitorPath as base, monitorTag as tag, WalkFilter } from './monitor-shared.ts';

/** One person's walk through a stream. */
export const JourneyInstance = z
  .object({
    id: Id,
    journeyId: Id,
    journeyName: z.string(),
    version: z.number(),
    customerId: Id,
    customerName: z.string(),
    /** Address as the viewer may see it */
    address: z.string(),
    channelId: Id,
    channelName: z.string(),
    channelType: z.number(),
    state: z.enum(journeyInstanceStates),
    reason: z.string(),
    outcome: z.string(),
    node: z.string(),
    nodeName: z.string(),
    nodeType: z.string(),
    startedOn: Instant,
    since: Instant,
    endedOn: z.union([Instant, z.literal('')]),
    dueOn: z.union([Instant, z.literal('')]),
    lastError: z.string(),
  })
  .meta({ id: 'JourneyInstance' });
export type JourneyInstance = z.infer<typeof JourneyInstance>;

/** A step: what came in, which nodes were passed with what was compared, and what came of it. */
export const JourneyTurn = z.object({
  turn: z.number(),
  at: Instant,
  input: z.object({ kind: z.string(), text: z.string() }),
  visits: z.array(
    z.object({
      stream: z.string(),
      node: z.string(),
      nodeName: z.string(),
      nodeType: z.string(),
      exit: z.string().nullable(),
      /** Name that the stream's maker gave the exit; '' for exits with a word of their own */
      exitTitle: z.string(),
      comparisons: z.array(z.string()),
      sets: z.array(z.object({ name: z.string(), value: z.string() })),
      warnings: z.array(z.string()),
    }),
  ),
  messages: z.array(z.object({ messageId: Id, text: z.string(), state: z.string() })),
  calls: z.array(
    z.object({
      call: z.number(),
      kind: z.string(),
      state: z.string(),
      status: z.number(),
      /** Address of a saved service that was called; '' where none was */
      address: z.enum(['', 'base', 'sandbox']),
      answer: z.string(),
      error: z.string(),
      /** Operator who reported what it did, since nobody knew; '' where it was known */
      toldBy: z.string(),
      toldOn: z.union([Instant, z.literal('')]),
    }),
  ),
});
export type JourneyTurn = z.infer<typeof JourneyTurn>;

/** Load that falls due on one channel in one hour of the enterprise's zone. */
export const JourneyLoad = z.object({
  at: Instant,
  /** The walks of the figure, for the monitor; '' in the hour of now, which holds what is late too */
  dueFrom: z.union([Instant, z.literal('')]),
  dueTo: Instant,
  channelId: Id,
  channelName: z.string(),
  channelType: z.number(),
  due: z.number(),
  /** Part of these that goes on by itself only if nothing comes before, such as a question without an answer */
  unlessHeard: z.number(),
  /** Time for one message each at the channel's speed; 0 where nothing limits it */
  seconds: z.number(),
  perSecond: z.number(),
});
export type JourneyLoad = z.infer<typeof JourneyLoad>;

export const monitorEndpoints = {
  forecast: defineEndpoint({
    method: 'GET',
    path: `${base}/forecast`,
    summary: 'What falls due within the next 7 days by hour and channel, and how long the channel needs for it; the peaks first',
    tag,
    access,
    query: z.object({ journeyId: z.union([Id, z.literal('')]).default(''), channelId: z.union([Id, z.literal('')]).default('') }),
    answer: z.object({
      hours: z.array(JourneyLoad),
      /** The zone of the hours */
      zone: z.string(),
      /** Time until which everything is counted */
      until: Instant,
      /** More falls due than is counted: the earliest are, and the last hour is not complete */
      isCut: z.boolean(),
    }),
  }),
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Who is in which stream, and who was, the newest first',
    tag,
    access,
    query: Page.extend(WalkFilter.shape),
    answer: z.object({ instances: z.array(JourneyInstance), more: z.boolean() }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:instanceId`,
    summary: 'One walk with each of its steps, what was compared there, and its variables; sensitive ones are masked',
    tag,
    access,
    params: z.object({ instanceId: Id }),
    answer: JourneyInstance.extend({
      variables: z.array(z.object({ name: z.string(), value: z.string() })),
      turns: z.array(JourneyTurn),
      /** Nodes of its version that it can go on at */
      nodes: z.array(z.object({ id: z.string(), name: z.string(), type: z.string() })),
      lost: z.array(z.object({ journeyName: z.string(), reason: z.string() })),
      /** The bot that has begun it as a tool; '' where something else has. */
      begunByBot: z.string(),
    }),
  }),
  ...actEndpoints,
  tellCall: defineEndpoint({
    method: 'POST',
    path: `${base}/:instanceId/calls/:call`,
    summary: 'Say what a call has done whose outcome nobody knows, once; its walk goes on with it, unless it has ended',
    audit: leaves('journey', 'edit'),
    tag,
    access,
    params: z.object({ instanceId: Id, call: z.coerce.number().int().min(1).max(1_000_000) }),
    body: z.object({
      outcome: z.enum(toldOutcomes),
      /** `DONE` only: what was answered, in JSON or in words */
      answer: text(mostToldLength).default(''),
      /** `FAILED` only: why */
      error: text(300).default(''),
    }),
    answer: z.object({ goesOn: z.boolean() }),
  }),
};
