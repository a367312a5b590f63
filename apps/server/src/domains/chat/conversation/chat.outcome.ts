import { deliveryStatuses, messageStatuses } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { noteSilence } from '../../customer/door.ts';
import { chatFailure, findStates, type Outcome } from '../../messaging/door.talk.ts';
import { chatStatusChanged, visitorTopic } from '../record/chat.events.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { findAction, type LockedChat, lockChats } from '../record/chat.repository.ts';
import { tellChange } from './chat.notes.ts';

const windowMs = 24 * 3_600_000;

/** Vendors' receipts and refusals become ticks and failures of the chat's entries. */
export async function listenToOutcomes(ctx: EnterpriseContext, tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
  const placed = outcomes.filter(({ number, status, before }) => number > 0 && (status !== 'SENT' || before === 'UNKNOWN'));
  const heard = await withoutOvertaken(tx, ctx.enterpriseId, placed);
  const byChat = Map.groupBy(
    heard,
    // A stream's message counts for its run; the chat stands beside it.
    (outcome) => (outcome.source === 'JOURNEY' ? outcome.chatId : outcome.resourceId) ?? '',
  );
  byChat.delete('');
  if (byChat.size === 0) return;
  for (const chat of await lockChats(tx, ctx.enterpriseId, [...byChat.keys()]))
    await noteOutcomes(ctx, tx, chat, await withFolded(tx, chat, byChat.get(chat.chatId) ?? []));
}

/**
 * Repeats the outcome of a mail that carried several answers of a website's chat for each of them. Its message names the last of them; all have
 * the mark of the same mail.
 */
async function withFolded(tx: Tx, { enterpriseId, chatId, line }: LockedChat, outcomes: readonly Outcome[]): Promise<readonly Outcome[]> {
  if (line) return outcomes;
  const { rows } = await sql<{ last: number; number: number }>`
    select l.number as last, f.number from chat_actions l
    join chat_actions f on f.enterprise_id = l.enterprise_id and f.chat_id = l.chat_id and f.number < l.number
      and f.detail->'mailed'->>'messageId' = l.detail->'mailed'->>'messageId'
    where l.enterprise_id = ${enterpriseId} and l.chat_id = ${chatId}
      and l.number = any(${outcomes.map(({ number }) => number)}::integer[])
    order by f.number`.execute(tx);
  const folded = Map.groupBy(rows, ({ last }) => last);
  return outcomes.flatMap((outcome) => [...(folded.get(outcome.number) ?? []).map(({ number }) => ({ ...outcome, number })), outcome]);
}

/** An attempt that has come to nothing says nothing, where a receipt of an earlier one has shown meanwhile that the message arrived. */
async function withoutOvertaken(tx: Tx, enterpriseId: string, outcomes: readonly Outcome[]): Promise<readonly Outcome[]> {
  const open = outcomes.filter(({ status }) => status === 'FAILED' || status === 'UNKNOWN').map(({ messageId }) => messageId);
  if (open.length === 0) return outcomes;
  const states = await findStates(tx, enterpriseId, open);
  return outcomes.filter(({ messageId, status }) => !open.includes(messageId) || states.get(messageId)?.status === status);
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
  await noteOwnProgress(ctx, tx, chat, outcomes);
  for (const outcome of outcomes) {
    if (outcome.status !== 'FAILED' || !outcome.error) continue;
    const { class: reason, vendorCode, vendorMessage } = outcome.error;
    const failure = chatFailure(reason, vendorCode, vendorMessage);
    await sql`update chat_actions set detail = detail - 'unknown' || ${JSON.stringify({ failure })}::jsonb
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

/**
 * Entries of which nobody knows any more whether they arrived are marked. One with that mark, or tried again, arrives behind others that
 * have long been read: its own receipts say how far it is.
 */
async function noteOwnProgress(ctx: EnterpriseContext, tx: Tx, chat: LockedChat, outcomes: readonly Outcome[]): Promise<void> {
  const { enterpriseId } = ctx;
  const { chatId } = chat;
  for (const { number, status, at } of outcomes) {
    const change = ownProgressOf(status, at);
    const which = status === 'UNKNOWN' ? sql`true` : sql`detail ?| ${status === 'FAILED' ? ['unknown'] : ['unknown', 'isRetried']}`;
    const { numAffectedRows } = await sql`update chat_actions set detail = ${change}
      where enterprise_id = ${enterpriseId} and chat_id = ${chatId} and number = ${number} and ${which}`.execute(tx);
    const row = numAffectedRows === 0n ? undefined : await findAction(tx, enterpriseId, chatId, number);
    if (row) await tellChange(ctx, tx, chat, row);
  }
}

function ownProgressOf(status: Outcome['status'], at: Date) {
  switch (status) {
    case 'UNKNOWN':
      return sql`(detail - '{isRetried,hasArrived}'::text[]) || ${JSON.stringify({ unknown: { at: at.toISOString() } })}::jsonb`;
    case 'SENT':
      return sql`(detail - 'unknown') || '{"isRetried":true}'::jsonb`;
    case 'DELIVERED':
      return sql`(detail - 'unknown') || '{"isRetried":true,"hasArrived":true}'::jsonb`;
    case 'READ':
      return sql`detail - '{unknown,isRetried,hasArrived}'::text[]`;
    default:
      return sql`detail - 'unknown'`;
  }
}

const highest = (outcomes: readonly Outcome[], statuses: readonly string[]): number =>
  Math.max(0, ...outcomes.map((outcome) => (statuses.includes(outcome.status) ? outcome.number : 0)));
