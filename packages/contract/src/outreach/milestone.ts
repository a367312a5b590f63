import { leaves } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formNumber, Id, Instant, Page, requiredText, text, Version } from '../fields.ts';
import { mostExportedRows } from '../journey/report-kinds.ts';
import { z } from '../z.ts';
import { Person } from './activity-item.ts';
import { campaignReaders } from './campaign.ts';
import {
  campaignMilestoneKinds,
  campaignMilestonesMax,
  explainedMilestoneMeasures,
  type MilestoneMeasure,
  milestoneHoursMax,
  milestoneMeasures,
  milestoneParts,
} from './milestone-kinds.ts';

const Day = z.union([z.iso.date(), z.literal('')]).default('');
const MeasureName = z.enum(milestoneMeasures as unknown as [MilestoneMeasure, ...MilestoneMeasure[]]);

/**
 * Rule that reaches it. `variable`: the link that it is about, '' any; `words`: a reply with any of them, none: any reply; `button`: '' any;
 * `journeyId` and `journeyMilestone` of the kinds of streams.
 */
export const MilestoneRule = z.object({
  kind: z.enum(campaignMilestoneKinds),
  variable: text(80).default(''),
  words: z.array(requiredText(60)).max(20).default([]),
  button: text(200).default(''),
  journeyId: z.union([Id, z.literal('')]).default(''),
  journeyMilestone: text(20).default(''),
  /** It counts within so many hours after the message has left; null: whenever */
  withinHours: z.number().int().min(1).max(milestoneHoursMax).nullable().default(null),
});
export type MilestoneRule = z.infer<typeof MilestoneRule>;

export const CampaignMilestone = z
  .object({
    id: Id,
    campaignId: Id,
    name: z.string(),
    rule: MilestoneRule,
    /** Names of the stream and its milestone; '' where there is none, or none any more */
    streamName: z.string(),
    streamMilestoneName: z.string(),
    createdBy: Person,
    createdOn: Instant,
    version: z.number(),
  })
  .meta({ id: 'CampaignMilestone' });
export type CampaignMilestone = z.infer<typeof CampaignMilestone>;

/** Iterations that began on these days of the enterprise's zone; '' for all. */
export const MilestoneFilter = z.object({
  activityId: z.union([Id, z.literal('')]).default(''),
  fromDate: Day,
  toDate: Day,
});
export type MilestoneFilter = z.infer<typeof MilestoneFilter>;

/** @property value null: of nothing @property count rows that the figure opens: of a median those that have the value, of a share its part */
const Figure = z.object({ value: z.number().nullable(), count: z.number() });
const Figures = z.partialRecord(MeasureName, Figure);

export const CampaignMilestoneReport = z
  .object({
    zone: z.string(),
    asOf: Instant,
    /** Whole figures: recipients whom a message has left for, and those who have reached any milestone */
    figures: Figures,
    /** Figures of the iteration before the chosen one; null: several are asked for, or it is the first */
    before: z
      .object({ activityId: Id, number: z.number(), name: z.string(), figures: Figures, milestones: z.record(z.string(), Figures) })
      .nullable(),
    /** Milestones in their order; those that are removed come last and count until then */
    milestones: z.array(
      z.object({ id: Id, name: z.string(), rule: MilestoneRule, removedOn: z.union([Instant, z.literal('')]), figures: Figures }),
    ),
    /** Recipients who have reached each milestone, in its order, by the day or hour at which they did; `hour` null where days are asked for */
    points: z.array(z.object({ day: z.iso.date(), hour: z.number().nullable(), counts: z.array(z.number()) })),
    /** The same by iteration, the newest first */
    activities: z.array(z.object({ activityId: Id, number: z.number(), name: z.string(), sent: z.number(), counts: z.array(z.number()) })),
  })
  .meta({ id: 'CampaignMilestoneReport' });
export type CampaignMilestoneReport = z.infer<typeof CampaignMilestoneReport>;

/** Names a figure: a measure of one milestone, or of all together where `milestone` is ''. */
export const MilestoneCell = MilestoneFilter.extend({
  measure: MeasureName,
  milestone: z.union([Id, z.literal('')]).default(''),
  /** Those who reached it on this day, and at this hour of it */
  day: Day,
  hour: formNumber(0, 23).optional(),
});
export type MilestoneCell = z.infer<typeof MilestoneCell>;

export const MilestoneRecipient = z
  .object({
    /** The first message of the iteration to this person */
    messageId: Id,
    milestoneId: z.union([Id, z.literal('')]),
    activityId: Id,
    activityNumber: z.number(),
    customerId: z.union([Id, z.literal('')]),
    name: z.string(),
    to: z.string(),
    sentOn: Instant,
    reachedOn: z.union([Instant, z.literal('')]),
    /** Milliseconds from one to the other; null: not reached */
    timeMs: z.number().nullable(),
  })
  .meta({ id: 'MilestoneRecipient' });
export type MilestoneRecipient = z.infer<typeof MilestoneRecipient>;

