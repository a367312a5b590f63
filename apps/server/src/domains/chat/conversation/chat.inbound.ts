import { setTimeout as sleep } from 'node:timers/promises';
import { chatActionTypes, chatStates, type WidgetEntry } from '@parley/contract';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { type Batcher, createBatcher } from '#platform/jobs/batcher.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { ensureCustomers, fillCustomer, findSurvivors, type KnownCustomer } from '../../customer/door.ts';
import { type FormTaken, type InboundMessage, maskSecrets } from '../../messaging/door.talk.ts';
import { insertMails } from '../mail/mail.repository.ts';
import { type Thread, threadsOf, threadsOfNumbers } from '../mail/mail.threads.ts';
import { chatStateChanged } from '../record/chat.events.ts';
import { presentWidgetEntry } from '../record/chat.present.ts';
import { ChatRecording } from '../record/chat.record.ts';
import {
  type ActionRow,
  findAction,
  findKeys,
  findLastChat,
  insertChat,
  type LockedChat,
  lockOpenChats,
} from '../record/chat.repository.ts';
import { end, isOpen, systemAuthor } from '../record/chat.rules.ts';
import { streamsMeant, takenByStream } from '../record/chat.stream.port.ts';
import { handToBot, handToStream } from '../routing/chat.hand.ts';
import { answerChat } from '../routing/chat.jobs.ts';
import { queueChat } from '../routing/chat.queue.ts';
import { lockDesksOfSuspended, moveToChats } from './chat.inbound.locks.ts';

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
          const stored = await ctx.transaction(async (tx) => receive(ctx, tx, await maskedOfSurvivors(ctx, tx, messages)));
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

/**
 * Masks secrets in the messages. A page knows whose it is since its first message. Who was merged with another one meanwhile is that one, and
 * asked by that one's streams: since that is rare, both are looked up in one trip to the database.
 */
async function maskedOfSurvivors(ctx: EnterpriseContext, tx: Tx, messages: readonly InboundMessage[]): Promise<InboundMessage[]> {
  const known = [...new Set(messages.flatMap(({ customer }) => customer?.customerId ?? []))];
  const [survivors, masked] = await Promise.all([findSurvivors(tx, ctx.enterpriseId, known), maskSecrets(ctx, tx, messages)]);
  if (survivors.size === 0) return masked;
  const current = messages.map((message) => {
    const survivor = message.customer && survivors.get(message.customer.customerId);
    return survivor ? { ...message, customer: survivor } : message;
  });
  return maskSecrets(ctx, tx, current);
}

/** The same in the caller's transaction, for messages of one channel in their order. @returns those that are in a chat now */
export async function receive(ctx: EnterpriseContext, tx: Tx, messages: readonly InboundMessage[]): Promise<StoredMessage[]> {
  const [byMail, byNumber] = await Promise.all([threadsOf(ctx, tx, messages), threadsOfNumbers(ctx, tx, messages)]);
  const threads = new Map([...byMail, ...byNumber]);
  const moved = [...threads.values()].some(({ chat }) => chat.isRouted) ? await moveToChats(ctx, tx, messages, threads) : undefined;
  if (!moved) return receiveHere(ctx, tx, messages, threads);
  const stored = moved.here.length > 0 ? await receiveHere(ctx, tx, moved.here, threads) : [];
  for (const some of moved.elsewhere.values()) stored.push(...(await receiveHere(ctx, tx, some, threads)));
  return stored;
}

