import {
  fieldError,
  type MessageDetail,
  numberSpellings,
  type ReportFilter,
  type ReportRow,
  type ReportSource,
  reasonTexts,
  receiptHours,
  reportDaysMax,
  type SourceCount,
} from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { isUuid } from '#platform/db/uuid.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { assertMayUseChannel } from '../../../channel-right.ts';
import type { Ctx } from '../../../context.ts';
import { listChannelNames } from '../../channel/door.ts';
import { countryOf, type Reading, readingOf, readNumber, shownAddress, shownName } from '../../customer/door.ts';
import { countMessages, findHandedOver } from '../../messaging/door.figures.ts';
import { findMessageDetail } from '../../messaging/door.run.ts';
import { deliveryStatusOf } from '../../outreach/door.ts';
import { consumedRows } from './consumed.repository.ts';
import { findSources } from './report.sources.ts';

const dayMs = 86_400_000;
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
export type Days = { fromDay: string; toDay: string };

/** The last seven days unless others are asked for; backwards ranges and whole years at once are refused. */
export function daysOf({ fromDate, toDate }: Pick<ReportFilter, 'fromDate' | 'toDate'>, now: Date): Days {
  const toDay = toDate || dayOf(now);
  const fromDay = fromDate || dayOf(new Date(Date.parse(toDay) - 6 * dayMs));
  const days = (Date.parse(toDay) - Date.parse(fromDay)) / dayMs;
  if (days >= 0 && days < reportDaysMax) return { fromDay, toDay };
  throw invalidRequest(
    days < 0 ? fieldError('fromDate', 'days.backwards') : fieldError('fromDate', 'days.too_many', { maximum: reportDaysMax }),
  );
}

