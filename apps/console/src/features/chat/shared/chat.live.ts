import {
  type ChatAction,
  type ChatCounts,
  type ChatDetail,
  type ChatSummary,
  chatActionTypes,
  chatStates,
  clockLeaveTexts,
  deliveryStatuses,
  type LiveEvent,
  type LiveEventData,
  messageStatuses,
  ownLeaveText,
  ownReturnText,
  ownTransferText,
  returnedText,
  takenBackPreview,
  templateNeededCode,
  type WaitingKind,
} from '@parley/contract';
import { chatWords } from '../../../locales/chat.ts';
import { changesOf, isMessage, marksOf, mergeActions, mergeSides, sortChats } from './chat.rules.ts';

const { agentPickedUp, agentAcceptedInvite, agentTransferred, customerReply, agentReply } = chatActionTypes;

/** State that live events change. `detail` is the record of the event's own chat, if it is loaded. */
export type ChatWorld = {
  chats: ChatSummary[] | undefined;
  counts: ChatCounts | undefined;
  detail: ChatDetail | undefined;
  /** The chat whose newest words are in sight now; null when none is, or when the tab is hidden. */
  readingChatId: string | null;
  ownId: string;
  /** Waiting chats whose end is counted already. A pickup is told twice, to who picked up and to all who were waiting for it. */
  ended: readonly string[];
};

export type FailedMessage = { chatId: string; number: number; channelErrorCode: string; channelErrorDesc: string };

/** Side effect of an event beyond the cached data. */
export type ChatEffect =
  | { kind: 'toast'; level: 'error' | 'event'; message: string }
  | { kind: 'opened'; chatId: string }
  | { kind: 'removed'; chatId: string }
  | { kind: 'refetchChat'; chatId: string }
  | { kind: 'refetchChats' }
  | { kind: 'refetchCounts' }
  | { kind: 'settled'; key: string }
  | { kind: 'failedMessage'; detail: FailedMessage };

export type ChatOutcome = { world: ChatWorld; effects: ChatEffect[] };

const countFields: Record<WaitingKind, keyof ChatCounts> = {
  new: 'newChatCount',
  transferred: 'transferredChatCount',
  invited: 'invitedChatCount',
  assigned: 'assignedChatCount',
  missed: 'missedChatCount',
};

/** Either spelling of the assigned count is read. */
export function countOf(counts: ChatCounts | undefined, kind: WaitingKind): number {
  if (!counts) return 0;
  const partial: Partial<ChatCounts> = counts;
  return (kind === 'assigned' ? (partial.assignedChatCount ?? partial.assginedChatCount) : partial[countFields[kind]]) ?? 0;
}

/** The count of the kind and the total move together, and neither falls below 0. */
export function moveCount(counts: ChatCounts | undefined, kind: WaitingKind, by: 1 | -1): ChatCounts | undefined {
  if (!counts) return counts;
  const before = countOf(counts, kind);
  const after = Math.max(0, before + by);
  const next = { ...counts, [countFields[kind]]: after, totalChatCount: Math.max(0, counts.totalChatCount + (after - before)) };
  return kind === 'assigned' ? { ...next, assginedChatCount: after } : next;
}

/** Maps each event of a waiting chat to the count that it raises. */
export const waitingKindOf = {
  customerStartChat: 'new',
  inviteWaiting: 'invited',
  transferWaiting: 'transferred',
  assignWaiting: 'assigned',
  missedWaiting: 'missed',
} as const satisfies Record<string, WaitingKind>;

const movers = new Set<string>([...Object.keys(waitingKindOf), 'waitingEnded', 'agentEndChat', 'chatStateChanged', 'youTransferredChat']);
/** Says who has closed a chat, where that was not its reader: a supervisor, with the reason. */
function tellClosed({ authorKind, actionBy, userName, detail }: ChatAction, ownId: string): ChatEffect[] {
  if (authorKind !== 'agent' || actionBy === ownId) return [];
  const line = chatWords.conversation('actClosed', { name: userName });
  const feedback = typeof detail.feedback === 'string' ? detail.feedback : '';
  const message = feedback === '' ? line : chatWords.conversation('withFeedback', { line, feedback });
  return [{ kind: 'toast', level: 'event', message }];
}

