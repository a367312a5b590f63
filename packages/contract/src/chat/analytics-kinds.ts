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
  'openWait',
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

/** Measures whose figure is no number of rows: a duration, stars or a share. Their parts do not add up to the whole. */
const valued: readonly string[] = [
  ...['wait', 'firstReply', 'handling'].flatMap((name) => [name, `${name}Median`, `${name}P90`]),
  ...['openWait', 'rating', 'ratingRate', 'cameBackRate'],
];
export const isCountOfChats = (measure: AnalyticsMeasure): boolean => !valued.includes(measure.slice(measure.indexOf('.') + 1));

/** Names of measures in English, for mails and programs; the console has those of its languages. */
export const analyticsMeasureTexts: Readonly<Record<AnalyticsMeasure, string>> = {
  'chat.incoming': 'Incoming chats',
  'chat.attended': 'Attended chats',
  'chat.missed': 'Missed chats',
  'chat.missedTimedOut': 'Missed: timed out',
  'chat.missedOutOfHours': 'Missed: out of hours',
  'chat.missedAfterClosing': 'Missed: after closing',
  'chat.missedForGood': 'Missed and not picked up',
  'chat.unserved': 'Ended without people',
  'chat.waiting': 'Waiting, or with a bot',
  'chat.transferred': 'Transferred chats',
  'chat.closed': 'Closed chats',
  'chat.closedByAgent': 'Closed by agents',
  'chat.closedByCustomer': 'Closed by customers',
  'chat.closedBySystem': 'Closed by the system',
  'chat.closedByBot': 'Closed by bots',
  'chat.closedUnknown': 'Closed, by whom is not recorded',
  'chat.stillOpen': 'Open chats',
  'chat.ended': 'Ended chats',
  'chat.owned': 'Chats that an agent had',
  'chat.asked': 'Asked for a rating',
  'chat.rated': 'Rated chats',
  'chat.cameBack': 'Came back within 24 h',
  'chat.wait': 'Wait, average',
  'chat.waitMedian': 'Wait, median',
  'chat.waitP90': 'Wait, 90 %',
  'chat.openWait': 'Wait in open hours, average',
  'chat.firstReply': 'First reply, average',
  'chat.firstReplyMedian': 'First reply, median',
  'chat.firstReplyP90': 'First reply, 90 %',
  'chat.handling': 'Handling, average',
  'chat.handlingMedian': 'Handling, median',
  'chat.handlingP90': 'Handling, 90 %',
  'chat.rating': 'Rating, average',
  'chat.ratingRate': 'Rating rate',
  'chat.cameBackRate': 'Share that came back',
  'spell.owned': 'Times taken by agents',
  'spell.passedOn': 'Times passed on by agents',
  'spell.firstReply': "Agent's first reply, average",
  'spell.firstReplyMedian': "Agent's first reply, median",
  'spell.handling': "Agent's handling, average",
  'spell.handlingMedian': "Agent's handling, median",
};

/** Units of figures: chats, thousandths of a second, stars, or parts of a whole. */
export const analyticsUnits = ['chats', 'ms', 'stars', 'share'] as const;

/** Days that figures are compared with: as many right before, or the same weekdays of a year ago. */
export const analyticsComparisons = ['before', 'year'] as const;
export type AnalyticsComparison = (typeof analyticsComparisons)[number];
/** A day and the one so many days before are the same day of the week, a year apart. */
export const daysOfYear = 364;

/** Chats that began in open hours, by the calendar of their department as it was then, or outside of them. */
export const analyticsHours = ['open', 'closed'] as const;
export type AnalyticsHours = (typeof analyticsHours)[number];

/** Parts by which a change is explained: each chat is in one of each. `labels`: all of its labels together. */
export const analyticsParts = ['department', 'lastAgent', 'channel', 'labels', 'weekday', 'hour', 'outcome'] as const;
export type AnalyticsPart = (typeof analyticsParts)[number];
/** Fewer chats on a side explain nothing. */
export const explainedLeast = 30;
/** Parts that are named; the others are added up. */
export const explainedMost = 5;
