import {
  type ChatAction,
  type ChatClock,
  type ChatDetail,
  type ChatSide,
  type ChatSummary,
  chatActionTypes,
  chatStates,
  EntryMarks,
  InboundMarks,
  type InboxSort,
  messageStatuses,
  noDepartment,
  readChatNumber,
  showChatNumber,
  takenBackPreview,
  templateNeededCode,
} from '@parley/contract';
import type { ChatSay } from '../../../locales/chat.ts';

export const takesPartIn = (chat: Pick<ChatSummary, 'users'>, userId: string): boolean =>
  chat.users.some(({ uId, type }) => uId === userId && type !== 'left');

/** Customers who wait come first, the longest wait on top; chats without one follow, the longest silence first. */
export const sortByWait = (chats: ChatSummary[]): ChatSummary[] =>
  chats.toSorted(
    (a, b) =>
      Number(b.isPinned) - Number(a.isPinned) ||
      Number(a.waitingSince === null) - Number(b.waitingSince === null) ||
      (a.waitingSince ?? a.lastActivityAt).localeCompare(b.waitingSince ?? b.lastActivityAt),
  );

/** Pinned first, then by latest activity. */
export function sortChats(chats: ChatSummary[]): ChatSummary[] {
  return chats.toSorted((a, b) => Number(b.isPinned) - Number(a.isPinned) || b.lastActivityAt.localeCompare(a.lastActivityAt));
}

export type ChatFilter = {
  tab: string;
  sort?: InboxSort;
  text: string;
  channel?: number | undefined;
  label: string;
  department: string;
  priority?: number | undefined;
  unread: boolean;
  waiting: boolean;
};

/** The number as people say it, with or without its signs; a wrong digit finds nothing. */
const isNumberOf = ({ chatNumber }: ChatSummary, words: string): boolean => {
  const no = readChatNumber(words);
  return no !== undefined && chatNumber === showChatNumber(no);
};

export function filterChats(chats: ChatSummary[], filter: ChatFilter): ChatSummary[] {
  const wanted = filter.text.trim().toLowerCase();
  const sort = filter.sort === 'longest' ? sortByWait : sortChats;
  return sort(
    chats.filter((chat) => {
      if ((chat.state === chatStates.suspended) !== (filter.tab === 'suspended')) return false;
      if (filter.channel !== undefined && chat.channelType !== filter.channel) return false;
      if (filter.label !== '' && chat.tag !== filter.label && !chat.labels.some(({ name }) => name === filter.label)) return false;
      if (filter.department !== '' && chat.deptId !== (filter.department === noDepartment ? '' : filter.department)) return false;
      if (filter.priority !== undefined && chat.priority < filter.priority) return false;
      if (filter.unread && chat.newMsgCount === 0) return false;
      if (filter.waiting && chat.waitingSince === null) return false;
      return (
        wanted === '' ||
        isNumberOf(chat, wanted) ||
        [chat.customerName, chat.customerNumber, chat.lastMessage].some((text) => text.toLowerCase().includes(wanted))
      );
    }),
  );
}

