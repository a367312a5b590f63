import {
  type CalendarHours,
  type ChatActionType,
  chatActionTypes,
  chatStates,
  deliveryStatuses,
  type MailReply,
  messageStatuses,
  type TemplateCategory,
  takenBackPreview,
} from '@parley/contract';
import { openBetween } from '@parley/hours';
import type { OutgoingContent } from '@parley/vendors';
import type { ChatEnder, SpellBegin, SpellEnd, StoredAttachment } from '#platform/db/schema.chat.ts';
import { newId } from '#platform/ids.ts';
import type { Actor } from '../../../context.ts';
import type { Purpose } from '../../messaging/door.talk.ts';
import { beginResolution } from '../clock/resolution.rules.ts';
import { beginPause, beginSpell, beginWait, endCourse, endPause, leave, noteReply } from '../course/chat.course.ts';
import type { ActionRow, LockedChat } from './chat.repository.ts';

/** Pure decisions about a chat. A locked row is changed in memory here and written once by `recordChats`. */

export type Author = { kind: 'customer' | 'agent' | 'bot' | 'system'; id: string | null; name: string };
/** Tells whether a stream has said it. Bots have a name for customers and no id; a stream's name is the builders' own. */
export const isOfStream = ({ authorKind, authorId }: { authorKind: Author['kind']; authorId: string | null }): boolean =>
  authorKind === 'bot' && authorId !== null;
export const systemAuthor: Author = { kind: 'system', id: null, name: '' };
/** The author of what an actor does. A key acts under its own name, which is the enterprise's and, as that of a stream, not told to customers. */
export const authorOf = ({ key, userId, name }: Pick<Actor, 'key' | 'userId' | 'name'>): Author & { id: string } =>
  key ? { kind: 'bot', id: key.id, name: key.name } : { kind: 'agent', id: userId, name };

export type EntryDraft = {
  actionType: ChatActionType;
  author: Author;
  message?: string;
  attachment?: StoredAttachment | null;
  key?: string;
  detail?: Record<string, unknown>;
  /** True if a program has written a customer's message, so nobody waits for an answer */
  isAutomatic?: boolean | undefined;
  /** True if an answer by a key ends the customer's wait as an agent's does */
  countsAsReply?: boolean | undefined;
  /**
   * Parts of our message on a vendor's channel: its content, where that is more than the text; its template; the sealed content, where
   * nobody may read it
   */
  outgoing?: { content: OutgoingContent; template: { templateId: string; category: TemplateCategory } | null; sealed?: string };
  /** Subject and recipients that an agent has given a reply by mail */
  mail?: MailReply | undefined;
  /** Parts of a stream's message: its id in the ledger, its run, its purpose, and the earliest sending time */
  stream?: { messageId: string; runId: string; purpose: Purpose; notBefore?: Date | undefined };
};

const previewLength = 200;
const openStates: readonly number[] = [chatStates.created, chatStates.started, chatStates.ongoing, chatStates.suspended];

export const isOpen = (chat: { state: number }): boolean => openStates.includes(chat.state);

/** Returns the preview of a message for lists. */
export const previewOf = ({ message, attachment, detail }: Pick<EntryDraft, 'message' | 'attachment' | 'detail'>): string =>
  detail?.revoked ? takenBackPreview : (message || attachment?.name || '').slice(0, previewLength);

/** WhatsApp takes free words for so long after the customer's last one. */
const phoneWindowMs = 24 * 3_600_000;

/** Time for which the visitor of a website is away, until answers go on by e-mail or WhatsApp. */
export const awayMs = 5 * 60_000;

/** Tells whether a website's visitor talks by WhatsApp: their last word came from there, and words may answer it. */
export const talksByPhone = ({ visit }: Pick<LockedChat, 'visit'>, now: Date): boolean =>
  visit.byPhone !== undefined && now.getTime() - Date.parse(visit.byPhone.at) < phoneWindowMs;

