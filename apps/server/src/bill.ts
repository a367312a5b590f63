import type { Currency } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';

/** What decides the price of a message: @property units segments of a short message, otherwise 1; @property address E.164 or an e-mail address */
export type PricedLine = { channelType: number; category: string; address: string; units: number };

/** What sending asks of billing. Prices in millionths of the wallet's currency (`moneyUnit`). */
export type Bill = {
  currency: Currency;
  /** @returns the price of each line, in their order */
  quote: (tx: Tx, enterpriseId: string, lines: readonly PricedLine[]) => Promise<number[]> | number[];
  /**
   * Takes what messages at these prices cost, in their order, as far as the balance goes.
   * @param payer what the money is for: a run, a chat
   * @returns how many are covered, counted from the first
   */
  draw: (tx: Tx, enterpriseId: string, payer: string, prices: readonly number[]) => Promise<number> | number;
};

/** An installation that bills nobody. */
export const freeBill: Bill = {
  currency: 'INR',
  quote: (_tx, _enterpriseId, lines) => lines.map(() => 0),
  draw: (_tx, _enterpriseId, _payer, prices) => prices.length,
};