/** Tells whether an event brings a chat into a tab of the inbox whose pages the server cuts, or takes one out. */
export const movesInbox = (type: LiveEvent['type']): boolean => movers.has(type) || type in pickedKinds;

const ownMovers = new Set<string>([
  'transferWaiting',
  'assignWaiting',
  'agentEndChat',
  'chatStateChanged',
  'youTransferredChat',
  'youLeftChat',
]);
/** Tells whether an event changes how many chats count on the user's own desk. What others do with waiting chats changes nothing there. */
export const movesLoad = (event: LiveEvent): boolean =>
  ownMovers.has(event.type) ||
  event.type in pickedKinds ||
  (event.type === 'waitingEnded' && (event.data.kind === 'transferred' || event.data.kind === 'assigned'));

const pickedKinds = {
  agentPickupChat: 'new',
  acceptInvite: 'invited',
  acceptTransfer: 'transferred',
  acceptAssign: 'assigned',
  agentMissedChatPickup: 'missed',
} as const satisfies Record<string, WaitingKind>;

const same = (world: ChatWorld, ...effects: ChatEffect[]): ChatOutcome => ({ world, effects });

/** One event applied; the same event applied twice changes nothing the second time. */
export function applyChatEvent(world: ChatWorld, event: LiveEvent): ChatOutcome {
  switch (event.type) {
    case 'customerStartChat':
    case 'inviteWaiting':
    case 'transferWaiting':
    case 'assignWaiting':
    case 'missedWaiting':
      return same(beginWaiting(world, event.data.chatId, waitingKindOf[event.type]));
    case 'waitingEnded':
      return same(endWaiting(world, event.data.chatId, event.data.kind));

    case 'agentPickupChat':
    case 'acceptInvite':
    case 'acceptTransfer':
    case 'acceptAssign':
    case 'agentMissedChatPickup':
      return addChat(world, event.data.chat, pickedKinds[event.type]);

    case 'customerReply':
    case 'agentReply':
    case 'agentLeaveChat':
    case 'agentInviteChat':
    case 'agentTransferChat':
    case 'customerRating':
    case 'agentJoined':
    case 'chatError':
      return addAction(world, event.data);
    case 'chatClock':
      return changeMarks(world, event.data);
    case 'entryChanged':
      return changeEntry(world, event.data);
    case 'watchedEntry':
      return addWatched(world, event.data);
    case 'chatSide':
      return addSide(world, event.data);
    case 'chatMarked':
      return changeMarks(world, event.data);
    case 'agentEndChat': {
      const added = addAction(world, event.data);
      const ended = { state: chatStates.closed, closedAt: event.data.action.actedOn, waitingSince: null };
      const settled = added.effects.filter(({ kind }) => kind === 'settled');
      // The list may have been read after the end and before this event: whoever looks at the chat now has opened it among the closed ones.
      const isKnown = world.chats !== undefined && !world.chats.some(({ chatId }) => chatId === event.data.chatId);
      const gone = removeChat(withDetail(added.world, ended), event.data.chatId, ...settled, ...tellClosed(event.data.action, world.ownId));
      return isKnown ? { ...gone, effects: gone.effects.filter(({ kind }) => kind !== 'removed') } : gone;
    }
    case 'youTransferredChat':
      return removeChat(world, event.data.chatId, { kind: 'toast', level: 'event', message: toldTransfer(event.data.message) });
    case 'youLeftChat':
      return removeChat(world, event.data.chatId, { kind: 'toast', level: 'event', message: toldLeave(event.data.message) });
    case 'chatStateChanged':
      return changeState(world, event.data);

    case 'noChatPicked':
      return same({ ...world, counts: event.data.counts }, { kind: 'toast', level: 'error', message: event.data.message });
    case 'chatMessageStatus':
      return applyStatus(world, event.data);
    case 'inviteFailed':
    case 'transferFailed':
    case 'pickupFailed':
      return same(world, { kind: 'toast', level: 'error', message: event.data.message });
    default:
      return same(world);
  }
}

/** Somebody else's act is told in the server's words. */
function toldTransfer(message: string): string {
  const say = chatWords.conversation;
  if (message === ownReturnText) return say('youHandedBack');
  return message === ownTransferText || message === '' ? say('youTransferred') : message;
}

