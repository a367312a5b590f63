import { leaves } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Instant, Page } from '../fields.ts';
import { z } from '../z.ts';
import { journeyInstanceStates } from './journey-kinds.ts';
import { JourneyDocument, JourneyParams } from './journey-shared.ts';
import { reportEnvironments, walkEndings } from './report-kinds.ts';

const Day = z.union([z.iso.date(), z.literal('')]).default('');
/** Walks that began on these days of the enterprise's zone. Version 0 is every version; the sandbox is never counted with real people. */
export const StreamRange = z.object({
  fromDate: Day,
  toDate: Day,
  version: z.coerce.number().int().min(0).max(1_000_000).default(0),
  channelId: z.union([Id, z.literal('')]).default(''),
  environment: z.enum(reportEnvironments).default('production'),
});
export type StreamRange = z.infer<typeof StreamRange>;

/** The days that a report is of, and the moments between which they lie. */
export const ReportSpan = z.object({ fromDate: z.iso.date(), toDate: z.iso.date(), from: Instant, to: Instant, zone: z.string() });
export type ReportSpan = z.infer<typeof ReportSpan>;

const Endings = z.object(
  Object.fromEntries(walkEndings.map((ending) => [ending, z.number()])) as { [ending in (typeof walkEndings)[number]]: z.ZodNumber },
);
/** Started walks are those of all endings together. */
export const StreamFigures = z
  .object({
    span: ReportSpan,
    started: z.number(),
    endings: Endings,
    /** Ended walks, and those of them in whose chat no agent has replied since they began */
    ended: z.number(),
    withoutAgent: z.number(),
    /** Median time from the start to the end; null: none has ended */
    medianMs: z.number().nullable(),
    /** More have ended than are timed: the newest are */
    isCut: z.boolean(),
    days: z.array(z.object({ day: z.iso.date(), from: Instant, to: Instant, started: z.number(), endings: Endings })),
  })
  .meta({ id: 'StreamFigures' });
export type StreamFigures = z.infer<typeof StreamFigures>;

export const FunnelNode = z.object({
  node: z.string(),
  name: z.string(),
  type: z.string(),
  /** The drawn version has it no more */
  isGone: z.boolean(),
  /** Visits; of one walk several where it comes back. Entered are left, waiting, finished and dropped together */
  entered: z.number(),
  left: z.number(),
  waiting: z.number(),
  finished: z.number(),
  dropped: z.number(),
});
export type FunnelNode = z.infer<typeof FunnelNode>;
export const FunnelEdge = z.object({
  node: z.string(),
  exit: z.string(),
  /** Name that the stream's maker gave the exit; '' for exits with a word of their own */
  exitTitle: z.string(),
  /** Node that it leads to; '' nowhere */
  to: z.string(),
  count: z.number(),
  /** Part of all exits of its node */
  share: z.number(),
});
export type FunnelEdge = z.infer<typeof FunnelEdge>;
export const StreamFunnel = z
  .object({
    span: ReportSpan,
    /** The version that is drawn: the asked one, or the newest */
    version: z.number(),
    nodes: z.array(FunnelNode),
    edges: z.array(FunnelEdge),
  })
  .meta({ id: 'StreamFunnel' });
export type StreamFunnel = z.infer<typeof StreamFunnel>;

/** Words that a node has refused, and the options of the draft whose synonyms they could be. */
export const RefusedAnswer = z.object({
  node: z.string(),
  nodeName: z.string(),
  nodeType: z.string(),
  /** The same words with other capitals, spaces and digits are one */
  fold: z.string(),
  sample: z.string(),
  count: z.number(),
  options: z.array(z.object({ id: z.string(), title: z.string() })),
  /** Option of the draft that knows these words by now; '' none */
  knownAs: z.string(),
});
export type RefusedAnswer = z.infer<typeof RefusedAnswer>;

export const WalkData = z
  .object({
    id: Id,
    version: z.number(),
    customerId: Id,
    customerName: z.string(),
    address: z.string(),
    channelName: z.string(),
    state: z.enum(journeyInstanceStates),
    reason: z.string(),
    outcome: z.string(),
    startedOn: Instant,
    endedOn: z.union([Instant, z.literal('')]),
    /** Values by the places of the columns; '' where it has none */
    values: z.array(z.string()),
  })
  .meta({ id: 'WalkData' });
export type WalkData = z.infer<typeof WalkData>;

const tag = 'Stream reports';
const access = screens.journeyReports.permissions;
const base = '/e/enterprise/reports/streams';
const keyScopes = ['reports'] as const;
export const streamReportEndpoints = {
  choices: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'The streams that were published, with their versions, and the channels, to choose a report of',
    tag,
    access: [...access, ...screens.milestoneReport.permissions],
    keyScopes,
    answer: z.object({
      streams: z.array(z.object({ id: Id, name: z.string(), versions: z.array(z.number()), hasMilestones: z.boolean() })),
      channels: z.array(z.object({ id: Id, name: z.string(), environment: z.enum(reportEnvironments) })),
    }),
  }),
  figures: defineEndpoint({
    method: 'GET',
    path: `${base}/:journeyId`,
    summary: 'How many walks began in a stream and what became of them, in all and by the day of their start',
    tag,
    access,
    keyScopes,
    params: JourneyParams,
    query: StreamRange,
    answer: StreamFigures,
  }),
  funnel: defineEndpoint({
    method: 'GET',
    path: `${base}/:journeyId/funnel`,
    summary: 'What each node and exit of a stream has passed on, and where walks wait or have dropped out',
    tag,
    access,
    keyScopes,
    params: JourneyParams,
    query: StreamRange,
    answer: StreamFunnel,
  }),
  refused: defineEndpoint({
    method: 'GET',
    path: `${base}/:journeyId/failed`,
    summary: 'What people have typed where a node refused it, the most frequent first; of the last 90 days, nothing of sensitive questions',
    tag,
    access,
    params: JourneyParams,
    query: StreamRange,
    answer: z.object({
      span: ReportSpan,
      answers: z.array(RefusedAnswer),
      /** There are more walks than are looked at: the newest are */
      isCut: z.boolean(),
    }),
  }),
  data: defineEndpoint({
    method: 'GET',
    path: `${base}/:journeyId/data`,
    summary: 'A row for each walk with its variables by name over all versions, the newest first; sensitive ones are masked',
    tag,
    access,
    keyScopes,
    params: JourneyParams,
    query: Page.extend(StreamRange.shape),
    answer: z.object({ span: ReportSpan, columns: z.array(z.string()), rows: z.array(WalkData), more: z.boolean() }),
  }),
  dataExport: defineEndpoint({
    method: 'GET',
    path: `${base}/:journeyId/data/export`,
    summary: 'These rows as CSV, up to 10,000; the link carries x-access-id',
    audit: leaves('stream_report', 'export'),
    tag,
    access: 'public',
    perMinute: 30,
    params: JourneyParams,
    query: StreamRange.extend({ 'x-access-id': z.string().max(500).default('') }),
  }),
  version: defineEndpoint({
    method: 'GET',
    path: `${base}/:journeyId/versions/:version`,
    summary: 'The document of a published version, to draw its funnel on',
    tag,
    access,
    isForDesigner: true,
    params: JourneyParams.extend({ version: z.coerce.number().int().min(1).max(1_000_000) }),
    answer: z.object({ document: JourneyDocument }),
  }),
};
