import { ApiError } from '@parley/client';
import {
  AnsweredMeanwhile,
  type AssistOriginal,
  type AssistUse,
  type Attachment,
  type MailReply,
  type MeanwhileEntry,
  type MessageCard,
} from '@parley/contract';
import { useSyncExternalStore } from 'react';
import { openDialog } from '../../../lib/dialogs.ts';
import { getLineUser, liveClient } from '../../../lib/live.ts';
import { getOwnStore, type OwnStore, onOwner } from '../../../lib/own-store.ts';
import { beforeSignOut } from '../../../lib/session.ts';
import { showToast } from '../../../lib/toasts.ts';
import { chatWords } from '../../../locales/chat.ts';

/** A reply that the server has not confirmed. It keeps its key over reconnects and reloads, so it is stored once. */
export type OutboxItem = {
  key: string;
  chatId: string;
  text: string;
  attachment: Attachment | null;
  /** A place or people; `text` says the same in words, and is not sent */
  card?: MessageCard | undefined;
  at: string;
  order: number;
  /** 'undoable': it leaves at `leavesAt`, unless it is undone before. */
  state: 'undoable' | 'waiting' | 'sending' | 'sent' | 'refused';
  reason: string;
  /** Highest number on the screen when it was begun. It stays the old one however long the reply waits: nothing newer was seen. */
  seen?: number | undefined;
  leavesAt?: number | undefined;
  /** Replies that are sent by one press leave together. */
  batch?: string | undefined;
  /** Quick replies whose words are in it. */
  quickReplyIds?: readonly string[] | undefined;
  /** Draft of the assist that it began with, and its words before they were translated. */
  assist?: AssistUse | undefined;
  original?: AssistOriginal | undefined;
  /** Subject and recipients, in a chat by mail. */
  mail?: MailReply | undefined;
  /** Revision of the draft that it ends. */
  draft?: number | undefined;
  /** Its writer knows of the newer answers. */
  force?: boolean | undefined;
  /** Answers of others that have come since; the time of the refusal by this browser's clock. */
  held?: { entries: MeanwhileEntry[]; at: number } | undefined;
};
/** Facts of a reply besides its words and its file. */
export type ReplyFacts = Pick<OutboxItem, 'seen' | 'quickReplyIds' | 'batch' | 'draft' | 'card' | 'assist' | 'original' | 'mail'>;
/** So long what must stay behind replies waits for them. */
const settleWithinMs = 20_000;
/** So long after its time an undoable reply is nobody's any more: its tab was closed. */
const abandonedMs = 3_000;

/** So long a reply that was left behind goes out by itself; later its writer looks at it first. */
const freshMs = 2 * 60 * 60_000;
/** The server knows a key for 14 days. An older reply under it might be stored twice, so it is written anew. */
const knownMs = 13 * 24 * 60 * 60_000;
const prefix = 'reply:';

export const mayRetry = ({ at }: OutboxItem): boolean => Date.now() - Date.parse(at) < knownMs;

export const sortOutbox = (items: OutboxItem[]) =>
  items.toSorted((a, b) => a.at.localeCompare(b.at) || a.order - b.order || a.key.localeCompare(b.key));

/** The agents' line, as far as replies go by it. */
type OutboxQueue = {
  request: (reply: {
    chatId: string;
    key: string;
    message: string;
    attachmentId?: string;
    isVoice?: boolean;
    card?: MessageCard;
    seen?: number;
    force?: boolean;
    quickReplyIds?: string[];
    assist?: AssistUse;
    original?: AssistOriginal;
    draft?: number;
    mail?: MailReply;
  }) => Promise<unknown>;
  /** User signed in at the other end of the connection; undefined while it is not open. */
  user: () => string | undefined;
};
/** If the browser has no locks, every tab may send: each in the same order, and the server stores one message per key. */
type Locks = Pick<LockManager, 'request'>;

