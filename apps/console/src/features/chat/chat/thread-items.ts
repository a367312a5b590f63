import { type CallEntry, type ChatAction, type ChatSide, chatActionTypes, type SideAct } from '@parley/contract';
import { formatInstant, formatTime } from '../../../lib/format.ts';
import { type ChatSay, type ChatWord, chatWords } from '../../../locales/chat.ts';
import { chatAssistWords } from '../../../locales/chat-assist.ts';
import { changesOf, isMessage, isShown } from '../shared/chat.rules.ts';
import type { OutboxItem } from '../shared/outbox.ts';
import type { PartialAnswer } from '../shared/presence.ts';

/**
 * Headings above a row that belong to it: the day that begins, and the line above unseen entries. They are no rows of their own: the list
 * keeps its place by its first row when older rows come in above, and would move a day's row along.
 */
export type RowHead = { day: string | undefined; isFirstUnseen: boolean };
export type ThreadItem =
  | { kind: 'message'; key: string; head: RowHead; action: ChatAction; isFirstOfTurn: boolean }
  | { kind: 'system'; key: string; head: RowHead; text: string; at: string }
  // `isDecided`: a later line tells what became of the call that this one proposes
  | { kind: 'side'; key: string; head: RowHead; side: ChatSide; isDecided?: true }
  | { kind: 'partial'; key: string; name: string; text: string }
  | { kind: 'waiting'; key: string; item: OutboxItem };

export type ThreadInput = {
  messages: ChatAction[];
  /** Lines of the second record: each stands below the entries of before its time */
  sides: readonly ChatSide[];
  outbox: OutboxItem[];
  lines: string[];
  /** The bot's partial answer. */
  partial: PartialAnswer | undefined;
  /** The first entry that was not seen when the chat was opened. */
  unreadFrom: number | undefined;
};

