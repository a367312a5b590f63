import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { notify } from '../../account/door.ts';
import type { Held } from '../../messaging/door.run.ts';
import { broadcastRecord } from './broadcast.record.ts';
import { readMaker } from './broadcast.repository.ts';

const held = { TEMPLATE: 'broadcast.template_down', CLOSED: 'broadcast.closed', LATE: 'broadcast.late' } as const;
const back = { TEMPLATE: 'broadcast.template_back', CLOSED: 'broadcast.opens_again', LATE: 'broadcast.template_back' } as const;

/** The program holds a broadcast, or lets it go on: its sender is told. */
export async function noteHold(
  ctx: EnterpriseContext,
  tx: Tx,
  broadcastId: string,
  { reason, isHeld }: Held,
  change: () => Promise<void>,
): Promise<void> {
  // The pause for money is the wallet's, which tells of it.
  if (reason === 'NO_BALANCE') return change();
  await changing(ctx, tx, broadcastRecord, broadcastId, 'edit', change);
  const row = await readMaker(tx, ctx.enterpriseId, broadcastId);
  await notify(ctx, tx, [row.createdBy], {
    kind: 'run_paused',
    code: (isHeld ? held : back)[reason],
    values: { broadcast: row.name },
    link: `/campaigns/broadcast/${broadcastId}`,
    cause: broadcastId,
  });
}
