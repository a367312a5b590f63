import type { TurnMeasure } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { aggregate, type Figure } from '#platform/measures/aggregate.ts';
import type { Measure } from '#platform/measures/measure.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { type ComparedDays, comparedWith, readFor } from '../../chat/door.ts';
import { averageMessages, conversations, dayPeople, messages, scoped, turnGrain, weak } from './report.measures.ts';
import { isAskedTurn, readIntentNames, turnFacts, turnKeys } from './report.repository.ts';

/** Longer than any figure of a board, an alert or a mail takes. */
const longestMs = 5_000;

/** Figures of one bot that share their messages and their parts. */
export type TurnAsk = ComparedDays & { botId: string; measures: readonly TurnMeasure[]; by: 'none' | 'day' | 'intent'; since?: Date };
type TurnCell = { key: string; name: string; figures: ReadonlyMap<string, Figure> };
export type TurnSide = { first: string; last: string; whole: ReadonlyMap<string, Figure>; cells: readonly TurnCell[] };

const shown: readonly Measure[] = [messages, scoped, weak, conversations, averageMessages, dayPeople];
export const turnMeasureOf = (code: TurnMeasure): Measure => shown.find((measure) => measure.code === code) as Measure;

/** People of several days are nobody's sum. */
const wholeOf = (figures: ReadonlyMap<string, Figure>, { first, last }: ComparedDays): ReadonlyMap<string, Figure> =>
  first === last ? figures : new Map([...figures, [dayPeople.code, { value: null, count: 0 }]]);

async function readSide(tx: Read, enterpriseId: string, ask: TurnAsk): Promise<TurnSide> {
  const where = isAskedTurn(enterpriseId, ask);
  const [whole] = await aggregate(tx, turnFacts, where, {}, shown);
  const groups = ask.by === 'none' ? [] : await aggregate(tx, turnFacts, where, { key: turnKeys[ask.by] }, shown);
  const found = groups.flatMap(({ keys, figures }) => (keys.key ? [{ key: keys.key, figures }] : []));
  const range = { enterpriseId, item: ask.botId, isSandbox: false, first: ask.first, last: ask.last };
  const intentIds = ask.by === 'intent' ? found.map(({ key }) => key) : [];
  const names = await readIntentNames(tx, range, intentIds);
  return {
    first: ask.first,
    last: ask.last,
    whole: wholeOf(whole?.figures ?? new Map(), ask),
    cells: found.map((cell) => ({ ...cell, name: names.get(cell.key) ?? '' })),
  };
}

/**
 * Figures of a bot's messages of one moment, and of the days that they are compared with; those of the sandbox are none.
 * @throws DomainError report.too_slow
 */
export function readTurnFigures(
  ctx: Pick<EnterpriseContext, 'enterpriseId' | 'read'>,
  ask: TurnAsk,
  { compare, now }: { compare: 'none' | 'before' | 'year'; now: Date },
): Promise<{ now: TurnSide; before: TurnSide | null }> {
  const read = async (tx: Read) => ({
    now: await readSide(tx, ctx.enterpriseId, ask),
    before: compare === 'none' ? null : await readSide(tx, ctx.enterpriseId, comparedWith(ask, compare, now)),
  });
  return readFor(ctx, read, longestMs);
}

export const turnPermission = turnGrain.permission;