/** @param threads what the mails among them answer */
async function receiveHere(
  ctx: EnterpriseContext,
  tx: Tx,
  messages: readonly InboundMessage[],
  threads: ReadonlyMap<string, Thread>,
): Promise<StoredMessage[]> {
  const now = ctx.now();
  const [{ channelId }] = messages as [InboundMessage];
  const customers = await knownCustomers(ctx, tx, messages, now);
  const customerOf = (message: InboundMessage) => customers.get(message.address) as KnownCustomer;
  const keys = messages.map((message) => ({ senderId: customerOf(message).customerId, key: message.key }));
  // One trip to the database; the keys are looked up behind the chats' locks.
  const automatic = messages.flatMap((message) => (message.isAutomatic ? [customerOf(message).customerId] : []));
  const [{ open, ended }, repeats, meant, survivors] = await Promise.all([
    lockedChats(ctx, tx, channelId, { customers: [...customers.values()], automatic }),
    repeatedMessages(ctx, tx, keys),
    streamsMeant(ctx, tx, { channelId, messages: messages.filter(({ isAutomatic, isSettled }) => !isAutomatic && !isSettled) }),
    findSurvivors(
      tx,
      ctx.enterpriseId,
      [...customers.values()].map(({ customerId }) => customerId),
    ),
  ]);
  // A merge that held the chats' locks has taken them along: the messages are the other customer's from now on.
  if (survivors.size > 0) {
    const current = (customer: KnownCustomer) => survivors.get(customer.customerId) ?? customer;
    return receiveHere(
      ctx,
      tx,
      messages.map((message) => ({ ...message, customer: current(customerOf(message)) })),
      threads,
    );
  }

  await lockDesksOfSuspended(tx, ctx.enterpriseId, [...open.values()]);

  const recording = new ChatRecording(ctx, now);
  const stored: StoredMessage[] = [];
  const toAnswer = new Set<string>();
  const mails: Parameters<typeof insertMails>[1][number][] = [];
  for (const message of messages) {
    const known = customerOf(message);
    const repeat = repeats.get(`${known.customerId}:${message.key}`);
    if (repeat !== undefined) {
      if (repeat) stored.push(toStored(ctx, repeat, known));
      continue;
    }
    const found = open.get(known.customerId);
    if (message.isSettled && !found) {
      recording.noteSettled(message, known);
      repeats.set(`${known.customerId}:${message.key}`, null);
      continue;
    }
    const last = message.isAutomatic && !found ? ended.get(known.customerId) : undefined;
    const customer = message.form ? await fill(ctx, tx, message.form, known) : known;
    if (customer !== known) customers.set(message.address, customer);
    const chat = found ?? last ?? (await startChat(ctx, tx, recording, message, { customer, thread: threads.get(message.key) }, now));
    const stateBefore = chat.state;
    if (!message.isAutomatic) {
      open.set(customer.customerId, chat);
      followAddress(chat, message);
    }
    const thread = threads.get(message.key);
    const row = appendMessage(recording, chat, message, {
      customer,
      meant: isForPeople(chat) ? (meant.get(message) ?? '') : '',
      thread,
      now,
    });
    if (!message.isAutomatic)
      recording.noteWay(chat, row, { isByPhone: thread?.isByNumber === true && thread.chat.chatId === chat.chatId });
    const mail = mailRow(message, row, now);
    if (mail) mails.push(mail);
    repeats.set(`${customer.customerId}:${message.key}`, row);
    if (message.isAutomatic) {
      if (!found && !last) ended.set(customer.customerId, endUnheard(recording, chat, now));
      stored.push(toStored(ctx, row, customer));
      continue;
    }
    if (chat.state !== stateBefore)
      await ctx.events.record(tx, chatStateChanged, {
        chatId: chat.chatId,
        agentIds: chat.agentIds,
        state: chat.state,
        wakeAt: null,
        isWoken: false,
      });
    if (!isForPeople(chat) && !message.isSettled) {
      const wasHeld = chat.handledBy === 'stream';
      if (await takenByStream(ctx, tx, { chat, customer, message, number: row.number })) {
        handToStream(recording, chat);
        stored.push(toStored(ctx, row, customer));
        continue;
      }
      if (message.entry === 'queue' && (!found || wasHeld)) await queueChat(ctx, tx, recording, chat, message.text, now);
      else if (wasHeld) handToBot(recording, chat, row.number - 1); // The bot skips a message that the stream has answered.
    }
    if (chat.handledBy === 'bot' && !message.isSettled) toAnswer.add(chat.chatId);
    stored.push(toStored(ctx, row, customer));
  }
  await recording.save(tx);
  await insertMails(tx, mails);
  for (const chatId of toAnswer) await ctx.jobs.enqueue(tx, answerChat, { enterpriseId: ctx.enterpriseId, chatId });
  return stored;
}

/** The customer as the form before the chat tells of them. */
async function fill(ctx: EnterpriseContext, tx: Tx, { told }: FormTaken, customer: KnownCustomer): Promise<KnownCustomer> {
  const name = await fillCustomer(ctx, tx, customer.customerId, told);
  return name === undefined || name === customer.name ? customer : { ...customer, name };
}

/** The form stands with the beginning of the chat, whose line it is. */
const formDetail = ({ form }: InboundMessage) =>
  form && (form.lines.length > 0 || form.consent !== '')
    ? { detail: { form: form.lines, ...(form.consent ? { consent: form.consent } : {}) } }
    : {};

const isForPeople = ({ handledBy }: LockedChat): boolean => handledBy === 'agent' || handledBy === 'queue';

