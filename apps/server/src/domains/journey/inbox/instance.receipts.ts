import type { LedgerStatus } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Outcome, OutcomeListener } from '../../messaging/door.talk.ts';
import { findWatchedSends } from '../row/send.repository.ts';
import { type NewInput, putInputs } from './instance.inputs.ts';

const receipts: { [Status in LedgerStatus]?: 'accepted' | 'delivered' | 'read' | 'failed' } = {
  SENT: 'accepted',
  DELIVERED: 'delivered',
  READ: 'read',
  FAILED: 'failed',
  SKIPPED: 'failed',
};

/** Tells walks what became of messages that they wait for, in the transaction that learnt it. */
async function listen(ctx: EnterpriseContext, tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
  const told = outcomes.filter(({ status }) => receipts[status] !== undefined);
  if (told.length === 0) return;
  const rows = await findWatchedSends(
    tx,
    ctx.enterpriseId,
    told.map(({ messageId }) => messageId),
  );
  const byMessage = new Map(rows.map((row) => [row.messageId, row]));
  const inputs = told.flatMap(({ messageId, status }): NewInput[] => {
    const sent = byMessage.get(messageId);
    const receipt = receipts[status];
    if (!sent || !receipt) return [];
    const { instanceId, turn, place } = sent;
    return [{ instanceId, input: { kind: 'receipt', turn, place, receipt }, key: `r:${messageId}:${receipt}` }];
  });
  await putInputs(ctx, tx, inputs);
}

export const journeyOutcomes: OutcomeListener = { sources: ['JOURNEY'], listen };
