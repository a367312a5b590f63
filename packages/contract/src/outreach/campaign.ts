import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { VariableGroup } from '../channel/template-variables.ts';
import { defineEndpoint } from '../endpoint.ts';
import { FieldError } from '../faults.ts';
import { Currency, formNumber, Id, Instant, Page, requiredText, text, Version } from '../fields.ts';
import { Amount } from '../money.ts';
import { z } from '../z.ts';
import { ActivityItem, Estimate, Person } from './activity-item.ts';
import { AudienceBreakdown } from './audience.ts';
import { MessageRow, mappingTypes, RunCounts } from './broadcast.ts';
import { contentParts } from './content-kinds.ts';
import { ContentComparison, ContentLetter } from './contents.ts';
import { FallbackFigures } from './fallback.ts';
import { CampaignPlan, campaignAccessTypes, ShownPlan } from './plan.ts';
import { responseKinds } from './result-kinds.ts';

export const CampaignAccessType = z.enum(campaignAccessTypes);

/** Actions that a user may take on a campaign now. */
export const campaignMoves = ['edit', 'access', 'iterate', 'clone', 'export', 'delete'] as const;

export const CampaignItem = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    channelId: z.string(),
    channelName: z.string(),
    channelType: z.number(),
    templateId: z.string(),
    templateName: z.string(),
    templateStatus: z.string(),
    iterations: z.number(),
    /** State of its newest iteration; Created while there is none */
    state: z.number(),
    approval: z.string(),
    isCompleted: z.boolean(),
    lastRunOn: z.union([Instant, z.literal('')]),
    /** All iterations together */
    counts: RunCounts,
    accessType: CampaignAccessType,
    createdBy: Person,
    createdOn: Instant,
    updatedBy: Person,
    updatedOn: Instant,
    version: z.number(),
    may: z.array(z.enum(campaignMoves)),
  })
  .meta({ id: 'CampaignItem' });
export type CampaignItem = z.infer<typeof CampaignItem>;

export const Campaign = CampaignItem.extend({
  plan: ShownPlan,
  /** Departments of its maker; they see it when its access type is Department */
  departments: z.array(z.object({ id: Id, name: z.string() })),
  /** The newest first */
  activities: z.array(ActivityItem),
}).meta({ id: 'Campaign' });
export type Campaign = z.infer<typeof Campaign>;

/** A campaign as a file: what `export` gives and `import` takes. */
export const campaignFileKind = 'parley.campaign';
const fileOf = <P extends typeof CampaignPlan | typeof ShownPlan>(plan: P) =>
  z.object({
    kind: z.literal(campaignFileKind),
    version: z.literal(1),
    exportedOn: Instant,
    campaign: z.object({
      name: requiredText(120),
      description: text(2000).default(''),
      accessType: CampaignAccessType.default('Private'),
      plan,
    }),
  });
export const CampaignFile = fileOf(CampaignPlan);
export type CampaignFile = z.infer<typeof CampaignFile>;

/** Results of one iteration: the figures add up, and `audience` is their sum. */
export const ActivityFigures = z.object({
  activityId: Id,
  number: z.number(),
  name: z.string(),
  state: z.number(),
  isCompleted: z.boolean(),
  startedOn: z.union([Instant, z.literal('')]),
  completedOn: z.union([Instant, z.literal('')]),
  counts: RunCounts,
  /** People of it who have refused marketing on its channel since they got it */
  optedOut: z.number(),
  /** People of it who wrote or pressed a button within the time of its plan, and those of them who pressed one */
  replied: z.number(),
  pressed: z.number(),
  /** People of it who opened at least one of its links; programs that look for a preview are no people */
  clicked: z.number(),
  estimate: Estimate.nullable(),
  /** Cost of the messages that were handed over, by their consumption */
  actual: Amount,
  /** Amount reserved for messages of unknown outcome, and not in `actual` */
  unknownCost: Amount,
  currency: Currency,
  /** Comparison of several contents; null with one */
  comparison: ContentComparison.nullable(),
  /** Figures of its fallback, apart from all of the above but the answers and opened links of people */
  fallback: FallbackFigures,
});
export type ActivityFigures = z.infer<typeof ActivityFigures>;
const Total = ActivityFigures.pick({
  counts: true,
  optedOut: true,
  replied: true,
  pressed: true,
  clicked: true,
  actual: true,
  unknownCost: true,
  currency: true,
  fallback: true,
}).extend({ estimated: Amount });

