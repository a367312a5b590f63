import type { LedgerStatus } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Outcome, OutcomeListener } from '../../messaging/door.talk.ts';
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
  const { rows } = await sql<{ messageId: string; instanceId: string; turn: number; place: number }>`
    select s.message_id, s.instance_id, s.turn, s.place from journey_sends s
    join journey_live l on l.enterprise_id = s.enterprise_id and l.instance_id = s.instance_id
    where s.enterprise_id = ${ctx.enterpriseId} and s.message_id = any(${told.map(({ messageId }) => messageId)}::uuid[]) and s.is_watched`.execute(
    tx,
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
