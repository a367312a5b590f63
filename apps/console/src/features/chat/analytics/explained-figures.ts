/** Figures whose change is explained: those of the cards, and the 90 % of durations. */
export const explainedFigures = [
  'incoming',
  'attended',
  'missed',
  'transferred',
  'closed',
  'stillOpen',
  'wait',
  'waitP90',
  'firstReply',
  'firstReplyP90',
  'handling',
  'handlingP90',
  'rating',
  'ratingRate',
  'cameBack',
] as const;
export type ExplainedFigure = (typeof explainedFigures)[number];

const durations = ['wait', 'firstReply', 'handling'] as const;
type Duration = (typeof durations)[number];

const durationOf = (figure: ExplainedFigure): Duration | undefined => durations.find((name) => figure === name || figure === `${name}P90`);

/** The card on which a figure stands. */
export const nameOfFigure = (figure: ExplainedFigure) => (durationOf(figure) ?? figure) as Exclude<ExplainedFigure, `${Duration}P90`>;

/** The mean and the 90 % of one duration, between which its explanation switches; undefined: the figure is no duration. */
export function quantilesOf(figure: ExplainedFigure): [mean: ExplainedFigure, p90: ExplainedFigure] | undefined {
  const name = durationOf(figure);
  return name && [name, `${name}P90`];
}
