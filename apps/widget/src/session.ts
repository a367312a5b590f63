import { createLine } from './line.ts';
import { createLiveSigns } from './live-signs.ts';
import { loadOutbox } from './outbox.ts';
import type { Attachment, WidgetConfig, WidgetEvent, WidgetEventData } from './protocol.ts';
import { createReceipts } from './receipts.ts';
import { createSending, type Sending } from './sending.ts';
import { createSessionStore, type SessionState } from './session-state.ts';
import type { WidgetStorage } from './storage.ts';
import { applyEntry, applyState, applyWelcome, emptyThread, isKnownKey, type Thread } from './thread.ts';
import { upload } from './upload.ts';

export type Session = Pick<Sending, 'say' | 'retry' | 'discard' | 'typing'> & {
  getState: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  open: () => void;
  close: () => void;
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
  });
  const { get, change } = store;
  const line = createLine({ ...options, onEvent: receive }, store);
  const sending = createSending(store, line, storage);
  const receipts = createReceipts(store, line, options.isPageVisible ?? (() => document.visibilityState === 'visible'));
  const signs = createLiveSigns(store);

  function receive(event: WidgetEvent) {
    const { thread } = get();
    switch (event.type) {
      case 'welcome':
        return welcome(event.data);
      case 'accepted':
      case 'entry':
        addEntry(event.data.chatId, event.data.entry);
        if (event.type === 'accepted') sending.settle(event.data.key);
        return;
      case 'refused':
        return sending.refuse(event.data);
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
      case 'pong':
        return;
    }
  }

  function welcome({ visitorToken, config, thread: welcomed }: WidgetEventData<'welcome'>) {
    line.acceptWelcome(visitorToken);
    const thread = recallAgentRead(applyWelcome(get().thread, welcomed));
    // Messages that were being sent when the connection broke may be in the thread already.
    const outbox = get().outbox.filter((item) => !isKnownKey(thread, item.key) || sending.forget(item.key));
    change({ config, thread, outbox });
    receipts.tellAll();
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

  document.addEventListener('visibilitychange', receipts.tellRead);
  // A message typed in another tab while both were offline is in the storage; this tab only learns of it when it was sent.
  if (line.getVisitorToken() || wasOpen || get().outbox.length > 0) line.connect();

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
    setDraft(text) {
      if (text === '') tab.remove('draft');
      else tab.set('draft', text);
    },
    say: sending.say,
    retry: sending.retry,
    discard: sending.discard,
    typing: sending.typing,
    rate(stars, comment) {
      const { chatId } = get().thread;
      if (chatId) line.send('rate', { chatId, stars, comment });
    },
    upload: (file, onProgress) => upload({ ...options, visitorToken: line.getVisitorToken() }, file, onProgress),
    resolveUrl: (url) => new URL(url, options.origin).href,
  };
}
