import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import type { KnownCustomer } from '../../customer/door.ts';
import type { InboundMessage } from '../../messaging/door.talk.ts';
import type { LockedChat } from './chat.repository.ts';

/** A customer's message that nobody among people is to answer. @property chat locked. @property number of its entry, which is in the record */
export type StreamArrival = { chat: LockedChat; customer: KnownCustomer; message: InboundMessage; number: number };

/** Message of a customer in a chat that people have. */
export type HeardByPeople = { channelId: string; message: InboundMessage };

/**
 * Port for the domain of streams. `take` is called for each message in its order, after opt-out words and people, before the channel's bot
 * or queue. It stores the messages that it takes and wakes their walks; no stream takes a step within this transaction. `meant` is called
 * for messages while people have the chat: it returns the name of the stream that these very words would begin; '' for none.
 */
export type StreamInbound = {
  take: (ctx: EnterpriseContext, tx: Tx, arrival: StreamArrival) => Promise<'taken' | 'left'>;
  meant: (ctx: EnterpriseContext, tx: Tx, heard: HeardByPeople) => Promise<string>;
};
export const streamInbound = defineExtensionPoint<StreamInbound>('chat.stream.inbound');

/** People have ended a chat that a stream had handed to them. @property instanceId as the hand-over named it */
export type StreamReturn = { instanceId: string; chat: LockedChat; exit: 'returned' | 'missed' };
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

/** The stream that a customer has asked for by its words and that did not begin, since people have the chat: they are to see it. */
export async function streamMeant(ctx: EnterpriseContext, tx: Tx, heard: HeardByPeople): Promise<string> {
  for (const { meant } of ctx.extensions.of(streamInbound)) {
    const name = await meant(ctx, tx, heard);
    if (name !== '') return name;
  }
  return '';
}

/** Tells the stream, once, that people have ended its chat. */
export async function returnToStream(ctx: EnterpriseContext, tx: Tx, chat: LockedChat, exit: StreamReturn['exit']): Promise<void> {
  const { returnsTo: instanceId } = chat;
  if (instanceId === null) return;
  chat.returnsTo = null;
  for (const { returned } of ctx.extensions.of(streamReturns)) await returned(ctx, tx, { instanceId, chat, exit });
}
