import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { putInputs } from './instance.inputs.ts';

/** Until it may talk, nothing of it is due. @param busyUntil how long it waits for another stream; null: as long as it takes */
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

/** What was kept is to be read now. */
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
