import type { LedgerStatus } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

/** One person of a run with the time of each status; null where it never had it. */
export type RecipientLine = {
  messageId: string;
  number: number;
  customerId: string | null;
  name: string | null;
  address: string;
  status: LedgerStatus;
  reason: string;
  statusAt: Date;
  createdAt: Date;
  sentAt: Date | null;
  deliveredAt: Date | null;
  readAt: Date | null;
  failedAt: Date | null;
  cost: number;
  /** Number of its content among several of a first part, counted from 1; null: the run's */
  contentNumber: number | null;
};

/** Rows of a run in the order of its audience, each with its times: one question for a page. @param page.where on rows called `m` */
export async function listRecipients(
  tx: Read,
  enterpriseId: string,
  runId: string,
  page: { after: number; limit: number; status: string; reason: string; where?: RawBuilder<boolean> | undefined },
): Promise<RecipientLine[]> {
  const { rows } = await sql<RecipientLine>`
    with page as (
      select m.message_id, m.number, m.customer_id, m.address, m.status, m.reason, m.status_at, m.created_at, m.cost, m.content_number from messages m
      where m.enterprise_id = ${enterpriseId} and m.resource_id = ${runId} and m.number > ${page.after}
        ${page.status === '' ? sql`` : sql`and m.status = ${page.status}`} ${page.reason === '' ? sql`` : sql`and m.reason = ${page.reason}`}
        ${page.where ? sql`and ${page.where}` : sql``}
      order by m.number limit ${page.limit})
    select p.*, c.name,
      (select min(h.at) from message_handovers h where h.enterprise_id = ${enterpriseId} and h.message_id = p.message_id) as sent_at,
      e.delivered_at, e.read_at, coalesce(e.failed_at, case when p.status = 'FAILED' then p.status_at end) as failed_at
    from page p
      left join customers c on c.enterprise_id = ${enterpriseId} and c.customer_id = p.customer_id and c.deleted_at is null
      left join lateral (
        select min(e.at) filter (where e.status = 'DELIVERED') as delivered_at, min(e.at) filter (where e.status = 'READ') as read_at,
          min(e.at) filter (where e.status = 'FAILED') as failed_at
        from message_events e where e.enterprise_id = ${enterpriseId} and e.message_id = p.message_id and e.kind <> 'note') e on true
    order by p.number`.execute(tx);
  return rows;
}

/**
 * @property actual cost of handed-over messages, as consumption counts it. @property unknownCost reserved for what is of unknown outcome
 */
export type RunCosts = { actual: number; unknownCost: number };
export const noCosts: RunCosts = { actual: 0, unknownCost: 0 };

/** Sums the costs of runs' messages. Waiting messages have cost nothing yet. */
export async function sumCosts(tx: Read, enterpriseId: string, runIds: readonly string[]): Promise<Map<string, RunCosts>> {
  if (runIds.length === 0) return new Map();
  const { rows } = await sql<RunCosts & { runId: string }>`
    select run_id, coalesce(sum(cost) filter (where status in ('SENT', 'DELIVERED', 'READ')), 0)::bigint as actual,
      coalesce(sum(cost) filter (where status = 'UNKNOWN'), 0)::bigint as unknown_cost
    from (
      select run_id, cost, status from message_counts where enterprise_id = ${enterpriseId} and run_id = any(${[...runIds]}::uuid[])
      union all
      select run_id, cost, status from message_count_changes where enterprise_id = ${enterpriseId} and run_id = any(${[...runIds]}::uuid[])) as both_parts
    group by run_id`.execute(tx);
  return new Map(rows.map(({ runId, ...costs }) => [runId, costs]));
}

/** The tallies of runs, folded or not yet. */
const tallies = (enterpriseId: string, runIds: readonly string[], kinds: readonly string[]) => sql`
  select kind, at, hours, reason, code, count from run_tallies
  where enterprise_id = ${enterpriseId} and run_id = any(${[...runIds]}::uuid[]) and kind = any(${[...kinds]}::text[])
  union all
  select kind, at, hours, reason, code, count from run_tally_changes
  where enterprise_id = ${enterpriseId} and run_id = any(${[...runIds]}::uuid[]) and kind = any(${[...kinds]}::text[])`;

export type FailureCount = { reason: string; vendorCode: string; count: number };
/** Lists the failures of runs by the vendor's own code; a failure before the vendor had the message has none. */
export async function listFailures(tx: Read, enterpriseId: string, runIds: readonly string[]): Promise<FailureCount[]> {
  if (runIds.length === 0) return [];
  const { rows } = await sql<FailureCount>`
    with coded as (select reason, code, sum(count) as count from (${tallies(enterpriseId, runIds, ['failed'])}) t where code <> '' group by 1, 2),
    failed as (
      select reason, sum(count) as count from (
        select reason, count from message_counts
        where enterprise_id = ${enterpriseId} and run_id = any(${[...runIds]}::uuid[]) and status = 'FAILED' and direction = 'out'
        union all
        select reason, count from message_count_changes
        where enterprise_id = ${enterpriseId} and run_id = any(${[...runIds]}::uuid[]) and status = 'FAILED' and direction = 'out') both_parts
      group by 1)
    select reason, code as vendor_code, count::integer as count from (
      select * from coded
      union all
      select f.reason, '', f.count - coalesce((select sum(c.count) from coded c where c.reason = f.reason), 0) from failed f) all_parts
    where count > 0 order by 3 desc, 1, 2 limit 200`.execute(tx);
  return rows;
}

export type DeliveryHour = { at: Date; delivered: number; read: number };
/** Deliveries and readings of runs by the hour, and after how many hours what was delivered was read. */
export async function listDeliveries(
  tx: Read,
  enterpriseId: string,
  runIds: readonly string[],
): Promise<{ hours: DeliveryHour[]; readAfter: { hours: number; count: number }[] }> {
  if (runIds.length === 0) return { hours: [], readAfter: [] };
  const { rows: hours } = await sql<DeliveryHour>`
    select at, coalesce(sum(count) filter (where kind = 'delivered'), 0)::integer as delivered,
      coalesce(sum(count) filter (where kind = 'read'), 0)::integer as read
    from (${tallies(enterpriseId, runIds, ['delivered', 'read'])}) t group by 1
    having sum(count) <> 0 order by 1 limit 2000`.execute(tx);
  const { rows: readAfter } = await sql<{ hours: number; count: number }>`
    select hours, sum(count)::integer as count from (${tallies(enterpriseId, runIds, ['read_after'])}) t group by 1
    having sum(count) <> 0 order by 1 limit 200`.execute(tx);
  return { hours, readAfter };
}
