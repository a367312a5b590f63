import type { TileFigure } from '@parley/contract';
import { showValue } from '../../../chat/shared/figures/show-figure.ts';

export type TileChange = { direction: 'up' | 'down' | 'same'; by: string; tone: 'good' | 'bad' | 'plain' };

/** The difference of a figure from that of the days before, as far as it is shown; undefined: one of them is of nothing. */
export function changeOf({ unit, better, now, before }: TileFigure): TileChange | undefined {
  const [value, former] = [now?.whole.value, before?.whole.value];
  if (value === null || value === undefined || former === null || former === undefined) return undefined;
  // A difference too little to be shown is no change.
  if (showValue(unit, value) === showValue(unit, former)) return { direction: 'same', by: '', tone: 'plain' };
  const isMore = value > former;
  const tone = better === 'neither' ? 'plain' : isMore === (better === 'more') ? 'good' : 'bad';
  return { direction: isMore ? 'up' : 'down', by: showValue(unit, Math.abs(value - former)), tone };
}
