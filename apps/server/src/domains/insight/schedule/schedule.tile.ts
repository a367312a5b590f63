import { type BoardTile, figureTexts, type TileCell, type TileFigure } from '@parley/contract';

export const titleOf = ({ title, measure }: BoardTile): string => title || figureTexts[measure];

/** The name of a part, as mails write it. */
export function nameOfPart({ by }: BoardTile, { key, name }: { key: string; name: string }): string {
  if (by === 'hour') return `${key.padStart(2, '0')}:00`;
  if (by === 'day') return key;
  return name || (key === '' ? `No ${by}` : 'Removed');
}

/** Names of all that a figure is narrowed to. */
export const filterOf = ({ of }: TileFigure): string => of.map((name) => name ?? 'Removed').join(', ');

/** The part of the days before; days are compared by their place. */
export const formerOf = (
  tile: BoardTile,
  before: TileFigure['before'],
  { key }: Pick<TileCell, 'key'>,
  place: number,
): TileCell | undefined => (tile.by === 'day' ? before?.cells[place] : before?.cells.find((cell) => cell.key === key));
