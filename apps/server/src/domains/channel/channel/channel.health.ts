import type { VendorError } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { listHolders, notify } from '../../account/door.ts';
import { channelRecord } from './channel.record.ts';

/** Stops a channel whose vendor refuses every message. Waiting messages stay, and the administrators are notified. */
export async function stopChannel(ctx: EnterpriseContext, tx: Tx, channelId: string, error: VendorError): Promise<void> {
  const row = await tx
    .updateTable('channels')
    .set({ state: 'ERROR', stateReason: `${error.advice} (${error.vendorCode} ${error.vendorMessage})`.slice(0, 500), failuresInRow: 0 })
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('channelId', '=', channelId)
    .where('state', '=', 'ACTIVE')
    .returning('name')
    .executeTakeFirst();
  if (!row) return;
  // A vendor's sentence may hold what it was sent, a key for example: the code says enough.
  recordChange(ctx, tx, {
    record: channelRecord,
    id: channelId,
    action: 'edit',
    before: { name: row.name, state: 'ACTIVE' },
    after: { name: row.name, state: 'ERROR' },
    reason: `${error.class} ${error.vendorCode}`.trim(),
  });
  const editors = await listHolders(tx, ctx.enterpriseId, 'CHANNELS.EDIT');
  await notify(ctx, tx, editors, {
    kind: 'channel_error',
    code: 'channel.stopped',
    values: { channel: row.name, advice: error.advice },
    link: '/admin/channels',
    cause: channelId,
  });
}

/** Stores the number of consecutive failed calls of the vendor. */
export async function noteFailures(tx: Tx, enterpriseId: string, channelId: string, failuresInRow: number): Promise<void> {
  await tx
    .updateTable('channels')
    .set({ failuresInRow })
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .execute();
}

/** Stores the facts of callbacks about a channel. */
export async function noteTraffic(
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  traffic: { lastInboundAt?: Date; lastReceiptAt?: Date; quality?: string },
): Promise<void> {
  if (Object.keys(traffic).length === 0) return;
  await tx.updateTable('channels').set(traffic).where('enterpriseId', '=', enterpriseId).where('channelId', '=', channelId).execute();
}
