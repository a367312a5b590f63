import {
  type Agent,
  agentLanguages,
  type ChatAction,
  type ChatActs,
  type ChatCounts,
  type ChatSummary,
  type ChatUser,
  type CustomerCard,
  channelTypes,
  chatActionTypes,
  deliveryStatuses,
  type EntryMarks,
  MessageChoices,
  messageStatuses,
  missedReasonTexts,
  type NotificationChat,
  type OwnStatus,
  ShownCard,
  ShownRichCard,
  showChatNumber,
  type WidgetEntry,
  z,
} from '@parley/contract';
import { actsFor } from '@parley/vendors';
import { fileIdOf } from '#platform/files/file-url.ts';
import { maskNumber } from '../../customer/door.ts';
import { type ChatLine, windowEnd } from '../../messaging/door.talk.ts';
import { shownClock } from '../clock/service.rules.ts';
import { shownWords } from '../mail-thread/addresses.ts';
import type { ActionRow, LockedChat } from './chat.repository.ts';
import { isOfStream, isOpen, progressOf } from './chat.rules.ts';
import type { ChatUserRow, SummaryRow } from './chat.summary.repository.ts';

export type Viewer = { userId: string; canSeeNumbers: boolean; canSeeEmails: boolean };
type FileUrl = (fileId: string) => string;
type Progress = Pick<LockedChat, 'agentReadNumber' | 'customerReadNumber' | 'customerReceivedNumber'>;

const attachmentOf = (row: ActionRow, fileUrl: FileUrl) =>
  row.attachment
    ? {
        id: row.attachment.id,
        url: fileUrl(row.attachment.id),
        name: row.attachment.name,
        type: row.attachment.type,
        size: row.attachment.size,
        ...(row.attachment.isUnusual ? { isUnusual: true } : {}),
        ...(row.attachment.hasPlayable ? { hasPlayable: true } : {}),
        ...(row.attachment.isVoice ? { isVoice: true } : {}),
      }
    : null;

/** Returns the status of an entry by its own receipts, while those of the chat do not cover it (chat.outcome.ts). */
const ownProgressOf = ({ detail }: ActionRow) => ({
  status: messageStatuses.sent,
  deliveryStatus: detail.hasArrived && !detail.unknown ? deliveryStatuses.delivered : deliveryStatuses.none,
});

export function presentAction(row: ActionRow, chat: Progress, fileUrl: FileUrl): ChatAction {
  // The chat's delivery status does not count for a message that was tried again since, or is of unknown outcome.
  const { status, deliveryStatus } = row.detail.isRetried || row.detail.unknown ? ownProgressOf(row) : progressOf(row, chat);
  const failure = row.detail.failure as { code: string; text: string } | undefined;
  return {
    actionId: row.actionId,
    number: row.number,
    actionType: row.actionType,
    actionBy: row.authorId ?? '',
    authorKind: row.authorKind,
    userName: row.authorName,
    message: row.message,
    attachment: attachmentOf(row, fileUrl),
    status,
    deliveryStatus: failure ? deliveryStatuses.failed : deliveryStatus,
    channelErrorCode: failure?.code ?? '',
    channelErrorDesc: failure?.text ?? '',
    actedOn: row.actedOn.toISOString(),
    detail: row.detail,
    key: row.messageKey,
  };
}

/** The line a visitor reads for an entry of the record; undefined for what is none of the visitor's business. */
export function presentWidgetEntry(row: ActionRow, fileUrl: FileUrl): WidgetEntry | undefined {
  const line = widgetLine(row);
  if (!line) return undefined;
  const base = {
    number: row.number,
    id: row.actionId,
    at: row.actedOn.toISOString(),
    key: row.authorKind === 'customer' ? row.messageKey : '',
  };
  // The words of a message that an agent has taken back do not leave the server.
  if (isTakenBack(row)) return { ...base, ...line, text: '', attachment: null, isTakenBack: true };
  return {
    ...base,
    attachment: attachmentOf(row, fileUrl),
    ...choicesOf(row),
    ...cardOf(row),
    ...richCardsOf(row, fileUrl),
    ...line,
    ...marksOf(row),
  };
}

/** Tells whether we have taken a message back: the customer sees it no more. */
export const isTakenBack = ({ authorKind, detail }: ActionRow): boolean =>
  authorKind !== 'customer' && (detail as EntryMarks).revoked !== undefined;

