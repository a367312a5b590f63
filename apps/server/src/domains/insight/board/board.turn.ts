import { installationId, takeLease } from '#platform/jobs/lease.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';

const holdMs = 30_000;

/** Does a round unless another worker has its turn. Two that do it at once tell nobody twice: rows are locked and looked at again. */
export async function inTurn(deps: Deps, work: 'reportAlerts' | 'reportMails', holderId: string, run: () => Promise<void>): Promise<void> {
  const lease = { enterpriseId: installationId, work, workId: installationId };
  const held = await enterpriseContext(deps, installationId).transaction((tx) => takeLease(tx, lease, holdMs, holderId));
  if (held) await run();
}
