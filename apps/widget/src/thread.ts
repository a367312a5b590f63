import type { WidgetEntry, WidgetEventData } from './protocol.ts';

/** One chat of the thread, its entries by number. */
export type Segment = { chatId: string; entries: WidgetEntry[] };

export type Thread = {
  /** Oldest first; the last one is the chat that runs or ran last. */
  segments: Segment[];
  chatId: string | null;
  isOpen: boolean;
  handledBy: 'bot' | 'queue' | 'agent' | 'stream' | null;
  agentName: string;
  canRate: boolean;
  /** A rating may have words beside its stars */
  asksComment: boolean;
  /** The highest number of theirs that the visitor has read. */
  readUpTo: number;
  /** The highest number of the visitor's that an agent has read. */
  agentReadUpTo: number;
  /** Up to here nothing of the current chat is missing. The server may keep a number to itself, so a hole below it is no gap. */
  syncedUpTo: number;
};

export const emptyThread: Thread = {
  segments: [],
  chatId: null,
  isOpen: false,
  handledBy: null,
  agentName: '',
  canRate: false,
  asksComment: true,
  readUpTo: 0,
  agentReadUpTo: 0,
  syncedUpTo: 0,
};

/** Merges entries by number, each number once; the later copy wins. */
export function mergeEntries(known: WidgetEntry[], incoming: WidgetEntry[]): WidgetEntry[] {
  const byNumber = new Map(known.map((entry) => [entry.number, entry]));
  for (const entry of incoming) byNumber.set(entry.number, entry);
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}

function withEntries(segments: Segment[], chatId: string, incoming: WidgetEntry[]): Segment[] {
  if (!segments.some((segment) => segment.chatId === chatId)) return [...segments, { chatId, entries: mergeEntries([], incoming) }];
  return segments.map((segment) => (segment.chatId === chatId ? { chatId, entries: mergeEntries(segment.entries, incoming) } : segment));
}

export const currentSegment = (thread: Thread): Segment | undefined => thread.segments.find(({ chatId }) => chatId === thread.chatId);
export const lastNumber = (thread: Thread): number => currentSegment(thread)?.entries.at(-1)?.number ?? 0;

/** The answer to hello: it holds all that is newer than what hello named, so afterwards nothing is missing. */
export function applyWelcome(thread: Thread, data: WidgetEventData<'welcome'>['thread']): Thread {
  const { entries, ...state } = data;
  const isSame = state.chatId === thread.chatId;
  // The server tells changes of the chat that hello named alone: of another one, words that were taken back would stay.
  const held = isSame ? thread.segments : [];
  const segments = state.chatId === null ? held : withEntries(held, state.chatId, entries);
  const next = {
    ...thread,
    ...state,
    segments,
    readUpTo: isSame ? Math.max(thread.readUpTo, state.readUpTo) : state.readUpTo,
    // An agent who answered has read the messages before.
    agentReadUpTo: Math.max(isSame ? thread.agentReadUpTo : 0, entries.findLast(({ author }) => author === 'agent')?.number ?? 0),
  };
  return { ...next, syncedUpTo: lastNumber(next) };
}

/** The state of the chat without its entries. Another chat than the one before starts empty. */
export function applyState(thread: Thread, state: WidgetEventData<'thread'>): Thread {
  if (state.chatId === null || state.chatId === thread.chatId)
    return { ...thread, ...state, chatId: state.chatId ?? thread.chatId, readUpTo: Math.max(thread.readUpTo, state.readUpTo) };
  return { ...thread, ...state, segments: withEntries(thread.segments, state.chatId, []), agentReadUpTo: 0, syncedUpTo: 0 };
}

/**
 * One entry as it comes in, or as the answer to a message of ours.
 * @returns `isGap`: a number before it is missing, so hello has to be said again
 */
export function applyEntry(thread: Thread, chatId: string, entry: WidgetEntry): { thread: Thread; isGap: boolean } {
  const isEarlierChat = chatId !== thread.chatId && thread.segments.some((segment) => segment.chatId === chatId);
  if (isEarlierChat) return { thread: { ...thread, segments: withEntries(thread.segments, chatId, [entry]) }, isGap: false };
  const at: Thread =
    chatId === thread.chatId
      ? thread
      : { ...thread, chatId, isOpen: true, handledBy: null, agentName: '', canRate: false, readUpTo: 0, agentReadUpTo: 0, syncedUpTo: 0 };
  const isGap = entry.number > at.syncedUpTo + 1;
  return {
    thread: {
      ...at,
      segments: withEntries(at.segments, chatId, [entry]),
      syncedUpTo: isGap ? at.syncedUpTo : Math.max(at.syncedUpTo, entry.number),
      // An agent who answers has read the messages before.
      agentReadUpTo: entry.author === 'agent' ? Math.max(at.agentReadUpTo, entry.number) : at.agentReadUpTo,
    },
    isGap,
  };
}

/** An entry that was changed: it takes the place of the one that is held, and one that is not held is not shown for it. */
export function changeEntry(thread: Thread, chatId: string, entry: WidgetEntry): Thread {
  const segments = thread.segments.map((segment) =>
    segment.chatId === chatId ? { chatId, entries: segment.entries.map((held) => (held.number === entry.number ? entry : held)) } : segment,
  );
  return { ...thread, segments };
}

/** Tells whether anybody has answered the entry of that number, or somebody else than the bot is to. */
export const isAnswered = (thread: Thread, { chatId, after }: { chatId: string; after: number }): boolean =>
  chatId !== thread.chatId ||
  thread.handledBy === 'queue' ||
  thread.handledBy === 'agent' ||
  (currentSegment(thread)?.entries ?? []).some(({ author, number }) => author !== 'visitor' && number > after);

/** Counts the messages that the visitor has not seen: those of agents and bots, not the lines of the system. */
export function unreadCount(thread: Thread): number {
  const entries = currentSegment(thread)?.entries ?? [];
  return entries.filter(({ author, number }) => (author === 'agent' || author === 'bot') && number > thread.readUpTo).length;
}

export const isKnownKey = (thread: Thread, key: string): boolean =>
  key !== '' && thread.segments.some(({ entries }) => entries.some((entry) => entry.author === 'visitor' && entry.key === key));
