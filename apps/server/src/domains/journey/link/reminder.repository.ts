import type { ReminderFigures } from '@parley/contract';
import { type Insertable, sql } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import type { EncapReminderTable } from '#platform/db/schema.journey.ts';
import type { LinkRow } from './link.repository.ts';

/** Links that are to be looked at for a reminder, of all enterprises. */
export async function findLinksToRemind(db: Db, at: Date, most: number): Promise<{ enterpriseId: string; linkId: string }[]> {
  const { rows } = await sql<{ enterpriseId: string; linkId: string }>`
    select enterprise_id, link_id from due_encap_reminders(${at}, ${most})`.execute(db);
  return rows;
}

/** Reads the last sign of the person of a link: an opening, something that they have typed into a form, or something that they have said. */
export async function findLastSign(tx: Read, enterpriseId: string, { linkId, instanceId, channelId, customerId }: LinkRow): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select greatest(l.seen_at, l.begun_at, l.opened_at, l.created_at,
      (select max(f.changed_at) from form_fillings f where f.enterprise_id = ${enterpriseId} and f.instance_id = ${instanceId}),
      (select max(a.last_inbound_at) from customer_addresses a
        where a.enterprise_id = ${enterpriseId} and a.channel_id = ${channelId} and a.customer_id = ${customerId})) as at
    from encap_links l where l.enterprise_id = ${enterpriseId} and l.link_id = ${linkId}`.execute(tx);
  return rows[0]?.at ?? new Date(0);
}

export async function insertReminder(tx: Tx, reminder: Insertable<EncapReminderTable>): Promise<void> {
  await tx.insertInto('encapReminders').values(reminder).execute();
}

/** Counts the reminders of launches. */
export async function countReminders(tx: Read, enterpriseId: string, launchIds: readonly string[]): Promise<Map<string, ReminderFigures>> {
  if (launchIds.length === 0) return new Map();
  const { rows } = await sql<ReminderFigures & { launchId: string }>`
    select launch_id, count(*)::int as made, count(*) filter (where not is_held_back)::int as sent,
      count(*) filter (where is_held_back)::int as held_back
    from encap_reminders where enterprise_id = ${enterpriseId} and launch_id = any(${[...launchIds]}::uuid[]) group by 1`.execute(tx);
  return new Map(rows.map(({ launchId, ...figures }) => [launchId, figures]));
}
