import { type ConnectionState, createConnection } from './connection.ts';
import { addItem, forgetItem, loadOutbox, nextToSend, type OutboxItem, removeItem, requeue, saveItem, setItem } from './outbox.ts';
import {
  type Attachment,
  partialExpiryMs,
  typingExpiryMs,
  typingRepeatMs,
  type WidgetConfig,
  type WidgetEvent,
  type WidgetEventData,
} from './protocol.ts';
import type { WidgetStorage } from './storage.ts';
import {
  applyEntry,
  applyState,
  applyWelcome,
  emptyThread,
  isAnswered,
  isKnownKey,
  lastNumber,
  type Thread,
  unreadCount,
} from './thread.ts';

export type SessionState = {
  config: WidgetConfig;
  connection: ConnectionState;
  thread: Thread;
  outbox: OutboxItem[];
  /** Name of the person typing on the other side; undefined if nobody is. */
  typingName: string | undefined;
  /** The bot's partial answer; undefined if it is writing none. */
  partial: WidgetEventData<'partial'> | undefined;
  isPanelOpen: boolean;
  /** Open because it was open on the page before: the page keeps the focus. */
  isRestored: boolean;
  unreadCount: number;
  ratedChatIds: string[];
};

export type Session = {
  getState: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  open: () => void;
  close: () => void;
  /** @param payload of a choice that was pressed, whose title is the text */
  say: (text: string, attachment?: Attachment | null, payload?: string) => void;
  retry: (key: string) => void;
  discard: (key: string) => void;
  typing: () => void;
  getDraft: () => string;
  setDraft: (text: string) => void;
  rate: (stars: number, comment: string) => void;
  upload: (file: File, onProgress: (ratio: number) => void) => Promise<Attachment>;
  resolveUrl: (url: string) => string;
};

export type SessionOptions = {
  /** 'https://host', from where the script came. */
  origin: string;
  widgetKey: string;
  config: WidgetConfig;
  storage: WidgetStorage;
  /** Storage of this tab only: state that survives when the visitor opens another page of the site. */
  tab: WidgetStorage;
  createSocket?: (url: string) => WebSocket;
  isPageVisible?: () => boolean;
};

