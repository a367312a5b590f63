import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { chatActionTypes, chatStates, type WidgetEntry } from '@parley/contract';
import { sql } from 'kysely';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import { type Batcher, createBatcher } from '#platform/jobs/batcher.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { ensureCustomers, findByAddresses, type KnownCustomer } from '../../customer/door.ts';
import type { InboundConcern, InboundMessage } from '../../messaging/door.ts';
import { readChatConfig } from './chat.config.ts';
import { chatStateChanged } from './chat.events.ts';
import { handToBot, handToStream } from './chat.hand.ts';
import { answerChat } from './chat.jobs.ts';
import { presentWidgetEntry } from './chat.present.ts';
import { queueChat } from './chat.queue.ts';
import { ChatRecording } from './chat.record.ts';
import {
  type ActionRow,
  findAction,
  findKeys,
  findLastChat,
  insertChat,
  type LockedChat,
  lockChats,
  lockOpenChats,
} from './chat.repository.ts';
import { takenByStream } from './chat.stream.port.ts';

export type StoredMessage = { chatId: string; customer: KnownCustomer; entry: WidgetEntry };

export type Inbound = Batcher<InboundMessage, StoredMessage>;
const most = 100;
const lanes = 2; // while one batch is written the next is prepared; a customer stays in one lane, and so in order

const laneOf = (message: InboundMessage) => message.address.charCodeAt(message.address.length - 1) % lanes;
const racesTried = 4; // two first messages of one visitor from two tabs meet in a unique index; the loser then finds the winner's chat

/** Stores inbound messages once and in order in the chat's record, and routes them: people who have the chat, streams, the channel's bot or queue. */
export function createInbound(deps: Deps): Inbound {
  return createBatcher<InboundMessage, StoredMessage>(
    async (messages) => {
      const [first] = messages as [InboundMessage];
      const ctx = enterpriseContext(deps, first.enterpriseId);
      for (let tries = 1; ; tries += 1) {
        try {
          const stored = await ctx.transaction((tx) => receive(ctx, tx, messages));
          deps.metrics.messages.inc({ direction: 'in', source: 'CHAT' }, messages.length);
          return stored;
        } catch (error) {
          if (violatedConstraint(error) === undefined || tries === racesTried) throw error;
          await sleep(tries * 10);
        }
      }
    },
    { group: (message) => `${message.enterpriseId}:${message.channelId}:${laneOf(message)}`, most },
  );
}

/** The same in the caller's transaction, for messages of one channel in their order. @returns those that are in a chat now */
export async function receive(ctx: EnterpriseContext, tx: Tx, messages: readonly InboundMessage[]): Promise<StoredMessage[]> {
  const now = ctx.now();
  const [{ channelId }] = messages as [InboundMessage];
  const customers = await knownCustomers(ctx, tx, messages, now);
  const customerOf = (message: InboundMessage) => customers.get(message.address) as KnownCustomer;
  const keys = messages.map((message) => ({ senderId: customerOf(message).customerId, key: message.key }));
  // One trip to the database; the keys are looked up behind the chats' locks.
  const [open, repeats] = await Promise.all([openChats(ctx, tx, channelId, [...customers.values()]), repeatedMessages(ctx, tx, keys)]);

  const recording = new ChatRecording(ctx, now);
  const stored: StoredMessage[] = [];
  const toAnswer = new Set<string>();
  for (const message of messages) {
    const customer = customerOf(message);
    const repeat = repeats.get(`${customer.customerId}:${message.key}`);
    if (repeat !== undefined) {
      if (repeat) stored.push(toStored(ctx, repeat, customer));
      continue;
    }
    const found = open.get(customer.customerId);
    if (message.isSettled && !found) {
      recording.noteSettled(message, customer);
      repeats.set(`${customer.customerId}:${message.key}`, null);
      continue;
    }
    const chat = found ?? (await startChat(ctx, tx, recording, message, customer, now));
    open.set(customer.customerId, chat);
    followAddress(chat, message);
    const stateBefore = chat.state;
    const row = recording.append(chat, {
      actionType: chatActionTypes.customerReply,
      author: { kind: 'customer', id: customer.customerId, name: customer.name },
      message: message.text,
      attachment: message.attachment,
      key: message.key,
      ...(message.detail ? { detail: { inbound: message.detail } } : {}),
    });
    repeats.set(`${customer.customerId}:${message.key}`, row);
    if (chat.state !== stateBefore)
      await ctx.events.record(tx, chatStateChanged, { chatId: chat.chatId, agentIds: chat.agentIds, state: chat.state });
    const isForPeople = chat.handledBy === 'agent' || chat.handledBy === 'queue';
    if (!isForPeople && !message.isSettled) {
      const wasHeld = chat.handledBy === 'stream';
      if (await takenByStream(ctx, tx, { chat, customer, message, number: row.number })) {
        handToStream(recording, chat);
        stored.push(toStored(ctx, row, customer));
        continue;
      }
      if (message.entry === 'queue' && (!found || wasHeld)) {
        const config = await readChatConfig(tx, ctx.enterpriseId);
        await queueChat(ctx, tx, recording, chat, { customerName: customer.name, lastMessage: message.text, config }, now);
      } else if (wasHeld) handToBot(recording, chat, row.number - 1); // What the stream has answered is no question for the bot.
    }
    if (chat.handledBy === 'bot' && !message.isSettled) toAnswer.add(chat.chatId);
    stored.push(toStored(ctx, row, customer));
  }
  await recording.save(tx);
  for (const chatId of toAnswer) await ctx.jobs.enqueue(tx, answerChat, { enterpriseId: ctx.enterpriseId, chatId });
  return stored;
}