/** The checks of the gate, in its order, as they would decide now. */
export const gateChecks = ['channel', 'template', 'media', 'mapping', 'fallback', 'audience', 'schedule', 'balance'] as const;
export const CampaignCheck = z.object({
  checks: z.array(z.object({ check: z.enum(gateChecks), isFine: z.boolean(), errors: z.array(FieldError) })),
  breakdown: AudienceBreakdown.nullable(),
  /** People for whom a value has no fallback, and who would be left out; of the first 10,000 that are looked at */
  lacking: z.object({
    count: z.number(),
    looked: z.number(),
    /** Those whose message would be longer with their values than the channel takes: they are left out as well */
    tooLong: z.number(),
    variables: z.array(z.object({ content: ContentLetter, key: z.string(), count: z.number() })),
  }),
  estimate: Estimate.nullable(),
  /** Other iterations to the same groups or labels that are planned for, or run on, the same day */
  overlaps: z.array(z.object({ activityId: Id, campaignName: z.string(), number: z.number(), scheduledOn: Instant })),
  /**
   * Time when it would begin; '' as soon as somebody starts it. `isDoubled`: the clocks show this time twice, and the first one is taken
   */
  starts: z.object({ at: z.union([Instant, z.literal('')]), isDoubled: z.boolean() }),
});
export type CampaignCheck = z.infer<typeof CampaignCheck>;

/** Response to a message of an iteration: words, or a button of it that was pressed. */
export const ResponseRow = z
  .object({
    id: Id,
    activityId: Id,
    /** The message that it answers */
    messageId: Id,
    kind: z.enum(responseKinds),
    from: z.string(),
    name: z.string(),
    /** Words on the button that was pressed, and what it carries */
    button: z.string(),
    payload: z.string(),
    text: z.string(),
    receivedOn: Instant,
  })
  .meta({ id: 'ResponseRow' });
export type ResponseRow = z.infer<typeof ResponseRow>;
const Responses = z.object({
  activityId: z.union([Id, z.literal('')]).default(''),
  kind: z.union([z.enum(responseKinds), z.literal('')]).default(''),
  button: text(200).default(''),
});

const tag = 'Campaigns';
const base = '/chatbird/api/campaign';
const Params = z.object({ campaignId: Id });
export const campaignReaders = [...screens.campaignList.permissions, 'CAMPAIGNS.APPROVE'] as const;
const reporters = screens.campaignReport.permissions;
const makers = ['CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT'] as const;
const requestKey = text(64).default('');
const When = z.union([Instant, z.literal('')]).default('');

const CampaignBasics = z.object({
  name: requiredText(120),
  description: text(2000).default(''),
  accessType: CampaignAccessType.default('Private'),
  plan: CampaignPlan,
});

export const ExternalRow = z.object({
  campaignId: Id,
  campaign: z.string(),
  iteration: z.number(),
  iterationName: z.string(),
  approval: z.string(),
  state: z.number(),
  startedOn: z.union([Instant, z.literal('')]),
  completedOn: z.union([Instant, z.literal('')]),
  audience: z.number(),
  skipped: z.number(),
  failed: z.number(),
  inFlight: z.number(),
  /** Part of `inFlight`: of unknown outcome */
  unknown: z.number(),
  delivered: z.number(),
  read: z.number(),
  cost: Amount,
  /** Reserved for messages of unknown outcome, and not in `cost` */
  unknownCost: Amount,
  currency: Currency,
  /** Figures of the fallback, apart from all of the above */
  fallbackSent: z.number(),
  fallbackDelivered: z.number(),
  fallbackCost: Amount,
  fallbackUnknownCost: Amount,
});
export type ExternalRow = z.infer<typeof ExternalRow>;
/** Iterations that were started between the two times. */
const External = z.object({ fromDate: When, toDate: When, campaignId: z.union([Id, z.literal('')]).default('') });

