import type { EnterpriseContext } from '../../../context.ts';

/**
 * A run's money does not cover a batch, and there may be more: the transaction writes nothing, and the batch is done again.
 * @property places of the batch's drafts that are to be paid. @property prices theirs, in that order
 */
export class MoneyShort extends Error {
  readonly places: readonly number[];
  readonly prices: readonly number[];
  constructor(places: readonly number[], prices: readonly number[]) {
    super('The money that the run has taken does not cover the batch.');
    this.places = places;
    this.prices = prices;
  }
}

/** Prices may change between two tries; a batch that is short so often is left to the next task that looks after the run. */
const mostTries = 5;

/** @property covered how many of `places` are paid for now, counted from the first. @property price of the first that is not */
export type Shortage = { covered: number; places: readonly number[]; price: number };
/**
 * The outcome of earlier tries. @property hasGathered all that there was has been given: what is not covered now is not to be waited for
 */
export type EarlierTries = { hasGathered: boolean; shortage: Shortage | undefined };

/**
 * Does a batch of a run, one transaction. Where the run's money does not cover it, more is gathered, and the batch is done again with what
 * there is.
 * @param isLast whether no further batch follows, as far as `work` has seen
 */
export async function paidBatch<T>(
  ctx: EnterpriseContext,
  runId: string,
  work: (given: EarlierTries) => Promise<T>,
  isLast: () => boolean,
): Promise<T> {
  let given: EarlierTries = { hasGathered: false, shortage: undefined };
  for (let tries = 1; ; tries += 1) {
    try {
      return await work(given);
    } catch (error) {
      if (!(error instanceof MoneyShort) || tries === mostTries) throw error;
      const { places, prices } = error;
      const covered = await ctx.bill.gather(ctx, runId, prices, isLast());
      given = { hasGathered: true, shortage: covered < prices.length ? { covered, places, price: prices[covered] ?? 0 } : undefined };
    }
  }
}
