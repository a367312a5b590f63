import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { takenRefunds } from '../../messaging/door.sql.ts';
import { costsByClass } from '../wallet/balance.repository.ts';

/**
 * Violation of a law that must hold at every moment (administration 7). W1: each account is the sum of its movements. W2: the available
 * amount stays above the limit. W3: the granted amount is the grants' unused money, the cost of waiting messages and the unbooked cost. W4:
 * the spent amount is the cost of the ledger's handed-over rows, up to the unbooked ones. W5: each payment came in once.
 */
export type Difference = { law: 'W1' | 'W2' | 'W3' | 'W4' | 'W5'; what: string; expected: number; found: number };

/**
 * Recomputes the wallet out of the ledger's own rows and the movements, in one statement, so that it is of one moment. It reads the ledger
 * whole. @returns what does not add up; nothing is mended
 */
export async function reconcile(tx: Read, enterpriseId: string): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with account as (select * from billing_accounts where enterprise_id = ${enterpriseId}),
    booked as (
      select name, coalesce(sum(amount), 0) as amount from (values ('outside'), ('available'), ('granted'), ('spent')) as names(name)
      left join lateral (
        select case when to_account = name then amount else -amount end as amount from billing_movements
        where enterprise_id = ${enterpriseId} and (to_account = name or from_account = name)) m on true
      group by name
    ), counted as materialized (
      select coalesce(sum(cost) filter (where class = 'spent'), 0) as spent, coalesce(sum(cost) filter (where class = 'open'), 0) as open
      from (${costsByClass(enterpriseId)}) c
    ), ledger as materialized (
      select coalesce(sum(cost) filter (where cost_class(status) = 'spent'), 0) as spent, coalesce(sum(cost) filter (where cost_class(status) = 'open'), 0) as open,
        coalesce(sum(cost) filter (where cost_class(status) is null), 0) as unpaid
      from messages where enterprise_id = ${enterpriseId} and cost <> 0
    ), unposted as (
      select c.spent - a.spent + r.amount as charge, r.amount as refund,
        a.granted - g.unused - c.open - (c.spent - a.spent + r.amount) as release
      from account a, counted c,
        (select coalesce(sum(cost), 0) as amount from message_refunds where enterprise_id = ${enterpriseId}) r,
        (select coalesce(sum(unused), 0) as unused from wallet_grants where enterprise_id = ${enterpriseId}) g
    ), found as (
      select 'W1' as law, b.name as what, b.amount as expected,
        case b.name when 'outside' then a.outside when 'available' then a.available when 'granted' then a.granted else a.spent end as found
      from booked b, account a
      union all
      select 'W1', 'numbers of movements', count(*), coalesce(max(seq), 0) from billing_movements where enterprise_id = ${enterpriseId}
      union all
      select 'W2', 'available', greatest(available, case plan when 'POSTPAID' then -credit else 0 end), available from account
      union all
      select 'W3', 'waiting rows', l.open, c.open from ledger l, counted c
      union all
      select 'W3', 'not booked: released', greatest(release, 0), release from unposted
      union all
      select 'W4', 'rows handed over', l.spent, c.spent from ledger l, counted c
      union all
      select 'W4', 'rows of nothing', 0, l.unpaid from ledger l
      union all
      select 'W4', 'not booked: charged', greatest(charge, 0), charge from unposted
      union all
      select 'W5', 'payments', r.amount, m.amount
      from (select coalesce(sum(amount), 0) as amount from recharges where enterprise_id = ${enterpriseId} and state = 'paid') r,
        (select coalesce(sum(amount), 0) as amount from billing_movements where enterprise_id = ${enterpriseId} and kind = 'recharge') m
      union all
      select 'W5', 'number of payments', count(distinct payment_id), (
        select count(*) from billing_movements m where m.enterprise_id = ${enterpriseId} and m.kind = 'recharge' and m.unique_key like 'payment:%')
      from recharges where enterprise_id = ${enterpriseId} and state = 'paid'
    )
    select law, what, expected, found from found where expected <> found order by law, what`.execute(tx);
  return rows;
}

/** Lets the transaction read the whole ledger: minutes, where it is large. */
export const allowLongRead = (tx: Tx) => sql`set local statement_timeout = 0`.execute(tx);

/** @property refunded refunds that this call has taken. @property unused money of grants */
type Sums = { spent: number; open: number; refunded: number; unused: number };

/** Sums the ledger and the grants at one moment, and takes the refunds that wait. */
export async function sumLedger(tx: Tx, enterpriseId: string): Promise<Sums> {
  const { rows } = await sql<Sums>`
    with refunds as (${takenRefunds(enterpriseId)}), costs as (${costsByClass(enterpriseId)})
    select coalesce((select sum(cost) from costs where class = 'spent'), 0) as spent, coalesce((select sum(cost) from costs where class = 'open'), 0) as open,
      coalesce((select sum(cost) from refunds), 0) as refunded,
      coalesce((select sum(unused) from wallet_grants where enterprise_id = ${enterpriseId}), 0) as unused`.execute(tx);
  return rows[0] as Sums;
}
