import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import type { Module } from '../../../module.ts';
import { listToSettle } from '../wallet/account.repository.ts';
import { noteDifference } from './difference.ts';
import { checkWallets } from './nightly.ts';
import { settleUnderLease } from './settle.ts';

const settleMs = 60_000;
/** Interval at which the end of a day is looked for. */
const checkMs = 3_600_000;

/** Books what has become of messages, one enterprise after the other: one that cannot be booked keeps no other from it. */
async function settleAll(deps: Deps): Promise<void> {
  for (const enterpriseId of await listToSettle(deps.db)) {
    const ctx = enterpriseContext(deps, enterpriseId);
    await settleUnderLease(ctx).catch((error: unknown) => noteDifference(deps, ctx, error));
  }
}

export const wallet: Module = {
  name: 'wallet',
  work(deps) {
    if (!deps.flags.billing) return Promise.resolve(undefined);
    const warn = (what: string) => (error: unknown) => deps.log.warn({ err: error }, what);
    const stops = [
      scheduleTask(settleMs, () => settleAll(deps), warn('wallets were not settled')),
      scheduleTask(checkMs, () => checkWallets(deps), warn('wallets were not checked')),
    ];
    return Promise.resolve(async () => {
      for (const stop of stops) await stop();
    });
  },
};
