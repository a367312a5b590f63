import {
  type Activity,
  type ActivityEntry,
  type ActivityItem,
  type ActivityProgress,
  type AudienceBreakdown,
  activityStates,
  type Booking,
  type Campaign,
  type CampaignCheck,
  CampaignPlan,
  type ContentComparison,
  type Estimate,
  gateChecks,
  noConditions,
  type Pressure,
  type RunCounts,
  TemplateComponent,
} from '@parley/contract';
import { idOf } from '../../../test-screens.tsx';
import { makeChannel, makeTemplate } from '../../channel/shared/channel.fixtures.ts';

export const at = '2024-01-05T10:00:00Z';
export const priya = { id: idOf(2), name: 'Priya' };
export const chetan = { id: idOf(3), name: 'Chetan' };
const nobody = { id: '', name: '' };

export const channel = makeChannel({ id: idOf(20), name: 'Shop', type: 4 });
export const template = makeTemplate({
  id: idOf(31),
  templateId: 'order_ready',
  name: 'order_ready',
  channelId: idOf(20),
  status: 'APPROVED',
  category: 'MARKETING',
  components: [TemplateComponent.parse({ type: 'BODY', text: 'Hi {{1}}, your order is ready.', samples: { 1: 'Asha' } })],
});

/** A plan that may be submitted. */
export const wholePlan: CampaignPlan = CampaignPlan.parse({
  channelId: idOf(20),
  message: { template: { templateId: 'order_ready', templateUId: idOf(31) } },
  columnMapping: [{ type: 'messageTags', variables: [{ variable: 'body.1', type: 'column', value: 'name', fallback: 'friend' }] }],
  audience: { groupIds: [idOf(51)], conditions: noConditions },
  schedule: { startsAt: '2031-05-01T10:00', timeZone: 'Asia/Kolkata' },
});

export const noCounts: RunCounts = { audience: 0, skipped: 0, failed: 0, inFlight: 0, unknown: 0, delivered: 0, read: 0, byReason: [] };
export const counts: RunCounts = {
  audience: 1000,
  skipped: 20,
  failed: 5,
  inFlight: 75,
  unknown: 0,
  delivered: 900,
  read: 400,
  byReason: [
    { status: 'SKIPPED', reason: 'OPTED_OUT', count: 20 },
    { status: 'FAILED', reason: 'RECIPIENT', count: 5 },
    { status: 'SENT', reason: '', count: 75 },
    { status: 'DELIVERED', reason: '', count: 500 },
    { status: 'READ', reason: '', count: 400 },
  ],
};
export const breakdown: AudienceBreakdown = {
  total: 120,
  excluded: 4,
  invalid: 3,
  duplicates: 2,
  blocked: 1,
  optedOut: 6,
  missing: 3,
  capped: 1,
  reachable: 100,
  byCountry: [
    { country: 'IN', count: 90 },
    { country: 'AE', count: 10 },
  ],
};
export const estimate: Estimate = {
  units: 100,
  amount: 80_000_000,
  currency: 'INR',
  byCountry: [{ country: 'IN', units: 100, amount: 80_000_000 }],
};

export const makeActivity = (change: Partial<Activity> = {}): Activity => ({
  id: idOf(71),
  campaignId: idOf(61),
  campaignName: 'Spring sale',
  number: 2,
  name: 'Second',
  approval: 'New',
  state: activityStates.created,
  isCompleted: false,
  maker: priya,
  submittedBy: nobody,
  submittedOn: '',
  checker: nobody,
  wavePercent: null,
  decidedOn: '',
  reason: '',
  rejections: 0,
  channelId: idOf(20),
  channelName: 'Shop',
  channelType: 4,
  channelState: 'ACTIVE',
  templateId: idOf(31),
  templateName: 'order_ready',
  templateStatus: 'APPROVED',
  audienceCount: 100,
  scheduledOn: '2031-05-01T04:30:00Z',
  timeZone: 'Asia/Kolkata',
  endsOn: '',
  isOverdue: false,
  estimate,
  startedOn: '',
  completedOn: '',
  nextActionOn: '',
  counts: noCounts,
  perMinute: 60,
  pauseReason: '',
  quietUntil: '',
  version: 1,
  createdOn: at,
  updatedOn: at,
  may: [],
  canApprove: false,
  whyNotApprove: 'not_submitted',
  plan: wholePlan,
  breakdown,
  seal: 'seal-1',
  compared: null,
  sinceRejection: [],
  isStartDoubled: false,
  names: { [idOf(51)]: 'Pune' },
  entries: [],
  ...change,
});

/** Makes an iteration as lists have it. */
export function makeActivityItem(change: Partial<Activity> = {}): ActivityItem {
  const {
    plan: _p,
    breakdown: _b,
    seal: _s,
    compared: _c,
    sinceRejection: _r,
    isStartDoubled: _d,
    names: _n,
    entries: _e,
    ...item
  } = makeActivity(change);
  return item;
}

