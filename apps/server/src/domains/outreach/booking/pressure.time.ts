import { isTimedOut, type Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { allowLongCount } from './pressure.repository.ts';

export const pressureSeconds = 10;

/**
 * Runs a count in a transaction that gives it memory for a million people, and as long as somebody waits for it.
 * @throws DomainError campaign.pressure_too_long
 */
export async function withinItsTime<T>(ctx: EnterpriseContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await ctx.transaction(async (tx) => {
      await allowLongCount(tx, pressureSeconds);
      return work(tx);
    });
  } catch (error) {
    if (!isTimedOut(error)) throw error;
    throw new DomainError(
      'campaign.pressure_too_long',
      `Comparing so many people takes longer than ${pressureSeconds} seconds, so nobody was counted. The campaign can be sent all the same.`,
      { seconds: pressureSeconds },
    );
  }
}