/** The smallest id of a time: ids begin with it. A day to spare, since an id may be made before its row is. */
const firstIdOf = (time: number): string => {
  const hex = Math.max(0, time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`;
};

export type ReportLine = {
  messageId: string;
  createdAt: Date;
  statusAt: Date;
  status: ReportRow['status'];
  reason: string;
  address: string;
  source: string;
  resourceId: string;
  chatId: string | null;
  customerId: string | null;
  cost: number;
  isSandbox: boolean;
  channelId: string;
  contactId: string | null;
  channelName: string | null;
  templateName: string | null;
  customerName: string | null;
};
/** Prepared values of a filter: its number in E.164, and the messages that its id names, ours or a vendor's. */
export type Prepared = { days: Days; filter: ReportFilter; address: string; messageIds: string[] };

/** Refuses filters by an address to users who may not read whole addresses: the answer would tell whose it is. */
export async function prepare(tx: Read, enterpriseId: string, filter: ReportFilter, now: Date, eyes: Reading): Promise<Prepared> {
  const given = filter.customerNumber.trim();
  if (given !== '' && !(given.includes('@') ? eyes.seesEmails : eyes.seesNumbers)) {
    const fault = fieldError('customerNumber', 'filter.hidden');
    throw new DomainError('filter.invalid', fault.message, { errors: [fault] });
  }
  const address = given === '' ? '' : readNumber(given, await countryOf(tx, enterpriseId, '')).number || given;
  const id = filter.messageId.trim();
  const messageIds = id === '' ? [] : [...(isUuid(id) ? [id] : []), ...(await findHandedOver(tx, enterpriseId, id))];
  return { days: daysOf(filter, now), filter, address, messageIds };
}

/** A page by index: down the ids from where the last page ended. Nothing is counted that is not shown. */
export async function readLines(
  tx: Read,
  enterpriseId: string,
  { days, filter, address, messageIds }: Prepared,
  page: { after: string; from: number; limit: number },
  now: Date,
): Promise<ReportLine[]> {
  const [start, end] = [Date.parse(days.fromDay), Date.parse(days.toDay) + dayMs];
  const conditions = [
    sql`m.enterprise_id = ${enterpriseId}`,
    sql`m.direction = 'out'`,
    sql`m.created_at >= ${new Date(start)} and m.created_at < ${new Date(end)}`,
    sql`m.message_id >= ${firstIdOf(start - dayMs)} and m.message_id < ${page.after || firstIdOf(end + dayMs)}`,
    ...(filter.channelId ? [sql`m.channel_id = ${filter.channelId}`] : []),
    ...(filter.source ? [sql`m.source = ${filter.source}`] : []),
    ...(filter.status ? [sql`m.status = ${filter.status}`] : []),
    ...(address ? [sql`m.address = any(${numberSpellings(address)}::text[])`] : []),
    ...(filter.messageId.trim() === '' ? [] : [sql`m.message_id = any(${messageIds}::uuid[])`]),
    ...(filter.consumedBy ? [consumedRows(enterpriseId, filter.consumedBy, filter.consumed)] : []),
    ...(filter.noReceipt ? [sql`m.status = 'SENT' and m.status_at < ${new Date(now.getTime() - receiptHours * 3_600_000)}`] : []),
  ];
  const { rows } = await sql<ReportLine>`
    select m.message_id, m.created_at, m.status_at, m.status, m.reason, m.address, m.source, m.resource_id, m.chat_id, m.customer_id, m.cost, m.is_sandbox, m.channel_id,
      c.contact_id, c.name as channel_name, t.name as template_name, p.name as customer_name
    from (select * from messages m where ${sql.join(conditions, sql` and `)} order by m.message_id desc limit ${page.limit} offset ${page.from}) m
      left join channels c on c.enterprise_id = m.enterprise_id and c.channel_id = m.channel_id
      left join templates t on t.enterprise_id = m.enterprise_id and t.template_id = m.template_id
      left join customers p on p.enterprise_id = m.enterprise_id and p.customer_id = m.customer_id
    order by m.message_id desc`.execute(tx);
  return rows;
}

const textOf = (reason: string): string => reasonTexts[reason as keyof typeof reasonTexts] ?? '';

const present = (row: ReportLine, eyes: Reading, sources: ReadonlyMap<string, ReportSource>): ReportRow => ({
  messageId: row.messageId,
  from: row.contactId ?? '',
  to: shownAddress(row.address, eyes),
  currentDeliveryStatus: deliveryStatusOf(row.status),
  currentDeliveryStatusTime: row.statusAt.toISOString(),
  status: row.status,
  reason: row.reason,
  reasonText: textOf(row.reason),
  sentOn: row.createdAt.toISOString(),
  customerName: shownName(row.customerName ?? '', eyes),
  channelId: row.channelId,
  channelName: row.channelName ?? '',
  source: row.source,
  resourceId: row.resourceId,
  opens: sources.get(row.messageId) ?? null,
  templateName: row.templateName ?? '',
  cost: row.cost,
  isSandbox: row.isSandbox,
});

export function listStatuses(ctx: Ctx, query: ReportFilter & { from: number; perPage: number; after: string }) {
  const eyes = readingOf(ctx.actor);
  const now = ctx.now();
  assertMayUseChannel(ctx.actor, query.channelId);
  return ctx.read(async (tx) => {
    const prepared = await prepare(tx, ctx.enterpriseId, query, now, eyes);
    const page = { after: query.after, from: query.after ? 0 : query.from, limit: query.perPage + 1 };
    const rows = await readLines(tx, ctx.enterpriseId, prepared, page, now);
    const shown = rows.slice(0, query.perPage);
    const sources = await findSources(tx, ctx.enterpriseId, shown);
    return { message: shown.map((row) => present(row, eyes, sources)), more: rows.length > query.perPage };
  });
}

/** Out of the counts, never by counting rows; reasons are left to the rows. */
export function countSources(ctx: Ctx, range: Pick<ReportFilter, 'fromDate' | 'toDate' | 'channelId'>) {
  const days = daysOf(range, ctx.now());
  assertMayUseChannel(ctx.actor, range.channelId);
  return ctx.read(async (tx) => {
    const rows = await countMessages(tx, ctx.enterpriseId, { ...days, channelId: range.channelId || undefined, direction: 'out' });
    const sums = new Map<string, SourceCount>();
    for (const { source, status, count, cost } of rows) {
      const sum = sums.get(`${source} ${status}`) ?? { source, status, count: 0, cost: 0 };
      sums.set(`${source} ${status}`, { ...sum, count: sum.count + count, cost: sum.cost + cost });
    }
    const counts = [...sums.values()].filter(({ count }) => count !== 0);
    return { counts, channels: await listChannelNames(tx, ctx.enterpriseId) };
  });
}

export const getMessage = (ctx: Ctx, messageId: string): Promise<MessageDetail> =>
  ctx.read(async (tx) => {
    const detail = await findMessageDetail(tx, ctx.enterpriseId, messageId, readingOf(ctx.actor));
    if (!detail) throw new DomainError('message.not_found', 'No such message.', {});
    assertMayUseChannel(ctx.actor, detail.channelId);
    return detail;
  });
