import type { VendorError } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { listHolders, notify } from '../../account/door.ts';
import { channelRecord } from './channel.record.ts';
import { stopActive } from './channel.repository.ts';

/** Stops a channel whose vendor refuses every message. Waiting messages stay, and the administrators are notified. */
export async function stopChannel(ctx: EnterpriseContext, tx: Tx, channelId: string, error: VendorError): Promise<void> {
  const stateReason = `${error.advice} (${error.vendorCode} ${error.vendorMessage})`.slice(0, 500);
  const stopped = await stopActive(tx, ctx.enterpriseId, channelId, stateReason);
  if (stopped === undefined) return;
  // A vendor's sentence may hold what it was sent, a key for example: the code says enough.
  recordChange(ctx, tx, {
    record: channelRecord,
    id: channelId,
    action: 'edit',
    before: { name: stopped, state: 'ACTIVE' },
    after: { name: stopped, state: 'ERROR' },
    reason: `${error.class} ${error.vendorCode}`.trim(),
  });
  const editors = await listHolders(tx, ctx.enterpriseId, 'CHANNELS.EDIT');
  await notify(ctx, tx, editors, {
    kind: 'channel_error',
    code: 'channel.stopped',
    values: { channel: stopped, advice: error.advice },
    link: '/admin/channels',
    cause: channelId,
  });
}
