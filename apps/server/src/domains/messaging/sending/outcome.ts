import type { LedgerStatus, MessageSource, VendorError } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';

/** Reports the outcome of messages to their modules, in the transaction that changed the rows. */
export type Outcome = {
  messageId: string;
  source: MessageSource;
  resourceId: string;
  number: number;
  status: LedgerStatus;
  error: VendorError | null;
  at: Date;
};
type Listener = (ctx: EnterpriseContext, tx: Tx, outcomes: readonly Outcome[]) => Promise<void>;

const listeners: { sources: readonly MessageSource[]; listener: Listener }[] = [];

/** For modules whose records show what became of a message; the ledger knows none of them. */
export const listenToOutcomes = (sources: readonly MessageSource[], listener: Listener): void => void listeners.push({ sources, listener });

export async function tellOutcomes(ctx: EnterpriseContext, tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  for (const { sources, listener } of listeners) {
    const wanted = outcomes.filter((outcome) => sources.includes(outcome.source));
    if (wanted.length > 0) await listener(ctx, tx, wanted);
  }
}