export const campaignEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: `${base}/list`,
    summary: 'Campaigns that the caller may see, the newest first',
    tag,
    access: [...campaignReaders, ...reporters],
    query: Page.extend({
      /** State of the newest iteration; `running`: any iteration sends now */
      state: z.union([z.enum(['', 'running']), formNumber(0, 5)]).default(''),
      name: text(120).default(''),
      fromDate: When,
      toDate: When,
      channelId: z.union([Id, z.literal('')]).default(''),
      makerId: z.union([Id, z.literal('')]).default(''),
    }),
    answer: z.object({ campaigns: z.array(CampaignItem), more: z.boolean(), makers: z.array(Person) }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/get/:campaignId`,
    summary: 'One campaign with its plan and its iterations',
    tag,
    access: [...campaignReaders, ...reporters],
    params: Params,
    answer: Campaign,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: `${base}/create`,
    summary: 'A new campaign; its plan may be incomplete',
    audit: leaves('campaign', 'create'),
    tag,
    access: ['CAMPAIGNS.CREATE'],
    body: CampaignBasics.extend({ plan: CampaignPlan.prefault({}), requestKey }),
    answer: Campaign,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/update/:campaignId`,
    summary: 'Save a campaign; its iterations keep the plans that they have',
    audit: leaves('campaign', 'edit'),
    tag,
    access: ['CAMPAIGNS.EDIT'],
    params: Params,
    body: CampaignBasics.omit({ accessType: true }).extend({ version: Version }),
    answer: Campaign,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/delete/:campaignId`,
    summary: 'Move a campaign with its iterations to the bin; refused while one is scheduled, runs or is paused',
    audit: leaves('campaign', 'delete'),
    tag,
    access: ['CAMPAIGNS.DELETE'],
    params: Params,
    answer: z.null(),
  }),
  stats: defineEndpoint({
    method: 'GET',
    path: `${base}/stats/:campaignId`,
    summary: 'Figures of a campaign, by iteration and in total',
    tag,
    access: [...campaignReaders, ...reporters],
    params: Params,
    answer: z.object({ total: Total, activities: z.array(ActivityFigures) }),
  }),
  responses: defineEndpoint({
    method: 'GET',
    path: `${base}/responses/:campaignId`,
    summary: 'What people answered to messages of a campaign within the time of its plan, the newest first',
    tag,
    access: reporters,
    params: Params,
    query: Page.extend(Responses.shape),
    answer: z.object({ responses: z.array(ResponseRow), more: z.boolean() }),
  }),
  responsesCsv: defineEndpoint({
    method: 'GET',
    path: `${base}/responses/:campaignId/csv`,
    summary: 'The same rows as CSV, all of them; the link carries x-access-id',
    audit: leaves('campaign', 'export'),
    tag,
    access: 'public',
    perMinute: 60,
    params: Params,
    query: Responses.extend({ 'x-access-id': z.string().max(500).default('') }),
  }),
  variables: defineEndpoint({
    method: 'GET',
    path: `${base}/variables/:campaignId`,
    summary: 'What takes a value in the template of a campaign (BCAST-066)',
    tag,
    access: campaignReaders,
    params: Params,
    query: z.object({ content: ContentLetter.default('A') }),
    answer: z.object({ variables: z.array(VariableGroup) }),
  }),
  fallbackStats: defineEndpoint({
    method: 'GET',
    path: `${base}/fallbackStats/:campaignId`,
    summary: 'Figures of runs over another channel for whom the first one did not reach; a campaign without any has an empty list',
    tag,
    access: [...campaignReaders, ...reporters],
    params: Params,
    answer: z.object({ runs: z.array(ActivityFigures) }),
  }),
  estimatecost: defineEndpoint({
    method: 'POST',
    path: `${base}/estimatecost`,
    summary: 'What so many messages of a campaign would cost (CAMP-072)',
    audit: leavesNothing('it reads'),
    tag,
    access: [...makers, 'CAMPAIGNS.APPROVE'],
    body: z.object({
      campaignId: Id,
      activityId: z.union([Id, z.literal('')]).default(''),
      channelId: z.union([Id, z.literal('')]).default(''),
      count: formNumber(0, 1_000_000_000),
    }),
    answer: Estimate,
  }),
  validate: defineEndpoint({
    method: 'POST',
    path: `${base}/validate`,
    summary: 'Every check of the gate over the whole audience of a plan, with its reasons; of an iteration when one is named',
    audit: leavesNothing('it reads'),
    tag,
    access: [...makers, 'CAMPAIGNS.APPROVE'],
    body: z.object({
      campaignId: Id,
      activityId: z.union([Id, z.literal('')]).default(''),
      /** Unsaved plan; left out: the saved one */
      plan: CampaignPlan.optional(),
    }),
    answer: CampaignCheck,
  }),
  report: defineEndpoint({
    method: 'GET',
    path: `${base}/report/:campaignId`,
    summary: 'The report of a campaign: figures, reasons and costs of each iteration, deliveries over time, and its log',
    tag,
    access: reporters,
    params: Params,
    query: z.object({ activityId: z.union([Id, z.literal('')]).default('') }),
    answer: z.object({
      total: Total,
      activities: z.array(ActivityFigures),
      /** Failures by the vendor's code, with its meaning */
      failures: z.array(z.object({ reason: z.string(), vendorCode: z.string(), meaning: z.string(), count: z.number() })),
      /** Deliveries by hour, in UTC */
      deliveries: z.array(z.object({ at: Instant, delivered: z.number(), read: z.number() })),
      /** Time from delivery to reading: within so many hours, so many */
      readAfterHours: z.array(z.object({ hours: z.number(), count: z.number() })),
      /** Number of presses of each button, and of people who pressed it */
      buttons: z.array(z.object({ button: z.string(), presses: z.number(), people: z.number() })),
      /** Use of each link, by the variable that it replaces: how many people opened it, how often, and how often a program did */
      links: z.array(
        z.object({
          activityId: Id,
          /**
           * Content in which the link stands, of several: the one of the first part, or the one that everybody else got; '' where there is
           * one
           */
          content: z.union([z.enum(contentParts), z.literal('')]),
          variable: z.string(),
          /** Value of the mapping: an address, a column, or an address with columns in it */
          type: z.enum(mappingTypes),
          value: z.string(),
          people: z.number(),
          clicks: z.number(),
          previews: z.number(),
        }),
      ),
    }),
  }),
  accessType: defineEndpoint({
    method: 'PUT',
    path: `${base}/accessType/:campaignId`,
    summary: 'Who sees a campaign',
    audit: leaves('campaign', 'edit'),
    tag,
    access: ['CAMPAIGNS.EDIT'],
    params: Params,
    body: z.object({ accessType: CampaignAccessType, version: Version }),
    answer: Campaign,
  }),
  externalStats: defineEndpoint({
    method: 'GET',
    path: `${base}/externalStats`,
    summary: 'One row a campaign and iteration with all counts, for other systems; at most 1,000',
    tag,
    access: reporters,
    keyScopes: ['reports'],
    query: External.extend(Page.shape),
    answer: z.object({ rows: z.array(ExternalRow), more: z.boolean() }),
  }),
  externalCsv: defineEndpoint({
    method: 'GET',
    path: `${base}/externalCsv`,
    summary: 'The same rows as CSV, all of them',
    audit: leaves('campaign', 'export'),
    tag,
    access: reporters,
    keyScopes: ['reports'],
    perMinute: 20,
    query: External,
  }),
  clone: defineEndpoint({
    method: 'POST',
    path: `${base}/clone/:campaignId`,
    summary: 'A copy of a campaign without its iterations; a name that is taken gets a number',
    audit: leaves('campaign', 'create'),
    tag,
    access: ['CAMPAIGNS.CREATE'],
    params: Params,
    body: z.object({ name: text(120).default(''), requestKey }),
    answer: Campaign,
  }),
  export: defineEndpoint({
    method: 'GET',
    path: `${base}/export/:campaignId`,
    summary: 'A campaign as a file',
    audit: leaves('campaign', 'export'),
    tag,
    access: campaignReaders,
    params: Params,
    answer: fileOf(ShownPlan),
  }),
  import: defineEndpoint({
    method: 'POST',
    path: `${base}/import`,
    summary: 'A campaign out of a file that `export` has made; whoever imports it is its maker, and a name that is taken gets a number',
    audit: leaves('campaign', 'import'),
    tag,
    access: ['CAMPAIGNS.CREATE'],
    body: z.object({ file: CampaignFile, requestKey }),
    /** `lost`: what the file names and this enterprise does not have */
    answer: z.object({ campaign: Campaign, lost: z.array(z.string()) }),
  }),
};

export type RecipientRow = z.infer<typeof RecipientRow>;
/** A row of the ledger, as the recipients of an iteration show it. */
export const RecipientRow = MessageRow.extend({
  number: z.number(),
  name: z.string(),
  /** Content that left for them, of several; '' where there is one, or nothing left */
  content: z.union([ContentLetter, z.literal('')]),
}).meta({ id: 'RecipientRow' });