/** All that the widget knows and does, without a pixel: the thread, the messages that wait, and the line to the server. */
export function createSession(options: SessionOptions): Session {
  const { storage, tab } = options;
  const wasOpen = tab.get('open') !== null;
  const isPageVisible = options.isPageVisible ?? (() => document.visibilityState === 'visible');
  const listeners = new Set<() => void>();
  let visitorToken = storage.get('visitor') ?? '';
  let isWelcome = false;
  let isResyncing = false;
  let order = 0;
  let typingSentAt = 0;
  let typingTimer: ReturnType<typeof setTimeout> | undefined;
  let partialTimer: ReturnType<typeof setTimeout> | undefined;
  let rateLimitTimer: ReturnType<typeof setTimeout> | undefined;
  let resyncTimer: ReturnType<typeof setTimeout> | undefined;
  /** Receipts already sent to the server, so that each is sent once. */
  let toldReceived = '';
  let toldRead = '';
  let state: SessionState = {
    config: options.config,
    connection: 'idle',
    thread: emptyThread,
    outbox: loadOutbox(storage),
    typingName: undefined,
    partial: undefined,
    isPanelOpen: wasOpen,
    isRestored: wasOpen,
    unreadCount: 0,
    ratedChatIds: [],
  };

  const change = (next: Partial<SessionState>) => {
    state = { ...state, ...next };
    state.unreadCount = unreadCount(state.thread);
    // A late frame, or the answer itself: either way there is nothing to wait for.
    if (state.partial && isAnswered(state.thread, state.partial)) state.partial = undefined;
    for (const listener of listeners) listener();
  };

  const connection = createConnection({
    url: `${options.origin.replace(/^http/, 'ws')}/widget/socket?key=${encodeURIComponent(options.widgetKey)}`,
    onOpen: hello,
    onEvent: receive,
    onState(connectionState) {
      if (connectionState !== 'open') {
        isWelcome = false;
        isResyncing = false;
        change({ connection: connectionState, outbox: requeue(state.outbox), typingName: undefined, partial: undefined });
      } else change({ connection: connectionState });
    },
    ...(options.createSocket ? { createSocket: options.createSocket } : {}),
  });

  function hello() {
    connection.send('hello', {
      visitorToken,
      pageUrl: location.href.slice(0, 2000),
      pageTitle: document.title.slice(0, 300),
      language: navigator.language.slice(0, 35),
      chatId: state.thread.chatId ?? '',
      after: state.thread.syncedUpTo,
    });
  }

  function receive(event: WidgetEvent) {
    switch (event.type) {
      case 'welcome': {
        if (event.data.visitorToken) {
          visitorToken = event.data.visitorToken;
          storage.set('visitor', visitorToken);
        }
        isWelcome = true;
        isResyncing = false;
        const thread = recallAgentRead(applyWelcome(state.thread, event.data.thread));
        // Messages that were being sent when the connection broke may be in the thread already.
        const outbox = state.outbox.filter((item) => !isKnownKey(thread, item.key) || forget(item.key));
        change({ config: event.data.config, thread, outbox });
        tellReceived();
        tellRead();
        flush();
        return;
      }
      case 'accepted':
      case 'entry':
        addEntry(event.data.chatId, event.data.entry);
        if (event.type === 'accepted') settle(event.data.key);
        return;
      case 'refused':
        refuse(event.data);
        return;
      case 'agentRead':
        if (event.data.chatId !== state.thread.chatId) return;
        storage.set('agentRead', `${event.data.chatId} ${event.data.upTo}`);
        change({ thread: recallAgentRead(state.thread) });
        return;
      case 'thread':
        change({ thread: applyState(state.thread, event.data) });
        return;
      case 'typing':
        showTyping(event.data.name);
        return;
      case 'partial':
        showPartial(event.data);
        return;
      case 'rated':
        change({ ratedChatIds: [...state.ratedChatIds, event.data.chatId], thread: { ...state.thread, canRate: false } });
        return;
      case 'pong':
        return;
    }
  }

  /** The welcome does not say what an agent has read, so the widget remembers it over a reload. */
  function recallAgentRead(thread: Thread): Thread {
    const [chatId, upTo] = (storage.get('agentRead') ?? '').split(' ');
    return chatId === thread.chatId ? { ...thread, agentReadUpTo: Math.max(thread.agentReadUpTo, Number(upTo) || 0) } : thread;
  }

  function addEntry(chatId: string, entry: Parameters<typeof applyEntry>[2]) {
    const { thread, isGap } = applyEntry(state.thread, chatId, entry);
    const isTheirs = entry.author !== 'visitor';
    change({ thread, ...(isTheirs ? { typingName: undefined } : {}) });
    // Another tab of the same visitor may have sent it: the key tells that it is ours as well.
    if (!isTheirs) settle(entry.key);
    if (isGap && !isResyncing) {
      isResyncing = true;
      hello();
    }
    if (isTheirs) {
      tellReceived();
      tellRead();
    }
  }

  function tellReceived() {
    const { chatId } = state.thread;
    const upTo = lastNumber(state.thread);
    if (chatId && upTo > 0 && toldReceived !== `${chatId} ${upTo}` && connection.send('received', { chatId, upTo }))
      toldReceived = `${chatId} ${upTo}`;
  }

  function tellRead() {
    const { chatId } = state.thread;
    const upTo = lastNumber(state.thread);
    if (!chatId || upTo === 0 || !state.isPanelOpen || !isPageVisible()) return;
    if (state.thread.readUpTo < upTo) change({ thread: { ...state.thread, readUpTo: upTo } });
    if (toldRead !== `${chatId} ${upTo}` && connection.send('read', { chatId, upTo })) toldRead = `${chatId} ${upTo}`;
  }

  function showTyping(name: string) {
    clearTimeout(typingTimer);
    change({ typingName: name });
    typingTimer = setTimeout(() => change({ typingName: undefined }), typingExpiryMs);
  }

  function showPartial(partial: WidgetEventData<'partial'>) {
    clearTimeout(partialTimer);
    change({ partial: partial.text === '' ? undefined : partial });
    if (state.partial) partialTimer = setTimeout(() => change({ partial: undefined }), partialExpiryMs);
  }

  function forget(key: string): false {
    forgetItem(storage, key);
    return false;
  }

  function settle(key: string) {
    if (!state.outbox.some((item) => item.key === key)) return;
    forget(key);
    change({ outbox: removeItem(state.outbox, key) });
    flush();
  }

  function refuse({
    key,
    code,
    message,
    retryAfterSeconds,
  }: {
    key: string;
    code: string;
    message: string;
    retryAfterSeconds?: number | undefined;
  }) {
    if (code === 'chat.visitor_unknown') {
      // The server knows this visitor no more; the message goes out again as a new one's.
      visitorToken = '';
      storage.remove('visitor');
      isWelcome = false;
      change({ thread: emptyThread, outbox: requeue(state.outbox) });
      hello();
      return;
    }
    if (key === '' && isResyncing && retryAfterSeconds !== undefined) {
      // The hello that asks for what is missing came too soon after others.
      clearTimeout(resyncTimer);
      resyncTimer = setTimeout(() => isResyncing && hello(), retryAfterSeconds * 1000);
      return;
    }
    if (!state.outbox.some((item) => item.key === key)) return;
    if (retryAfterSeconds !== undefined) {
      change({ outbox: setItem(state.outbox, key, { state: 'waiting' }) });
      clearTimeout(rateLimitTimer);
      rateLimitTimer = setTimeout(() => {
        rateLimitTimer = undefined;
        flush();
      }, retryAfterSeconds * 1000);
      return;
    }
    change({ outbox: setItem(state.outbox, key, { state: 'refused', reason: message }) });
    for (const item of state.outbox) if (item.key === key) saveItem(storage, item);
    flush();
  }

  function flush() {
    if (!isWelcome || rateLimitTimer !== undefined) return;
    const item = nextToSend(state.outbox);
    if (!item) return;
    const { key, text, attachment, payload } = item;
    const more = { ...(attachment ? { attachmentId: attachment.id } : {}), ...(payload ? { payload } : {}) };
    if (!connection.send('send', { key, text, ...more })) return;
    change({ outbox: setItem(state.outbox, key, { state: 'sending' }) });
  }

  document.addEventListener('visibilitychange', tellRead);
  // A message typed in another tab while both were offline is in the storage; this tab only learns of it when it was sent.
  if (visitorToken || wasOpen || state.outbox.length > 0) connection.connect();

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open() {
      connection.connect();
      tab.set('open', 'yes');
      change({ isPanelOpen: true, isRestored: false });
      tellRead();
    },
    close() {
      tab.remove('open');
      change({ isPanelOpen: false });
    },
    getDraft: () => tab.get('draft') ?? '',
    setDraft(text) {
      if (text === '') tab.remove('draft');
      else tab.set('draft', text);
    },
    say(text, attachment, payload) {
      order += 1;
      const item: OutboxItem = {
        key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`,
        text,
        attachment: attachment ?? null,
        ...(payload ? { payload } : {}),
        at: new Date().toISOString(),
        order,
        state: 'waiting',
        reason: '',
      };
      saveItem(storage, item);
      typingSentAt = 0;
      change({ outbox: addItem(state.outbox, item) });
      connection.connect();
      flush();
    },
    retry(key) {
      change({ outbox: setItem(state.outbox, key, { state: 'waiting', reason: '' }) });
      flush();
    },
    discard(key) {
      forget(key);
      change({ outbox: removeItem(state.outbox, key) });
    },
    typing() {
      const now = Date.now();
      if (now - typingSentAt >= typingRepeatMs && isWelcome && connection.send('typing', {})) typingSentAt = now;
    },
    rate(stars, comment) {
      if (state.thread.chatId) connection.send('rate', { chatId: state.thread.chatId, stars, comment });
    },
    upload: (file, onProgress) => upload(options, () => visitorToken, file, onProgress),
    resolveUrl: (url) => new URL(url, options.origin).href,
  };
}

/** fetch reports no progress, so a file goes through XMLHttpRequest. @throws Error with the server's words */
function upload(
  { origin, widgetKey }: SessionOptions,
  getToken: () => string,
  file: File,
  onProgress: (ratio: number) => void,
): Promise<Attachment> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${origin}/widget/files?key=${encodeURIComponent(widgetKey)}`);
    request.setRequestHeader('visitor-token', getToken());
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    request.addEventListener('error', () => reject(new Error('')));
    request.addEventListener('load', () => {
      try {
        const envelope = JSON.parse(request.responseText) as { status: boolean; message: string; data: Attachment };
        if (envelope.status) resolve(envelope.data);
        else reject(new Error(envelope.message));
      } catch {
        reject(new Error(''));
      }
    });
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });
}
