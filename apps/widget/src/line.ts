import { type Connection, createConnection } from './connection.ts';
import { requeue } from './outbox.ts';
import type { WidgetEvent, WidgetRequestData } from './protocol.ts';
import type { SessionStore } from './session-state.ts';
import type { WidgetStorage } from './storage.ts';
import { emptyThread } from './thread.ts';

export type LineOptions = {
  origin: string;
  widgetKey: string;
  storage: WidgetStorage;
  createSocket?: (url: string) => WebSocket;
  onEvent: (event: WidgetEvent) => void;
  /** Facts that the page around the widget has told of its visitor; each hello says them. */
  about?: About;
};

export type About = Pick<WidgetRequestData<'hello'>, 'identity' | 'told' | 'visits' | 'visitSeconds'>;

export type Line = Connection & {
  /** True between the server's welcome and the loss of the connection. */
  isWelcome: () => boolean;
  getVisitorToken: () => string;
  /** The server has answered a hello. @param visitorToken of a visitor that it made; '' for one that it knew */
  acceptWelcome: (visitorToken: string | undefined) => void;
  /** Asks for the thread again, once until the answer comes: entries are missing. */
  resync: () => void;
  /** Asks later, if the hello that asks for what is missing came too soon after others. @returns whether that was so */
  resyncLater: (delaySeconds: number) => boolean;
  /** The server knows the visitor no more: begins as a new one. */
  beginAnew: () => void;
  /** Ends the line of this visitor; another one begins where there was one. */
  forget: () => void;
  /** Says again who the visitor is. */
  hello: () => void;
};

/** The line to the server: the connection, the visitor who is on it, and the hello that opens it. */
export function createLine({ origin, widgetKey, storage, createSocket, onEvent, about }: LineOptions, { get, change }: SessionStore): Line {
  let visitorToken = storage.get('visitor') ?? '';
  let isWelcome = false;
  let isResyncing = false;
  let resyncTimer: ReturnType<typeof setTimeout> | undefined;

  const connection = createConnection({
    url: `${origin.replace(/^http/, 'ws')}/widget/socket?key=${encodeURIComponent(widgetKey)}`,
    onOpen: hello,
    onEvent,
    onState(connectionState) {
      if (connectionState !== 'open') {
        isWelcome = false;
        isResyncing = false;
        change({ connection: connectionState, outbox: requeue(get().outbox), typingName: undefined, partial: undefined });
      } else change({ connection: connectionState });
    },
    ...(createSocket ? { createSocket } : {}),
  });

  function keepToken(token: string) {
    visitorToken = token;
    storage.set('visitor', token);
  }

  function hello() {
    const { thread } = get();
    // Another tab may have a visitor by now.
    visitorToken ||= storage.get('visitor') ?? '';
    // The one who is said to be somebody has a token before the answer: should it be lost, the next hello is the same browser's.
    if (about?.identity && visitorToken === '') keepToken(makeToken());
    connection.send('hello', {
      ...about,
      visitorToken,
      pageUrl: location.href.slice(0, 2000),
      pageTitle: document.title.slice(0, 300),
      language: navigator.language.slice(0, 35),
      chatId: thread.chatId ?? '',
      after: thread.syncedUpTo,
    });
  }

  return {
    ...connection,
    isWelcome: () => isWelcome,
    getVisitorToken: () => visitorToken,
    acceptWelcome(given) {
      if (given) keepToken(given);
      isWelcome = true;
      isResyncing = false;
    },
    resync() {
      if (isResyncing) return;
      isResyncing = true;
      hello();
    },
    resyncLater(delaySeconds) {
      if (!isResyncing) return false;
      clearTimeout(resyncTimer);
      resyncTimer = setTimeout(() => isResyncing && hello(), delaySeconds * 1000);
      return true;
    },
    beginAnew() {
      visitorToken = '';
      storage.remove('visitor');
      isWelcome = false;
      change({ thread: emptyThread, outbox: requeue(get().outbox) });
      hello();
    },
    forget() {
      visitorToken = '';
      isWelcome = false;
      connection.restart();
    },
    hello,
  };
}

function makeToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (letter) => ({ '+': '-', '/': '_' })[letter] ?? '');
}
