import { chatActionTypes, chatStates, type MessageChoices, mapLinkOf, type ShownRichCard, type TemplateCategory } from '@parley/contract';
import { type OutgoingCard, type OutgoingContent, plainTextOf } from '@parley/vendors';
import type { Tx } from '#platform/db/database.ts';
import type { StoredAttachment } from '#platform/db/schema.chat.ts';
import { newId } from '#platform/ids.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Purpose } from '../../messaging/door.talk.ts';
import { listTakingOver } from '../desk/desk.repository.ts';
import type { ChatRecording } from '../record/chat.record.ts';
import {
  type ActionRow,
  findKeys,
  findLastChats,
  insertChats,
  type LockedChat,
  lockChats,
  lockOpenChats,
} from '../record/chat.repository.ts';
import { type Author, end } from '../record/chat.rules.ts';
import { queueChat } from '../routing/chat.queue.ts';

/** Operations of streams on chats, in the transaction of their turns. All of it goes through the `ChatRecording` of that transaction. */

export type StreamAuthor = { streamId: string; name: string };
const authorOf = ({ streamId, name }: StreamAuthor): Author => ({ kind: 'bot', id: streamId, name });

export type StreamMessage = {
  chat: LockedChat;
  stream: StreamAuthor;
  /** Run that counts messages of the stream's version */
  runId: string;
  /** Its id in the ledger, a UUIDv7 */
  messageId: string;
  /** `j:{instance}:{turn}:{place}`: a repeat adds nothing */
  key: string;
  /** Content as it is sent, with payloads for buttons and rows */
  content: OutgoingContent;
  /** The stored file of its medium, for readers of the chat */
  attachment: StoredAttachment | null;
  template: { templateId: string; category: TemplateCategory } | null;
  /** Replacement for content that nobody may read: as the chat shows it, and sealed as the ledger holds it until it leaves */
  hidden?: { shown: OutgoingContent; sealed: string } | undefined;
  purpose: Purpose;
  /** Earliest sending time, after a pause; later messages wait behind it */
  notBefore?: Date | undefined;
};

type Keyed = Pick<StreamMessage, 'stream' | 'key'>;
const saidOf = (senderId: string, key: string): string => `${senderId} ${key}`;
/** Keys of messages that were sent before, or are being sent */
export type Said = Set<string>;

/** One look for all that a transaction is about to say. */
export async function findSaid(tx: Tx, enterpriseId: string, messages: readonly Keyed[]): Promise<Said> {
  if (messages.length === 0) return new Set();
  const keys = messages.map(({ stream, key }) => ({ senderId: stream.streamId, key }));
  return new Set((await findKeys(tx, enterpriseId, keys)).map(({ senderId, messageKey }) => saidOf(senderId, messageKey)));
}

/**
 * Messages of streams: entries of their chats, rows of the ledger and places in the queue, in the order given. What the gate refuses is told in
 * its entry. @param said as `findSaid` has found it for all of them @returns the entry of each; undefined for one that was said before
 */
export const appendStreamMessages = (recording: ChatRecording, said: Said, messages: readonly StreamMessage[]): (ActionRow | undefined)[] =>
  messages.map(({ chat, stream, key, content, attachment, template, ...more }) => {
    const id = saidOf(stream.streamId, key);
    if (said.has(id)) return undefined;
    said.add(id);
    const { messageId, runId, purpose, notBefore, hidden } = more;
    const { text, detail } = entryOf(hidden?.shown ?? content);
    chat.waitingSince = null;
    return recording.append(chat, {
      actionType: chatActionTypes.agentReply,
      author: authorOf(stream),
      message: text,
      attachment,
      detail,
      key,
      outgoing: { content, template, ...(hidden ? { sealed: hidden.sealed } : {}) },
      stream: { messageId, runId, purpose, notBefore },
    });
  });

type Button = OutgoingCard['buttons'][number];
const isLink = ({ url, phoneNumber, place, asksPlace, event }: Button): boolean =>
  [url, phoneNumber, place, asksPlace, event].some((does) => does !== undefined);
const toChoice = ({ id, title }: Button) => ({ id, title, description: '' });

const toShown = ({ title, text, media, buttons }: OutgoingCard): ShownRichCard => ({
  title,
  text,
  media: media ? { url: media.url, name: media.fileName, type: media.mimeType } : null,
  links: buttons.flatMap(({ title: words, url, phoneNumber, place }) => {
    const href = url ?? (phoneNumber ? `tel:${phoneNumber}` : place ? mapLinkOf(place) : undefined);
    return href === undefined ? [] : [{ title: words, href }];
  }),
});

/** Returns the readable part of a message: its words, and its choices beside them. */
function entryOf(content: OutgoingContent): { text: string; detail: Record<string, unknown> } {
  const choose = (text: string, choices: MessageChoices) => ({ text, detail: { choices } });
  switch (content.kind) {
    case 'media':
      return { text: content.media.caption, detail: {} };
    case 'buttons': {
      return choose(content.text, { button: '', items: content.buttons.map(toChoice) });
    }
    case 'list': {
      const items = content.sections.flatMap(({ rows }) => rows);
      return choose(content.text, { button: content.button, items });
    }
    case 'card':
    case 'carousel': {
      const cards = content.kind === 'card' ? [content.card] : content.cards;
      const words = cards.map((card) => plainTextOf({ kind: 'card', card: { ...card, buttons: card.buttons.filter(isLink) } }));
      const items = cards.flatMap(({ buttons }) => buttons.filter((button) => !isLink(button)).map(toChoice));
      const said = items.length === 0 ? { text: words.join('\n\n'), detail: {} } : choose(words.join('\n\n'), { button: '', items });
      return { ...said, detail: { ...said.detail, richCards: cards.map(toShown) } };
    }
    case 'location': {
      const { latitude, longitude, name, address } = content;
      return { text: plainTextOf(content), detail: { location: { latitude, longitude, name, address } } };
    }
    default:
      return { text: plainTextOf(content), detail: {} };
  }
}

