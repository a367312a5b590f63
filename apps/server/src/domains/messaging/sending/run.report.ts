import type { LedgerStatus } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

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
};

/** Rows of a run in the order of its audience, each with its times: one question for a page. @param page.where on rows called `m` */
export async function listRecipients(
  tx: Tx,
  enterpriseId: string,
  runId: string,
  page: { after: number; limit: number; status: string; reason: string; where?: RawBuilder<boolean> | undefined },
): Promise<RecipientLine[]> {
  const { rows } = await sql<RecipientLine>`
    with page as (
      select m.message_id, m.number, m.customer_id, m.address, m.status, m.reason, m.status_at, m.created_at, m.cost from messages m
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

/** What messages of runs that left have cost. What was skipped, or failed at the vendor, is counted with what its row says. */
export async function sumCosts(tx: Tx, enterpriseId: string, runIds: readonly string[]): Promise<Map<string, number>> {
  if (runIds.length === 0) return new Map();
  const { rows } = await sql<{ runId: string; cost: number }>`
    select run_id, sum(cost)::bigint as cost from (
      select run_id, cost, status from message_counts where enterprise_id = ${enterpriseId} and run_id = any(${[...runIds]}::uuid[])
      union all
      select run_id, cost, status from message_count_changes where enterprise_id = ${enterpriseId} and run_id = any(${[...runIds]}::uuid[])) as both_parts
    where status <> 'SKIPPED' group by run_id`.execute(tx);
  return new Map(rows.map(({ runId, cost }) => [runId, Number(cost)]));
}

export type FailureCount = { reason: string; vendorCode: string; count: number };
/** What failed in runs, by the vendor's own code of the last failure. */
export async function listFailures(tx: Tx, enterpriseId: string, runIds: readonly string[]): Promise<FailureCount[]> {
  if (runIds.length === 0) return [];
  const { rows } = await sql<FailureCount>`
    select m.reason, coalesce(e.code, '') as vendor_code, count(*)::integer as count from messages m
      left join lateral (
        select e.detail ->> 'vendorCode' as code from message_events e
        where e.enterprise_id = m.enterprise_id and e.message_id = m.message_id and e.status = 'FAILED' order by e.at desc limit 1) e on true
    where m.enterprise_id = ${enterpriseId} and m.resource_id = any(${[...runIds]}::uuid[]) and m.status = 'FAILED' and m.direction = 'out'
    group by 1, 2 order by 3 desc, 1, 2 limit 200`.execute(tx);
  return rows;
}

export type DeliveryHour = { at: Date; delivered: number; read: number };
/** Deliveries and readings of runs by the hour, and after how many hours what was delivered was read. */
export async function listDeliveries(
  tx: Tx,
  enterpriseId: string,
  runIds: readonly string[],
): Promise<{ hours: DeliveryHour[]; readAfter: { hours: number; count: number }[] }> {
  if (runIds.length === 0) return { hours: [], readAfter: [] };
  const times = sql`
    select e.message_id, min(e.at) filter (where e.status = 'DELIVERED') as delivered_at, min(e.at) filter (where e.status = 'READ') as read_at
    from messages m join message_events e on e.enterprise_id = m.enterprise_id and e.message_id = m.message_id and e.kind = 'receipt'
    where m.enterprise_id = ${enterpriseId} and m.resource_id = any(${[...runIds]}::uuid[]) and m.direction = 'out' group by 1`;
  const { rows: hours } = await sql<DeliveryHour>`
    with times as (${times}), told as (
      select date_trunc('hour', coalesce(delivered_at, read_at)) as at, 1 as delivered, 0 as read from times where coalesce(delivered_at, read_at) is not null
      union all select date_trunc('hour', read_at), 0, 1 from times where read_at is not null)
    select at, sum(delivered)::integer as delivered, sum(read)::integer as read from told group by 1 order by 1 limit 2000`.execute(tx);
  const { rows: readAfter } = await sql<{ hours: number; count: number }>`
    with times as (${times})
    select greatest(1, ceil(extract(epoch from read_at - coalesce(delivered_at, read_at)) / 3600))::integer as hours, count(*)::integer as count
    from times where read_at is not null group by 1 order by 1 limit 200`.execute(tx);
  return { hours, readAfter };
}
