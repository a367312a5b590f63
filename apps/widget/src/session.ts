import { type About, createLine, type Line } from './line.ts';
import { createLiveSigns } from './live-signs.ts';
import { loadOutbox } from './outbox.ts';
import type { Answers, WidgetConfig, WidgetEvent, WidgetEventData } from './protocol.ts';
import { createReceipts } from './receipts.ts';
import { createSending, type Sending } from './sending.ts';
import { createSessionStore, type SessionState, type SessionStore } from './session-state.ts';
import type { WidgetStorage } from './storage.ts';
import { applyEntry, applyState, applyWelcome, changeEntry, emptyThread, isKnownKey, lastNumber, type Thread } from './thread.ts';

export type Session = Pick<Sending, 'say' | 'retry' | 'discard' | 'typing'> & {
  getState: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  open: () => void;
  close: () => void;
  getDraft: () => string;
  setDraft: (text: string) => void;
  /** Keeps the filled form before a chat for the message that begins it. */
  setForm: (form?: Answers) => void;
  rate: (stars: number, comment: string) => void;
  /** Address and names by which a part asks the server itself. */
  origin: string;
  widgetKey: string;
  getVisitorToken: () => string;
  resolveUrl: (url: string) => string;
  /** Asks the server something that waits for no connection. @returns whether it left */
  send: Line['send'];
  connect: () => void;
  /** The preview of what is unread is put away. */
  dismiss: () => void;
  /** Hears each event of the server before the session does. @returns stops */
  hear: (listener: (event: WidgetEvent) => void) => () => void;
  /** Its insides, for parts that are loaded later. @property forgetters called when another person sits before the browser */
  inner: { store: SessionStore; line: Line; tab: WidgetStorage; forgetters: Set<() => void> };
  /** Another person sits before the browser: nothing of the former one's stays. */
  reset: () => void;
};

export type SessionOptions = {
  /** 'https://host', from where the script came. */
  origin: string;
  widgetKey: string;
  config: WidgetConfig;
  storage: WidgetStorage;
  /** Storage of this tab only: state that survives when the visitor opens another page of the site. */
  tab: WidgetStorage;
  about?: About;
  createSocket?: (url: string) => WebSocket;
  isPageVisible?: () => boolean;
};

