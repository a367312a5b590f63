import type { ChatFigure } from './analytics-kinds.ts';

/** Figures that may have a target: durations, stars and shares. A number of chats depends on the days that are asked for, and has none. */
export const targetFigures = [
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
] as const satisfies readonly ChatFigure[];
export type TargetFigure = (typeof targetFigures)[number];
export type TargetMeasure = `chat.${TargetFigure}`;

/** Greatest value of each unit: a week in milliseconds, five stars, the whole. */
export const targetMost = { ms: 7 * 24 * 3_600_000, stars: 5, share: 1 } as const;

const stars = new Set<TargetFigure>(['rating']);
const shares = new Set<TargetFigure>(['ratingRate', 'cameBackRate']);
export const targetUnit = (figure: TargetFigure): keyof typeof targetMost =>
  stars.has(figure) ? 'stars' : shares.has(figure) ? 'share' : 'ms';
