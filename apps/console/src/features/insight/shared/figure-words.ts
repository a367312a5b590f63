import { type BoardTile, type FigureMeasure, isOfTurns, type TileCell } from '@parley/contract';
import { formatDay } from '../../../lib/format.ts';
import type { SayOf, WordOf } from '../../../lib/words.ts';
import type { boardWords } from '../../../locales/board.ts';

type SayMeasure = SayOf<typeof boardWords.measure>;

/** The name of a measure in the reader's language. */
export const nameOfMeasure = (say: SayMeasure, measure: FigureMeasure): string =>
  say(`of_${measure.replace('.', '_')}` as WordOf<typeof boardWords.measure>);
/** Figures to choose from, those of bots apart. */
export const measureOptions = (say: SayMeasure, measures: readonly FigureMeasure[]) =>
  [
    { group: say('chats'), measures: measures.filter((measure) => !isOfTurns(measure)) },
    { group: say('bots'), measures: measures.filter(isOfTurns) },
  ].flatMap(({ group, measures: list }) =>
    list.length === 0 ? [] : [{ group, items: list.map((measure) => ({ value: measure as string, label: nameOfMeasure(say, measure) })) }],
  );

/** Figures that a reader may ask for: those of bots need the right to see bots; one that was chosen before stays. */
export const offered = (measures: readonly FigureMeasure[], seesBots: boolean, chosen: FigureMeasure): FigureMeasure[] =>
  measures.filter((measure) => seesBots || !isOfTurns(measure) || measure === chosen);

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
