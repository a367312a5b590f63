import { sql } from 'kysely';
import type { CustomerTrace } from '../../customer/door.ts';
import { stopNow } from './instance.stop.ts';

/**
 * Walks of a customer who is one with another from now on go on as the other's. Where both are inside of the same stream with the same key, or
 * both talk on the same channel, the one who leaves the phone book is let go.
 */
export const walksOfCustomer: CustomerTrace = {
  async move(tx, enterpriseId, from, to, now) {
    const { rows } = await sql<{ instanceId: string }>`
      select l.instance_id from journey_live l where l.enterprise_id = ${enterpriseId} and l.customer_id = ${from} and exists (
        select from journey_live k where k.enterprise_id = l.enterprise_id and k.customer_id = ${to}
          and ((k.journey_id = l.journey_id and k.entry_key = l.entry_key) or (k.channel_id = l.channel_id and k.holds and l.holds)))
      order by l.instance_id`.execute(tx);
    await stopNow(
      { enterpriseId, now },
      tx,
      rows.map(({ instanceId }) => instanceId),
      'MERGED',
    );
    for (const table of ['journeyInstances', 'journeyLive', 'journeyMilestones'] as const)
      await tx.updateTable(table).set({ customerId: to }).where('enterpriseId', '=', enterpriseId).where('customerId', '=', from).execute();
  },
};
