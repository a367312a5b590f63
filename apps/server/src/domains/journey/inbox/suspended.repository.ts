import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { InstanceRow } from '../row/instance.repository.ts';

export const holdWait = (tx: Tx, enterpriseId: string, instanceId: string, isHeld: boolean) =>
  tx.updateTable('journeyWaits').set({ isHeld }).where('enterpriseId', '=', enterpriseId).where('instanceId', '=', instanceId).execute();

/** Marks a walk as one that may not talk. @param busyUntil how long it waits for another stream; null: as long as it takes */
export async function markSuspended(tx: Tx, enterpriseId: string, instanceId: string, busyUntil: Date | null): Promise<void> {
  await tx
    .updateTable('journeyLive')
    .set({ holds: false, isSuspended: true, busyUntil })
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', instanceId)
    .execute();
}

export async function markResumed(tx: Tx, enterpriseId: string, instanceId: string): Promise<void> {
  await tx
    .updateTable('journeyLive')
    .set({ isSuspended: false, busyUntil: null })
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', instanceId)
    .execute();
}

/** Chooses for each of these conversations the suspended walk that talks next, the most urgent first, where none talks there now. */
export async function resumeNext(
  tx: Tx,
  enterpriseId: string,
  left: readonly Pick<InstanceRow, 'channelId' | 'customerId'>[],
): Promise<{ instanceId: string }[]> {
  const { rows } = await sql<{ instanceId: string }>`
    update journey_live l set is_suspended = false from (
      select distinct on (s.channel_id, s.customer_id) s.instance_id
      from (select distinct * from unnest(${left.map(({ channelId }) => channelId)}::uuid[], ${left.map(({ customerId }) => customerId)}::uuid[])
        as w(channel_id, customer_id)) w
      join journey_live s on s.enterprise_id = ${enterpriseId} and s.customer_id = w.customer_id and s.channel_id = w.channel_id and s.is_suspended
      where not exists (select from journey_live h where h.enterprise_id = ${enterpriseId} and h.customer_id = w.customer_id
        and h.channel_id = w.channel_id and h.holds)
      order by s.channel_id, s.customer_id, s.priority desc, s.instance_id) next
    where l.enterprise_id = ${enterpriseId} and l.instance_id = next.instance_id returning l.instance_id`.execute(tx);
  return rows;
}
