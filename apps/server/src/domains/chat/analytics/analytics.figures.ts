import type { AnalyticsComparison, AnalyticsMeasure, AnalyticsRows, ChatBy, FigureFilter } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { aggregate, type Figure } from '#platform/measures/aggregate.ts';
import { addDays, dayOf, startOfDay } from '#platform/zone/zone-days.ts';
import type { Ctx } from '../../../context.ts';
import { departmentNames } from '../../account/door.ts';
import type { ReadingScope } from '../access/chat.scope.ts';
import { type AskedIn, comparedWith, countingScope, type FigureReader, readFor } from './analytics.asked.ts';
import { isOfSpells, measureOf, measuresOf } from './analytics.measures.ts';
import { listNames } from './analytics.repository.ts';
import { pageOf } from './analytics.rows.ts';
import { byLabel, chatFacts, isAsked, keyOf, spellFacts } from './facts.repository.ts';
import type { CellOf } from './rows.repository.ts';

/** Longer than any figure of a board, an alert or a mail takes. */
const longestMs = 5_000;
const dayMs = 86_400_000;

/** Figures of one kind of facts that share their chats and their parts. */
export type FigureAsk = {
  measures: readonly AnalyticsMeasure[];
  by: ChatBy;
  filter: FigureFilter;
  first: string;
  last: string;
  since?: Date;
  until?: Date | undefined;
  zone: string;
};
export type FigureSide = {
  first: string;
  last: string;
  whole: ReadonlyMap<string, Figure>;
  cells: readonly { key: string; figures: ReadonlyMap<string, Figure> }[];
};

export const unitOf = (measure: AnalyticsMeasure): AnalyticsRows['unit'] => measureOf(measure).unit as AnalyticsRows['unit'];
export const betterOf = (measure: AnalyticsMeasure) => measureOf(measure).better;
export const isOfAgents = isOfSpells;

function toAsked(enterpriseId: string, reader: FigureReader, { measures, filter, ...ask }: FigureAsk): AskedIn {
  const ofSpells = measures.some(isOfSpells);
  return {
    enterpriseId,
    userId: reader.userId,
    scope: countingScope({ actor: reader }),
    first: ask.first,
    last: ask.last,
    since: ask.since,
    until: ask.until,
    isSandbox: false,
    departmentIds: filter.departmentIds,
    agentIds: ofSpells ? filter.agentIds : [],
    lastAgentIds: ofSpells ? [] : filter.agentIds,
    channelIds: filter.channelIds,
    labelIds: filter.labelIds,
    zone: ask.zone,
  };
}

/** Rows that a value is of: of a share those of its whole. */
export function rowsOfFigure(measure: AnalyticsMeasure, figures: ReadonlyMap<string, Figure>): number {
  const { kind } = measureOf(measure);
  return figures.get('ratio' in kind ? kind.ratio[1] : measure)?.count ?? 0;
}

/** All measures that these are made of: a share reads both of its parts. */
const withParts = (codes: readonly AnalyticsMeasure[]) => {
  const parts = codes.flatMap((code) => {
    const { kind } = measureOf(code);
    return 'ratio' in kind ? (kind.ratio as readonly AnalyticsMeasure[]) : [];
  });
  return measuresOf(...new Set([...parts, ...codes]));
};

async function readSide(tx: Read, asked: AskedIn, { measures, by }: FigureAsk): Promise<FigureSide> {
  const ofSpells = measures.some(isOfSpells);
  const facts = ofSpells ? spellFacts : chatFacts;
  const where = isAsked(asked, ofSpells);
  const wanted = withParts(measures);
  const [whole] = await aggregate(tx, facts, where, {}, wanted);
  const key = keyOf(by, ofSpells);
  const groups = key ? await aggregate(tx, by === 'label' ? byLabel(facts) : facts, where, { key }, wanted) : [];
  return {
    first: asked.first,
    last: asked.last,
    whole: whole?.figures ?? new Map(),
    cells: groups.map(({ keys, figures }) => ({ key: keys.key ?? '', figures })),
  };
}

