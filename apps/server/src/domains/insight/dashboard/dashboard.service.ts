import {
  type AnalyticsRows,
  chatStates,
  type DashboardMeasure,
  dashboardMeasures,
  fieldError,
  type MissedChat,
  missedChatsMax,
  screens,
} from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { invalidRequest } from '#platform/http/domain-error.ts';
import { toLocal } from '#platform/zone/local-time.ts';
import { addDays, dayOf, startOfDay } from '#platform/zone/zone-days.ts';
import { type Ctx, can } from '../../../context.ts';
import { readTimes, readTimesRows, type TimesAsk } from '../../chat/door.ts';
import { readingOf, shownName } from '../../customer/door.ts';
import { countMessages as countLedger } from '../../messaging/door.figures.ts';
import { countIterations, countRunning } from '../../outreach/door.ts';

export type DashboardPoint = {
  date: string;
  avgPickedUpInterval: number | null;
  chatCount: number;
  noOfAttendedChats: number;
  noOfMissedChats: number;
};
type Span = { fromDate: string; toDate: string; timeType: 'HOUR' | 'DAY'; currentDate?: string | undefined; clientOffset: number };
export type DashboardQuery = Span & { hours: 'all' | 'open' };

const longestDays = 400;
const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Reads a span by the clocks of the enterprise, where the offset is theirs then; by those of the offset otherwise. */
async function readSpan(ctx: Ctx, { fromDate, toDate, timeType, currentDate, clientOffset }: Span): Promise<TimesAsk> {
  const zone = await ctx.read((tx) => ctx.readTimeZone(tx));
  const from = new Date(fromDate);
  const until = new Date(Math.min(new Date(toDate).getTime(), from.getTime() + longestDays * dayMs) + 1);
  const at = currentDate === undefined ? ctx.now() : new Date(currentDate);
  const isOwn = offsetAt(at, zone) === clientOffset;
  return { from, until, unit: timeType === 'HOUR' ? 'hour' : 'day', offset: isOwn ? null : clientOffset, zone };
}
const offsetAt = (at: Date, zone: string): number =>
  Math.round((Date.parse(`${toLocal(at, zone)}:00Z`) - Math.floor(at.getTime() / minuteMs) * minuteMs) / minuteMs);

/** Writes an instant as its clock shows it, cut to the day or the hour. */
function slotAt(at: Date, { unit, offset, zone }: TimesAsk): string {
  const local = offset === null ? `${toLocal(at, zone)}:00` : new Date(at.getTime() + offset * minuteMs).toISOString().slice(0, 19);
  return unit === 'day' ? `${local.slice(0, 10)}T00:00:00` : `${local.slice(0, 13)}:00:00`;
}

/** Each hour or day of the span, as its clock shows it. */
function slotsOf(ask: TimesAsk): string[] {
  const stepMs = ask.unit === 'day' ? dayMs : 60 * minuteMs;
  const [first, last] = [slotAt(ask.from, ask), slotAt(new Date(ask.until.getTime() - 1), ask)];
  const slots: string[] = [];
  for (let at = Date.parse(`${first}Z`); at <= Date.parse(`${last}Z`); at += stepMs) slots.push(new Date(at).toISOString().slice(0, 19));
  return slots;
}

/**
 * Chats that started in the span, by hour or day; every hour or day of the span has a point. The figures are measures of docs/MEASURES.md, as the
 * analysis of chats has them.
 * @param query `hours` open: the wait is that of open hours, of the chats of which it was reckoned at their pickup
 * @throws DomainError report.too_slow
 */
export async function getDashboard(ctx: Ctx, query: DashboardQuery): Promise<DashboardPoint[]> {
  const ask = await readSpan(ctx, query);
  if (ask.until <= ask.from) return [];
  const { slots } = await readTimes(ctx, ask, dashboardMeasures);
  const seconds = (slot: string): number | null => {
    const value = slots.get(slot)?.get(query.hours === 'open' ? 'chat.openWait' : 'chat.wait')?.value ?? null;
    return value === null ? (query.hours === 'open' ? null : 0) : Math.round(value / 100) / 10;
  };
  return slotsOf(ask).map((date) => {
    const count = (measure: DashboardMeasure) => slots.get(date)?.get(measure)?.count ?? 0;
    return {
      date,
      avgPickedUpInterval: seconds(date),
      chatCount: count('chat.incoming'),
      noOfAttendedChats: count('chat.attended'),
      noOfMissedChats: count('chat.missed'),
    };
  });
}

type Figures = Record<DashboardMeasure, { value: number | null; count: number }>;

/** The whole figures of a span, and those of as many days right before. @throws DomainError report.too_slow */
export async function getFigures(ctx: Ctx, query: Span): Promise<{ figures: Figures; before: Figures }> {
  const ask = await readSpan(ctx, query);
  if (ask.until <= ask.from) throw invalidRequest(fieldError('fromDate', 'days.backwards'));
  const { whole, before } = await readTimes(ctx, ask, dashboardMeasures);
  const shown = (figures: typeof whole) =>
    Object.fromEntries(dashboardMeasures.map((measure) => [measure, figures.get(measure) ?? { value: null, count: 0 }])) as Figures;
  return { figures: shown(whole), before: shown(before) };
}

type RowsQuery = Span & { measure: DashboardMeasure; slot: string; former: boolean; after?: string | undefined; perPage: number };