/** Words to an agent whose chat goes: those who leave it know that they do; a clock, or somebody else, says why. */
function toldLeave(message: string): string {
  const say = chatWords.conversation;
  if (message === ownLeaveText || message === '') return say('youLeft');
  if (message === returnedText) return say('handedBack');
  if (message === clockLeaveTexts.requeued) return say('clockRequeued');
  return message === clockLeaveTexts.moved ? say('clockMoved') : message;
}

const waitingMark = (chatId: string, kind: WaitingKind) => `${kind} ${chatId}`;
const rememberedEnds = 100;

function beginWaiting(world: ChatWorld, chatId: string, kind: WaitingKind): ChatWorld {
  const mark = waitingMark(chatId, kind);
  return { ...world, counts: moveCount(world.counts, kind, 1), ended: world.ended.filter((end) => end !== mark) };
}

function endWaiting(world: ChatWorld, chatId: string, kind: WaitingKind): ChatWorld {
  const mark = waitingMark(chatId, kind);
  if (world.ended.includes(mark)) return world;
  return { ...world, counts: moveCount(world.counts, kind, -1), ended: [...world.ended, mark].slice(-rememberedEnds) };
}

function addChat(world: ChatWorld, chat: ChatSummary, kind: WaitingKind): ChatOutcome {
  const chats = world.chats && sortChats([...world.chats.filter(({ chatId }) => chatId !== chat.chatId), chat]);
  // A record that was read while the chat belonged to nobody is stale now.
  // A closed chat that is taken up again comes as an assigned one, but waited for nobody: so does one that is known as one's own by now.
  const isReopened =
    kind === 'assigned' && (world.detail?.state === chatStates.closed || world.chats?.some(({ chatId }) => chatId === chat.chatId));
  const effects: ChatEffect[] = [
    { kind: 'opened', chatId: chat.chatId },
    { kind: 'refetchChat', chatId: chat.chatId },
    { kind: 'refetchCounts' },
  ];
  return same({ ...(isReopened ? world : endWaiting(world, chat.chatId, kind)), chats }, ...effects);
}

/** The record stays loaded and may be opened again, among the earlier chats. */
const withDetail = (world: ChatWorld, change: Partial<ChatDetail>): ChatWorld => ({
  ...world,
  detail: world.detail && { ...world.detail, ...change },
});

function removeChat(world: ChatWorld, chatId: string, ...effects: ChatEffect[]): ChatOutcome {
  return same(
    { ...world, chats: world.chats?.filter((chat) => chat.chatId !== chatId) },
    ...effects,
    { kind: 'removed', chatId },
    { kind: 'refetchChat', chatId },
  );
}

/** A line of the second record; what lies between it and the last one that is here is read anew. */
function addSide(world: ChatWorld, { chatId, side }: LiveEventData<'chatSide'>): ChatOutcome {
  const { detail } = world;
  if (detail?.chatId !== chatId) return same(world);
  const hasGap = side.number > detail.lastSide + 1;
  const next = { ...detail, sides: mergeSides(detail.sides, [side]), lastSide: Math.max(detail.lastSide, side.number) };
  // Lines that are missing have lower numbers than this one: it is left to the answer, which knows them all.
  return hasGap ? same(world, { kind: 'refetchChat', chatId }) : same({ ...world, detail: next });
}

/** Labels, priority or clock as they are now. */
function changeMarks(world: ChatWorld, { chatId, ...marks }: LiveEventData<'chatMarked'> | LiveEventData<'chatClock'>): ChatOutcome {
  const set = <T extends ChatSummary>(chat: T): T => (chat.chatId === chatId ? { ...chat, ...marks } : chat);
  return same({ ...world, chats: world.chats?.map(set), detail: world.detail && set(world.detail) });
}

type ActionData = LiveEventData<'customerReply'>;

