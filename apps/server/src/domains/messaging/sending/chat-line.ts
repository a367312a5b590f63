import { type FailureClass, reasonTexts, type SkipReason, type TemplateCategory, templateNeededCode } from '@parley/contract';
import { type OutgoingContent, type OutgoingMail, windowHoursOf } from '@parley/vendors';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { Purpose } from '../gate/judge.ts';
import { priorities } from '../ledger/ledger.repository.ts';
import { type Draft, measure, purposeOf, type Road } from './send.ts';

/** The gate's facts about a conversation on a vendor's channel; null: the channel is our own widget. */
export type ChatLine = {
  type: number;
  vendor: string;
  environment: 'sandbox' | 'production';
  state: string;
  lastInboundAt: string | null;
  session: Record<string, string> | null;
  isBlocked: boolean;
};

/** The line of a chat, in the query that reads the chat. @param chats the table's name there */
export const chatLine = (chats: 'c' | 'chats'): RawBuilder<ChatLine | null> => sql<ChatLine | null>`(
  select jsonb_build_object('type', h.type, 'vendor', h.vendor, 'environment', h.environment, 'state', h.state, 'lastInboundAt', a.last_inbound_at, 'session', a.session,
    'isBlocked', exists (select from blacklist b where b.enterprise_id = h.enterprise_id and b.address = any(number_spellings(${sql.ref(`${chats}.address`)}))
      and b.removed_at is null and b.kind = 'blocked' and (b.channel_id is null or b.channel_id = h.channel_id)))
  from channels h left join customer_addresses a
    on a.enterprise_id = h.enterprise_id and a.channel_id = h.channel_id and a.address = ${sql.ref(`${chats}.address`)}
  where h.enterprise_id = ${sql.ref(`${chats}.enterpriseId`)} and h.channel_id = ${sql.ref(`${chats}.channelId`)} and h.type <> 12)`;

/** The line to an address of a channel, whatever chat it has. @returns undefined: the channel is gone */
export async function findLine(
  tx: Read,
  enterpriseId: string,
  { channelId, address }: { channelId: string; address: string },
): Promise<ChatLine | undefined> {
  const { rows } = await sql<ChatLine>`
    select h.type, h.vendor, h.environment, h.state, to_jsonb(a.last_inbound_at) #>> '{}' as last_inbound_at, a.session,
      exists (select from blacklist b where b.enterprise_id = h.enterprise_id and b.address = any(number_spellings(${address}))
        and b.removed_at is null and b.kind = 'blocked' and (b.channel_id is null or b.channel_id = h.channel_id)) as is_blocked
    from channels h left join customer_addresses a
      on a.enterprise_id = h.enterprise_id and a.channel_id = h.channel_id and a.address = ${address}
    where h.enterprise_id = ${enterpriseId} and h.channel_id = ${channelId}`.execute(tx);
  return rows[0];
}

/** Returns the time until which free text may be sent; null: without limit. */
export function windowEnd(line: Pick<ChatLine, 'type' | 'vendor' | 'lastInboundAt'> | null): Date | null {
  const hours = line ? windowHoursOf(line.vendor, line.type) : 0;
  if (!line || hours === 0) return null;
  return new Date((line.lastInboundAt === null ? 0 : new Date(line.lastInboundAt).getTime()) + hours * 3_600_000);
}

export type ChatMessage = Pick<Draft, 'messageId' | 'customerId' | 'number'> & {
  channelId: string;
  chatId: string;
  address: string;
  source: Road['source'];
  content: OutgoingContent;
  /** The content, where nobody may read it before it leaves, nor afterwards */
  sealed?: string | undefined;
  /** The template, if the content is one: approved, since it was looked at just now */
  template: { templateId: string; category: TemplateCategory } | null;
  line: ChatLine;
  /** Its place among the mails of the chat, where it leaves as one */
  mail?: OutgoingMail | undefined;
  /** The stream of the message: its counter instead of the chat, its purpose, and the pause before it */
  stream?: { runId: string; purpose: Purpose; notBefore: Date | undefined } | undefined;
};

/** Somebody who has written within this time waits for what is said next. */
const talkingMs = 10 * 60_000;

/** Messages that a stream sends on its own, such as to thousands at a calendar time, go behind those of customers in a conversation. */
function priorityOf({ line: { lastInboundAt }, stream }: ChatMessage, now: Date): number {
  const isTalking = lastInboundAt !== null && now.getTime() - new Date(lastInboundAt).getTime() < talkingMs;
  return stream && !isTalking ? priorities.system : priorities.chat;
}

/** A message of a conversation on a vendor's channel, for `send`: it goes before all that is sent to many. */
export function toChatDraft(message: ChatMessage, now: Date): Draft {
  const { channelId, chatId, source, template, line, content, address, stream } = message;
  const end = windowEnd(line);
  return {
    messageId: message.messageId,
    road: {
      channel: { channelId, type: line.type, vendor: line.vendor, state: line.state, environment: line.environment },
      source,
      resourceId: stream?.runId ?? chatId,
      runId: null,
      chatId: stream ? chatId : null,
      priority: priorityOf(message, now),
      isOrdered: true,
      isHeld: false,
      quietHours: null,
      purpose: streamPurpose(stream?.purpose, template?.category),
      template: template ? { ...template, status: 'APPROVED', hasMedia: true } : null,
      unique: null,
      isBlocked: line.isBlocked,
      isWindowClosed: end !== null && end <= now,
      isInWindow: end !== null && end > now,
    },
    customerId: message.customerId,
    number: message.number,
    address,
    given: address,
    content: {
      ...(message.sealed === undefined ? { content } : { sealed: message.sealed }),
      ...(line.session ? { session: line.session } : {}),
      ...(message.mail ? { mail: message.mail } : {}),
    },
    ...measure(line.type, () => content),
    missing: [],
    notBefore: stream?.notBefore,
  };
}

/** A template of marketing is marketing, for any purpose of its stream. */
const streamPurpose = (purpose: Purpose | undefined, category: TemplateCategory | undefined): Purpose => {
  const own = category && purposeOf(category);
  return own === 'marketing' ? own : (purpose ?? own ?? 'service');
};

/** Describes a failure for a chat: the code that screens know, and words. */
export function chatFailure(reason: SkipReason | FailureClass, vendorCode = '', vendorMessage = ''): { code: string; text: string } {
  const isWindow = reason === 'WINDOW_CLOSED' || reason === 'SESSION_WINDOW';
  return {
    code: isWindow ? templateNeededCode : vendorCode || reason,
    text: [reasonTexts[reason], vendorMessage].filter(Boolean).join(' '),
  };
}
