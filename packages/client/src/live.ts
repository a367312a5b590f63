import { type LiveEvent, type LiveEventData, type LiveEventType, type LiveRequestData, type LiveRequestType, live } from '@parley/contract';
import { ApiError } from './http.ts';

/** `lost` after a close while signed in; `attempt` counts the tries since. */
export type LiveState = { kind: 'closed' } | { kind: 'connecting'; attempt: number } | { kind: 'open' } | { kind: 'lost'; attempt: number };

export type LiveOptions = {
  /** 'ws://host/actions' */
  url: string;
  getToken: () => string | null;
  /** The server refused the token (4001). */
  onInvalidToken: () => void;
  createSocket?: (url: string) => WebSocket;
  random?: () => number;
};

type Listener = (event: LiveEvent) => void;
type Waiting = { resolve: (data: unknown) => void; reject: (error: ApiError) => void };

export type LiveClient = {
  connect: () => void;
  /** Closes for good: no reconnect follows (RT-011). */
  close: () => void;
  state: () => LiveState;
  onState: (listener: (state: LiveState) => void) => () => void;
  onEvent: (listener: Listener) => () => void;
  on: <T extends LiveEventType>(type: T, listener: (data: LiveEventData<T>) => void) => () => void;
  /** Sends and waits for the server's reply; fails with code 'network' when the connection is lost first. */
  request: <T extends LiveRequestType>(type: T, data: LiveRequestData<T>) => Promise<unknown>;
  /** Sends without waiting; nothing happens while the connection is down. */
  tell: <T extends LiveRequestType>(type: T, data: LiveRequestData<T>) => void;
};

/** The `/actions` socket: signs in by its first message, so the token is in no address, beats every 30 s and reconnects by itself. */
export function createLive(options: LiveOptions): LiveClient {
  const events = new Set<Listener>();
  const states = new Set<(state: LiveState) => void>();
  const waiting = new Map<string, Waiting>();
  let socket: WebSocket | undefined;
  let current: LiveState = { kind: 'closed' };
  let isWanted = false;
  let attempt = 0;
  let unanswered = 0;
  let nextId = 0;
  let beat: ReturnType<typeof setInterval> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let giveUp: (() => void) | undefined;

  const setState = (state: LiveState) => {
    current = state;
    for (const listener of states) listener(state);
  };
  const send = (frame: object) => socket?.send(JSON.stringify(frame));
  const failWaiting = () => {
    for (const entry of waiting.values()) entry.reject(new ApiError('network', 'Network is offline,Please Turn On Internet!', 0));
    waiting.clear();
  };

  function receive(text: string) {
    const event = JSON.parse(text) as LiveEvent;
    if (event.type === 'pong') {
      unanswered = 0;
      return;
    }
    if (event.type === 'authenticated') {
      attempt = 0;
      setState({ kind: 'open' });
    }
    if (event.type === 'reply') {
      const { id, status, code, message, data } = event.data;
      const entry = waiting.get(id);
      waiting.delete(id);
      if (status) entry?.resolve(data);
      else entry?.reject(new ApiError(code, message, 0, (data ?? {}) as Record<string, unknown>));
      return;
    }
    for (const listener of events) listener(event);
  }

  function lost(code: number) {
    clearInterval(beat);
    socket = undefined;
    failWaiting();
    if (code === live.invalidTokenClose) {
      isWanted = false;
      setState({ kind: 'closed' });
      options.onInvalidToken();
      return;
    }
    if (!isWanted) return setState({ kind: 'closed' });
    const delay = attempt === 0 ? live.firstReconnectMs : live.reconnectMs + (options.random ?? Math.random)() * 1000;
    attempt += 1;
    setState({ kind: 'lost', attempt });
    retry = setTimeout(open, delay);
  }

  function open() {
    const token = options.getToken();
    if (!token) {
      isWanted = false;
      if (current.kind !== 'closed') setState({ kind: 'closed' });
      return;
    }
    setState({ kind: 'connecting', attempt });
    unanswered = 0;
    const opened = (options.createSocket ?? ((url) => new WebSocket(url)))(options.url);
    socket = opened;
    let isOver = false;
    const end = (code: number) => {
      if (isOver) return;
      isOver = true;
      // A socket that `close` gave up ends later, when another may be open already.
      if (socket === opened) lost(code);
    };
    opened.addEventListener('open', () => {
      if (socket !== opened) return;
      send({ type: 'auth', token });
      beat = setInterval(() => {
        if (unanswered >= live.missedHeartbeats) return giveUp?.();
        unanswered += 1;
        send({ type: 'ping' });
      }, live.heartbeatMs);
    });
    opened.addEventListener('message', (message) => {
      if (socket === opened) receive(String(message.data));
    });
    opened.addEventListener('close', (event) => end(event.code));
    // A dead line may take minutes to report its close, so the client gives it up by itself.
    giveUp = () => {
      opened.close();
      end(1006);
    };
  }

  // The browser knows before the socket does, both when the network goes and when it is back. Node has no such events.
  globalThis.addEventListener?.('offline', () => {
    if (socket) giveUp?.();
  });
  globalThis.addEventListener?.('online', () => {
    if (!isWanted || socket) return;
    clearTimeout(retry);
    open();
  });

  return {
    connect() {
      if (isWanted) return;
      isWanted = true;
      attempt = 0;
      open();
    },
    close() {
      isWanted = false;
      clearTimeout(retry);
      clearInterval(beat);
      socket?.close();
      socket = undefined;
      failWaiting();
      setState({ kind: 'closed' });
    },
    state: () => current,
    onState(listener) {
      states.add(listener);
      return () => states.delete(listener);
    },
    onEvent(listener) {
      events.add(listener);
      return () => events.delete(listener);
    },
    on(type, listener) {
      const filtered: Listener = (event) => {
        if (event.type === type) (listener as (data: unknown) => void)(event.data);
      };
      events.add(filtered);
      return () => events.delete(filtered);
    },
    request(type, data) {
      if (current.kind !== 'open') return Promise.reject(new ApiError('network', 'Network is offline,Please Turn On Internet!', 0));
      nextId += 1;
      const id = String(nextId);
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        send({ type, id, data });
      });
    },
    tell(type, data) {
      if (current.kind === 'open') send({ type, data });
    },
  };
}
