import { chatStates, toldMost } from '@parley/contract';
import { type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { IdentityUseTable, Visit, VisitorEventTable } from '#platform/db/schema.chat.ts';

/** Notes the use of a signed statement. @returns `own`: the same visitor has used it before; `other`: another one has */
export async function noteUse(tx: Tx, use: Insertable<IdentityUseTable>): Promise<'new' | 'own' | 'other'> {
  const inserted = await tx
    .insertInto('identityUses')
    .values(use)
    .onConflict((conflict) => conflict.doNothing())
    .returning('jti')
    .executeTakeFirst();
  if (inserted) return 'new';
  const known = await tx
    .selectFrom('identityUses')
    .select('address')
    .where('enterpriseId', '=', use.enterpriseId)
    .where('channelId', '=', use.channelId)
    .where('jti', '=', use.jti)
    .executeTakeFirst();
  return known?.address === use.address ? 'own' : 'other';
}

/** The newest events of a browser are kept: a page that tells of everything fills no table. */
const mostEvents = 500;

export async function insertVisitorEvent(tx: Tx, event: Insertable<VisitorEventTable>): Promise<void> {
  await tx.insertInto('visitorEvents').values(event).execute();
  const { enterpriseId, channelId, address } = event;
  await sql`delete from visitor_events e where e.enterprise_id = ${enterpriseId} and e.channel_id = ${channelId} and e.address = ${address}
    and e.event_id <= (select o.event_id from visitor_events o where o.enterprise_id = ${enterpriseId} and o.channel_id = ${channelId}
      and o.address = ${address} order by o.event_id desc offset ${sql.lit(mostEvents)} limit 1)`.execute(tx);
}

/** Visits of a browser that has become a customer's. */
export async function giveVisits(
  tx: Tx,
  enterpriseId: string,
  { channelId, address }: { channelId: string; address: string },
  customerId: string,
): Promise<void> {
  for (const table of ['visitorEvents', 'siteRuleShows'] as const)
    await tx
      .updateTable(table)
      .set({ customerId })
      .where('enterpriseId', '=', enterpriseId)
      .where('channelId', '=', channelId)
      .where('address', '=', address)
      .where('customerId', 'is distinct from', customerId)
      .execute();
}

/** Values that a page has told, those of the newest names: a page that invents names makes nothing larger. */
export function newestTold(former: Readonly<Record<string, string>>, next: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(former).filter(([name]) => !Object.hasOwn(next, name));
  return Object.fromEntries([...kept, ...Object.entries(next)].slice(-toldMost.names));
}

/** Adds to what is known of the visit of a customer's open chat. */
export async function noteVisit(
  tx: Tx,
  enterpriseId: string,
  { channelId, customerId }: { channelId: string; customerId: string },
  { told, ...change }: Visit,
): Promise<void> {
  const kept = told ? { ...change, told: newestTold({}, told) } : change;
  await sql`update chats c set visit = c.visit || ${JSON.stringify(kept)}::jsonb
    where c.enterprise_id = ${enterpriseId} and c.channel_id = ${channelId} and c.customer_id = ${customerId}
      and c.state not in (${sql.lit(chatStates.closed)}, ${sql.lit(chatStates.missed)})`.execute(tx);
}

/** All that names the one customer names the other from now on. */
export async function moveVisits(tx: Tx, enterpriseId: string, from: string, to: string): Promise<void> {
  for (const table of ['visitorEvents', 'siteRuleShows'] as const)
    await tx.updateTable(table).set({ customerId: to }).where('enterpriseId', '=', enterpriseId).where('customerId', '=', from).execute();
}

/** @property third seconds that three of four waited at most. @property longest seconds since the one who waits longest began */
export type Waits = { count: number; third: number | null; longest: number };

/** Reads how long people have waited for a department since then, those who were missed for it included, and how long somebody waits now. */
export async function readWaits(tx: Read, enterpriseId: string, departmentId: string | null, since: Date, now: Date): Promise<Waits> {
  const { rows } = await sql<Waits>`
    with waits as (
      select extract(epoch from c.picked_up_at - c.queued_at)::float8 as seconds from chats c
      where c.enterprise_id = ${enterpriseId} and c.picked_up_at >= ${since} and c.queued_at <= c.picked_up_at
        and c.dept_id is not distinct from ${departmentId}::uuid
      union all
      select extract(epoch from c.missed_at - c.queued_at)::float8 from chats c
      where c.enterprise_id = ${enterpriseId} and c.missed_at >= ${since} and c.queued_at <= c.missed_at and c.missed_reason = 1
        and c.dept_id is not distinct from ${departmentId}::uuid)
    select count(*)::integer as count, percentile_cont(0.75) within group (order by seconds) as third,
      (select coalesce(extract(epoch from ${now}::timestamptz - min(coalesce(w.queued_at, w.created_at))), 0)::float8 from chats w
        where w.enterprise_id = ${enterpriseId} and w.handled_by = 'queue' and w.state = ${sql.lit(chatStates.created)}
          and w.dept_id is not distinct from ${departmentId}::uuid) as longest
    from waits`.execute(tx);
  return rows[0] ?? { count: 0, third: null, longest: 0 };
}