/** The record as rows: days parted, the entries, and below them what waits to be sent. A key already in the record waits no longer. */
export function toThreadItems({ messages, sides, outbox, lines, partial, unreadFrom }: ThreadInput, t: ChatSay): ThreadItem[] {
  const items: ThreadItem[] = [];
  let day = '';
  let previous: ChatAction | undefined;
  const left = [...sides];
  const addSidesBefore = (at: string | undefined) => {
    while (left[0] && (at === undefined || left[0].at < at)) {
      const side = left.shift() as ChatSide;
      const sideDay = formatInstant(side.at, 'isoDay');
      const head = { day: sideDay === day ? undefined : side.at, isFirstUnseen: false };
      items.push({ kind: 'side', key: `s${side.number}`, head, side, ...(isDecidedIn(left, side) ? { isDecided: true as const } : {}) });
      day = sideDay;
      // A line in between parts the turns of those who talk.
      previous = undefined;
    }
  };
  for (const action of messages) {
    if (!isShown(action)) continue;
    addSidesBefore(action.actedOn);
    const actionDay = formatInstant(action.actedOn, 'isoDay');
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
  addSidesBefore(undefined);
  for (const [index, text] of lines.entries())
    items.push({ kind: 'system', key: `line ${index}`, head: { day: undefined, isFirstUnseen: false }, text, at: '' });
  // The answer itself replaces it, and so does whatever a person or the system said instead.
  if (partial && !messages.some(({ authorKind, number }) => authorKind !== 'customer' && number > partial.after))
    items.push({ kind: 'partial', key: 'partial', name: partial.name, text: partial.text });
  const known = new Set(messages.map(({ key }) => key).filter(Boolean));
  // An undoable one stands above the field.
  for (const item of outbox)
    if (item.state !== 'undoable' && !known.has(item.key)) items.push({ kind: 'waiting', key: `k${item.key}`, item });
  return items;
}

const isDecidedIn = (later: readonly ChatSide[], { act }: ChatSide): boolean =>
  act?.act === 'tool' && later.some((other) => other.act?.act === 'tool' && other.act.callId === act.callId);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the lines about the customer that a stream gives with a handover. */
const cardLines = (card: unknown): string[] =>
  Array.isArray(card) ? card.map((line: { name?: unknown; value?: unknown }) => `${textOf(line?.name)}: ${textOf(line?.value)}`) : [];

type FormLine = { kind?: unknown; label?: unknown; value?: unknown };

/** Answers that the visitor has given before the chat, and the text that they have agreed to. */
const formLines = ({ form, consent }: ChatAction['detail'], t: ChatSay): string[] => [
  ...(Array.isArray(form)
    ? form.map(({ kind, label, value }: FormLine) => `${textOf(label) || nameOfAsked(kind, t)}: ${textOf(value)}`)
    : []),
  ...(textOf(consent) ? [t('formConsent', { text: textOf(consent) })] : []),
];
const nameOfAsked = (kind: unknown, t: ChatSay): string =>
  kind === 'email' ? t('formEmail') : kind === 'phone' ? t('formPhone') : t('formName');

/** Reasons for the return of an offer. */
const transferBack: Readonly<Record<string, ChatWord>> = {
  declined: 'actTransferDeclined',
  expired: 'actTransferExpired',
  away: 'actTransferAway',
  withdrawn: 'actTransferWithdrawn',
};
const inviteBack: Readonly<Record<string, ChatWord>> = {
  declined: 'actInviteDeclined',
  expired: 'actInviteExpired',
  away: 'actInviteAway',
};

type ClockAct = Extract<ChatSide['act'], { act: 'clock' }>;
/** Lines of before their time are not late: workers look each second. */
const lateMs = 60_000;

/** The deed of a clock that was due, and when that was, where it happened much later; with the day where that is another one. */
function describeClock({ clock, did, policy: name, department, priority, dueAt }: ClockAct, at: string, t: ChatSay): string {
  const key = did === 'moved' && department === '' ? 'sideClock_movedOwn' : (`sideClock_${did}` as const);
  const policy = clock === 'resolution' ? t('policyOfResolution', { policy: name }) : name;
  const line = t(key, { policy, department, priority: priority ?? '' });
  if (Date.parse(at) - Date.parse(dueAt) < lateMs) return line;
  const isOfDay = formatInstant(dueAt, 'isoDay') === formatInstant(at, 'isoDay');
  return t('sideClockDue', { line, time: isOfDay ? formatTime(dueAt) : formatInstant(dueAt, 'instant') });
}

const describeField = ({ name: field, to }: { name: string; to: string }, t: ChatSay): string =>
  to === '' ? t('sideFieldEmptied', { field }) : t('sideField', { field, value: to });

type MonitorAct = Extract<ChatSide['act'], { act: 'monitor' }>;

/** The act of a supervisor on the monitor. */
function describeMonitor(
  { did, agentName: agent, departmentName: department, note, over, from, to }: MonitorAct,
  name: string,
  t: ChatSay,
) {
  if (did === 'offered') return t(over ? 'sideMonitor_offeredOver' : 'sideMonitor_offered', { name, agent, note });
  if (did === 'taken') return t(over ? 'sideMonitor_takenOver' : 'sideMonitor_taken', { name });
  return t(`sideMonitor_${did}`, { name, department, note, from: from ?? '', to: to ?? '' });
}

/** A line of anything but a rule or a tool, whose words are loaded when there is one. */
export type ToldSide = Omit<ChatSide, 'act'> & { act: Exclude<ChatSide['act'], { act: 'rule' | 'tool' }> };

/** A change of labels, fields or priority, an act of a key or a supervisor, or the deed of a clock, as a line. */
export function describeSide({ act, at, kind, authorName: name }: ToldSide, t: ChatSay): string {
  if (act === null) return kind === 'clock' ? t('sideClockErased') : t('sideErased', { name });
  if (act.act === 'clock') return describeClock(act, at, t);
  if (act.act === 'monitor') return describeMonitor(act, name, t);
  if (act.act === 'assist') return describeAssist(act, name);
  if (act.act === 'priority') return t('sidePriority', { name, from: act.from, to: act.to });
  if (act.act === 'fields') return t('sideFields', { name, fields: act.changes.map((change) => describeField(change, t)).join(', ') });
  if (act.act === 'offered') return t(act.note ? 'sideOfferedNote' : 'sideOffered', { name, agent: act.agentName, note: act.note });
  if (act.act === 'resumed') return t('sideResumed', { name });
  if (act.act === 'suspended')
    return act.until ? t('sideSuspendedUntil', { name, time: formatInstant(act.until, 'instant') }) : t('sideSuspended', { name });
  const [added, removed] = [act.added.join(', '), act.removed.join(', ')];
  if (removed === '') return t('sideLabelsAdded', { name, added });
  return added === '' ? t('sideLabelsRemoved', { name, removed }) : t('sideLabelsChanged', { name, added, removed });
}

function describeAssist({ kind, name: source, outcome }: Extract<SideAct, { act: 'assist' }>, name: string): string {
  return chatAssistWords.side(outcome, { name, source, kind: chatAssistWords.kind(kind), interpolation: { escapeValue: false } });
}

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
      return [t('actStart', { name }), ...formLines(detail, t)].join('\n');
    case chatActionTypes.agentPickedUp:
      return t('actPickedUp', { name });
    case chatActionTypes.agentTransferred:
      if (detail.returned) return t(transferBack[textOf(detail.returned)] ?? 'actTransferExpired', { name, other });
      if (detail.returnedTo) return t('actHandedBack', { name, other: textOf(detail.name) });
      if (detail.isHandOver) return [withNote(t('actHandedOver', { name })), ...cardLines(detail.card)].join('\n');
      if (detail.departmentName) return withNote(t('actTransferredDepartment', { name, other: textOf(detail.departmentName) }));
      return withNote(t('actTransferred', { name, other }));
    case chatActionTypes.agentInvited:
      if (detail.returned) return t(inviteBack[textOf(detail.returned)] ?? 'actInviteExpired', { other });
      return withNote(t('actInvited', { name, other }));
    case chatActionTypes.agentAcceptedInvite:
      return t('actAcceptedInvite', { name });
    case chatActionTypes.customerRating:
      return `${t('actRating', { name, stars: typeof detail.stars === 'number' ? detail.stars : 0 })}${action.message || textOf(detail.comment) ? `: ${action.message || textOf(detail.comment)}` : ''}`;
    case chatActionTypes.agentClosedChat: {
      // A key closes as an agent does, with a remark that may be empty; a stream has none, and its end is nobody's.
      const isOfKey = action.authorKind === 'bot' && action.userName !== '' && typeof detail.feedback === 'string';
      const line = action.authorKind === 'agent' || isOfKey ? t('actClosed', { name }) : t('chatClosed');
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
      if (typeof detail.call === 'string' && detail.call in callLines) return t(callLines[detail.call as CallEntry], { name });
      return t('actError', { text: action.message || action.channelErrorDesc });
    default:
      return action.message;
  }
}

/** Answers of the customer in a video call. */
const callLines: Record<CallEntry, ChatWord> = {
  consentGiven: 'actConsentGiven',
  consentRefused: 'actConsentRefused',
  consentWithdrawn: 'actConsentWithdrawn',
};

export type MessageState = 'sent' | 'delivered' | 'read' | 'failed' | 'unknown';

/**
 * Returns the state of one of our messages. A read one was delivered, and a failure outweighs both. The arrival of other messages says
 * nothing about an unknown one.
 */
export function messageStateOf({ status, deliveryStatus, detail }: Pick<ChatAction, 'status' | 'deliveryStatus' | 'detail'>): MessageState {
  if (deliveryStatus === 3) return 'failed';
  if (changesOf({ detail }).unknown) return 'unknown';
  if (status === 2 || deliveryStatus === 2) return 'read';
  return deliveryStatus === 1 ? 'delivered' : 'sent';
}

const sayMissedReason = (reason: number) =>
  reason === 0 || reason === 1 || reason === 2 ? chatWords.missedReasonTexts(`${reason}`) : undefined;
