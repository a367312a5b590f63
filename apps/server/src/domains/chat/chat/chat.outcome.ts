import { deliveryStatuses, messageStatuses } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { noteSilence } from '../../customer/door.ts';
import { chatFailure, type Outcome } from '../../messaging/door.ts';
import { chatStatusChanged, visitorTopic } from './chat.events.ts';
import { ChatRecording } from './chat.record.ts';
import { type LockedChat, lockChats } from './chat.repository.ts';

const windowMs = 24 * 3_600_000;

/** Vendors' receipts and refusals become ticks and failures of the chat's entries. */
export async function listenToOutcomes(ctx: EnterpriseContext, tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
  const byChat = Map.groupBy(
    outcomes.filter((outcome) => outcome.number > 0 && outcome.status !== 'SENT'),
    // A stream's message counts for its run; the chat stands beside it.
    (outcome) => (outcome.source === 'JOURNEY' ? outcome.chatId : outcome.resourceId) ?? '',
  );
  byChat.delete('');
  if (byChat.size === 0) return;
  for (const chat of await lockChats(tx, ctx.enterpriseId, [...byChat.keys()]))
    await noteOutcomes(ctx, tx, chat, byChat.get(chat.chatId) ?? []);
}

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
    await recording.save(tx);
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
    if (reason === 'SESSION_WINDOW') await noteSilence(tx, ctx.enterpriseId, chat, new Date(ctx.now().getTime() - windowMs));
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
