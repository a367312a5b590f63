import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { tellAdministrators } from '../../account/door.ts';
import { lockAccount, markDifference, unmarkDifference } from '../wallet/account.repository.ts';
import { WalletDifference } from './settle.ts';

/** Tells that the books do not add up: the log and the metric each time, the administrators once until they do again. */
export async function tellDifference(deps: Pick<Deps, 'log' | 'metrics'>, ctx: EnterpriseContext, what: string): Promise<void> {
  const { enterpriseId } = ctx;
  deps.metrics.walletDifferences.inc();
  deps.log.error({ enterpriseId, what }, 'a wallet does not add up');
  await ctx.transaction(async (tx) => {
    const { differenceAt } = await lockAccount(tx, enterpriseId);
    if (differenceAt) return;
    await markDifference(tx, enterpriseId, ctx.now());
    await tellAdministrators(ctx, tx, { code: 'wallet.difference', values: {}, cause: 'wallet.difference' });
  });
}

/** It adds up: the next difference is told anew. */
export async function clearDifference(ctx: EnterpriseContext): Promise<void> {
  await ctx.transaction((tx) => unmarkDifference(tx, ctx.enterpriseId));
}

/** Handles a failed booking: a difference is reported, any other error is logged, and the next round tries again. */
export async function noteDifference(deps: Pick<Deps, 'log' | 'metrics'>, ctx: EnterpriseContext, error: unknown): Promise<void> {
  if (error instanceof WalletDifference) await tellDifference(deps, ctx, error.message);
  else deps.log.warn({ err: error, enterpriseId: ctx.enterpriseId }, 'a wallet was not settled');
}
