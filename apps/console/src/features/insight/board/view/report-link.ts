import { type BoardTile, isOfTurns, reportScopes, type TileFigure, type TurnMeasure } from '@parley/contract';
import { dayOf } from '../../../../lib/days.ts';
import type { OpenTile } from '../board.search.ts';

/** The list of the bot's report that has the rows of each figure. */
const lists: Record<TurnMeasure, { view?: 'conversations'; scope?: number; rows?: 'conversation' | 'person' }> = {
  'turn.messages': { view: 'conversations', scope: reportScopes.all },
  'turn.averageMessages': { view: 'conversations', scope: reportScopes.all },
  'turn.scoped': { view: 'conversations', scope: reportScopes.scoped },
  'turn.weak': { view: 'conversations', scope: reportScopes.nonScoped },
  'turn.conversations': { rows: 'conversation' },
  'turn.dayPeople': { rows: 'person' },
};

/** The search of the report's screen that lists the rows of a figure of a bot; undefined for figures of chats. */
export function reportSearchOf({ measure, by, filter }: BoardTile, figure: TileFigure, { part, former = false }: Parameters<OpenTile>[0]) {
  const side = former ? figure.before : figure.now;
  if (!isOfTurns(measure) || !side) return undefined;
  return {
    agent: filter.botId ?? '',
    start: side.fromDate,
    end: side.toDate,
    ...lists[measure],
    ...(part === undefined ? {} : by === 'intent' ? { intent: part } : { day: part }),
  };
}

/**
 * Tells whether figures of the days before open their rows. While today is open, those of bots end in the middle of a day, which the report does
 * not list.
 */
export const opensFormer = ({ measure }: BoardTile, { now }: TileFigure, { asOf, zone }: { asOf: string; zone: string }): boolean =>
  !isOfTurns(measure) || (now?.toDate ?? '') < dayOf(new Date(asOf), zone);