/** All that the widget knows and does, without a pixel: the thread, the messages that wait, and the line to the server. */
export function createSession(options: SessionOptions): Session {
  const { storage, tab } = options;
  const wasOpen = tab.get('open') !== null;
  const store = createSessionStore({
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
    greeting: undefined,
    dismissed: tab.get('dismissed') ?? '',
    draftNo: 0,
    isKnown: false,
    form: readForm(tab),
  });
  const { get, change } = store;
  const line = createLine({ ...options, onEvent: receive }, store);
  const keep = (name: string, text: string | undefined) => (text ? tab.set(name, text) : tab.remove(name));
  const setForm = (form?: Answers) => {
    keep('form', form && JSON.stringify(form));
    // The field takes the focus that the form has had.
    change({ form, isRestored: false });
  };
  const sending = createSending(store, line, storage, setForm);
  const receipts = createReceipts(store, line, options.isPageVisible ?? (() => document.visibilityState === 'visible'));
  const signs = createLiveSigns(store);
  const hearers = new Set<(event: WidgetEvent) => void>();
  const forgetters = new Set<() => void>();

  function receive(event: WidgetEvent) {
    for (const hear of hearers) hear(event);
    const { thread } = get();
    switch (event.type) {
      case 'welcome':
        return welcome(event.data);
      case 'accepted':
      case 'entry':
        addEntry(event.data.chatId, event.data.entry);
        if (event.type === 'accepted') sending.settle(event.data.key);
        return;
      case 'entryChanged':
        return change({ thread: changeEntry(thread, event.data.chatId, event.data.entry) });
      case 'refused':
        return sending.refuse(event.data);
      case 'elsewhere':
        return line.resync();
      case 'agentRead':
        if (event.data.chatId !== thread.chatId) return;
        storage.set('agentRead', `${event.data.chatId} ${event.data.upTo}`);
        return change({ thread: recallAgentRead(thread) });
      case 'thread':
        return change({ thread: applyState(thread, event.data) });
      case 'typing':
        return signs.showTyping(event.data.name);
      case 'partial':
        return signs.showPartial(event.data);
      case 'rated':
        return change({ ratedChatIds: [...get().ratedChatIds, event.data.chatId], thread: { ...thread, canRate: false } });
      // Parts hear the rest: the page's, and the forms'.
      case 'identityRefused':
      case 'greeting':
      case 'addressKept':
      case 'formChecked':
      case 'transcript':
        return;
      case 'pong':
        return receipts.tellLooking();
    }
  }

  /** @param stores whose contents are the former person's */
  function reset(...stores: WidgetStorage[]) {
    for (const forget of forgetters) forget();
    for (const one of stores) for (const name of one.names('')) if (name !== 'visits') one.remove(name);
    change({
      ...{ thread: emptyThread, outbox: [], greeting: undefined, dismissed: '', isKnown: false, typingName: undefined, partial: undefined },
      ...{ ratedChatIds: [], draftNo: get().draftNo + 1, form: undefined },
    });
    line.forget();
  }

  function welcome({ visitorToken, config, thread: welcomed, visitor }: WidgetEventData<'welcome'>) {
    line.acceptWelcome(visitorToken);
    const thread = recallAgentRead(applyWelcome(get().thread, welcomed));
    // Messages that were being sent when the connection broke may be in the thread already.
    const outbox = get().outbox.filter((item) => !isKnownKey(thread, item.key) || sending.forget(item.key));
    change({ config, thread, outbox, isKnown: visitor?.isKnown ?? false });
    receipts.tellAll();
    receipts.tellLooking();
    sending.flush();
  }

  /** The welcome does not say what an agent has read, so the widget remembers it over a reload. */
  function recallAgentRead(thread: Thread): Thread {
    const [chatId, upTo] = (storage.get('agentRead') ?? '').split(' ');
    return chatId === thread.chatId ? { ...thread, agentReadUpTo: Math.max(thread.agentReadUpTo, Number(upTo) || 0) } : thread;
  }

  function addEntry(chatId: string, entry: Parameters<typeof applyEntry>[2]) {
    const { thread, isGap } = applyEntry(get().thread, chatId, entry);
    const isTheirs = entry.author !== 'visitor';
    change({ thread, ...(isTheirs ? { typingName: undefined } : {}) });
    // Another tab of the same visitor may have sent it: the key tells that it is ours as well.
    if (!isTheirs) sending.settle(entry.key);
    if (isGap) line.resync();
    if (isTheirs) receipts.tellAll();
  }

  document.addEventListener('visibilitychange', () => {
    receipts.tellRead();
    receipts.tellLooking(true);
  });
  // Another tab of the site has begun anew: this one's visitor is gone as well. What is stored for all tabs may be the next person's already.
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== `parley:${options.widgetKey}:visitor` || newValue !== null || !line.getVisitorToken()) return;
    if (options.about) Object.assign(options.about, { identity: '', told: {} });
    reset(tab);
  });
  // A message typed in another tab while both were offline is in the storage; this tab only learns of it when it was sent.
  if (line.getVisitorToken() || wasOpen || get().outbox.length > 0 || options.about?.identity || options.config.isWatched) line.connect();

  return {
    getState: get,
    subscribe: store.subscribe,
    open() {
      line.connect();
      tab.set('open', 'yes');
      change({ isPanelOpen: true, isRestored: false });
      receipts.tellRead();
    },
    close() {
      tab.remove('open');
      change({ isPanelOpen: false });
    },
    getDraft: () => tab.get('draft') ?? '',
    setDraft: (text) => keep('draft', text),
    setForm,
    say: sending.say,
    retry: sending.retry,
    discard: sending.discard,
    typing: sending.typing,
    rate(stars, comment) {
      const { chatId } = get().thread;
      if (chatId) line.send('rate', { chatId, stars, comment });
    },
    getVisitorToken: line.getVisitorToken,
    origin: options.origin,
    widgetKey: options.widgetKey,
    resolveUrl: (url) => new URL(url, options.origin).href,
    send: line.send,
    connect: line.connect,
    dismiss() {
      const dismissed = unreadMark(get());
      tab.set('dismissed', dismissed);
      change({ dismissed });
    },
    hear(listener) {
      hearers.add(listener);
      return () => hearers.delete(listener);
    },
    inner: { store, line, tab, forgetters },
    reset: () => reset(storage, tab),
  };
}

function readForm(tab: WidgetStorage): Answers | undefined {
  try {
    return JSON.parse(tab.get('form') ?? '');
  } catch {
    return undefined;
  }
}

/** Names what is unread at this moment. */
export const unreadMark = ({ thread, greeting }: Pick<SessionState, 'thread' | 'greeting'>): string =>
  `${thread.chatId} ${lastNumber(thread)} ${greeting?.showId ?? ''}`;