function marksOf({ detail }: ActionRow): Pick<WidgetEntry, 'reaction' | 'isEdited'> {
  const { edited, ourReaction } = detail as EntryMarks;
  return { ...(ourReaction?.emoji ? { reaction: ourReaction.emoji } : {}), ...(edited ? { isEdited: true } : {}) };
}

function choicesOf({ detail }: ActionRow): Pick<WidgetEntry, 'choices'> {
  const { data } = MessageChoices.safeParse(detail.choices);
  return data ? { choices: data } : {};
}

function cardOf({ detail }: ActionRow): Pick<WidgetEntry, 'card'> {
  const { data } = ShownCard.safeParse(detail.card);
  return data ? { card: data } : {};
}

function richCardsOf({ detail }: ActionRow, fileUrl: FileUrl): Pick<WidgetEntry, 'richCards'> {
  const { data } = z.array(ShownRichCard).safeParse(detail.richCards);
  if (!data) return {};
  const signed = (url: string) => {
    const fileId = fileIdOf(url);
    return fileId ? fileUrl(fileId) : url;
  };
  return { richCards: data.map((card) => ({ ...card, media: card.media && { ...card.media, url: signed(card.media.url) } })) };
}

function widgetLine(row: ActionRow): Pick<WidgetEntry, 'author' | 'name' | 'text'> | undefined {
  const system = (text: string) => ({ author: 'system' as const, name: '', text });
  switch (row.actionType) {
    case chatActionTypes.customerReply:
      return { author: 'visitor', name: row.authorName, text: row.message };
    case chatActionTypes.agentReply:
      return {
        author: row.authorKind === 'bot' ? 'bot' : row.authorKind === 'system' ? 'system' : 'agent',
        name: isOfStream(row) ? '' : row.authorName,
        text: row.message,
      };
    case chatActionTypes.agentPickedUp:
    case chatActionTypes.agentAcceptedInvite:
      return system(row.message || `${row.authorName} joined the conversation.`);
    case chatActionTypes.agentClosedChat:
      return system(row.message || 'The conversation has ended.');
    case chatActionTypes.agentMissedChat:
      return system(row.message || missedReasonTexts[Number(row.detail.reason ?? 1)] || '');
    default:
      return undefined;
  }
}

const presentUser = (row: ChatUserRow, fileUrl: FileUrl): ChatUser => ({
  uId: row.userId,
  name: row.name,
  emailId: row.email,
  type: row.kind,
  profilePic: row.profileFileId ? fileUrl(row.profileFileId) : '',
});

export function presentSummary(row: SummaryRow, viewer: Viewer, fileUrl: FileUrl, now: Date): ChatSummary {
  const endsAt = windowEnd(row.line);
  const users = row.users.map((user) => presentUser(user, fileUrl));
  return {
    chatId: row.chatId,
    state: row.state,
    customerId: row.customerId,
    customerName: row.customerName,
    customerNumber: viewer.canSeeNumbers ? row.customerNumber : maskNumber(row.customerNumber),
    channelId: row.channelId,
    channelType: row.channelType,
    channelName: row.channelName,
    deptId: row.deptId ?? '',
    handledBy: row.handledBy,
    users,
    participants: users.filter((user) => user.type !== 'left').map((user) => user.uId),
    ownerId: row.ownerId ?? '',
    messageCount: row.messageCount,
    newMsgCount: row.participation ? Math.max(0, row.customerCount - (row.readCount ?? 0)) : 0,
    lastNumber: row.lastNumber,
    lastMessage: shownWords(row.lastMessage, row.channelType, viewer),
    lastActivityAt: row.lastActivityAt.toISOString(),
    waitingSince: row.waitingSince?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    pickedUpAt: row.pickedUpAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
    // A process of the version before may have closed it, and has left a clock that it does not know.
    clock: isOpen(row) ? shownClock(row.service) : null,
    wakeAt: row.wakeAt?.toISOString() ?? null,
    isPinned: row.isPinned ?? false,
    isJITRequired: endsAt !== null && endsAt <= now,
    windowEndsAt: endsAt?.toISOString() ?? null,
    videoChat: false,
    tag: row.labelName ?? row.tag,
    tagColour: row.labelColour ?? '',
    labels: row.labels,
    priority: row.priority,
    chatNumber: showChatNumber(row.chatNo),
    note: row.note,
    rating: row.rating,
    missedReason: row.missedReason,
  };
}

