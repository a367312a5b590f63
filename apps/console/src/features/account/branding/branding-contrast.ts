import type { WhiteLabel } from '@parley/contract';
import { contrast, isHexColor } from '@parley/ui/oklch';

/** The least contrast of text against its ground. */
export const leastContrast = 4.5;

export const colourPairs = [
  { text: 'primaryText', ground: 'primary' },
  { text: 'topBarText', ground: 'topBar' },
] as const;

/** Each pair's ratio; 0 while one of the two is no colour yet. */
export function measurePairs(colors: WhiteLabel['colors']) {
  return colourPairs.map((pair) => {
    const isMeasurable = isHexColor(colors[pair.text]) && isHexColor(colors[pair.ground]);
    const ratio = isMeasurable ? contrast(colors[pair.text], colors[pair.ground]) : 0;
    return { ...pair, ratio, isReadable: ratio >= leastContrast };
  });
}
