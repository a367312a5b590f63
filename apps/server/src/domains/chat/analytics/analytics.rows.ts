import type { AnalyticsCell, AnalyticsMeasure, AnalyticsRow, AnalyticsRows, ChatBy } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { Measure } from '#platform/measures/measure.ts';
import { type Ctx, can } from '../../../context.ts';
import { departmentNames } from '../../account/door.ts';
import { viewerOf } from '../access/chat.access.ts';
import { isInScope } from '../access/chat.scope.ts';
import { presentSummary } from '../record/chat.present.ts';
import { listSummaries } from '../record/chat.summary.repository.ts';
import { comparedWith, readAsked, readFor } from './analytics.asked.ts';
import { measureOf } from './analytics.measures.ts';
import type { Asked } from './facts.repository.ts';
import { type CellOf, conditionOf, countFacts, type FactRow, readFacts } from './rows.repository.ts';

/**
 * The rows that a figure counts, a page of them, with how many there are. Whoever may not read a chat sees its times and not its words.
 * @throws DomainError request.invalid, report.too_slow
 */
export const readRows = (ctx: Ctx, cell: AnalyticsCell & Page): Promise<AnalyticsRows> =>
  readFor(ctx, async (tx) => {
    const page = await readAsked(ctx, tx, cell);
    const asked = cell.former ? comparedWith(page, cell.compare, ctx.now()) : page;
    return pageOf(ctx, tx, { measure: measureOf(cell.measure), asked, cell, key: undefined }, cell);
  });

type Page = { after?: string | undefined; perPage: number };
/** @property key a part of a board's figure */
type Opened = { measure: Measure; asked: Asked; cell: CellOf; key: { by: ChatBy; part: string } | undefined };

export async function pageOf(ctx: Ctx, tx: Read, { measure, asked, cell, key }: Opened, { after, perPage }: Page): Promise<AnalyticsRows> {
  const where = conditionOf(measure, asked, cell, key);
  const found = await readFacts(tx, measure, where, after, perPage + 1);
  const facts = found.slice(0, perPage);
  const last = facts.at(-1);
  return {
    measure: measure.code as AnalyticsMeasure,
    unit: measure.unit as AnalyticsRows['unit'],
    total: await countFacts(tx, measure, where),
    rows: await presentRows(ctx, tx, facts),
    next: found.length > facts.length && last ? `${last.at.toISOString()}_${last.chatId}_${last.spellNo}` : null,
  };
}

export async function presentRows(ctx: Ctx, tx: Read, facts: readonly FactRow[]): Promise<AnalyticsRow[]> {
  const present = await presentChats(
    ctx,
    tx,
    facts.map(({ chatId }) => chatId),
  );
  return facts.flatMap(({ chatId, spellNo, at, endedAt, wasMissed, ...fact }) => {
    const chat = present(chatId);
    if (!chat) return [];
    const times = { createdAt: at.toISOString(), endedAt: endedAt?.toISOString() ?? null };
    return { ...chat, ...times, spell: spellNo, isMissed: wasMissed, ...fact };
  });
}

type PresentedChat = Pick<AnalyticsRow, 'chatId' | 'chatNumber' | 'customerName' | 'channelName' | 'departmentName' | 'canRead'>;

/** Says of chats what their readers may know; of one that is gone, undefined. */
export async function presentChats(ctx: Ctx, tx: Read, chatIds: readonly string[]): Promise<(chatId: string) => PresentedChat | undefined> {
  const { enterpriseId, actor } = ctx;
  const rows = await listSummaries(tx, enterpriseId, actor.userId, [...new Set(chatIds)]);
  const summaries = new Map(rows.map((row) => [row.chatId, row]));
  const departments = await departmentNames(tx, enterpriseId);
  const looksOver = can(actor, 'CHAT.VIEW_MONITOR') || can(actor, 'CHAT.VIEW_CHATHISTORY');
  return (chatId) => {
    const row = summaries.get(chatId);
    if (!row) return undefined;
    const { chatNumber, customerName, channelName } = presentSummary(row, viewerOf(actor), ctx.fileUrl, ctx.now());
    const canRead = row.participation !== null || (looksOver && isInScope(actor, row));
    return { chatId, chatNumber, customerName, channelName, departmentName: departments.get(row.deptId ?? '') ?? '', canRead };
  };
}
