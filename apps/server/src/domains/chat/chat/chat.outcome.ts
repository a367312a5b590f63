import { deliveryStatuses, messageStatuses } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { chatFailure } from '../../messaging/sending/chat-line.ts';
import { listenToOutcomes, type Outcome } from '../../messaging/sending/outcome.ts';
import { chatStatusChanged, visitorTopic } from './chat.events.ts';
import { ChatRecording } from './chat.record.ts';
import { type LockedChat, lockChats } from './chat.repository.ts';

/** Vendors' receipts and refusals become ticks and failures of the chat's entries. */
listenToOutcomes(['CHAT', 'BOT', 'SYSTEM'], async (ctx, tx, outcomes) => {
  const byChat = Map.groupBy(
    outcomes.filter((outcome) => outcome.number > 0 && outcome.status !== 'SENT'),
    (outcome) => outcome.resourceId,
  );
  if (byChat.size === 0) return;
  for (const chat of await lockChats(tx, ctx.enterpriseId, [...byChat.keys()]))
    await noteOutcomes(ctx, tx, chat, byChat.get(chat.chatId) ?? []);
});

async function noteOutcomes(ctx: EnterpriseContext, tx: Tx, chat: LockedChat, outcomes: readonly Outcome[]): Promise<void> {
  const read = highest(outcomes, ['READ']);
  const delivered = Math.max(read, highest(outcomes, ['DELIVERED']));
  const hasMoved = read > chat.customerReadNumber || delivered > chat.customerReceivedNumber;
  chat.customerReadNumber = Math.max(chat.customerReadNumber, read);
  chat.customerReceivedNumber = Math.max(chat.customerReceivedNumber, delivered);
  const base = {
    chatId: chat.chatId,
    agentIds: chat.agentIds,
    visitor: visitorTopic(chat.channelId, chat.address),
    author: 'agent' as const,
  };
  if (hasMoved) {
    const recording = new ChatRecording(ctx, ctx.now());
    recording.touch(chat);
    recording.save(tx);
    await ctx.events.record(tx, chatStatusChanged, {
      ...base,
      upTo: delivered,
      status: read >= delivered ? messageStatuses.read : messageStatuses.sent,
      deliveryStatus: read >= delivered ? deliveryStatuses.read : deliveryStatuses.delivered,
    });
  }
  for (const outcome of outcomes) {
    if (outcome.status !== 'FAILED' || !outcome.error) continue;
    const { class: reason, vendorCode, vendorMessage } = outcome.error;
    const failure = chatFailure(reason, vendorCode, vendorMessage);
    await sql`update chat_actions set detail = detail || ${JSON.stringify({ failure })}::jsonb
      where enterprise_id = ${ctx.enterpriseId} and chat_id = ${chat.chatId} and number = ${outcome.number}`.execute(tx);
    // The vendor knows better when the customer last wrote.
    if (reason === 'SESSION_WINDOW') await closeWindow(tx, ctx.enterpriseId, chat, ctx.now());
    await ctx.events.record(tx, chatStatusChanged, {
      ...base,
      upTo: outcome.number,
      status: messageStatuses.sent,
      deliveryStatus: deliveryStatuses.failed,
      channelErrorCode: failure.code,
      channelErrorDesc: failure.text,
    });
  }
}

const highest = (outcomes: readonly Outcome[], statuses: readonly string[]): number =>
  Math.max(0, ...outcomes.map((outcome) => (statuses.includes(outcome.status) ? outcome.number : 0)));

async function closeWindow(tx: Tx, enterpriseId: string, chat: LockedChat, now: Date): Promise<void> {
  await tx
    .updateTable('customerAddresses')
    .set({ lastInboundAt: sql<Date>`least(last_inbound_at, ${new Date(now.getTime() - 24 * 3_600_000)})` })
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', chat.channelId)
    .where('address', '=', chat.address)
    .execute();
}
