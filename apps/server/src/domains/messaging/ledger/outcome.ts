import type { LedgerStatus, MessageSource, VendorError } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** Reports the outcome of messages to their modules, in the transaction that changed the rows. */
export type Outcome = {
  messageId: string;
  source: MessageSource;
  resourceId: string;
  /** The chat of a stream's message, under that number */
  chatId: string | null;
  number: number;
  status: LedgerStatus;
  /** The ledger's status before a receipt */
  before?: LedgerStatus;
  error: VendorError | null;
  at: Date;
};
export type OutcomeListener = {
  sources: readonly MessageSource[];
  listen: (ctx: EnterpriseContext, tx: Tx, outcomes: readonly Outcome[]) => Promise<void>;
};

/** Extension point for modules whose records show the outcome of a message; the ledger knows none of them. */
export const outcomeListeners = defineExtensionPoint<OutcomeListener>('sending.outcome');

export async function tellOutcomes(ctx: EnterpriseContext, tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  for (const { sources, listen } of ctx.extensions.of(outcomeListeners)) {
    const wanted = outcomes.filter((outcome) => sources.includes(outcome.source));
    if (wanted.length > 0) await listen(ctx, tx, wanted);
  }
}
