import { channelTypes, type FailureClass, reasonTexts, type SkipReason } from '@parley/contract';
import type { OutgoingContent } from '@parley/vendors';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { afterCommit, writeBehind } from '#platform/db/transaction.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { decideGate } from './gate.ts';
import { insertMessages, type LedgerBatch, type NewMessage, priorities } from './ledger.repository.ts';
import { wakeSending } from './wake.ts';

/** What the gate knows of a conversation on a vendor's channel; null: the channel is our own widget. */
export type ChatLine = {
  type: number;
  environment: 'sandbox' | 'production';
  state: string;
  lastInboundAt: string | null;
  session: Record<string, string> | null;
  isBlocked: boolean;
};

/** The line of a chat, in the query that reads the chat. @param chats the table's name there */
export const chatLine = (chats: 'c' | 'chats'): RawBuilder<ChatLine | null> => sql<ChatLine | null>`(
  select jsonb_build_object('type', h.type, 'environment', h.environment, 'state', h.state, 'lastInboundAt', a.last_inbound_at, 'session', a.session,
    'isBlocked', exists (select from blacklist b where b.enterprise_id = h.enterprise_id and b.address = ${sql.ref(`${chats}.address`)}
      and b.removed_at is null and b.kind = 'blocked' and (b.channel_id is null or b.channel_id = h.channel_id)))
  from channels h left join customer_addresses a
    on a.enterprise_id = h.enterprise_id and a.channel_id = h.channel_id and a.address = ${sql.ref(`${chats}.address`)}
  where h.enterprise_id = ${sql.ref(`${chats}.enterpriseId`)} and h.channel_id = ${sql.ref(`${chats}.channelId`)} and h.type <> 12)`;

const windowHours: Partial<Record<number, number>> = {
  [channelTypes.WHATSAPP]: 24,
  [channelTypes.FACEBOOK_MESSENGER]: 24,
  [channelTypes.INSTAGRAM]: 24,
};

/** Until when free text may be sent; null: without limit. */
export function windowEnd(line: Pick<ChatLine, 'type' | 'lastInboundAt'> | null): Date | null {
  const hours = line && windowHours[line.type];
  if (!hours) return null;
  return new Date((line.lastInboundAt === null ? 0 : new Date(line.lastInboundAt).getTime()) + hours * 3_600_000);
}

export type ChatMessage = {
  messageId: string;
  channelId: string;
  customerId: string | null;
  chatId: string;
  number: number;
  address: string;
  source: LedgerBatch['source'];
  content: OutgoingContent;
  templateId: string | null;
  line: ChatLine;
};

/** Runs the gate for one message of a conversation. @returns why it is refused, or undefined */
export function judgeChatMessage(
  { content, line, address }: Pick<ChatMessage, 'content' | 'line' | 'address'>,
  now: Date,
): SkipReason | undefined {
  const end = windowEnd(line);
  const isTemplate = content.kind === 'template';
  return decideGate({
    address,
    isRepeated: false,
    isBlocked: line.isBlocked,
    isOptedOut: false,
    isMarketing: false,
    isChannelActive: line.state === 'ACTIVE',
    template: isTemplate ? { status: 'APPROVED', hasMedia: true } : null,
    missing: [],
    isWindowClosed: end !== null && end <= now,
    isCapped: false,
    hasBalance: true,
  });
}

/** Writes messages of conversations to the ledger and the queue, with priority over broadcasts. */
export function queueChatMessages(
  ctx: EnterpriseContext,
  tx: Tx,
  messages: readonly (ChatMessage & { reason: SkipReason | undefined })[],
  now: Date,
): void {
  for (const message of messages) {
    const { channelId, chatId, source, templateId, line, content } = message;
    const row: NewMessage = {
      messageId: message.messageId,
      customerId: message.customerId,
      number: message.number,
      address: message.address,
      reason: message.reason,
      content: { content, ...(line.session ? { session: line.session } : {}) },
      cost: 0,
      dueAt: now,
    };
    const batch: LedgerBatch = {
      channelId,
      source,
      resourceId: chatId,
      runId: null,
      templateId,
      isSandbox: line.environment === 'sandbox',
      priority: priorities.chat,
      at: now,
    };
    writeBehind(tx, insertMessages(tx, ctx.enterpriseId, batch, [row]));
  }
  for (const channelId of new Set(messages.map((message) => message.channelId)))
    afterCommit(tx, () => wakeSending(ctx, ctx.enterpriseId, channelId));
}

/** Failed with this code a message needs a template (seed 002, section 5). */
export const templateNeeded = '470';

/** How a failure reads in a chat: the code that screens know, and words. */
export function chatFailure(reason: SkipReason | FailureClass, vendorCode = '', vendorMessage = ''): { code: string; text: string } {
  const isWindow = reason === 'WINDOW_CLOSED' || reason === 'SESSION_WINDOW';
  return { code: isWindow ? templateNeeded : vendorCode || reason, text: [reasonTexts[reason], vendorMessage].filter(Boolean).join(' ') };
}