export function presentCustomerCard(
  row: SummaryRow,
  previous: readonly { chatId: string; createdAt: Date; state: number; lastMessage: string; rating: number | null; channelType: number }[],
  viewer: Viewer,
): CustomerCard {
  return {
    customerId: row.customerId,
    name: row.customerName,
    number: viewer.canSeeNumbers ? row.customerNumber : maskNumber(row.customerNumber),
    emailId: viewer.canSeeEmails ? row.customerEmail : '',
    isHidden: (!viewer.canSeeNumbers && row.customerNumber !== '') || (!viewer.canSeeEmails && row.customerEmail !== ''),
    firstSeenAt: row.customerCreatedAt.toISOString(),
    visit: {
      pageUrl: row.visit.pageUrl ?? '',
      pageTitle: row.visit.pageTitle ?? '',
      userAgent: row.visit.userAgent ?? '',
      language: row.visit.language ?? '',
      ...(row.visit.told ? { told: row.visit.told } : {}),
      ...(row.visit.greeting ? { greeting: row.visit.greeting } : {}),
      ...(row.visit.email && viewer.canSeeEmails ? { email: row.visit.email } : {}),
      ...(row.visit.phone && viewer.canSeeNumbers ? { phone: row.visit.phone } : {}),
    },
    previousChats: previous.map((chat) => ({
      chatId: chat.chatId,
      createdAt: chat.createdAt.toISOString(),
      state: chat.state,
      lastMessage: shownWords(chat.lastMessage, chat.channelType, viewer),
      rating: chat.rating,
    })),
  };
}

export function presentCounts(counts: { new: number; missed: number; transferred: number; invited: number; assigned: number }): ChatCounts {
  return {
    newChatCount: counts.new,
    transferredChatCount: counts.transferred,
    invitedChatCount: counts.invited,
    assignedChatCount: counts.assigned,
    assginedChatCount: counts.assigned,
    missedChatCount: counts.missed,
    totalChatCount: counts.new + counts.transferred + counts.invited + counts.assigned + counts.missed,
  };
}

type WaitingRow = {
  chatId: string;
  customerName: string;
  customerNumber: string;
  lastMessage: string;
  ownerId: string | null;
  channelType: number;
  since: Date | null;
  fromUserId: string | null;
  note: string;
  expiresAt: Date | null;
};

export function presentWaiting(row: WaitingRow, viewer: Viewer, now: Date): NotificationChat {
  return {
    chatId: row.chatId,
    customerName: row.customerName,
    customerNumber: viewer.canSeeNumbers ? row.customerNumber : maskNumber(row.customerNumber),
    lastMessage: shownWords(row.lastMessage, row.channelType, viewer),
    transferringAgent: row.fromUserId ?? '',
    handlingAgent: row.ownerId ?? row.fromUserId ?? '',
    note: row.note,
    channelType: row.channelType,
    waitingSince: (row.since ?? new Date(0)).toISOString(),
    secondsLeft: row.expiresAt && Math.ceil((row.expiresAt.getTime() - now.getTime()) / 1000),
  };
}

type AgentRow = {
  userId: string;
  name: string;
  email: string;
  profileFileId: string | null;
  agentStatus: number;
  ownStatus: OwnStatus | null;
  openChats: number;
  maxChats: number;
  languages: readonly string[];
};

export function presentAgent(row: AgentRow, fileUrl: FileUrl): Agent {
  return {
    uId: row.userId,
    name: row.name,
    emailId: row.email,
    profilePic: row.profileFileId ? fileUrl(row.profileFileId) : '',
    agentStatus: row.agentStatus,
    ownStatus: row.ownStatus,
    openChats: row.openChats,
    maxChats: row.maxChats,
    languages: agentLanguages.filter((language) => row.languages.includes(language)),
  };
}

/** Returns the acts on messages that the channel of a chat takes. */
export function presentActs(line: Pick<ChatLine, 'type' | 'vendor'> | null): ChatActs {
  const { reactions, edit, revoke } = actsFor(line?.vendor ?? '', line?.type ?? channelTypes.WEB);
  return {
    reactions: reactions === undefined ? null : reactions === 'any' ? reactions : [...reactions],
    editSeconds: edit?.withinSeconds ?? null,
    revokeSeconds: revoke?.withinSeconds ?? null,
  };
}