/** Customer that a stream talks to. @property address on the channel, as the vendor's side knows it */
export type StreamPartner = { channelId: string; customerId: string; address: string };

/** The customer's open chat on the channel, locked; where there is none, a new one that the stream holds. */
export async function openStreamChat(ctx: EnterpriseContext, tx: Tx, { channelId, ...partner }: StreamPartner): Promise<LockedChat> {
  const chats = await openStreamChats(ctx, tx, channelId, [partner]);
  return chats.get(partner.customerId) as LockedChat;
}

/** The same for many customers of one channel, all locked in their order. */
export async function openStreamChats(
  ctx: EnterpriseContext,
  tx: Tx,
  channelId: string,
  partners: readonly Omit<StreamPartner, 'channelId'>[],
): Promise<Map<string, LockedChat>> {
  if (partners.length === 0) return new Map();
  const { enterpriseId } = ctx;
  const open = await lockOpenChats(
    tx,
    enterpriseId,
    channelId,
    partners.map(({ customerId }) => customerId),
  );
  const chats = new Map(open.map((chat) => [chat.customerId, chat]));
  const without = partners.filter(({ customerId }) => !chats.has(customerId));
  for (const chat of await makeStreamChats(ctx, tx, channelId, without)) chats.set(chat.customerId, chat);
  return chats;
}

async function makeStreamChats(
  ctx: EnterpriseContext,
  tx: Tx,
  channelId: string,
  partners: readonly Omit<StreamPartner, 'channelId'>[],
): Promise<LockedChat[]> {
  if (partners.length === 0) return [];
  const { enterpriseId } = ctx;
  const now = ctx.now();
  // Locks the partners in one order everywhere: of two transactions that open chats with the same people, one waits for the other.
  const inOrder = partners.toSorted((one, other) => (one.customerId < other.customerId ? -1 : 1));
  const previous = await findLastChats(
    tx,
    enterpriseId,
    channelId,
    inOrder.map(({ customerId }) => customerId),
  );
  const made = await insertChats(
    tx,
    inOrder.map(({ customerId, address }) => ({
      enterpriseId,
      chatId: newId(),
      channelId,
      customerId,
      address,
      handledBy: 'stream' as const,
      previousChatId: previous.get(customerId) ?? null,
      visit: {},
      now,
    })),
  );
  // Reads the chats again with their lines, which the insertion does not return.
  return lockChats(
    tx,
    enterpriseId,
    made.map(({ chatId }) => chatId),
  );
}

/**
 * @property departmentId '' or one that is gone: the chat's own
 * @property returnsTo the instance that goes on when people have ended the chat; null: none
 */
export type HandOver = {
  stream: StreamAuthor;
  departmentId: string;
  priority: number;
  note: string;
  card: readonly { name: string; value: string }[];
  returnsTo: string | null;
};

/** The stream hands the chat to people: to the queue of a department, with what they should know. A chat that they have already stays theirs. */
export async function handToQueue(
  ctx: EnterpriseContext,
  tx: Tx,
  recording: ChatRecording,
  chat: LockedChat,
  { stream, departmentId, priority, note, card, returnsTo }: HandOver,
): Promise<void> {
  const { enterpriseId } = ctx;
  const now = ctx.now();
  chat.priority = priority;
  chat.returnsTo = returnsTo;
  recording.append(chat, {
    actionType: chatActionTypes.agentTransferred,
    author: authorOf(stream),
    detail: { note, card, isHandOver: true },
  });
  if (chat.handledBy === 'agent' || chat.handledBy === 'queue') return;
  if (departmentId !== '' && departmentId !== chat.deptId && (await listTakingOver(tx, enterpriseId, departmentId)).length > 0) {
    chat.deptId = departmentId;
    await tx
      .updateTable('chats')
      .set({ deptId: departmentId })
      .where('enterpriseId', '=', enterpriseId)
      .where('chatId', '=', chat.chatId)
      .execute();
  }
  await queueChat(ctx, tx, recording, chat, chat.lastMessage, now);
}

/** The stream ends the chat; what it says at the end is a message of its own. A chat that people have is theirs to end. @returns whether it has ended */
export function endChat(
  recording: ChatRecording,
  chat: LockedChat,
  { stream, asksRating, now }: { stream: StreamAuthor; asksRating: boolean; now: Date },
): boolean {
  if (chat.handledBy !== 'stream' && chat.handledBy !== 'bot') return false;
  end(chat, chatStates.closed, 'bot', now);
  chat.asksRating = asksRating;
  recording.append(chat, { actionType: chatActionTypes.agentClosedChat, author: authorOf(stream) });
  recording.tellVisitor(chat, '');
  return true;
}
