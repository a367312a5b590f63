import { leaves } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Instant, Page, text } from '../fields.ts';
import { z } from '../z.ts';
import { JourneyParams } from './journey-shared.ts';
import { mostExportedRows } from './report-kinds.ts';
import { ReportSpan, StreamRange } from './stream-report.ts';

export const MilestoneRange = StreamRange.extend({ timeType: z.enum(['HOUR', 'DAY']).default('DAY') });
export type MilestoneRange = z.infer<typeof MilestoneRange>;

/** Figures of one period. @property reachedAny walks with at least one milestone */
export const MilestoneCards = z.object({
  started: z.number(),
  reachedAny: z.number(),
  reachedLast: z.number(),
  /** Median time from the start to the last milestone; null: none has reached it */
  medianLastMs: z.number().nullable(),
});
export type MilestoneCards = z.infer<typeof MilestoneCards>;

/** A milestone in its order, counted once a walk, by its first time. */
export const MilestoneStep = z.object({
  id: z.string(),
  name: z.string(),
  /** The asked version has it no more */
  isRemoved: z.boolean(),
  /** Walks, and the customers who walked */
  count: z.number(),
  people: z.number(),
  /** Part of those that began */
  share: z.number(),
  /** Walks that had reached the milestone before it too: their part of those there, and the median time between the two; null for the first */
  stepShare: z.number().nullable(),
  stepMs: z.number().nullable(),
});
export type MilestoneStep = z.infer<typeof MilestoneStep>;

export const MilestoneFigures = z
  .object({
    span: ReportSpan,
    cards: MilestoneCards,
    /** The same for as many days before */
    before: MilestoneCards,
    milestones: z.array(MilestoneStep),
    /** Walks that have reached each milestone, in its order, by the hour or day of their start */
    points: z.array(z.object({ from: Instant, to: Instant, counts: z.array(z.number()) })),
  })
  .meta({ id: 'MilestoneFigures' });
export type MilestoneFigures = z.infer<typeof MilestoneFigures>;

export const MilestonePerson = z
  .object({
    instanceId: Id,
    customerId: Id,
    customerName: z.string(),
    address: z.string(),
    channelName: z.string(),
    version: z.number(),
    startedOn: Instant,
    reachedOn: Instant,
  })
  .meta({ id: 'MilestonePerson' });
export type MilestonePerson = z.infer<typeof MilestonePerson>;

const tag = 'Milestone report';
const access = screens.milestoneReport.permissions;
const base = '/e/enterprise/reports/milestones';
const keyScopes = ['reports'] as const;
const Reached = StreamRange.extend({ milestone: text(20).min(1) });
export const milestoneReportEndpoints = {
  figures: defineEndpoint({
    method: 'GET',
    path: `${base}/:journeyId`,
    summary: 'How many walks that began in a stream have reached its milestones, in their order and by the hour or day of their start',
    tag,
    access,
    keyScopes,
    params: JourneyParams,
    query: MilestoneRange,
    answer: MilestoneFigures,
  }),
  people: defineEndpoint({
    method: 'GET',
    path: `${base}/:journeyId/people`,
    summary: 'The walks that have reached a milestone, with their customers, the newest first',
    tag,
    access,
    keyScopes,
    params: JourneyParams,
    query: Page.extend(Reached.shape),
    answer: z.object({ people: z.array(MilestonePerson), more: z.boolean() }),
  }),
  customers: defineEndpoint({
    method: 'GET',
    path: `${base}/:journeyId/customers`,
    summary: 'The customers of these walks, each once, to give them a label; refused above 10,000',
    tag,
    access,
    params: JourneyParams,
    query: Reached,
    answer: z.object({ customerIds: z.array(Id).max(mostExportedRows) }),
  }),
  export: defineEndpoint({
    method: 'GET',
    path: `${base}/:journeyId/people/export`,
    summary: 'These walks as CSV, up to 10,000; the link carries x-access-id',
    audit: leaves('stream_report', 'export'),
    tag,
    access: 'public',
    perMinute: 30,
    params: JourneyParams,
    query: Reached.extend({ 'x-access-id': z.string().max(500).default('') }),
  }),
};
