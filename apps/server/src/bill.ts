import type { Currency } from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';

/**
 * The properties that decide the price of a message.
 * @property category of its template, 'UTILITY_IN_WINDOW' where a customer has written lately, 'SERVICE' without a template
 * @property units segments of a short message, otherwise 1
 * @property address E.164 or an e-mail address; '': somebody who is not known yet
 */
export type PricedLine = { channelType: number; vendor: string; category: string; address: string; units: number };

/** @property rateId null: nobody asks anything for it */
export type Quoted = { price: number; rateId: string | null };

/** The owner of the money: one run, or all conversations together. */
export type Payer = { kind: 'run'; runId: string } | { kind: 'conversation' };

/**
 * @property covered how many are paid, counted from the first
 * @property isShort the run's grant is too small and there may be more: nothing is taken, `gather` is to be asked and the batch done again
 * @property left what the payer still has
 */
export type Drawn = { covered: number; isShort: boolean; left: number };

type Paying = { enterpriseId: string; now: () => Date; transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T> };

/** The functions of billing that sending calls. Prices in millionths of the wallet's currency (`moneyUnit`). */
export type Bill = {
  currencyOf: (tx: Read, enterpriseId: string) => Promise<Currency> | Currency;
  /** @returns the price of each line at that time, in their order */
  quote: (tx: Read, ask: { enterpriseId: string; at: Date }, lines: readonly PricedLine[]) => Promise<Quoted[]> | Quoted[];
  /** Takes what messages at these prices cost, in their order, as far as the payer's money goes; nothing of an inactive account. */
  draw: (tx: Tx, enterpriseId: string, payer: Payer, prices: readonly number[]) => Promise<Drawn> | Drawn;
  /**
   * Gets a run the money for a batch, in a transaction of its own: out of free money, else out of money that others have taken and not
   * used.
   * @param isLast no further batch follows, so nothing is taken ahead. @returns how many of the batch are covered, counted from the first
   */
  gather: (ctx: Paying, runId: string, prices: readonly number[], isLast: boolean) => Promise<number> | number;
  /** Takes money ahead for the next batches when there is plenty, so that none has to be done twice. @param cost of a batch */
  refill: (ctx: Paying, runId: string, cost: number) => Promise<void> | void;
  /** Tells whether the account may send at all. */
  isActive: (tx: Tx, enterpriseId: string) => Promise<boolean> | boolean;
  /** Tells whether there is so much that nobody has taken; it may be gone a moment later. */
  covers: (tx: Read, enterpriseId: string, amount: number) => Promise<boolean> | boolean;
  /** Keeps money for one run, which no other run gets. @returns false where there is not so much; then nothing is kept */
  reserve: (ctx: Paying, tx: Tx, runId: string, amount: number) => Promise<boolean> | boolean;
  /** Gives back what a run has not used, when it has ended. */
  release: (ctx: Paying, tx: Tx, runId: string) => Promise<void> | void;
};

/** An installation that bills nobody. */
export const freeBill: Bill = {
  currencyOf: () => 'INR',
  quote: (_tx, _ask, lines) => lines.map(() => ({ price: 0, rateId: null })),
  draw: (_tx, _enterpriseId, _payer, prices) => ({ covered: prices.length, isShort: false, left: 0 }),
  gather: (_ctx, _runId, prices) => prices.length,
  refill: () => {},
  isActive: () => true,
  covers: () => true,
  reserve: () => true,
  release: () => {},
};