function addAction(world: ChatWorld, { chatId, action, users, clock }: ActionData): ChatOutcome {
  const effects: ChatEffect[] = action.key ? [{ kind: 'settled', key: action.key }] : [];
  const known = world.chats?.find((chat) => chat.chatId === chatId);
  // The entry of the user's own pickup arrives right before the chat.
  const isOwnPickup = action.actionBy === world.ownId && (action.actionType === agentPickedUp || action.actionType === agentAcceptedInvite);
  if (world.chats && !known && !isOwnPickup) effects.push({ kind: 'refetchChats' });
  const isSeen = world.readingChatId === chatId;
  const chats =
    world.chats &&
    sortChats(world.chats.map((chat) => (chat.chatId === chatId ? addToSummary(chat, { action, users, clock }, isSeen) : chat)));

  const added = addToDetail(world, { chatId, action, users, clock });
  return same({ ...added.world, chats }, ...effects, ...added.effects);
}

/** An entry of a chat that is only looked at: it belongs to no list. What it changes beside the record is read anew. */
function addWatched(world: ChatWorld, data: LiveEventData<'watchedEntry'>): ChatOutcome {
  const { world: added, effects } = addToDetail(world, data);
  const isRead = isMessage(data.action) || effects.length > 0;
  return same(added, ...effects, ...(isRead ? [] : [{ kind: 'refetchChat' as const, chatId: data.chatId }]));
}

function addToDetail(world: ChatWorld, { chatId, action, users, clock }: ActionData): ChatOutcome {
  const { detail } = world;
  if (!detail || detail.chatId !== chatId) return same(world);
  const last = detail.messages.at(-1)?.number ?? 0;
  const effects: ChatEffect[] = action.number > last + 1 ? [{ kind: 'refetchChat', chatId }] : [];
  const messages = mergeActions(detail.messages, [action]);
  const pendingTransfer = action.number > detail.lastNumber ? pendingAfter(detail, action, world.ownId) : detail.pendingTransfer;
  return same({ ...world, detail: { ...addToSummary(detail, { action, users, clock }, true), messages, pendingTransfer } }, ...effects);
}

/** The own transfer that waits, or one that a key has made of the own chat: an entry begins it, and the next one about it or a change of owner ends it. */
function pendingAfter({ pendingTransfer, ownerId }: ChatDetail, action: ChatAction, ownId: string): ChatDetail['pendingTransfer'] {
  if (action.actionType === agentPickedUp) return null;
  if (action.actionType !== agentTransferred) return pendingTransfer;
  const { returned, agentId, agentName, note } = action.detail;
  const isOurs = action.actionBy === ownId || (action.authorKind === 'bot' && ownerId === ownId);
  if (returned !== undefined || !isOurs || typeof agentId !== 'string') return null;
  return { agentId, agentName: String(agentName), note: String(note) };
}

/** An entry as it stands now: nothing new was said. The list shows the words of the last one. */
function changeEntry(world: ChatWorld, { chatId, action }: LiveEventData<'entryChanged'>): ChatOutcome {
  const set = <T extends ChatSummary>(chat: T): T =>
    chat.chatId === chatId && chat.lastNumber === action.number && isMessage(action) && (action.message || action.detail.revoked)
      ? { ...chat, lastMessage: action.detail.revoked ? takenBackPreview : action.message }
      : chat;
  const { detail } = world;
  const isShownNow = detail?.chatId === chatId && detail.messages.some(({ number }) => number === action.number);
  return same({
    ...world,
    chats: world.chats?.map(set),
    detail: isShownNow ? { ...set(detail), messages: mergeActions(detail.messages, [action]) } : detail,
  });
}

function addToSummary<T extends ChatSummary>(chat: T, { action, users, clock }: Omit<ActionData, 'chatId'>, isSeen: boolean): T {
  const withUsers = users ? { ...chat, users, participants: users.filter(({ type }) => type !== 'left').map(({ uId }) => uId) } : chat;
  if (action.number <= chat.lastNumber) return withUsers;
  // A program's mail waits for nobody, and opens no window.
  const isReply = action.actionType === customerReply;
  const isAwaited = isReply && !marksOf(action).isAutomatic;
  const isAnswer = action.actionType === agentReply && (action.authorKind === 'agent' || action.detail.countsAsReply === true);
  const isSaid = isMessage(action);
  return {
    ...withUsers,
    ...(clock === undefined ? {} : { clock }),
    lastNumber: action.number,
    messageCount: chat.messageCount + (isSaid ? 1 : 0),
    lastActivityAt: action.actedOn,
    lastMessage: isSaid ? action.message || action.attachment?.name || '' : chat.lastMessage,
    // Counts as the server does: only the customer's messages that this user has not seen.
    newMsgCount: isReply && !isSeen ? chat.newMsgCount + 1 : chat.newMsgCount,
    ...(isAwaited ? windowOf(chat, action) : {}),
    waitingSince: isAwaited ? (chat.waitingSince ?? action.actedOn) : isAnswer ? null : chat.waitingSince,
    rating: typeof action.detail.stars === 'number' ? action.detail.stars : chat.rating,
    state: isAnswer && chat.state === chatStates.started ? chatStates.ongoing : chat.state,
  };
}

