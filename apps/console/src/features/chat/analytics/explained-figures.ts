import type { ChatFigure } from '@parley/contract';

const durations = ['wait', 'firstReply', 'handling'] as const;
type Duration = (typeof durations)[number];

const durationOf = (figure: ChatFigure): Duration | undefined => durations.find((name) => figure === name || figure === `${name}P90`);

/** The card on which a figure stands. */
export const nameOfFigure = (figure: ChatFigure) => (durationOf(figure) ?? figure) as 'incoming';

/** The mean and the 90 % of one duration, between which its explanation switches; undefined: the figure is no duration. */
export function quantilesOf(figure: ChatFigure): [mean: ChatFigure, p90: ChatFigure] | undefined {
  const name = durationOf(figure);
  return name && [name, `${name}P90`];
}