/** The rows in the order that somebody points at; what came since stands below. @param held ids in that order; undefined leaves them as they are */
export function holdOrder<T extends { chatId: string }>(chats: T[], held: readonly string[] | undefined): T[] {
  if (!held) return chats;
  const places = new Map(held.map((chatId, index) => [chatId, index]));
  const placeOf = ({ chatId }: T) => places.get(chatId) ?? held.length;
  return chats.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Entries of a record by number, each once; the later copy wins. */
export function mergeActions(known: ChatAction[], incoming: ChatAction[]): ChatAction[] {
  const byNumber = new Map(known.map((action) => [action.number, action]));
  for (const action of incoming) byNumber.set(action.number, action);
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}

/** Lines of the second record by number, each once; the later copy wins. */
export function mergeSides(known: ChatSide[], incoming: ChatSide[]): ChatSide[] {
  const byNumber = new Map(known.map((side) => [side.number, side]));
  for (const side of incoming) byNumber.set(side.number, side);
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}

/** The answer of a read laid over what is here: newer facts, all entries of both. */
export function mergeDetail(known: ChatDetail, fresh: ChatDetail): ChatDetail {
  const messages = mergeActions(known.messages, fresh.messages);
  const sides = mergeSides(known.sides, fresh.sides);
  const isFromTop = known.messages[0]?.number === messages[0]?.number;
  return { ...fresh, messages, sides, hasOlder: isFromTop ? known.hasOlder : fresh.hasOlder };
}

/** The highest number below which nothing is missing. */
export function lastWhole(actions: ChatAction[]): number {
  let last = actions[0]?.number ?? 0;
  for (const { number } of actions) {
    if (number > last + 1) return last;
    last = number;
  }
  return last;
}

/** Returns the marks of a customer's message besides its words. */
export const marksOf = ({ detail }: Pick<ChatAction, 'detail'>): InboundMarks => InboundMarks.safeParse(detail.inbound).data ?? {};

/** Returns the customer's later changes of a message. */
export const changesOf = ({ detail }: Pick<ChatAction, 'detail'>): EntryMarks => EntryMarks.safeParse(detail).data ?? {};

/** The last message of a chat as lists show it, before its markup is read. */
export const previewOf = ({ lastMessage }: { lastMessage: string }, t: ChatSay): string =>
  lastMessage === takenBackPreview ? t('takenBackPreview') : lastMessage;

/** Entries that people wrote; everything else is a line of the system. Action 11 is nobody's. */
export const isMessage = (action: ChatAction): boolean =>
  action.actionType === chatActionTypes.customerReply ||
  action.actionType === chatActionTypes.agentReply ||
  (action.actionType === chatActionTypes.customerStartChat && (action.message !== '' || action.attachment !== null));

const knownTypes = new Set<number>(Object.values(chatActionTypes));
export const isShown = (action: ChatAction): boolean => knownTypes.has(action.actionType);

export const isUnreadOfCustomer = (action: ChatAction): boolean =>
  action.authorKind === 'customer' && isMessage(action) && action.status !== messageStatuses.read;

/** A message that only a template replaces: the window was closed (470), or it was a template itself. */
export const needsTemplate = ({ channelErrorCode, detail }: Pick<ChatAction, 'channelErrorCode' | 'detail'>): boolean =>
  channelErrorCode === templateNeededCode || detail.template !== undefined;

/** Formats a waiting time as short as a list row has room for. */
export function describeWait(sinceMs: number, nowMs: number): { unit: 'minutesShort' | 'hoursShort' | 'daysShort'; count: number } {
  const minutes = Math.max(0, Math.floor((nowMs - sinceMs) / 60_000));
  if (minutes < 60) return { unit: 'minutesShort', count: minutes };
  if (minutes < 24 * 60) return { unit: 'hoursShort', count: Math.floor(minutes / 60) };
  return { unit: 'daysShort', count: Math.floor(minutes / (24 * 60)) };
}

// Two minutes is late, five is very late, where no policy says otherwise.
const waitAmberMs = 2 * 60_000;
const waitRedMs = 5 * 60_000;

export type ClockLevel = 'calm' | 'amber' | 'red';

/** @property isAhead the time is that until then, not since then */
type ShownClock = { sinceMs: number; level: ClockLevel; kind: ChatClock['kind'] | undefined; isAhead?: true };
const ranks: Readonly<Record<ClockLevel, number>> = { calm: 0, amber: 1, red: 2 };

/**
 * The clock that colours a chat, and its level by the server's time; undefined: nobody waits for us. The time is that of the customer's wait,
 * whoever has had the chat meanwhile; of a resolution, the time until it is late, or since then. A customer who waits as urgently comes first.
 */
export function clockOf({ clock, waitingSince }: Pick<ChatSummary, 'clock' | 'waitingSince'>, nowMs: number): ShownClock | undefined {
  if (!clock) return waitOf(waitingSince, nowMs);
  const isPast = (at: string | null) => at !== null && Date.parse(at) <= nowMs;
  const level = isPast(clock.redAt) ? 'red' : isPast(clock.amberAt) ? 'amber' : 'calm';
  if (clock.kind !== 'resolution') return { sinceMs: Date.parse(waitingSince ?? clock.since), level, kind: clock.kind };
  const wait = waitOf(waitingSince, nowMs);
  if (wait && ranks[wait.level] >= ranks[level]) return wait;
  const sinceMs = Date.parse(clock.redAt ?? clock.amberAt ?? clock.since);
  return { sinceMs, level, kind: clock.kind, ...(sinceMs > nowMs ? { isAhead: true } : {}) };
}

function waitOf(waitingSince: string | null, nowMs: number): ShownClock | undefined {
  if (waitingSince === null) return undefined;
  const sinceMs = Date.parse(waitingSince);
  const waitedMs = nowMs - sinceMs;
  return { sinceMs, level: waitedMs >= waitRedMs ? 'red' : waitedMs >= waitAmberMs ? 'amber' : 'calm', kind: undefined };
}