/** Whoever writes from another number, or on another device, is answered there. */
function followAddress(chat: LockedChat, { address, line, isSettled }: InboundMessage): void {
  if (chat.address === address || isSettled) return;
  chat.address = address;
  chat.line = line ?? chat.line;
}

const toStored = (ctx: EnterpriseContext, row: ActionRow, customer: KnownCustomer): StoredMessage => ({
  chatId: row.chatId,
  customer,
  entry: presentWidgetEntry(row, ctx.fileUrl) as WidgetEntry,
});

async function knownCustomers(
  ctx: EnterpriseContext,
  tx: Tx,
  messages: readonly InboundMessage[],
  now: Date,
): Promise<Map<string, KnownCustomer>> {
  const known = new Map(messages.flatMap((message) => (message.customer ? [[message.address, message.customer] as const] : [])));
  const unknown = [...new Set(messages.map((message) => message.address).filter((address) => !known.has(address)))];
  if (unknown.length === 0) return known;
  const [{ channelId }] = messages as [InboundMessage];
  const people = new Map(messages.flatMap((message) => (message.person ? [[message.address, message.person] as const] : [])));
  return new Map([...known, ...(await ensureCustomers(tx, ctx.enterpriseId, channelId, unknown, now, people))]);
}

async function openChats(
  ctx: EnterpriseContext,
  tx: Tx,
  channelId: string,
  customers: readonly KnownCustomer[],
): Promise<Map<string, LockedChat>> {
  const chats = await lockOpenChats(tx, ctx.enterpriseId, channelId, [...new Set(customers.map((customer) => customer.customerId))]);
  return new Map(chats.map((chat) => [chat.customerId, chat]));
}

/** null: what was said in no chat. */
async function repeatedMessages(
  ctx: EnterpriseContext,
  tx: Tx,
  keys: readonly { senderId: string; key: string }[],
): Promise<Map<string, ActionRow | null>> {
  const found = new Map<string, ActionRow | null>();
  for (const repeat of await findKeys(tx, ctx.enterpriseId, keys)) {
    const row = await findAction(tx, ctx.enterpriseId, repeat.chatId, repeat.number);
    found.set(`${repeat.senderId}:${repeat.messageKey}`, row ?? null);
  }
  return found;
}

/** Locks the chats that a reading of a channel will change: those that are open with whoever has written, and those of messages reported on. */
export async function lockConcerned(ctx: EnterpriseContext, tx: Tx, { channelId, addresses, chatIds }: InboundConcern): Promise<void> {
  const customers = await findByAddresses(tx, ctx.enterpriseId, channelId, addresses);
  const open = await tx
    .selectFrom('chats')
    .select('chatId')
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('channelId', '=', channelId)
    .where(sql<boolean>`customer_id = any(${[...customers.values()].map(({ customerId }) => customerId)}::uuid[])`)
    .where('state', 'not in', [sql.lit(chatStates.closed), sql.lit(chatStates.missed)])
    .execute();
  await lockChats(tx, ctx.enterpriseId, [...chatIds, ...open.map(({ chatId }) => chatId)]);
}

async function startChat(
  ctx: EnterpriseContext,
  tx: Tx,
  recording: ChatRecording,
  message: InboundMessage,
  customer: KnownCustomer,
  now: Date,
): Promise<LockedChat> {
  const previous = await findLastChat(tx, ctx.enterpriseId, message.channelId, customer.customerId);
  const chat = await insertChat(tx, {
    enterpriseId: ctx.enterpriseId,
    chatId: randomUUIDv7(),
    channelId: message.channelId,
    customerId: customer.customerId,
    address: message.address,
    handledBy: 'bot',
    previousChatId: previous?.chatId ?? null,
    visit: message.visit,
    line: message.line ?? null,
    now,
  });
  recording.append(chat, {
    actionType: chatActionTypes.customerStartChat,
    author: { kind: 'customer', id: customer.customerId, name: customer.name },
  });
  return chat;
}