/** The chats that a figure counts. @throws DomainError request.invalid, report.too_slow */
export async function listRows(ctx: Ctx, { measure, slot, former, after, perPage, ...query }: RowsQuery): Promise<AnalyticsRows> {
  const ask = await readSpan(ctx, query);
  if (ask.until <= ask.from) throw invalidRequest(fieldError('fromDate', 'days.backwards'));
  return readTimesRows(ctx, { ...ask, slot }, measure, { isFormer: former, after, perPage });
}

/** Today by the clocks of the enterprise, of the chats of the reader's departments and of none. */
async function readToday(ctx: Ctx): Promise<TimesAsk> {
  const zone = await ctx.read((tx) => ctx.readTimeZone(tx));
  const day = dayOf(ctx.now(), zone);
  const scope = ctx.actor.dataScope === 'enterprise' ? 'enterprise' : ctx.actor.departments;
  return { from: startOfDay(day, zone), until: startOfDay(addDays(day, 1), zone), unit: 'day', offset: null, zone, scope };
}

/** Limits the chats: users who see the enterprise count all, others those of their departments and of none. */
function ofDepartments({ actor }: Ctx) {
  if (actor.dataScope === 'enterprise') return sql<boolean>`true`;
  const deptId = sql.ref('chats.deptId');
  return sql<boolean>`(${deptId} is null or ${deptId} = any(${[...actor.departments]}::uuid[]))`;
}

async function countChats(tx: Read, ctx: Ctx, kind: 'waiting' | 'mine'): Promise<number> {
  const base = tx
    .selectFrom('chats')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterpriseId', '=', ctx.enterpriseId)
    .$if(kind !== 'mine', (query) => query.where(ofDepartments(ctx)));
  const row = await (kind === 'waiting'
    ? base.where('handledBy', '=', 'queue').where('state', '=', chatStates.created)
    : base.where('ownerId', '=', ctx.actor.userId).where('state', 'in', [chatStates.started, chatStates.ongoing, chatStates.suspended])
  ).executeTakeFirstOrThrow();
  return row.count;
}

/** Counts today's messages by status from the ledger's counts, which are of days of UTC as the delivery report is. */
async function countMessages(tx: Read, ctx: Ctx) {
  const today = ctx.now().toISOString().slice(0, 10);
  const counts = await countLedger(tx, ctx.enterpriseId, { fromDay: today, toDay: today });
  const count = (wanted: string) => counts.reduce((sum, row) => (row.status === wanted ? sum + Number(row.count) : sum), 0);
  return {
    sent: count('SENT'),
    delivered: count('DELIVERED'),
    read: count('READ'),
    failed: count('FAILED'),
    unknown: count('UNKNOWN'),
    received: count('RECEIVED'),
  };
}

/** The chats that the card "missed today" counts, the latest first, also those that somebody has picked up since. */
export async function listMissed(ctx: Ctx): Promise<MissedChat[]> {
  const today = await readToday(ctx);
  const { rows } = await readTimesRows(ctx, today, 'chat.missed', { isFormer: false, after: undefined, perPage: missedChatsMax });
  const ids = rows.map(({ chatId }) => chatId);
  if (ids.length === 0) return [];
  const eyes = readingOf(ctx.actor);
  return ctx.read(async (tx) => {
    const found = await tx
      .selectFrom('chats as c')
      .innerJoin('customers as k', (join) => join.onRef('k.enterpriseId', '=', 'c.enterpriseId').onRef('k.customerId', '=', 'c.customerId'))
      .leftJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'c.enterpriseId').onRef('u.userId', '=', 'c.ownerId'))
      .select(['c.chatId', 'c.state', 'c.missedAt', 'c.createdAt', 'k.name as customerName', 'u.name as agentName'])
      .where('c.enterpriseId', '=', ctx.enterpriseId)
      .where('c.chatId', 'in', ids)
      .orderBy(sql`coalesce(c.missed_at, c.created_at)`, 'desc')
      .execute();
    return found.map((row) => ({
      chatId: row.chatId,
      customerName: shownName(row.customerName, eyes),
      missedAt: (row.missedAt ?? row.createdAt).toISOString(),
      pickedUpBy: row.state === chatStates.missed ? '' : (row.agentName ?? ''),
    }));
  });
}

/** Figures of the cards, each for users who may open its screen; today is the enterprise's. */
export async function getCards(ctx: Ctx) {
  const handles = can(ctx.actor, 'CHAT.HANDLE');
  const seesAll = can(ctx.actor, 'CHAT.VIEW_ANALYTICS');
  const missed = handles || seesAll ? (await readTimes(ctx, await readToday(ctx), ['chat.missed'])).whole.get('chat.missed') : undefined;
  const makes = screens.campaignList.permissions.some((permission) => can(ctx.actor, permission));
  return ctx.read(async (tx) => ({
    waitingNow: handles ? await countChats(tx, ctx, 'waiting') : null,
    myOpenChats: handles ? await countChats(tx, ctx, 'mine') : null,
    missedToday: handles || seesAll ? (missed?.count ?? 0) : null,
    campaignsRunning: makes ? await countRunning(tx, ctx.actor) : null,
    toApprove: can(ctx.actor, 'CAMPAIGNS.APPROVE') ? await countIterations(tx, ctx.actor, 'Submitted') : null,
    declined: makes ? await countIterations(tx, ctx.actor, 'Rejected') : null,
    messagesToday: seesAll ? await countMessages(tx, ctx) : null,
  }));
}
