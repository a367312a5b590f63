import { type AnalyticsMeasure, analyticsMeasures, type BoardTile, type TileCell } from '@parley/contract';
import { formatDay } from '../../../lib/format.ts';
import type { SayOf, WordOf } from '../../../lib/words.ts';
import type { boardWords } from '../../../locales/board.ts';

type SayMeasure = SayOf<typeof boardWords.measure>;

/** The name of a measure in the reader's language. */
export const nameOfMeasure = (say: SayMeasure, measure: AnalyticsMeasure): string =>
  say(`of_${measure.replace('.', '_')}` as WordOf<typeof boardWords.measure>);
export const measureOptions = (say: SayMeasure) =>
  analyticsMeasures.map((measure) => ({ value: measure, label: nameOfMeasure(say, measure) }));

/** The name of a part in the reader's language. */
export function nameOfPart(
  say: SayOf<typeof boardWords.figure>,
  by: BoardTile['by'],
  { key, name }: Pick<TileCell, 'key' | 'name'>,
): string {
  if (by === 'day') return formatDay(key);
  if (by === 'hour') return `${key.padStart(2, '0')}:00`;
  if (name !== '') return name;
  return key === '' && (by === 'department' || by === 'agent') ? say(`none_${by}`) : say('removed');
}
