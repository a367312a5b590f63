import { type Board, type BoardSave, type BoardTile, boardFaults, bysOf, chartsOf, isOfTurns } from '@parley/contract';

export type BoardDraft = Required<Pick<BoardSave, 'name' | 'tiles' | 'audience' | 'departmentIds' | 'isShared'>>;

/** A key that no tile of the board has. */
const freeKey = (tiles: readonly BoardTile[]): string => {
  const taken = new Set(tiles.map(({ key }) => key));
  let number = tiles.length + 1;
  while (taken.has(`tile-${number}`)) number += 1;
  return `tile-${number}`;
};

const noFilter: BoardTile['filter'] = { departmentIds: [], agentIds: [], channelIds: [], labelIds: [] };

export const newTile = (tiles: readonly BoardTile[]): BoardTile => ({
  key: freeKey(tiles),
  title: '',
  measure: 'chat.incoming',
  filter: noFilter,
  range: 'last7',
  by: 'none',
  chart: 'card',
  compare: 'none',
  size: 'small',
});

export const copyTile = (tiles: readonly BoardTile[], place: number): BoardTile[] => {
  const tile = tiles[place];
  return tile ? tiles.toSpliced(place + 1, 0, { ...tile, key: freeKey(tiles) }) : [...tiles];
};

export const moveTile = (tiles: readonly BoardTile[], place: number, by: -1 | 1): BoardTile[] => {
  const tile = tiles[place];
  return tile ? tiles.toSpliced(place, 1).toSpliced(place + by, 0, tile) : [...tiles];
};

/** Parts that the new figure cannot be divided into give way, and so does what it is not narrowed to. */
function adapt(tile: BoardTile, former: BoardTile): BoardTile {
  const bys = bysOf(tile.measure);
  const by = bys.includes(tile.by) ? tile.by : (bys[0] ?? 'none');
  const isKept = isOfTurns(tile.measure) === isOfTurns(former.measure);
  return { ...tile, by, filter: isKept ? tile.filter : noFilter };
}

/** A chart that cannot show the new parts gives way to the first that can, which is seldom as small as a card. */
export function changeTile(tile: BoardTile, part: Partial<BoardTile>): BoardTile {
  const next = adapt({ ...tile, ...part }, tile);
  const charts = chartsOf(next.by, next.measure);
  if (charts.includes(next.chart)) return next;
  const [chart = 'card'] = charts;
  return { ...next, chart, size: chart === 'card' || next.size !== 'small' ? next.size : 'wide' };
}

export const toDraft = (board: Board | undefined): BoardDraft => ({
  name: board?.name ?? '',
  tiles: board?.tiles ?? [newTile([])],
  audience: board?.audience ?? 'nobody',
  departmentIds: board?.departmentIds ?? [],
  isShared: board?.isShared ?? false,
});

type Words = { name: string; departments: string; tiles: string; chart: string; bot: string };

/** Faults of a draft, by field. */
export const faultsOf = ({ name, tiles, audience, departmentIds }: BoardDraft, words: Words): Record<string, string | false> => ({
  name: name.trim() === '' && words.name,
  departmentIds: audience === 'departments' && departmentIds.length === 0 && words.departments,
  tiles: tiles.length === 0 && words.tiles,
  ...Object.fromEntries(
    tiles.flatMap(({ measure, filter }, place) =>
      isOfTurns(measure) && filter.botId === undefined ? [[`tiles.${place}.filter.botId`, words.bot]] : [],
    ),
  ),
  ...Object.fromEntries(boardFaults(tiles).map(({ field }) => [field, words.chart])),
});
