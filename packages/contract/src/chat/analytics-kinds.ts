/** Days that an analysis of chats spans at most. */
export const analyticsDaysMax = 366;
/** Rows behind a figure on one page. */
export const analyticsPage = 50;

/** Figures of chats. Each one is a measure `chat.{name}` of docs/MEASURES.md, which says what it counts. */
export const chatFigures = [
  'incoming',
  'attended',
  'missed',
  'missedTimedOut',
  'missedOutOfHours',
  'missedAfterClosing',
  'missedForGood',
  'unserved',
  'waiting',
  'transferred',
  'closed',
  'closedByAgent',
  'closedByCustomer',
  'closedBySystem',
  'closedByBot',
  'closedUnknown',
  'stillOpen',
  'ended',
  'owned',
  'asked',
  'rated',
  'cameBack',
  'wait',
  'waitMedian',
  'waitP90',
  'firstReply',
  'firstReplyMedian',
  'firstReplyP90',
  'handling',
  'handlingMedian',
  'handlingP90',
  'rating',
  'ratingRate',
  'cameBackRate',
] as const;
export type ChatFigure = (typeof chatFigures)[number];

/** Figures of the times for which agents had chats: each one is a measure `spell.{name}`. */
export const spellFigures = ['owned', 'passedOn', 'firstReply', 'firstReplyMedian', 'handling', 'handlingMedian'] as const;
export type SpellFigure = (typeof spellFigures)[number];

export const analyticsMeasures = [
  ...chatFigures.map((name) => `chat.${name}` as const),
  ...spellFigures.map((name) => `spell.${name}` as const),
] as const;
export type AnalyticsMeasure = `chat.${ChatFigure}` | `spell.${SpellFigure}`;

/** Units of figures: chats, thousandths of a second, stars, or parts of a whole. */
export const analyticsUnits = ['chats', 'ms', 'stars', 'share'] as const;

/** Days that figures are compared with: as many right before, or the same weekdays of a year ago. */
export const analyticsComparisons = ['before', 'year'] as const;
export type AnalyticsComparison = (typeof analyticsComparisons)[number];
/** A day and the one so many days before are the same day of the week, a year apart. */
export const daysOfYear = 364;

/** Parts by which a change is explained: each chat is in one of each. `labels`: all of its labels together. */
export const analyticsParts = ['department', 'lastAgent', 'channel', 'labels', 'weekday', 'hour', 'outcome'] as const;
export type AnalyticsPart = (typeof analyticsParts)[number];
/** Fewer chats on a side explain nothing. */
export const explainedLeast = 30;
/** Parts that are named; the others are added up. */
export const explainedMost = 5;
