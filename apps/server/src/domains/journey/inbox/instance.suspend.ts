import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { InstanceRow } from '../row/instance.repository.ts';
import { putInputs } from './instance.inputs.ts';

/**
 * Suspends a walk: until it may talk, nothing of it is due.
 * @param busyUntil how long it waits for another stream; null: as long as it takes
 */
export async function suspend(tx: Tx, enterpriseId: string, instanceId: string, busyUntil: Date | null = null): Promise<void> {
  await tx
    .updateTable('journeyLive')
    .set({ holds: false, isSuspended: true, busyUntil })
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', instanceId)
    .execute();
  await holdWait(tx, enterpriseId, instanceId, true);
}

const holdWait = (tx: Tx, enterpriseId: string, instanceId: string, isHeld: boolean) =>
  tx.updateTable('journeyWaits').set({ isHeld }).where('enterpriseId', '=', enterpriseId).where('instanceId', '=', instanceId).execute();

/** Makes the kept inputs due now. */
const releaseInputs = (tx: Tx, enterpriseId: string, instanceIds: readonly string[]) =>
  tx
    .updateTable('journeyInputs')
    .set({ isKept: false })
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`instance_id = any(${[...instanceIds]}::uuid[])`)
    .execute();

/** It may talk again: what is due, and what it has kept, comes now, and its open question is asked again. */
export async function resumeWalk(ctx: EnterpriseContext, tx: Tx, instanceId: string): Promise<void> {
  await tx
    .updateTable('journeyLive')
    .set({ isSuspended: false, busyUntil: null })
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('instanceId', '=', instanceId)
    .execute();
  await holdWait(tx, ctx.enterpriseId, instanceId, false);
  await releaseInputs(tx, ctx.enterpriseId, [instanceId]);
  await putInputs(ctx, tx, [{ instanceId, input: { kind: 'resume' }, key: null }]);
}

/** Lets the next walk talk after one has left the conversation: its kept inputs are read, and its open question is asked again. */
export async function wakeSuspended(
  ctx: EnterpriseContext,
  tx: Tx,
  left: readonly Pick<InstanceRow, 'channelId' | 'customerId'>[],
): Promise<void> {
  if (left.length === 0) return;
  const { enterpriseId } = ctx;
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
  for (const { instanceId } of rows) await resumeWalk(ctx, tx, instanceId);
}