/**
 * Figures as somebody may see them, of one moment, and of the days that they are compared with.
 * @throws DomainError report.too_slow
 */
export function readFigures(
  ctx: Pick<Ctx, 'enterpriseId' | 'read'>,
  reader: FigureReader,
  ask: FigureAsk,
  { compare, now }: { compare: AnalyticsComparison | 'none'; now: Date },
): Promise<{ now: FigureSide; before: FigureSide | null }> {
  const asked = toAsked(ctx.enterpriseId, reader, ask);
  const read = async (tx: Read) => ({
    now: await readSide(tx, asked, ask),
    before: compare === 'none' ? null : await readSide(tx, comparedWith(asked, compare, now), ask),
  });
  return readFor(ctx, read, longestMs);
}

const wholeCell = { day: '', hour: undefined, by: undefined, part: '', above: undefined } as const;

/** @property part a part of the figure, by its key */
export type FigurePlace = { part: string | undefined; compare: AnalyticsComparison | 'none'; isFormer: boolean; after: string | undefined };

/** The chats that such a figure counts, with how many there are. @throws DomainError report.too_slow */
export const readFigureRows = (ctx: Ctx, ask: FigureAsk, place: FigurePlace & { perPage: number }): Promise<AnalyticsRows> =>
  readFor(ctx, async (tx) => {
    const [code] = ask.measures as [AnalyticsMeasure];
    const now = toAsked(ctx.enterpriseId, ctx.actor, ask);
    const asked = place.isFormer && place.compare !== 'none' ? comparedWith(now, place.compare, ctx.now()) : now;
    const key = place.part === undefined ? undefined : { by: ask.by, part: place.part };
    return pageOf(ctx, tx, { measure: measureOf(code), asked, cell: wholeCell, key }, place);
  });

/**
 * Chats that began from one moment until before another, by days or hours: of the enterprise's clocks, or of some that are always `offset`
 * minutes east of UTC. @property scope whose chats, where it is not that of the reader
 */
export type TimesAsk = {
  from: Date;
  until: Date;
  unit: 'day' | 'hour';
  offset: number | null;
  zone: string;
  scope?: ReadingScope;
  /** One of these days or hours alone, as `readTimes` writes it; '' of all of them */
  slot?: string;
};

function toTimes(
  { enterpriseId }: Pick<Ctx, 'enterpriseId'>,
  reader: FigureReader,
  { from, until, zone, offset, scope }: TimesAsk,
): AskedIn {
  const filter: FigureFilter = { departmentIds: [], agentIds: [], channelIds: [], labelIds: [] };
  const last = new Date(until.getTime() - 1);
  // Clocks of others may show a day before or behind that of the enterprise: the moments bound the chats.
  const margin = offset === null ? 0 : 1;
  const days = { first: addDays(dayOf(from, zone), -margin), last: addDays(dayOf(last, zone), margin) };
  const asked = toAsked(enterpriseId, reader, { measures: [], by: 'none', filter, ...days, since: from, until, zone });
  return scope === undefined ? asked : { ...asked, scope };
}

const written = sql`'YYYY-MM-DD"T"HH24:MI:SS'`;
const slotOf = ({ unit, offset }: TimesAsk): RawBuilder<string> => {
  const local = sql`f.day::timestamp ${unit === 'day' ? sql`` : sql`+ make_interval(hours => f.hour::integer)`}`;
  return offset === null
    ? sql<string>`to_char(${local}, ${written})`
    : sql<string>`to_char(date_trunc(${unit}, (f.at at time zone 'UTC') + make_interval(mins => ${offset})), ${written})`;
};