/**
 * The replies of one person that wait, in all tabs of the browser. Each is kept under a key of its own, so no tab overwrites another's, and
 * each chat's are sent by the tab that holds its lock. Nothing is shown or sent for anybody but the person who wrote it.
 */
export function createOutbox(line: OutboxQueue, locks: Locks | undefined) {
  let store: OwnStore | undefined;
  let items: OutboxItem[] = [];
  let order = 0;
  let pauseTimer: ReturnType<typeof setTimeout> | undefined;
  const busyChats = new Set<string>();
  /** Undoable replies of this tab, with the timers by which they leave. */
  const leaving = new Map<string, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();

  const set = (next: OutboxItem[]) => {
    items = sortOutbox(next);
    for (const listener of listeners) listener();
  };
  const change = (key: string, part: Partial<OutboxItem>) => set(items.map((item) => (item.key === key ? { ...item, ...part } : item)));
  const keep = (key: string) => {
    const item = items.find((one) => one.key === key);
    const isOver = item === undefined || item.state === 'sent';
    const state = item?.state === 'refused' || item?.state === 'undoable' ? item.state : 'waiting';
    store?.write(prefix + key, isOver ? null : JSON.stringify({ ...item, state }));
  };

  /**
   * Merges the stored replies with the state that only this page knows: which are being sent, and which were sent but are not in the record
   * yet.
   */
  function merge(): void {
    const kept = new Map(store ? readAll(store).map((item) => [item.key, item]) : []);
    const ours = items.filter(
      ({ state, key }) => state === 'sent' || (state === 'undoable' && leaving.has(key)) || (state === 'sending' && kept.has(key)),
    );
    for (const { key } of ours) kept.delete(key);
    set([...ours, ...kept.values()]);
  }

  /**
   * Loads the replies of the user who has signed in. Those left behind are sent, or shown if they have become old; a toast reports them in
   * either case.
   */
  function begin(): void {
    store = getOwnStore();
    clearTimeout(pauseTimer);
    pauseTimer = undefined;
    items = [];
    for (const timer of leaving.values()) clearTimeout(timer);
    leaving.clear();
    merge();
    const left = items.length;
    askForAbandoned();
    for (const { key, at, state } of items) {
      if (state !== 'waiting' || Date.now() - Date.parse(at) < freshMs) continue;
      change(key, { state: 'refused', reason: chatWords.conversation('replyIsOld') });
      keep(key);
    }
    if (left > 0) showToast('info', chatWords.conversation('repliesLeft', { count: left }));
    flush();
  }

  /** Undoable replies of a tab that was closed are not sent by themselves: their writer is asked. */
  function askForAbandoned(): void {
    const undoable = items.filter(({ state, key }) => state === 'undoable' && !leaving.has(key));
    for (const { key, leavesAt = 0 } of undoable) {
      const left = leavesAt + abandonedMs - Date.now();
      if (left > 0) {
        setTimeout(() => {
          merge();
          askForAbandoned();
        }, left);
        continue;
      }
      change(key, { state: 'refused', reason: chatWords.conversation('undoAbandoned') });
      keep(key);
    }
  }

  /** The undoable replies of a chat leave now. @param batch stays: what is sent by one press leaves together */
  function release(chatId: string, batch?: string): void {
    for (const { key } of items.filter((item) => item.chatId === chatId && leaving.has(item.key) && (!batch || item.batch !== batch))) {
      clearTimeout(leaving.get(key));
      leaving.delete(key);
      change(key, { state: 'waiting', leavesAt: undefined });
      keep(key);
    }
    flush();
  }

  /**
   * Lets the undoable replies of a chat leave, and waits until none is on its way: what is done next in the chat does not overtake them.
   * @returns whether all have left
   */
  function settle(chatId: string, withinMs = settleWithinMs): Promise<boolean> {
    release(chatId);
    const isLeaving = ({ chatId: of, state }: OutboxItem) => of === chatId && (state === 'waiting' || state === 'sending');
    const keys = new Set(items.filter(isLeaving).map(({ key }) => key));
    if (keys.size === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const finish = (hasLeft: boolean) => {
        clearTimeout(timer);
        listeners.delete(look);
        resolve(hasLeft);
      };
      const look = () => {
        if (!items.some(isLeaving)) finish(!items.some(({ key, state }) => keys.has(key) && state === 'refused'));
      };
      const timer = setTimeout(() => finish(false), withinMs);
      listeners.add(look);
    });
  }

  const maySend = () => store !== undefined && pauseTimer === undefined && line.user() === store.owner.uId;
  const nextOf = (chatId: string) => items.find((item) => item.chatId === chatId && item.state === 'waiting');

  function flush(): void {
    for (const chatId of new Set(items.map((item) => item.chatId))) if (maySend() && nextOf(chatId)) void drain(chatId);
  }

  /** Sends what waits in a chat, one after the other, since only that keeps its order. Chats do not wait for each other. */
  async function drain(chatId: string): Promise<void> {
    if (busyChats.has(chatId) || !store) return;
    busyChats.add(chatId);
    const own = store;
    const work = async () => {
      // The tab that had the lock before may have sent some of them.
      if (store === own) merge();
      for (let item = nextOf(chatId); item && store === own && maySend(); item = nextOf(chatId)) await deliver(item, own);
    };
    try {
      await (locks ? locks.request(`outbox ${own.owner.uId} ${chatId}`, work) : work());
    } finally {
      busyChats.delete(chatId);
    }
    if (maySend() && nextOf(chatId)) void drain(chatId);
  }

  async function deliver(
    { key, chatId, text, attachment, card, seen, force, quickReplyIds, assist, original, draft, mail }: OutboxItem,
    own: OwnStore,
  ): Promise<void> {
    change(key, { state: 'sending' });
    const failure = await line
      .request({
        chatId,
        key,
        message: card ? '' : text,
        ...(card ? { card } : {}),
        ...(attachment ? { attachmentId: attachment.id, ...(attachment.isVoice ? { isVoice: true } : {}) } : {}),
        ...(seen === undefined ? {} : { seen }),
        ...(force ? { force } : {}),
        ...(draft === undefined ? {} : { draft }),
        ...(quickReplyIds?.length ? { quickReplyIds: [...quickReplyIds] } : {}),
        ...(assist ? { assist } : {}),
        ...(original ? { original } : {}),
        ...(mail ? { mail } : {}),
      })
      .then(() => undefined, toApiError);
    // The person has gone meanwhile: the reply waits under their name, and the next person's page knows nothing of it.
    if (store !== own) return;
    const seconds = failure?.data.retryAfterSeconds;
    if (!failure) change(key, { state: 'sent' });
    else if (failure.code === 'network') change(key, { state: 'waiting' });
    else if (typeof seconds === 'number') {
      change(key, { state: 'waiting' });
      pauseTimer = setTimeout(() => {
        pauseTimer = undefined;
        flush();
      }, seconds * 1000);
    } else change(key, { state: 'refused', reason: failure.message, held: readHeld(failure) });
    keep(key);
  }

  const drop = (key: string) => {
    if (!items.some((item) => item.key === key)) return;
    set(items.filter((item) => item.key !== key));
    keep(key);
  };
  const handleStorage = ({ key }: Pick<StorageEvent, 'key'>) => {
    if (key !== null && !store?.nameOf(key)?.startsWith(prefix)) return;
    merge();
    askForAbandoned();
    flush();
  };
  const stopOwner = onOwner(begin);
  globalThis.addEventListener?.('storage', handleStorage);
  begin();

  return {
    items: () => items,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** @param undoMs so long it may be undone */
    send(chatId: string, text: string, attachment: Attachment | null, facts: ReplyFacts = {}, undoMs = 0): void {
      // Those before it leave first, and at once: only that keeps their order.
      release(chatId, facts.batch);
      order += 1;
      const key = crypto.randomUUID();
      const item: OutboxItem = {
        key,
        chatId,
        text,
        attachment,
        at: new Date().toISOString(),
        order,
        state: 'waiting',
        reason: '',
        ...facts,
      };
      if (undoMs > 0) {
        leaving.set(
          key,
          setTimeout(() => release(chatId), undoMs),
        );
        set([...items, { ...item, state: 'undoable', leavesAt: Date.now() + undoMs }]);
      } else set([...items, item]);
      keep(key);
      flush();
    },
    release,
    settle,
    /** Tells whether a reply can be undone here: another tab can only let its time pass. */
    mayUndo: ({ state, key }: OutboxItem): boolean => state === 'undoable' && leaving.has(key),
    /** Takes the undoable replies of a chat back. @returns them, oldest first */
    undo(chatId: string): OutboxItem[] {
      const undone = items.filter((item) => item.chatId === chatId && item.state === 'undoable' && leaving.has(item.key));
      for (const { key } of undone) {
        clearTimeout(leaving.get(key));
        leaving.delete(key);
        drop(key);
      }
      return undone;
    },
    retry(key: string): void {
      const item = items.find((one) => one.key === key);
      if (!item || !mayRetry(item)) return;
      // The sender of a held reply has read what it was held for.
      change(key, { state: 'waiting', reason: '', held: undefined, ...(item.held ? { force: true } : {}) });
      keep(key);
      flush();
    },
    /** The record has it, or nobody wants it any more. */
    drop,
    flush,
    /** Ends it as a tab that is closed: nothing more is sent. */
    close(): void {
      stopOwner();
      for (const timer of leaving.values()) clearTimeout(timer);
      leaving.clear();
      globalThis.removeEventListener?.('storage', handleStorage);
      store = undefined;
      listeners.clear();
    },
  };
}