const Change = z.object({ change: z.number(), slower: z.number(), more: z.number() });
/** A figure beside that of the iteration before, with what made the difference: the changes of the parts of a property add up to the whole one. */
export const MilestoneExplanation = z
  .object({
    measure: z.enum(explainedMilestoneMeasures),
    before: Figure,
    after: Figure,
    /** Former median in milliseconds, where recipients are counted who took longer; null: the figure itself is explained */
    above: z.number().nullable(),
    change: z.number(),
    isTooFew: z.boolean(),
    properties: z.array(
      z.object({
        by: z.enum(milestoneParts),
        parts: z.array(Change.extend({ key: z.string(), before: Figure, after: Figure })),
        others: z.object({ parts: z.number(), change: z.number() }),
      }),
    ),
  })
  .meta({ id: 'MilestoneExplanation' });
export type MilestoneExplanation = z.infer<typeof MilestoneExplanation>;

const tag = 'Campaigns';
const base = '/chatbird/api/campaign';
const reporters = screens.campaignReport.permissions;
const readers = [...campaignReaders, ...reporters] as const;
const Params = z.object({ campaignId: Id });
const OneParams = z.object({ campaignId: Id, milestoneId: Id });
const name = requiredText(80).meta({ examples: ['Asked for a call'] });

export const campaignMilestoneEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: `${base}/milestones/:campaignId`,
    summary: 'Milestones of a campaign, in their order',
    tag,
    access: readers,
    params: Params,
    answer: z.object({ milestones: z.array(CampaignMilestone).max(campaignMilestonesMax), mayEdit: z.boolean() }),
  }),
  choices: defineEndpoint({
    method: 'GET',
    path: `${base}/milestoneChoices/:campaignId`,
    summary: 'What a milestone of a campaign may be about: its links, its buttons, and the streams that the caller may see',
    tag,
    access: ['CAMPAIGNS.EDIT'],
    params: Params,
    answer: z.object({
      links: z.array(z.string()),
      buttons: z.array(z.string()),
      streams: z.array(z.object({ id: Id, name: z.string(), milestones: z.array(z.object({ id: z.string(), name: z.string() })) })),
    }),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: `${base}/milestones/:campaignId`,
    summary: 'A milestone, the last in the order; it counts what is recorded already, too',
    audit: leaves('campaign_milestone', 'create'),
    tag,
    access: ['CAMPAIGNS.EDIT'],
    params: Params,
    body: z.object({ name, rule: MilestoneRule }),
    answer: CampaignMilestone,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/milestones/:campaignId/:milestoneId`,
    summary: 'Another name or place; what reaches it stays, since another formula is another milestone',
    audit: leaves('campaign_milestone', 'edit'),
    tag,
    access: ['CAMPAIGNS.EDIT'],
    params: OneParams,
    body: z.object({ name, place: z.number().int().min(1).max(campaignMilestonesMax), version: Version }),
    answer: CampaignMilestone,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/milestones/:campaignId/:milestoneId`,
    summary: 'Remove a milestone; the report keeps what was reached until then, marked as removed',
    audit: leaves('campaign_milestone', 'delete'),
    tag,
    access: ['CAMPAIGNS.EDIT'],
    params: OneParams,
    answer: z.null(),
  }),
  report: defineEndpoint({
    method: 'GET',
    path: `${base}/milestoneReport/:campaignId`,
    summary: 'How many recipients have reached each milestone of a campaign, over time, by iteration and in order',
    tag,
    access: reporters,
    params: Params,
    query: MilestoneFilter.extend({ timeType: z.enum(['HOUR', 'DAY']).default('DAY') }),
    answer: CampaignMilestoneReport,
  }),
  rows: defineEndpoint({
    method: 'GET',
    path: `${base}/milestoneRows/:campaignId`,
    summary: 'The recipients whom a figure of the milestone report counts, the newest first',
    tag,
    access: reporters,
    params: Params,
    query: Page.extend(MilestoneCell.shape),
    answer: z.object({ total: z.number(), rows: z.array(MilestoneRecipient), more: z.boolean() }),
  }),
  customers: defineEndpoint({
    method: 'GET',
    path: `${base}/milestoneCustomers/:campaignId`,
    summary: 'The customers of these rows, each once, to give them a label; refused above 10,000',
    tag,
    access: reporters,
    params: Params,
    query: MilestoneCell,
    answer: z.object({ customerIds: z.array(Id).max(mostExportedRows) }),
  }),
  explain: defineEndpoint({
    method: 'GET',
    path: `${base}/milestoneExplain/:campaignId`,
    summary: 'A figure of a milestone beside that of the iteration before: which parts of the recipients made the difference',
    tag,
    access: reporters,
    params: Params,
    query: z.object({ activityId: Id, milestone: Id, measure: z.enum(explainedMilestoneMeasures) }),
    answer: MilestoneExplanation,
  }),
  csv: defineEndpoint({
    method: 'GET',
    path: `${base}/milestoneRows/:campaignId/csv`,
    summary: 'The same rows as CSV, all of them; the link carries x-access-id',
    audit: leaves('campaign', 'export'),
    tag,
    access: 'public',
    perMinute: 30,
    params: Params,
    query: MilestoneCell.extend({ 'x-access-id': z.string().max(500).default('') }),
  }),
};
