import {
  type AnalyticsMeasure,
  type AnalyticsRows,
  type LateCause,
  type LateChanges,
  type LateFilter,
  type LateRow,
  type LateRows,
  lateSince,
} from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { aggregate } from '#platform/measures/aggregate.ts';
import type { Measure } from '#platform/measures/measure.ts';
import { addDays, dayOf, startOfDay } from '#platform/zone/zone-days.ts';
import type { Ctx } from '../../../context.ts';
import { readAsked, readFor } from '../analytics/analytics.asked.ts';
import { chatGrain, measureOf } from '../analytics/analytics.measures.ts';
import { presentChats } from '../analytics/analytics.rows.ts';
import { chatFacts, chatFactsAt, isAsked } from '../analytics/facts.repository.ts';
import { countLate, countLateOf, type LateAsked, type LateFact, type LateOf, listLate } from './late-change.repository.ts';

/** Days of the filter that were over at the beginning of the day since which changes are told; undefined: none was. */
async function readLateAsked(ctx: Ctx, tx: Read, { since, ...filter }: LateFilter): Promise<{ at: Date; asked: LateAsked | undefined }> {
  const asked = await readAsked(ctx, tx, { ...filter, compare: 'before' });
  const day = addDays(dayOf(ctx.now(), asked.zone), -lateSince[since]);
  const at = startOfDay(day, asked.zone);
  const last = asked.last < day ? asked.last : addDays(day, -1);
  return { at, asked: asked.first > last ? undefined : { ...asked, last, at } };
}

/** A share opens its part, and changes with the whole that it is of too. */
const openedOf = (code: AnalyticsMeasure): Measure => {
  const measure = measureOf(code);
  return 'ratio' in measure.kind ? measureOf(measure.kind.ratio[0] as AnalyticsMeasure) : measure;
};

/**
 * Figures of days that were over, as they were at a moment and as they are, and what has changed them.
 * @throws DomainError request.invalid, report.too_slow
 */
export const readLateChanges = (ctx: Ctx, filter: LateFilter): Promise<LateChanges> =>
  readFor(ctx, async (tx) => {
    const { at, asked } = await readLateAsked(ctx, tx, filter);
    if (!asked) return { since: at.toISOString(), days: null, chats: 0, causes: [], figures: [] };
    const { whole, causes } = await countLate(tx, asked);
    return {
      since: at.toISOString(),
      days: { fromDate: asked.first, toDate: asked.last },
      chats: whole,
      causes,
      figures: whole === 0 ? [] : await compareFigures(tx, asked),
    };
  });

async function compareFigures(tx: Read, asked: LateAsked): Promise<LateChanges['figures']> {
  const { at, ...current } = asked;
  const read = async (facts: typeof chatFacts, of: typeof current) => {
    const [group] = await aggregate(tx, facts, isAsked(of, false), {}, chatGrain.measures);
    return group?.figures ?? new Map();
  };
  const [then, now] = [await read(chatFactsAt(asked.enterpriseId, at), asked), await read(chatFacts, current)];
  const none = { value: null, count: 0 };
  const figures: LateChanges['figures'] = [];
  for (const { code, unit } of chatGrain.measures) {
    const [was, is] = [then.get(code) ?? none, now.get(code) ?? none];
    if (was.value === is.value && was.count === is.count) continue;
    figures.push({
      measure: code,
      unit: unit as AnalyticsRows['unit'],
      was,
      is,
      chats: await countLateOf(tx, asked, { opened: openedOf(code) }),
    });
  }
  return figures;
}

type RowsAsked = LateFilter & {
  cause?: LateCause | undefined;
  measure?: AnalyticsMeasure | undefined;
  after?: string | undefined;
  perPage: number;
};

/**
 * The chats that have changed, a page of them. Whoever may not read a chat sees what was done and not its words.
 * @throws DomainError request.invalid, report.too_slow
 */
export const readLateRows = (ctx: Ctx, { cause, measure, after, perPage, ...filter }: RowsAsked): Promise<LateRows> =>
  readFor(ctx, async (tx) => {
    const { asked } = await readLateAsked(ctx, tx, filter);
    if (!asked) return { total: 0, unit: null, rows: [], next: null };
    const of: LateOf = { cause, opened: measure && openedOf(measure) };
    const found = await listLate(tx, asked, of, after, perPage + 1);
    const facts = found.slice(0, perPage);
    return {
      total: await countLateOf(tx, asked, of),
      unit: of.opened ? (of.opened.unit as AnalyticsRows['unit']) : null,
      rows: await presentLate(ctx, tx, facts),
      next: found.length > facts.length ? String(facts.at(-1)?.lastNo) : null,
    };
  });

async function presentLate(ctx: Ctx, tx: Read, facts: readonly LateFact[]): Promise<LateRow[]> {
  const present = await presentChats(
    ctx,
    tx,
    facts.map(({ chatId }) => chatId),
  );
  return facts.flatMap(({ chatId, at, causes, times, was, is, wasCounted, isCounted }) => {
    const chat = present(chatId);
    if (!chat) return [];
    const changes = causes.map((cause, place) => ({ cause, at: (times[place] as Date).toISOString() }));
    return { ...chat, createdAt: at.toISOString(), changes, was, is, wasCounted, isCounted };
  });
}
