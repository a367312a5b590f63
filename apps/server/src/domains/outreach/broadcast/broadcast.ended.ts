import type { RunCounts } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { notify } from '../../account/door.ts';
import { broadcastRecord } from './broadcast.record.ts';
import { readMaker } from './broadcast.repository.ts';

/** Tells the sender that everything of a broadcast has left, and what did not. */
export async function tellSender(ctx: EnterpriseContext, tx: Tx, broadcastId: string, counts: RunCounts): Promise<void> {
  const row = await readMaker(tx, ctx.enterpriseId, broadcastId);
  const { audience, skipped, failed } = counts;
  const after = await broadcastRecord.read(tx, ctx.enterpriseId, broadcastId);
  recordChange(ctx, tx, {
    record: broadcastRecord,
    id: broadcastId,
    action: 'edit',
    before: { ...after, state: 'sending' },
    after,
    counts: { audience, skipped, failed },
  });
  await notify(ctx, tx, [row.createdBy], {
    kind: 'broadcast_done',
    code: 'broadcast.done',
    values: { broadcast: row.name, audience, left: audience - skipped - failed, skipped, failed },
    link: `/campaigns/broadcast/${broadcastId}`,
    cause: broadcastId,
  });
}