/** Gives the entry the chat's next number and notes what it means for the chat. */
export function appendEntry(chat: LockedChat, draft: EntryDraft, now: Date): ActionRow {
  chat.lastNumber += 1;
  chat.lastActivityAt = now;
  const isMessage = draft.actionType === chatActionTypes.customerReply || draft.actionType === chatActionTypes.agentReply;
  if (isMessage) {
    chat.messageCount += 1;
    // A welcome of the system's says nothing about the chat in a list.
    if (draft.author.kind !== 'system') chat.lastMessage = previewOf(draft);
  }
  if (draft.actionType === chatActionTypes.customerReply) afterCustomerMessage(chat, draft, now);
  if (draft.actionType === chatActionTypes.agentReply && (draft.author.kind === 'agent' || draft.countsAsReply))
    afterAgentReply(chat, draft.author, now);
  return {
    enterpriseId: chat.enterpriseId,
    chatId: chat.chatId,
    number: chat.lastNumber,
    actedOn: now,
    actionId: newId(),
    actionType: draft.actionType,
    authorKind: draft.author.kind,
    authorId: draft.author.id,
    authorName: draft.author.name,
    message: draft.message ?? '',
    attachment: draft.attachment ?? null,
    messageKey: draft.key ?? '',
    detail: draft.detail ?? {},
  };
}

/** The customer waits from the first unanswered message on; a suspended chat goes on. */
function afterCustomerMessage(chat: LockedChat, { isAutomatic }: EntryDraft, now: Date): void {
  chat.customerCount += 1;
  if (isAutomatic) return;
  chat.waitingSince ??= now;
  if (chat.state === chatStates.suspended) resume(chat, now);
}

/** @param wakeAt when it goes on by itself; null: when the customer writes, or somebody resumes it */
export function suspend(chat: LockedChat, wakeAt: Date | null, now: Date): void {
  chat.state = chatStates.suspended;
  chat.course = beginPause(chat.course, now);
  // No clock of a silent customer begins in it before our next answer.
  chat.service = { ...chat.service, hasWoken: true };
  chat.clocks.set('wake', wakeAt && { startedAt: now, dueAt: wakeAt });
}

/** The instant at which a suspended chat goes on, by its time or by the longest one, when it has just been recorded; null: it has none. */
export function wakesAt({ clocks }: Pick<LockedChat, 'clocks'>): string | null {
  const due = [clocks.get('wake'), clocks.get('suspendedMost')].flatMap((clock) => (clock ? [clock.dueAt.toISOString()] : []));
  return due.toSorted()[0] ?? null;
}

export function resume(chat: LockedChat, now: Date): void {
  chat.course = endPause(chat.course, now);
  chat.state = chat.firstReplyAt ? chatStates.ongoing : chatStates.started;
  chat.clocks.set('wake', null);
}

/** A chat that leaves its agent, or ends, is not suspended any more. */
function endSuspension(chat: LockedChat, now: Date): void {
  chat.course = endPause(chat.course, now);
  if (chat.state === chatStates.suspended) chat.clocks.set('wake', null);
}

function afterAgentReply(chat: LockedChat, author: Author, now: Date): void {
  if (author.id !== null && author.id === chat.ownerId) chat.course = noteReply(chat.course, now);
  chat.waitingSince = null;
  if (chat.service.hasWoken) {
    const { hasWoken: _mark, ...service } = chat.service;
    chat.service = service;
  }
  chat.firstReplyAt ??= now;
  if (chat.state === chatStates.started) chat.state = chatStates.ongoing;
}

/** @param opensAt since when the wait counts; absent: since now. @param left how it left whoever had it */
export function enterQueue(
  chat: LockedChat,
  missedAfterSeconds: number,
  now: Date,
  opensAt?: Date | null,
  left: SpellEnd = 'requeued',
): void {
  endSuspension(chat, now);
  const isLeft = chat.ownerId !== null || left === 'transferred';
  chat.course = beginWait(chat.course, isLeft ? left : undefined, now);
  chat.handledBy = 'queue';
  chat.ownerId = null;
  chat.state = chatStates.created;
  chat.queuedAt = now;
  chat.waitingSince ??= now;
  chat.deadlineAt = new Date((opensAt ?? now).getTime() + missedAfterSeconds * 1000);
}

/** A stream or bot goes on with the chat, as before people had it. */
export function leavePeople(chat: LockedChat, now: Date): void {
  endSuspension(chat, now);
  chat.course = leave(chat.course, 'returned', now);
  chat.state = chatStates.created;
  chat.ownerId = null;
  chat.deadlineAt = null;
}

