import type { Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { priorities } from './ledger.repository.ts';
import { readSendingChannel } from './line.ts';
import { send, unitsOf } from './send.ts';

/** A word of the product's own to one person who has just written, such as the confirmation of an opt-out. */
export async function sendSystemText(
  ctx: EnterpriseContext,
  tx: Tx,
  { channelId, address, text }: { channelId: string; address: string; text: string },
): Promise<void> {
  const messageId = idAt(ctx.now());
  const channel = await readSendingChannel(tx, ctx.enterpriseId, channelId);
  const content = { kind: 'text', text } as const;
  const road = {
    channel,
    source: 'SYSTEM',
    resourceId: messageId,
    runId: null,
    priority: priorities.system,
    isOrdered: true,
    purpose: 'service',
    template: null,
    unique: null,
    isBlocked: null,
    isWindowClosed: false,
  } as const;
  const units = unitsOf(channel.type, () => content);
  await send(ctx, tx, [
    { messageId, road, customerId: null, number: 0, address, given: address, content: { content }, units, missing: [] },
  ]);
}
