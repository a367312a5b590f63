import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { forgetLive } from '../row/instance.repository.ts';
import { stopRunning } from './begun.repository.ts';

/** Ends walks in this transaction, whatever they wait for: nothing of them is due any more, and each is counted at the hour of its start. */
export async function stopNow(
  ctx: Pick<EnterpriseContext, 'enterpriseId' | 'now'>,
  tx: Tx,
  instanceIds: readonly string[],
  reason: 'RESTARTED' | 'OPERATOR' | 'ERASED' | 'MERGED',
): Promise<number> {
  if (instanceIds.length === 0) return 0;
  const { enterpriseId } = ctx;
  const stopped = await stopRunning(tx, enterpriseId, instanceIds, reason, ctx.now());
  await forgetLive(tx, enterpriseId, instanceIds);
  return stopped.length;
}