export const makeCampaign = (change: Partial<Campaign> = {}): Campaign => ({
  id: idOf(61),
  name: 'Spring sale',
  description: 'For everybody in Pune',
  channelId: idOf(20),
  channelName: 'Shop',
  channelType: 4,
  templateId: idOf(31),
  templateName: 'order_ready',
  templateStatus: 'APPROVED',
  iterations: 1,
  state: activityStates.started,
  approval: 'Approved',
  isCompleted: true,
  lastRunOn: at,
  counts,
  accessType: 'Department',
  createdBy: priya,
  createdOn: at,
  updatedBy: priya,
  updatedOn: at,
  version: 4,
  may: ['edit', 'access', 'iterate', 'clone', 'export', 'delete'],
  plan: wholePlan,
  departments: [{ id: idOf(8), name: 'Sales' }],
  activities: [],
  ...change,
});

export function makeCampaignItem(change: Partial<Campaign> = {}) {
  const { plan: _p, departments: _d, activities: _a, ...item } = makeCampaign(change);
  return item;
}

export const makeProgress = (change: Partial<ActivityProgress> = {}): ActivityProgress => ({
  audience: 1000,
  isFreezing: false,
  sent: 800,
  delivered: 700,
  read: 300,
  failed: 5,
  skipped: 20,
  inFlight: 275,
  unknown: 0,
  remaining: 175,
  currentSpeed: 58,
  perMinute: 60,
  quiet: null,
  byReason: [],
  state: activityStates.started,
  isCompleted: false,
  pauseReason: '',
  channelState: 'ACTIVE',
  templateStatus: 'APPROVED',
  comparison: null,
  wave: null,
  fallback: null,
  ...change,
});

export const makeEntry = (id: number, change: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id: idOf(id),
  kind: 'created',
  at,
  by: priya,
  text: '',
  parts: [],
  values: {},
  ...change,
});

export const makeCheck = (change: Partial<CampaignCheck> = {}): CampaignCheck => ({
  checks: gateChecks.map((check) => ({ check, isFine: true, errors: [] })),
  breakdown,
  lacking: { count: 0, looked: 0, tooLong: 0, variables: [] },
  estimate,
  overlaps: [],
  starts: { at: '2031-05-01T04:30:00Z', isDoubled: false },
  ...change,
});

/** Fifty people each got A and B; twice as many have read B. */
export function makeComparison(change: Partial<ContentComparison> = {}): ContentComparison {
  const of = (audience: number): RunCounts => ({ ...noCounts, audience, inFlight: audience });
  const none = { count: 0, share: 0, low: 0, high: 0.0713 };
  const delivered = { count: 40, share: 0.8, low: 0.6696, high: 0.8876 };
  const base = { counts: of(50), left: 50, delivered, clicked: none };
  return {
    measure: 'read',
    rule: 'hand',
    contents: [
      { ...base, content: 'A', name: '', templateName: 'order_ready', read: { count: 10, share: 0.2, low: 0.1124, high: 0.3304 } },
      { ...base, content: 'B', name: 'Short', templateName: 'order_short', read: { count: 20, share: 0.4, low: 0.2761, high: 0.5382 } },
    ],
    rest: { counts: of(900), clicked: 0 },
    best: 'B',
    second: 'A',
    difference: { share: 0.2, low: 0.0204, high: 0.3639 },
    isClear: true,
    chosen: '',
    isWaiting: false,
    ...change,
  };
}

/** The same plan with a second content, of another template. */
export const comparedPlan: CampaignPlan = CampaignPlan.parse({
  ...wholePlan,
  contents: [
    {
      name: 'Short',
      message: { template: { templateId: 'order_short', templateUId: idOf(32) } },
      columnMapping: [{ type: 'messageTags', variables: [{ variable: 'body.1', type: 'static', value: 'you' }] }],
    },
  ],
  choice: { measure: 'read', rule: 'hand' },
  firstWave: { percent: 10 },
});
/** Template of that content. */
export const shortTemplate = makeTemplate({
  ...template,
  id: idOf(32),
  templateId: 'order_short',
  name: 'order_short',
  components: [TemplateComponent.parse({ type: 'BODY', text: 'Ready, {{1}}!', samples: { 1: 'Asha' } })],
});

export const makeBooking = (change: Partial<Booking> = {}): Booking => ({
  kind: 'campaign',
  id: idOf(81),
  name: 'Diwali #1',
  day: '2031-05-01',
  time: '09:30',
  startsOn: '2031-05-01T04:00:00Z',
  state: 'scheduled',
  channelType: 4,
  channelName: 'Shop',
  people: 1200,
  maker: priya,
  ...change,
});
export const hiddenBooking = (change: Partial<Booking> = {}): Booking =>
  makeBooking({ id: '', name: '', channelName: '', maker: nobody, people: 500, state: 'submitted', ...change });

export const makePressure = (change: Partial<Pressure> = {}): Pressure => ({
  day: '2031-05-01',
  timeZone: 'Asia/Kolkata',
  people: 100,
  limit: 1,
  overLimit: 0,
  cap: null,
  shared: [],
  compared: 0,
  left: 0,
  ...change,
});
