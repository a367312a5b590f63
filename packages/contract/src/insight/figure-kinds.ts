import { type AnalyticsMeasure, analyticsMeasures, analyticsUnits, isCountOfChats } from '../chat/analytics-kinds.ts';

/** Figures of a bot's messages that boards show. Each one is a measure `turn.{name}` of docs/MEASURES.md. */
export const turnFigures = ['messages', 'scoped', 'weak', 'conversations', 'averageMessages', 'dayPeople'] as const;
export type TurnMeasure = `turn.${(typeof turnFigures)[number]}`;
export const turnMeasures = turnFigures.map((name) => `turn.${name}` as const);
export const isOfTurns = (measure: FigureMeasure): measure is TurnMeasure => measure.startsWith('turn.');

export type FigureMeasure = AnalyticsMeasure | TurnMeasure;
export const figureMeasures: readonly FigureMeasure[] = [...analyticsMeasures, ...turnMeasures];
/** People of several days do not add up, and those of the last minutes are none of a day. */
export const alertMeasures: readonly FigureMeasure[] = figureMeasures.filter((measure) => measure !== 'turn.dayPeople');

export const figureUnits = [...analyticsUnits, 'messages', 'conversations', 'people'] as const;
export type FigureUnit = (typeof figureUnits)[number];

/** Figures that are a number of rows, 0 where there is none. */
export const isCountFigure = (measure: FigureMeasure): boolean =>
  isOfTurns(measure) ? measure !== 'turn.averageMessages' : isCountOfChats(measure);
