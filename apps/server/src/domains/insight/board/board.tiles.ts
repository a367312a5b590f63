import { type BoardTile, boardFaults, type FigureFilter, fieldError, isOfTurns, noDepartment } from '@parley/contract';
import { invalidRequest } from '#platform/http/domain-error.ts';
import { turnPermission } from '../../bot/door.ts';
import { type FigureReader, isOfAgents } from '../../chat/door.ts';
import type { BoardNames } from '../figure/figure.measure.ts';

export const mayReadFigures = ({ permissions }: Pick<FigureReader, 'permissions'>): boolean => permissions.has('CHAT.VIEW_ANALYTICS');

type Asking = Pick<BoardTile, 'by' | 'measure'> & { filter: FigureFilter };

/**
 * Tells whether somebody may see a figure: who sees their own chats alone compares no agents, and who sees those of departments asks for no
 * other. Of the figure that they may see, they see their part.
 */
export function refusalOf(reader: FigureReader, { by, measure, filter }: Asking): 'permission' | 'scope' | undefined {
  // Messages of bots have no data scope: their report has none.
  if (isOfTurns(measure)) return reader.permissions.has(turnPermission) ? undefined : 'permission';
  if (!mayReadFigures(reader)) return 'permission';
  const { dataScope, departments, userId } = reader;
  if (dataScope === 'own' && (by === 'agent' || filter.agentIds.some((id) => id !== userId))) return 'scope';
  const isForeign = (id: string) => id !== noDepartment && !departments.includes(id);
  return dataScope === 'department' && filter.departmentIds.some(isForeign) ? 'scope' : undefined;
}

const kinds = [
  ['departmentIds', 'departments'],
  ['agentIds', 'agents'],
  ['channelIds', 'channels'],
  ['labelIds', 'labels'],
] as const;

/** Names of all that narrows a figure; null: one that is gone, or of no department. */
export const namesOfFilter = ({ measure, filter }: Pick<Asking, 'measure' | 'filter'>, names: BoardNames): (string | null)[] =>
  isOfTurns(measure)
    ? [names.bots.get(filter.botId ?? '') ?? null]
    : kinds.flatMap(([field, kind]) => filter[field].map((id) => names[kind].get(id) ?? null));

/** Faults of a filter that names what there is not. @param known ids that it named before, which may be gone by now */
export function faultsOfFilter(
  { measure, filter }: Pick<Asking, 'measure' | 'filter'>,
  names: BoardNames,
  at: string,
  known: ReadonlySet<string>,
) {
  const { botId } = filter;
  if (isOfTurns(measure)) {
    if (botId === undefined) return [fieldError(`${at}.botId`, 'field.mandatory')];
    return known.has(botId) || names.bots.has(botId) ? [] : [fieldError(`${at}.botId`, 'board.unknown')];
  }
  return kinds.flatMap(([field, kind]) =>
    filter[field].flatMap((id, place) =>
      id === noDepartment || known.has(id) || names[kind].has(id) ? [] : [fieldError(`${at}.${field}.${place}`, 'board.unknown')],
    ),
  );
}

export const idsOfFilter = (filter: FigureFilter): string[] => [
  ...kinds.flatMap(([field]) => filter[field]),
  ...(filter.botId ? [filter.botId] : []),
];

/** @throws DomainError request.invalid for charts that cannot show their figure, and for filters that name what there is not */
export function assertTiles(tiles: readonly BoardTile[], names: BoardNames, former: readonly BoardTile[]): void {
  const known = new Set(former.flatMap(({ filter }) => idsOfFilter(filter)));
  const faults = [
    ...boardFaults(tiles).map(({ field, code }) => fieldError(field, code)),
    ...tiles.flatMap((tile, place) => faultsOfFilter(tile, names, `tiles.${place}.filter`, known)),
  ];
  if (faults.length > 0) throw invalidRequest(...faults);
}

/** Tiles that are read together: they count the same chats in the same parts. */
export const keyOfTile = ({ measure, by, range, compare, filter }: BoardTile): string =>
  JSON.stringify([isOfTurns(measure) ? 'turn' : isOfAgents(measure), by, range, compare, idsByKind(filter)]);

const idsByKind = (filter: FigureFilter) => [...kinds.map(([field]) => filter[field]), filter.botId];
