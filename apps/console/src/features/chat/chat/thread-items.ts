import { type ChatAction, chatActionTypes } from '@parley/contract';
import { formatInstant } from '../../../lib/format.ts';
import { type ChatSay, chatWords } from '../../../locales/chat.ts';
import { isMessage, isShown } from '../shared/chat.rules.ts';
import type { OutboxItem } from '../shared/outbox.ts';
import type { PartialAnswer } from '../shared/presence.ts';

/**
 * What stands above a row and belongs to it: the day that begins, the line of what was not seen. Rows of their own would not do: when
 * older rows come in above, the list holds its place by its first row, and a day's row would move up with them.
 */
export type RowHead = { day: string | undefined; isFirstUnseen: boolean };
export type ThreadItem =
  | { kind: 'message'; key: string; head: RowHead; action: ChatAction; isFirstOfTurn: boolean }
  | { kind: 'system'; key: string; head: RowHead; text: string; at: string }
  | { kind: 'partial'; key: string; name: string; text: string }
  | { kind: 'waiting'; key: string; item: OutboxItem };

export type ThreadInput = {
  messages: ChatAction[];
  outbox: OutboxItem[];
  lines: string[];
  /** What a bot has of its answer so far. */
  partial: PartialAnswer | undefined;
  /** The first entry that was not seen when the chat was opened. */
  unreadFrom: number | undefined;
};

/** The record as rows: days parted, the entries, and below them what waits to be sent. A key already in the record waits no longer. */
export function toThreadItems({ messages, outbox, lines, partial, unreadFrom }: ThreadInput, t: ChatSay): ThreadItem[] {
  const items: ThreadItem[] = [];
  let day = '';
  let previous: ChatAction | undefined;
  for (const action of messages) {
    if (!isShown(action)) continue;
    const actionDay = formatInstant(action.actedOn, 'yyyy/MM/dd');
    const isFirstUnseen = action.number === unreadFrom;
    const head: RowHead = { day: actionDay === day ? undefined : action.actedOn, isFirstUnseen };
    const key = `n${action.number}`;
    if (isMessage(action)) {
      const isSame = previous && isMessage(previous) && previous.authorKind === action.authorKind && previous.actionBy === action.actionBy;
      items.push({ kind: 'message', key, head, action, isFirstOfTurn: !isSame || head.day !== undefined || isFirstUnseen });
    } else items.push({ kind: 'system', key, head, text: describeAction(action, t), at: action.actedOn });
    day = actionDay;
    previous = action;
  }
  for (const [index, text] of lines.entries())
    items.push({ kind: 'system', key: `line ${index}`, head: { day: undefined, isFirstUnseen: false }, text, at: '' });
  // The answer itself replaces it, and so does whatever a person or the system said instead.
  if (partial && !messages.some(({ authorKind, number }) => authorKind !== 'customer' && number > partial.after))
    items.push({ kind: 'partial', key: 'partial', name: partial.name, text: partial.text });
  const known = new Set(messages.map(({ key }) => key).filter(Boolean));
  for (const item of outbox) if (!known.has(item.key)) items.push({ kind: 'waiting', key: `k${item.key}`, item });
  return items;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a stream tells of the customer when it hands a chat over. */
const cardLines = (card: unknown): string[] =>
  Array.isArray(card) ? card.map((line: { name?: unknown; value?: unknown }) => `${textOf(line?.name)}: ${textOf(line?.value)}`) : [];

/** One entry of the record as a line of the system (action types 0 to 12). */
export function describeAction(action: ChatAction, t: ChatSay): string {
  const name =
    action.userName || (action.authorKind === 'customer' ? t('customer') : action.authorKind === 'bot' ? t('bot') : t('colleague'));
  const { detail } = action;
  const other = textOf(detail.agentName) || t('colleague');
  const note = textOf(detail.note);
  const withNote = (line: string) => (note ? t('withNote', { line, note }) : line);
  switch (action.actionType) {
    case chatActionTypes.customerStartChat:
      return t('actStart', { name });
    case chatActionTypes.agentPickedUp:
      return t('actPickedUp', { name });
    case chatActionTypes.agentTransferred:
      if (detail.returned) return t(detail.returned === 'declined' ? 'actTransferDeclined' : 'actTransferExpired', { other });
      if (detail.isHandOver) return [withNote(t('actHandedOver', { name })), ...cardLines(detail.card)].join('\n');
      return withNote(t('actTransferred', { name, other }));
    case chatActionTypes.agentInvited:
      if (detail.returned) return t(detail.returned === 'declined' ? 'actInviteDeclined' : 'actInviteExpired', { other });
      return withNote(t('actInvited', { name, other }));
    case chatActionTypes.agentAcceptedInvite:
      return t('actAcceptedInvite', { name });
    case chatActionTypes.customerRating:
      return `${t('actRating', { name, stars: typeof detail.stars === 'number' ? detail.stars : 0 })}${action.message || textOf(detail.comment) ? `: ${action.message || textOf(detail.comment)}` : ''}`;
    case chatActionTypes.agentClosedChat: {
      const line = action.authorKind === 'agent' ? t('actClosed', { name }) : t('chatClosed');
      const feedback = textOf(detail.feedback);
      return feedback ? t('withFeedback', { line, feedback }) : line;
    }
    case chatActionTypes.agentLeftChat:
      return t('actLeft', { name });
    case chatActionTypes.agentMissedChat: {
      const reason = typeof detail.reason === 'number' ? sayMissedReason(detail.reason) : undefined;
      return reason ? t('actMissed', { reason }) : t('actMissedPlain');
    }
    case chatActionTypes.chatError:
      return t('actError', { text: action.message || action.channelErrorDesc });
    default:
      return action.message;
  }
}

export type MessageState = 'sent' | 'delivered' | 'read' | 'failed';

/** How far one of our messages got; what was read was delivered, and a failure outweighs both. */
export function messageStateOf({ status, deliveryStatus }: Pick<ChatAction, 'status' | 'deliveryStatus'>): MessageState {
  if (deliveryStatus === 3) return 'failed';
  if (status === 2 || deliveryStatus === 2) return 'read';
  return deliveryStatus === 1 ? 'delivered' : 'sent';
}

const sayMissedReason = (reason: number) =>
  reason === 0 || reason === 1 || reason === 2 ? chatWords.missedReasonTexts(`${reason}`) : undefined;
