import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { BulkJob } from '../customer/customer.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formList, formNumber, Id, Instant, Page, requiredText, text, Version } from '../fields.ts';
import { ledgerStatuses } from '../messaging/sending.ts';
import { z } from '../z.ts';
import { ActivityEntry, ActivityItem, Estimate, Person } from './activity-item.ts';
import { AudienceBreakdown, mostGiven } from './audience.ts';
import { QuietWait, RunCounts } from './broadcast.ts';
import { campaignReaders, RecipientRow } from './campaign.ts';
import { contentParts } from './content-kinds.ts';
import { ContentComparison, ContentLetter } from './contents.ts';
import { FallbackProgress, WhyFallback } from './fallback.ts';
import { approvals, CampaignPlan, PlanChange, ShownPlan } from './plan.ts';
import { audienceResults, runParts } from './result-kinds.ts';
import { GivenPerson, StartForAnswer } from './start-for.ts';
import { SendUnknownAgain, SentUnknownAgain, UnknownPreview } from './unknown.ts';

/** Shown of an iteration: its plan, what was submitted, how that differs from what was approved last, and its log. */
export const Activity = ActivityItem.extend({
  plan: ShownPlan,
  /** Breakdown of the audience, as it was counted at the submission */
  breakdown: AudienceBreakdown.nullable(),
  /** Seal that an approval has to name: changes with everything that it covers. '' before a submission */
  seal: z.string(),
  /** The last approved iteration of the campaign, and what differs; null when there is none */
  compared: z.object({ activityId: Id, number: z.number(), changes: z.array(PlanChange) }).nullable(),
  /** Differences from the rejected plan, for one that was rejected and changed */
  sinceRejection: z.array(PlanChange),
  /** The clocks show its start time twice, and the first one is taken */
  isStartDoubled: z.boolean(),
  /** Names of groups, labels, the filter, the file and iterations that the plan names by id, as far as they are still there */
  names: z.record(z.string(), z.string()),
  entries: z.array(ActivityEntry),
}).meta({ id: 'Activity' });
export type Activity = z.infer<typeof Activity>;

/** audience = skipped + failed + sent + remaining = skipped + failed + inFlight + delivered. */
export const ActivityProgress = z
  .object({
    /** Rows of the ledger so far; of a run that is being made, fewer than will be */
    audience: z.number(),
    isFreezing: z.boolean(),
    /** The vendor has them: delivered ones, and those without a receipt yet */
    sent: z.number(),
    delivered: z.number(),
    read: z.number(),
    failed: z.number(),
    skipped: z.number(),
    inFlight: z.number(),
    /** Part of `sent` and `inFlight`: the vendor has not answered, and may have them or not */
    unknown: z.number(),
    /** Have not left yet: what Stop would leave unsent */
    remaining: z.number(),
    /** Messages that left in the last minute */
    currentSpeed: z.number(),
    perMinute: z.number().nullable(),
    quiet: QuietWait,
    byReason: RunCounts.shape.byReason,
    state: z.number(),
    isCompleted: z.boolean(),
    pauseReason: z.string(),
    channelState: z.string(),
    templateStatus: z.string(),
    /** Size of the first wave, and until when it waits for receipts; null without one */
    wave: z
      .object({
        size: z.number(),
        left: z.number(),
        waitsUntil: z.union([Instant, z.literal('')]),
        result: z.enum(['', 'passed', 'stopped']),
      })
      .nullable(),
    /** Comparison of several contents; null with one */
    comparison: ContentComparison.nullable(),
    /** Progress of the fallback, apart; null without one */
    fallback: FallbackProgress.nullable(),
  })
  .meta({ id: 'ActivityProgress' });
export type ActivityProgress = z.infer<typeof ActivityProgress>;

/** The values of the generic call: a submission and its withdrawal, and what becomes of an approved iteration (CAMP-067). */
export const actionStates = ['Submitted', 'New'] as const;
export const runActions = { schedule: 1, resume: 2, pause: 3, stop: 4 } as const;

export const ActivityPreview = z.object({
  address: z.string(),
  name: z.string(),
  /** Values by `variableKey` */
  values: z.record(z.string(), z.string()),
  missing: z.array(z.string()),
});

/** Reason why a person will or will not get it: by the gate before the start, and by the ledger afterwards. */
export const WhyAnswer = z.object({
  /** Nobody of the audience has this number */
  isInAudience: z.boolean(),
  number: z.string(),
  name: z.string(),
  /** True when it is from the ledger: what was decided stands; otherwise it may change until the start */
  isDecided: z.boolean(),
  willGet: z.boolean(),
  status: z.string(),
  reason: z.string(),
  reasonText: z.string(),
  dueOn: z.union([Instant, z.literal('')]),
  missing: z.array(z.string()),
  /** Content that they got, of several; '' where it is the only one, or not decided yet */
  content: z.union([ContentLetter, z.literal('')]),
  /** The first message did not reach, and another channel is tried; null where it is not */
  fallback: WhyFallback.nullable(),
});

