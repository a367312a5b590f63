import type { ChatFigure } from '@parley/contract';

const durations = ['wait', 'firstReply', 'handling'] as const;
type Duration = (typeof durations)[number];

const durationOf = (figure: ChatFigure): Duration | undefined => durations.find((name) => figure === name || figure === `${name}P90`);

/** The card on which a figure stands. */
export const nameOfFigure = (figure: ChatFigure) => (durationOf(figure) ?? figure) as 'incoming';

/** Figures of one duration between which its explanation switches; undefined: it is no duration. */
export function quantilesOf(figure: ChatFigure): (readonly [ChatFigure, 'explainMean' | 'explainP90'])[] | undefined {
  const name = durationOf(figure);
  if (!name) return undefined;
  return [
    [name, 'explainMean'],
    [`${name}P90`, 'explainP90'],
  ];
}
