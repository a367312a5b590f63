import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { InstanceRow } from '../row/instance.repository.ts';
import { releaseInputs } from './input.repository.ts';
import { putInputs } from './instance.inputs.ts';
import { holdWait, markResumed, markSuspended, resumeNext } from './suspended.repository.ts';

/**
 * Suspends a walk: until it may talk, nothing of it is due.
 * @param busyUntil how long it waits for another stream; null: as long as it takes
 */
export async function suspend(tx: Tx, enterpriseId: string, instanceId: string, busyUntil: Date | null = null): Promise<void> {
  await markSuspended(tx, enterpriseId, instanceId, busyUntil);
  await holdWait(tx, enterpriseId, instanceId, true);
}

/** It may talk again: what is due, and what it has kept, comes now, and its open question is asked again. */
export async function resumeWalk(ctx: EnterpriseContext, tx: Tx, instanceId: string): Promise<void> {
  await markResumed(tx, ctx.enterpriseId, instanceId);
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
  for (const { instanceId } of await resumeNext(tx, ctx.enterpriseId, left)) await resumeWalk(ctx, tx, instanceId);
}
