import { takeLease } from '#platform/jobs/lease.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { writeOffUnknown } from '../../messaging/door.figures.ts';
import { listWithWallets } from '../wallet/account.repository.ts';
import { clearDifference, noteDifference, tellDifference } from './difference.ts';
import { allowLongRead, type Difference, reconcile } from './reconcile.repository.ts';
import { settle } from './settle.ts';

/** Less than a day, so that the check does not move through the day. */
const holdMs = 23 * 3_600_000;

/** Every wallet once a day, by whichever worker comes first: it is recomputed from the ledger's rows. */
export async function checkWallets(deps: Deps): Promise<void> {
  for (const enterpriseId of await listWithWallets(deps.db)) {
    const ctx = enterpriseContext(deps, enterpriseId);
    const lease = await ctx.transaction((tx) => takeLease(tx, { enterpriseId, work: 'reconcile', workId: enterpriseId }, holdMs));
    if (lease) await checkWallet(deps, ctx).catch((error: unknown) => noteDifference(deps, ctx, error));
  }
}

/** @returns what does not add up; it is told, and nobody mends it */
export async function checkWallet(deps: Pick<Deps, 'log' | 'metrics'>, ctx: EnterpriseContext): Promise<Difference[]> {
  const { enterpriseId } = ctx;
  const written = await writeOffUnknown(ctx);
  if (written > 0) deps.log.info({ enterpriseId, count: written }, 'messages of unknown outcome are not paid for any more');
  // The reconciliation below reports amounts that do not add up.
  await settle(ctx).catch((error: unknown) => deps.log.warn({ err: error, enterpriseId }, 'a wallet was not settled'));
  const differences = await ctx.transaction(async (tx) => {
    await allowLongRead(tx);
    return reconcile(tx, enterpriseId);
  });
  if (differences.length === 0) await clearDifference(ctx);
  else
    await tellDifference(
      deps,
      ctx,
      differences.map(({ law, what, expected, found }) => `${law} ${what}: ${expected} expected, ${found} found`).join('; '),
    );
  return differences;
}
