import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import type { KnownCustomer } from '../../customer/door.ts';
import type { InboundMessage } from '../../messaging/door.talk.ts';
import type { LockedChat } from './chat.repository.ts';

/** A customer's message that nobody among people is to answer. @property chat locked. @property number of its entry, which is in the record */
export type StreamArrival = { chat: LockedChat; customer: KnownCustomer; message: InboundMessage; number: number };

/** Messages of customers on a channel, in chats that people may have. */
export type HeardByPeople = { channelId: string; messages: readonly InboundMessage[] };

/**
 * Port for the domain of streams. `take` is called for each message in its order, after opt-out words and people, before the channel's bot
 * or queue. It stores the messages that it takes and wakes their walks; no stream takes a step within this transaction. `meant` is called
 * once for a batch, since people have most chats: it returns for each message the name of the stream that its very words would begin; ''
 * for none.
 */
export type StreamInbound = {
  take: (ctx: EnterpriseContext, tx: Tx, arrival: StreamArrival) => Promise<'taken' | 'left'>;
  meant: (ctx: EnterpriseContext, tx: Tx, heard: HeardByPeople) => Promise<string[]>;
};
export const streamInbound = defineExtensionPoint<StreamInbound>('chat.stream.inbound');

/** People have ended a chat that a stream had handed to them. @property instanceId as the hand-over named it */
export type StreamReturn = { instanceId: string; chat: LockedChat; exit: 'returned' | 'missed' | 'outOfHours' };
/** The same: called in the transaction that ends the chat, to keep the input and wake the instance. */
export const streamReturns = defineExtensionPoint<{ returned: (ctx: EnterpriseContext, tx: Tx, back: StreamReturn) => Promise<void> }>(
  'chat.stream.return',
);

/** Extension point for the domain of streams: called in the transaction in which an agent ends a chat. @property chat locked, and closed */
export const chatEndings = defineExtensionPoint<(ctx: EnterpriseContext, tx: Tx, chat: LockedChat) => Promise<void>>('chat.ended');

export async function tellEnd(ctx: EnterpriseContext, tx: Tx, chat: LockedChat): Promise<void> {
  for (const hear of ctx.extensions.of(chatEndings)) await hear(ctx, tx, chat);
}

export async function takenByStream(ctx: EnterpriseContext, tx: Tx, arrival: StreamArrival): Promise<boolean> {
  for (const { take } of ctx.extensions.of(streamInbound)) if ((await take(ctx, tx, arrival)) === 'taken') return true;
  return false;
}

/**
 * Finds the streams that customers ask for by their words: where people have the chat it does not begin, and they are to see it.
 * @returns a name for each message that asks for one
 */
export async function streamsMeant(ctx: EnterpriseContext, tx: Tx, heard: HeardByPeople): Promise<Map<InboundMessage, string>> {
  const found = await Promise.all(ctx.extensions.of(streamInbound).map(({ meant }) => meant(ctx, tx, heard)));
  return new Map(
    heard.messages.flatMap((message, place) => {
      const name = found.map((names) => names[place] ?? '').find((one) => one !== '');
      return name === undefined ? [] : [[message, name] as const];
    }),
  );
}

/** Tells the stream, once, that people have ended its chat. */
export async function returnToStream(ctx: EnterpriseContext, tx: Tx, chat: LockedChat, exit: StreamReturn['exit']): Promise<void> {
  const { returnsTo: instanceId } = chat;
  if (instanceId === null) return;
  chat.returnsTo = null;
  for (const { returned } of ctx.extensions.of(streamReturns)) await returned(ctx, tx, { instanceId, chat, exit });
}