const windowMs = 24 * 3_600_000;
/** A customer's message reopens the window from the time of writing. One written earlier than the last shortens nothing. */
function windowOf({ windowEndsAt, isJITRequired }: ChatSummary, action: ChatAction): Pick<ChatSummary, 'windowEndsAt' | 'isJITRequired'> {
  if (windowEndsAt === null) return { windowEndsAt, isJITRequired: false };
  const end = new Date(new Date(changesOf(action).writtenAt ?? action.actedOn).getTime() + windowMs).toISOString();
  if (end < windowEndsAt) return { windowEndsAt, isJITRequired };
  return { windowEndsAt: end, isJITRequired: end <= action.actedOn };
}

function changeState(world: ChatWorld, { chatId, state, wakeAt, isWoken }: LiveEventData<'chatStateChanged'>): ChatOutcome {
  if (state === chatStates.closed || state === chatStates.missed) return removeChat(withDetail(world, { state }), chatId);
  const set = <T extends ChatSummary>(chat: T): T => (chat.chatId === chatId ? { ...chat, state, wakeAt } : chat);
  const next = { ...world, chats: world.chats?.map(set), detail: world.detail && set(world.detail) };
  const name = world.chats?.find((chat) => chat.chatId === chatId)?.customerName;
  if (!isWoken || name === undefined) return same(next);
  return same(next, { kind: 'toast', level: 'event', message: chatWords.conversation('chatWoke', { name }) });
}

/** Statuses only rise: a late "delivered" changes nothing about what was read. A failure is of one message, the rest of all before it. */
function applyStatus(world: ChatWorld, data: LiveEventData<'chatMessageStatus'>): ChatOutcome {
  const { chatId, upTo, author } = data;
  const isFailure = data.deliveryStatus === deliveryStatuses.failed;
  const isAuthors = (action: ChatAction) =>
    author === 'customer' ? action.authorKind === 'customer' : action.authorKind === 'agent' || action.authorKind === 'bot';
  const apply = (action: ChatAction): ChatAction => {
    if (!isAuthors(action) || action.number > upTo || (isFailure && action.number !== upTo)) return action;
    if (isFailure)
      return {
        ...action,
        deliveryStatus: data.deliveryStatus,
        channelErrorCode: data.channelErrorCode,
        channelErrorDesc: data.channelErrorDesc,
      };
    // One that was tried again, or is of unknown outcome, goes by its own receipts: they come as a changed entry.
    if (action.detail.isRetried || action.detail.unknown) return action;
    const hasFailed = action.deliveryStatus === deliveryStatuses.failed;
    return {
      ...action,
      status: Math.max(action.status, data.status),
      deliveryStatus: hasFailed ? action.deliveryStatus : Math.max(action.deliveryStatus, data.deliveryStatus),
    };
  };
  const needsTemplate = isFailure && data.channelErrorCode === templateNeededCode;
  const isOwnReading = author === 'customer' && data.status === messageStatuses.read && data.readBy === world.ownId;
  const summarise = <T extends ChatSummary>(chat: T): T => {
    if (chat.chatId !== chatId) return chat;
    return {
      ...chat,
      isJITRequired: chat.isJITRequired || needsTemplate,
      newMsgCount: isOwnReading ? data.unread : chat.newMsgCount,
    };
  };
  const detail =
    world.detail?.chatId === chatId ? { ...summarise(world.detail), messages: world.detail.messages.map(apply) } : world.detail;
  const { channelErrorCode, channelErrorDesc } = data;
  return same(
    { ...world, chats: world.chats?.map(summarise), detail },
    ...(isFailure ? [{ kind: 'failedMessage' as const, detail: { chatId, number: upTo, channelErrorCode, channelErrorDesc } }] : []),
  );
}
