import {
  firstReconnectMs,
  pingMs,
  reconnectJitterMs,
  reconnectMs,
  type WidgetEvent,
  type WidgetRequestData,
  type WidgetRequestType,
} from './protocol.ts';

export type ConnectionState = 'idle' | 'connecting' | 'open' | 'lost';

export type Connection = {
  connect: () => void;
  /** Closes the socket, and opens another where there was one. */
  restart: () => void;
  /** Says whether the frame left; nothing is kept for later. */
  send: <T extends WidgetRequestType>(type: T, data: WidgetRequestData<T>) => boolean;
};

export type ConnectionOptions = {
  url: string;
  onOpen: () => void;
  onEvent: (event: WidgetEvent) => void;
  onState: (state: ConnectionState) => void;
  createSocket?: (url: string) => WebSocket;
  random?: () => number;
};

/** The socket: beats every 30 s, gives a silent line up after two beats, and comes back after 2 s, then 3 s and up to 1 s more. */
export function createConnection(options: ConnectionOptions): Connection {
  let socket: WebSocket | undefined;
  let isWanted = false;
  let attempt = 0;
  let unanswered = 0;
  let beat: ReturnType<typeof setInterval> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let giveUp: (() => void) | undefined;

  function open() {
    clearTimeout(retry);
    options.onState(attempt === 0 ? 'connecting' : 'lost');
    unanswered = 0;
    let opened: WebSocket;
    try {
      opened = (options.createSocket ?? ((url) => new WebSocket(url)))(options.url);
    } catch {
      // The page's content security policy may forbid the connection.
      plan();
      return;
    }
    socket = opened;
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      clearInterval(beat);
      socket = undefined;
      plan();
    };
    giveUp = () => {
      opened.close();
      end();
    };
    opened.addEventListener('open', () => {
      options.onOpen();
      beat = setInterval(() => {
        if (unanswered >= 2) return giveUp?.();
        unanswered += 1;
        send('ping', {});
      }, pingMs);
    });
    opened.addEventListener('message', (message) => {
      if (isOver) return;
      const event = parseFrame(message.data);
      if (!event) return;
      if (event.type === 'pong') unanswered = 0;
      if (event.type === 'welcome') {
        attempt = 0;
        options.onState('open');
      }
      options.onEvent(event);
    });
    opened.addEventListener('close', end);
  }

  function plan() {
    const delay = attempt === 0 ? firstReconnectMs : reconnectMs + (options.random ?? Math.random)() * reconnectJitterMs;
    attempt += 1;
    options.onState('lost');
    retry = setTimeout(open, delay);
  }

  const send: Connection['send'] = (type, data) => {
    if (socket?.readyState !== 1) return false;
    socket.send(JSON.stringify({ type, data }));
    return true;
  };

  // The browser knows before the socket does: a dead line may take minutes to report its close.
  globalThis.addEventListener?.('offline', () => {
    if (socket) giveUp?.();
  });
  globalThis.addEventListener?.('online', () => {
    if (isWanted && !socket) open();
  });

  return {
    connect() {
      if (isWanted) return;
      isWanted = true;
      open();
    },
    restart() {
      clearTimeout(retry);
      attempt = 0;
      giveUp?.();
      giveUp = undefined;
      clearTimeout(retry);
      if (isWanted) open();
    },
    send,
  };
}

function parseFrame(text: unknown): WidgetEvent | undefined {
  try {
    const event = JSON.parse(String(text)) as WidgetEvent;
    return typeof event?.type === 'string' && typeof event.data === 'object' ? event : undefined;
  } catch {
    return undefined;
  }
}