/** Moves times to as many days right before, from and until the same times of the clock. */
function timesBefore(ask: TimesAsk): TimesAsk {
  const { from, until, offset, zone } = ask;
  const days = Math.max(1, Math.ceil((until.getTime() - from.getTime()) / dayMs));
  const back = (at: Date): Date => {
    if (offset !== null) return new Date(at.getTime() - days * dayMs);
    const day = dayOf(at, zone);
    return new Date(startOfDay(addDays(day, -days), zone).getTime() + at.getTime() - startOfDay(day, zone).getTime());
  };
  return { ...ask, from: back(from), until: back(until) };
}

/** Figures by these times, and whole ones of that span and of as many days right before. Times without a chat are left out. @throws DomainError report.too_slow */
export const readTimes = (
  ctx: Ctx,
  ask: TimesAsk,
  codes: readonly AnalyticsMeasure[],
): Promise<{
  slots: ReadonlyMap<string, ReadonlyMap<string, Figure>>;
  whole: ReadonlyMap<string, Figure>;
  before: ReadonlyMap<string, Figure>;
}> =>
  readFor(ctx, async (tx) => {
    const asked = toTimes(ctx, ctx.actor, ask);
    const former = toTimes(ctx, ctx.actor, timesBefore(ask));
    const measures = measuresOf(...codes);
    const groups = await aggregate(tx, chatFacts, isAsked(asked, false), { slot: slotOf(ask) }, measures);
    const [whole] = await aggregate(tx, chatFacts, isAsked(asked, false), {}, measures);
    const [before] = await aggregate(tx, chatFacts, isAsked(former, false), {}, measures);
    return {
      slots: new Map(groups.map(({ keys, figures }) => [keys.slot ?? '', figures])),
      whole: whole?.figures ?? new Map(),
      before: before?.figures ?? new Map(),
    };
  });

/** Narrows times to their slot: by the day and hour that facts keep, or by the moments between which the offset's clock shows it. */
function narrowed(ctx: Ctx, ask: TimesAsk): { asked: AskedIn; cell: CellOf } {
  const { slot = '', offset, unit, from, until } = ask;
  if (slot === '') return { asked: toTimes(ctx, ctx.actor, ask), cell: wholeCell };
  if (offset === null) {
    const day = slot.slice(0, 10);
    // Monday is the first day of the week.
    const weekday = (new Date(day).getUTCDay() + 6) % 7;
    const hour = unit === 'hour' ? weekday * 24 + Number(slot.slice(11, 13)) : undefined;
    return { asked: toTimes(ctx, ctx.actor, ask), cell: { ...wholeCell, day, hour } };
  }
  const start = Date.parse(`${slot}Z`) - offset * 60_000;
  const end = start + (unit === 'day' ? dayMs : dayMs / 24);
  const [first, last] = [new Date(Math.max(start, from.getTime())), new Date(Math.min(end, until.getTime()))];
  return { asked: toTimes(ctx, ctx.actor, { ...ask, from: first, until: last }), cell: wholeCell };
}

/** The chats that such a figure counts. @param former those of the days before */
export const readTimesRows = (
  ctx: Ctx,
  ask: TimesAsk,
  code: AnalyticsMeasure,
  { isFormer, after, perPage }: { isFormer: boolean; after: string | undefined; perPage: number },
): Promise<AnalyticsRows> =>
  readFor(ctx, async (tx) => {
    const { asked, cell } = narrowed(ctx, isFormer ? timesBefore(ask) : ask);
    return pageOf(ctx, tx, { measure: measureOf(code), asked, cell, key: undefined }, { after, perPage });
  });

export type FigureNames = Record<'departments' | 'agents' | 'channels' | 'labels', ReadonlyMap<string, string>>;

/** Names of what figures are counted by; those that are gone have none. */
export async function readFigureNames(tx: Read, enterpriseId: string): Promise<FigureNames> {
  const { channels, labels, users } = await listNames(tx, enterpriseId);
  const agents = new Map([...users].map(([id, { name }]) => [id, name]));
  return { departments: await departmentNames(tx, enterpriseId), agents, channels, labels };
}
