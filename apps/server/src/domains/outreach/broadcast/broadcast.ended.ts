import type { RunCounts } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { notify } from '../../account/door.ts';

/** Tells the sender that everything of a broadcast has left, and what did not. */
export async function tellSender(ctx: EnterpriseContext, tx: Tx, broadcastId: string, counts: RunCounts): Promise<void> {
  const row = await tx
    .selectFrom('broadcasts')
    .select(['name', 'createdBy'])
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('broadcastId', '=', broadcastId)
    .executeTakeFirstOrThrow();
  await notify(ctx, tx, [row.createdBy], {
    kind: 'broadcast_done',
    title: `${row.name} is sent`,
    text: summaryOf(counts),
    link: `/campaigns/broadcast/${broadcastId}`,
    cause: broadcastId,
  });
}

function summaryOf({ audience, skipped, failed }: RunCounts): string {
  const parts = [`${audience - skipped - failed} of ${audience} messages left`];
  if (skipped > 0) parts.push(`${skipped} skipped`);
  if (failed > 0) parts.push(`${failed} failed`);
  return `${parts.join(', ')}.`;
}