export function becomeOwned(chat: LockedChat, agentId: string, begun: SpellBegin, now: Date): void {
  if (chat.state === chatStates.closed) beginResolution(chat, now);
  endSuspension(chat, now);
  passOn(chat, agentId, begun, now);
  chat.handledBy = 'agent';
  chat.state = chat.firstReplyAt ? chatStates.ongoing : chatStates.started;
  chat.deadlineAt = null;
  chat.closedAt = null;
  chat.missedReason = null;
  chat.pickedUpAt ??= now;
}

/** The chat is this agent's, whatever else holds for it. */
export function passOn(chat: LockedChat, agentId: string, begun: SpellBegin, now: Date): void {
  const { ownerId, closedAt, missedReason } = chat;
  if (isOpen(chat) && ownerId !== null && ownerId !== agentId)
    chat.course = leave(chat.course, begun === 'transferred' || begun === 'moved' ? 'transferred' : 'taken', now);
  // An agent who takes an own chat goes on with it.
  if (!isOpen(chat) || ownerId !== agentId) chat.course = beginSpell(chat.course, { agentId, begun, closedAt, missedReason }, now);
  chat.ownerId = agentId;
}

/** Tells whether somebody picks a chat up now, for the first time: the waits of earlier pickups are reckoned, or never were. */
export const hasOpenWait = (
  { openWaitSeconds, queuedAt, pickedUpAt }: Pick<LockedChat, 'openWaitSeconds' | 'queuedAt' | 'pickedUpAt'>,
  now: Date,
): boolean => openWaitSeconds === null && queuedAt !== null && pickedUpAt?.getTime() === now.getTime() && pickedUpAt >= queuedAt;

/** @param hours null: its department has no calendar, and is always open */
export function reckonOpenWait(chat: Pick<LockedChat, 'openWaitSeconds' | 'queuedAt' | 'pickedUpAt'>, hours: CalendarHours | null): void {
  const [from, to] = [chat.queuedAt?.getTime() ?? 0, chat.pickedUpAt?.getTime() ?? 0];
  chat.openWaitSeconds = Math.round(hours ? openBetween(hours, from, to) : (to - from) / 1000);
}

/** @param by who has ended it: streams, bots and keys are 'bot' */
export function end(chat: LockedChat, state: typeof chatStates.closed | typeof chatStates.missed, by: ChatEnder, now: Date): void {
  endSuspension(chat, now);
  chat.course = endCourse(chat.course, by, now);
  chat.state = state;
  chat.closedAt = now;
  chat.deadlineAt = null;
  // The customer of a missed chat has no answer yet, and goes on waiting for it.
  if (state === chatStates.closed) chat.waitingSince = null;
}

/** A chat is rated once, if its ending asks for it. */
export const mayRate = (chat: Pick<LockedChat, 'state' | 'asksRating' | 'rating'>): boolean =>
  chat.state === chatStates.closed && chat.asksRating && chat.rating === null;

const hourMs = 3_600_000;

/** Tells whether the time to rate a chat is over. */
export const isRatingLate = ({ closedAt }: Pick<LockedChat, 'closedAt'>, withinHours: number, now: Date): boolean =>
  closedAt !== null && now.getTime() - closedAt.getTime() > withinHours * hourMs;

type Progress = Pick<LockedChat, 'agentReadNumber' | 'customerReadNumber' | 'customerReceivedNumber'>;

/**
 * Returns the status of a message: the customer's are unread until an agent reads them, ours sent, delivered, then read (CHAT-005,
 * CHAT-006).
 */
export function progressOf(entry: { authorKind: string; number: number }, chat: Progress): { status: number; deliveryStatus: number } {
  if (entry.authorKind === 'customer') {
    const isRead = entry.number <= chat.agentReadNumber;
    return {
      status: isRead ? messageStatuses.read : messageStatuses.unread,
      deliveryStatus: isRead ? deliveryStatuses.read : deliveryStatuses.delivered,
    };
  }
  if (entry.number <= chat.customerReadNumber) return { status: messageStatuses.read, deliveryStatus: deliveryStatuses.read };
  if (entry.number <= chat.customerReceivedNumber) return { status: messageStatuses.sent, deliveryStatus: deliveryStatuses.delivered };
  return { status: messageStatuses.sent, deliveryStatus: deliveryStatuses.none };
}
