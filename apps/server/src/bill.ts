import type { Currency } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';

/** What the gate asks before it lets messages pass. Prices in 1/1000 of the wallet's currency. */
export type Bill = {
  currency: Currency;
  priceOf: (tx: Tx, enterpriseId: string, message: { channelType: number; category: string; address: string }) => Promise<number> | number;
  /** Takes what `count` messages at this price cost, as far as the balance goes. @returns how many are covered */
  take: (tx: Tx, enterpriseId: string, count: number, price: number) => Promise<number> | number;
};

/** An installation that bills nobody. */
export const freeBill: Bill = { currency: 'INR', priceOf: () => 0, take: (_tx, _enterpriseId, count) => count };