const tag = 'Iterations';
const base = '/chatbird/api/activity';
const Params = z.object({ activityId: Id });
const makers = ['CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT'] as const;
const runners = [...makers, 'CAMPAIGNS.APPROVE'] as const;
const checkers = screens.activities.permissions;
const readers = [...campaignReaders, 'CAMPAIGNS.VIEW_REJECTEDLIST', ...screens.campaignReport.permissions] as const;
const requestKey = text(64).default('');
const When = z.union([Instant, z.literal('')]).default('');
const MaybeId = z.union([Id, z.literal('')]).default('');
/** Message of the two that is meant */
const Run = z.enum(runParts).default('first');

export const activityEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: `${base}/list`,
    summary: 'Iterations: the inbox of checkers, what is ready to go, what was declined, those of one campaign',
    tag,
    access: readers,
    query: Page.extend({
      approval: formList(z.enum(approvals)),
      state: formList(formNumber(0, 5)),
      campaignId: MaybeId,
      name: text(120).default(''),
      /** Submitted, decided or made between these, as the order says */
      fromDate: When,
      toDate: When,
      channelId: MaybeId,
      makerId: MaybeId,
      checkerId: MaybeId,
      order: z.enum(['submitted', 'decided', 'newest']).default('newest').meta({ description: 'submitted: the oldest first' }),
    }),
    answer: z.object({ activities: z.array(ActivityItem), more: z.boolean(), makers: z.array(Person), checkers: z.array(Person) }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/get/:activityId`,
    summary: 'One iteration with everything that is decided about it',
    tag,
    access: readers,
    params: Params,
    answer: Activity,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: `${base}/create`,
    summary: 'A new iteration of a campaign, with the plan that the campaign has now',
    audit: leaves('activity', 'create'),
    tag,
    access: makers,
    body: z.object({ campaignId: Id, name: text(120).default(''), requestKey }),
    answer: Activity,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/update/:activityId`,
    summary: 'Save an iteration that has not started; one that was submitted or approved is New again',
    audit: leaves('activity', 'edit'),
    tag,
    access: makers,
    params: Params,
    body: z.object({ version: Version, name: requiredText(120), plan: CampaignPlan }),
    answer: Activity,
  }),
  start: defineEndpoint({
    method: 'POST',
    path: `${base}/start/:activityId`,
    summary: 'Send an approved iteration now; started twice it runs once',
    audit: leaves('activity', 'start'),
    tag,
    access: runners,
    params: Params,
    answer: Activity,
  }),
  startFor: defineEndpoint({
    method: 'POST',
    path: `${base}/startFor/:activityId`,
    summary: 'Send an approved iteration now to people that come with the call; the same requestKey starts it once',
    audit: leaves('activity', 'start'),
    tag,
    access: runners,
    keyScopes: ['send'],
    mostBytes: 8 * 1024 * 1024,
    params: Params,
    body: z.object({ requestKey: requiredText(64), people: z.array(GivenPerson).min(1).max(mostGiven) }),
    answer: StartForAnswer.extend({ activity: Activity }),
  }),
  approve: defineEndpoint({
    method: 'POST',
    path: `${base}/approve/:activityId`,
    summary: 'Approve what the seal stands for; whoever made or submitted it cannot',
    audit: leaves('activity', 'approve'),
    tag,
    access: checkers,
    params: Params,
    body: z.object({ seal: text(64), note: text(2000).default('') }),
    answer: Activity,
  }),
  reject: defineEndpoint({
    method: 'POST',
    path: `${base}/reject/:activityId`,
    summary: 'Send it back with a reason',
    audit: leaves('activity', 'reject'),
    tag,
    access: checkers,
    params: Params,
    body: z.object({ reason: text(2000).default('') }),
    answer: Activity,
  }),
  clone: defineEndpoint({
    method: 'POST',
    path: `${base}/clone/:activityId`,
    summary: 'A new iteration of the same campaign with the plan of this one',
    audit: leaves('activity', 'create'),
    tag,
    access: makers,
    params: Params,
    body: z.object({ name: text(120).default(''), requestKey }),
    answer: Activity,
  }),
  estimate: defineEndpoint({
    method: 'POST',
    path: `${base}/estimate/:activityId`,
    summary: 'What an iteration would cost now, with its audience counted anew',
    audit: leavesNothing('it reads'),
    tag,
    access: runners,
    params: Params,
    answer: Estimate.extend({ breakdown: AudienceBreakdown }),
  }),
  instances: defineEndpoint({
    method: 'GET',
    path: `${base}/instances/:activityId`,
    summary: 'How far the run of an iteration is',
    tag,
    access: readers,
    keyScopes: ['send', 'reports'],
    params: Params,
    answer: ActivityProgress,
  }),
  action: defineEndpoint({
    method: 'POST',
    path: `${base}/action/:activityId`,
    summary: 'Submit (Submitted), withdraw (New), schedule (1), resume (2), pause (3) or stop (4) an iteration',
    audit: leaves('activity', 'move'),
    tag,
    access: runners,
    params: Params,
    body: z.object({ state: z.union([z.enum(actionStates), formNumber(1, 4)]), reason: text(2000).default('') }),
    /** `unsent`: of a stop, how many have not left and never will */
    answer: z.object({ activity: Activity, unsent: z.number() }),
  }),
  choose: defineEndpoint({
    method: 'POST',
    path: `${base}/choose/:activityId`,
    summary: 'Choose the content that everybody behind the first wave gets; with that the run goes on',
    audit: leaves('activity', 'move'),
    tag,
    access: runners,
    params: Params,
    body: z.object({ content: ContentLetter, reason: text(2000).default('') }),
    answer: Activity,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/delete/:activityId`,
    summary: 'Move an iteration that has not started, was stopped or is completed to the bin',
    audit: leaves('activity', 'delete'),
    tag,
    access: ['CAMPAIGNS.DELETE'],
    params: Params,
    answer: z.null(),
  }),
  comment: defineEndpoint({
    method: 'POST',
    path: `${base}/comment/:activityId`,
    summary: 'Ask the maker, or answer; a submitted iteration stays submitted',
    audit: leaves('activity', 'comment'),
    tag,
    access: runners,
    params: Params,
    body: z.object({ text: requiredText(2000), requestKey }),
    answer: z.object({ entry: ActivityEntry }),
  }),
  speed: defineEndpoint({
    method: 'PUT',
    path: `${base}/speed/:activityId`,
    summary: 'Send more slowly; faster than was approved needs a new approval',
    audit: leaves('activity', 'move'),
    tag,
    access: runners,
    params: Params,
    body: z.object({ perMinute: z.number().int().min(1).max(600_000) }),
    answer: Activity,
  }),
  recipients: defineEndpoint({
    method: 'GET',
    path: `${base}/recipients/:activityId`,
    summary: 'People of an iteration with what became of each, in the order of the audience',
    tag,
    access: readers,
    params: Params,
    query: z.object({
      /** The `number` of the last row of the page before */
      after: formNumber(0, 2_000_000_000).default(0),
      perPage: formNumber(1, 200).default(50),
      status: z.union([z.enum(ledgerStatuses), z.literal('')]).default(''),
      reason: text(40).default(''),
      /** People who opened this link, by the variable that it replaces */
      link: text(80).default(''),
      /** People of whom it is true now */
      result: z.union([z.enum(audienceResults), z.literal('')]).default(''),
      /** Those of one content in the first wave, or everybody else */
      content: z.union([z.enum(contentParts), z.literal('')]).default(''),
      run: Run,
    }),
    answer: z.object({ recipients: z.array(RecipientRow), more: z.boolean() }),
  }),
  export: defineEndpoint({
    method: 'GET',
    path: `${base}/export/:activityId`,
    summary: 'One row a person with every time of its status, as CSV; the link carries x-access-id',
    audit: leaves('activity', 'export'),
    tag,
    access: 'public',
    perMinute: 60,
    params: Params,
    query: z.object({ 'x-access-id': z.string().max(500).default(''), run: Run }),
  }),
  why: defineEndpoint({
    method: 'GET',
    path: `${base}/why/:activityId`,
    summary: 'Why somebody will, or will not, get it',
    tag,
    access: readers,
    params: Params,
    query: z.object({ number: requiredText(320) }),
    answer: WhyAnswer,
  }),
  preview: defineEndpoint({
    method: 'GET',
    path: `${base}/preview/:activityId`,
    summary: 'The values that the first people of the audience get, or the one with a number',
    tag,
    access: readers,
    params: Params,
    query: z.object({ number: text(320).default(''), count: formNumber(1, 50).default(10), content: ContentLetter.default('A'), run: Run }),
    answer: z.object({ previews: z.array(ActivityPreview) }),
  }),
  label: defineEndpoint({
    method: 'POST',
    path: `${base}/label/:activityId`,
    summary: 'Give a label to everybody of whom a result is true',
    audit: leaves('any', 'label'),
    tag,
    access: makers,
    params: Params,
    body: z.object({ result: z.enum(audienceResults), name: requiredText(60), requestKey }),
    answer: z.object({ bulkJob: BulkJob, people: z.number() }),
  }),
  unknown: defineEndpoint({
    method: 'GET',
    path: `${base}/unknown/:activityId`,
    summary: 'What sending the messages of unknown outcome again would do: who may get it twice, and what it costs',
    tag,
    access: runners,
    params: Params,
    query: z.object({ run: Run }),
    answer: UnknownPreview,
  }),
  sendUnknownAgain: defineEndpoint({
    method: 'POST',
    path: `${base}/sendUnknownAgain/:activityId`,
    summary: 'Send the messages of unknown outcome again, each on its own row; called twice it has effect once',
    audit: leaves('activity', 'retry'),
    tag,
    access: runners,
    params: Params,
    body: SendUnknownAgain.extend({ run: Run }),
    answer: SentUnknownAgain,
  }),
  retry: defineEndpoint({
    method: 'POST',
    path: `${base}/retry/:activityId`,
    summary: 'A new iteration for those whose failure may be over by now; it needs an approval of its own',
    audit: leaves('activity', 'create'),
    tag,
    access: makers,
    params: Params,
    body: z.object({ requestKey }),
    answer: Activity,
  }),
};
