import type { RunCounts } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { notify } from '../../account/door.ts';

/** Tells the sender that everything of a broadcast has left, and what did not. */
export async function tellSender(
  ctx: EnterpriseContext,
  tx: Tx,
  broadcastId: string,
  { audience, skipped, failed }: RunCounts,
): Promise<void> {
  const row = await tx
    .selectFrom('broadcasts')
    .select(['name', 'createdBy'])
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('broadcastId', '=', broadcastId)
    .executeTakeFirstOrThrow();
  await notify(ctx, tx, [row.createdBy], {
    kind: 'broadcast_done',
    code: 'broadcast.done',
    values: { broadcast: row.name, audience, left: audience - skipped - failed, skipped, failed },
    link: `/campaigns/broadcast/${broadcastId}`,
    cause: broadcastId,
  });
}