function readAll(store: OwnStore): OutboxItem[] {
  return store.names(prefix).flatMap((name) => {
    try {
      const item = JSON.parse(store.read(name) ?? '') as OutboxItem;
      if (typeof item.chatId !== 'string' || typeof item.at !== 'string' || prefix + item.key !== name) throw new Error('no reply');
      return [item];
    } catch {
      store.write(name, null);
      return [];
    }
  });
}

/** The answers for which a reply was refused; undefined where it was refused for something else. */
function readHeld({ code, data }: ApiError): OutboxItem['held'] {
  if (code !== 'chat.answered_meanwhile') return undefined;
  const { data: answered } = AnsweredMeanwhile.safeParse(data);
  return answered && { entries: answered.entries, at: Date.now() };
}

const toApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('unreadable', 'Something went wrong', 0);

/** The replies of one person never leave by another's line. */
const outbox = createOutbox(
  { request: (reply) => liveClient.request('agentReply', reply), user: getLineUser },
  globalThis.navigator?.locks,
);
liveClient.on('authenticated', () => outbox.flush());

export const sendReply = outbox.send;
export const releaseReplies = outbox.release;
export const settleReplies = outbox.settle;
export const undoReplies = outbox.undo;
export const mayUndo = outbox.mayUndo;
export const retryReply = outbox.retry;
export const dropReply = outbox.drop;
export const useOutbox = () => useSyncExternalStore(outbox.subscribe, outbox.items);

// Nobody else sends what is left behind: it waits for this person's next sign-in here.
beforeSignOut(async () => {
  const count = outbox.items().filter(({ state }) => state !== 'sent').length;
  if (count === 0) return true;
  const say = chatWords.conversation;
  return openDialog({
    type: 'confirm',
    title: say('leaveUnsentTitle'),
    text: say('leaveUnsentText', { count }),
    confirm: say('leaveUnsent'),
    cancel: say('leaveUnsentStay'),
  });
});
