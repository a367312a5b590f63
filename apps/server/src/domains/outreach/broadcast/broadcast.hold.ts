import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { notify } from '../../account/door.ts';
import type { Hold } from '../../messaging/door.run.ts';
import { broadcastRecord } from './broadcast.record.ts';
import { readMaker } from './broadcast.repository.ts';

/** The program holds a broadcast, or lets it go on: its sender is told. */
export async function noteHold(
  ctx: EnterpriseContext,
  tx: Tx,
  broadcastId: string,
  { reason, isHeld }: { reason: Hold; isHeld: boolean },
  change: () => Promise<void>,
): Promise<void> {
  await changing(ctx, tx, broadcastRecord, broadcastId, 'edit', change);
  const row = await readMaker(tx, ctx.enterpriseId, broadcastId);
  await notify(ctx, tx, [row.createdBy], {
    kind: 'run_paused',
    code: !isHeld ? 'broadcast.template_back' : reason === 'LATE' ? 'broadcast.late' : 'broadcast.template_down',
    values: { broadcast: row.name },
    link: `/campaigns/broadcast/${broadcastId}`,
    cause: broadcastId,
  });
}
