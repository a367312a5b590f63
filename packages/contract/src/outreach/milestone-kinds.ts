/** Kinds of milestones that addresses of screens name: they are read before any screen is there, so they carry no schema along. */

/** Kinds of rules by which a recipient reaches a milestone; each is recorded anyway. */
export const campaignMilestoneKinds = [
  'delivered',
  'read',
  'clicked',
  'replied',
  'pressed',
  'talked',
  'streamStarted',
  'streamCompleted',
  'streamMilestone',
  'optedOut',
] as const;
export type CampaignMilestoneKind = (typeof campaignMilestoneKinds)[number];

/** Those that name a stream. */
export const streamMilestoneKinds: readonly CampaignMilestoneKind[] = ['streamStarted', 'streamCompleted', 'streamMilestone'];

/** Figures of a campaign's milestones, by the grain `milestone` of docs/MEASURES.md. */
export const milestoneFigures = [
  'sent',
  'recipients',
  'reached',
  'reachedAny',
  'people',
  'share',
  'timeMedian',
  'timeP90',
  'hadFormer',
  'afterFormer',
  'stepShare',
  'stepMedian',
] as const;
export type MilestoneMeasure = `milestone.${(typeof milestoneFigures)[number]}`;
export const milestoneMeasures = milestoneFigures.map((name) => `milestone.${name}` as const) as readonly MilestoneMeasure[];

/** Figures whose change from one iteration to the next is explained. */
export const explainedMilestoneMeasures = ['milestone.reached', 'milestone.share', 'milestone.timeMedian'] as const;
/** Properties of recipients by which a change is explained. */
export const milestoneParts = ['content', 'hour', 'weekday', 'road'] as const;
export type MilestonePart = (typeof milestoneParts)[number];

export const campaignMilestonesMax = 20;
export const milestonePage = 25;
/** Longest time, in hours, within which a milestone counts: a year. */
export const milestoneHoursMax = 8760;