const lateMs = 60_000; // vendors tell whole seconds, and take some to call

/** Returns the writing time of a message that came later than that, beside the time of the entry, by which the record is ordered. */
const writtenBefore = ({ writtenAt }: InboundMessage, now: Date): { writtenAt?: string } =>
  writtenAt && now.getTime() - writtenAt.getTime() >= lateMs ? { writtenAt: writtenAt.toISOString() } : {};

const appendMessage = (
  recording: ChatRecording,
  chat: LockedChat,
  message: InboundMessage,
  { customer, meant, thread, now }: { customer: KnownCustomer; meant: string; thread: Thread | undefined; now: Date },
): ActionRow =>
  recording.append(chat, {
    actionType: chatActionTypes.customerReply,
    author: { kind: 'customer', id: customer.customerId, name: customer.name },
    message: message.text,
    attachment: message.attachment,
    key: message.key,
    isAutomatic: message.isAutomatic,
    detail: {
      ...(message.detail ? { inbound: message.detail } : {}),
      ...writtenBefore(message, now),
      ...(meant === '' ? {} : { notBegun: { stream: meant } }),
      // Words that nobody may read stand in no copy.
      ...(message.mail && !message.secret ? { mail: message.mail.entry } : {}),
      ...(thread && thread.place.chatId !== chat.chatId ? { answersChat: thread.place } : {}),
    },
  });

const mailRow = (message: InboundMessage, { enterpriseId, chatId, number }: ActionRow, now: Date) =>
  message.mail && !message.secret
    ? {
        enterpriseId,
        chatId,
        number,
        channelId: message.channelId,
        messageId: message.mail.entry.messageId,
        page: message.mail.page,
        createdAt: now,
      }
    : undefined;

/** A chat that a program's mail has begun waits for nobody: it stands among the ended ones, where people find it. */
function endUnheard(recording: ChatRecording, chat: LockedChat, now: Date): LockedChat {
  end(chat, chatStates.closed, 'system', now);
  recording.append(chat, { actionType: chatActionTypes.agentClosedChat, author: systemAuthor, isAutomatic: true });
  return chat;
}

/** Moves the chat to the number or device that the customer writes from now. The window for answers counts from the latest message. */
function followAddress(chat: LockedChat, { address, line, isSettled }: InboundMessage): void {
  if (chat.address === address) {
    const heardAt = line?.lastInboundAt ?? null;
    if (chat.line && heardAt !== null && heardAt > (chat.line.lastInboundAt ?? '')) chat.line = { ...chat.line, lastInboundAt: heardAt };
    return;
  }
  if (isSettled) return;
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

type Heard = { customers: readonly KnownCustomer[]; automatic: readonly string[] };

/**
 * The open chat of each customer, and of those of whom a program has written the last one, if it has ended: what answers a message of that
 * chat stands with it.
 */
async function lockedChats(
  ctx: EnterpriseContext,
  tx: Tx,
  channelId: string,
  { customers, automatic }: Heard,
): Promise<{ open: Map<string, LockedChat>; ended: Map<string, LockedChat> }> {
  const customerIds = [...new Set(customers.map((customer) => customer.customerId))];
  const chats = await lockOpenChats(tx, ctx.enterpriseId, channelId, customerIds, automatic);
  const byCustomer = (some: readonly LockedChat[]) => new Map(some.map((chat) => [chat.customerId, chat]));
  // Words that are added behind an erasure would never be erased.
  const ended = chats.filter((chat) => !isOpen(chat) && chat.textsErasedAt === null && chat.mediaErasedAt === null);
  return { open: byCustomer(chats.filter(isOpen)), ended: byCustomer(ended) };
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

async function startChat(
  ctx: EnterpriseContext,
  tx: Tx,
  recording: ChatRecording,
  message: InboundMessage,
  { customer, thread }: { customer: KnownCustomer; thread: Thread | undefined },
  now: Date,
): Promise<LockedChat> {
  // A mail that answers an ended chat says which one goes on; else it is the customer's last.
  const isOwn = thread && (thread.chat.isRouted || thread.chat.customerId === customer.customerId);
  const previous = isOwn ? thread.chat : await findLastChat(tx, ctx.enterpriseId, message.channelId, customer.customerId);
  const chat = await insertChat(tx, {
    enterpriseId: ctx.enterpriseId,
    chatId: newId(),
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
    isAutomatic: message.isAutomatic,
    ...formDetail(message),
  });
  return chat;
}
