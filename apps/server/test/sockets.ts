import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type {
  LiveEventData,
  LiveEventType,
  LiveRequestData,
  LiveRequestType,
  MeetEventData,
  MeetEventType,
  MeetRequestData,
  MeetRequestType,
  WidgetEventData,
  WidgetEventType,
  WidgetRequestData,
  WidgetRequestType,
} from '@parley/contract';
import { WebSocket } from 'ws';

type Frame = { type: string; data: Record<string, unknown> };
const patienceMs = 30_000;

/** A socket that remembers what it received and waits for what is to come. */
class Talker {
  readonly received: Frame[] = [];
  readonly socket: WebSocket;
  readonly closed: Promise<unknown>;
  #listeners = new Set<() => void>();

  constructor(url: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(url, { headers });
    this.socket.on('error', () => {});
    // Not events.once: it would reject on an error that comes before the close.
    this.closed = new Promise((resolve) => this.socket.once('close', resolve));
    this.socket.on('message', (data) => {
      this.received.push(JSON.parse(data.toString()) as Frame);
      for (const listener of this.#listeners) listener();
    });
  }

  /** The first frame, past or to come, that fits; it is not found again. */
  async take(fits: (frame: Frame) => boolean, what: string): Promise<Frame> {
    const until = Date.now() + patienceMs;
    for (;;) {
      const index = this.received.findIndex(fits);
      if (index >= 0) return this.received.splice(index, 1)[0] as Frame;
      const left = until - Date.now();
      if (left <= 0) throw new Error(`No ${what} came; there were ${this.received.map((frame) => frame.type).join(', ') || 'none'}`);
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          this.#listeners.delete(done);
          resolve();
        };
        const timer = setTimeout(done, left);
        this.#listeners.add(done);
      });
    }
  }

  async opened(): Promise<void> {
    if (this.socket.readyState === WebSocket.CONNECTING) await once(this.socket, 'open');
  }

  close(): void {
    this.socket.terminate();
  }
}

export type Visitor = Awaited<ReturnType<typeof openVisitor>>;

/** A visitor's widget, in the protocol of the contract. */
export async function openVisitor(appUrl: string, widgetKey: string, hello: WidgetRequestData<'hello'> = {}, origin = appUrl) {
  const talker = new Talker(`${appUrl.replace('http', 'ws')}/widget/socket?key=${widgetKey}`, { origin });
  await talker.opened();
  const tell = <T extends WidgetRequestType>(type: T, data: WidgetRequestData<T>) => talker.socket.send(JSON.stringify({ type, data }));
  const next = async <T extends WidgetEventType>(type: T, fits: (data: WidgetEventData<T>) => boolean = () => true) =>
    (await talker.take((frame) => frame.type === type && fits(frame.data as WidgetEventData<T>), type)).data as WidgetEventData<T>;
  tell('hello', hello);
  const welcome = await next('welcome');
  const token = welcome.visitorToken || hello.visitorToken || '';
  return {
    talker,
    token,
    welcome,
    tell,
    next,
    /** Sends a message and waits until the server has stored it. */
    async say(text: string, key: string = randomUUID()) {
      tell('send', { key, text });
      return next('accepted', (data) => data.key === key);
    },
    close: () => talker.close(),
  };
}

export type AgentSocket = Awaited<ReturnType<typeof openAgent>>;

export async function openAgent(appUrl: string, token: string) {
  const talker = new Talker(`${appUrl.replace('http', 'ws')}/actions`);
  await talker.opened();
  talker.socket.send(JSON.stringify({ type: 'auth', token }));
  const next = async <T extends LiveEventType>(type: T, fits: (data: LiveEventData<T>) => boolean = () => true) =>
    (await talker.take((frame) => frame.type === type && fits(frame.data as LiveEventData<T>), type)).data as LiveEventData<T>;
  await next('authenticated');
  return {
    talker,
    next,
    /** Sends a request and waits for the server's reply, refused ones included. */
    async ask<T extends LiveRequestType>(type: T, data: LiveRequestData<T>) {
      const id = randomUUID();
      talker.socket.send(JSON.stringify({ type, id, data }));
      return next('reply', (reply) => reply.id === id) as Promise<{
        id: string;
        status: boolean;
        code: string;
        message: string;
        data: Record<string, unknown>;
      }>;
    },
    close: () => talker.close(),
  };
}

/** The customer's page of a call. @throws with the status of a refused upgrade */
export async function openMeet(appUrl: string, code: string, origin = appUrl) {
  const talker = new Talker(`${appUrl.replace('http', 'ws')}/meet/socket?code=${encodeURIComponent(code)}`, { origin });
  await new Promise<void>((resolve, reject) => {
    talker.socket.once('open', resolve);
    talker.socket.once('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))));
  });
  const tell = <T extends MeetRequestType>(type: T, data: MeetRequestData<T>) => talker.socket.send(JSON.stringify({ type, data }));
  const next = async <T extends MeetEventType>(type: T, fits: (data: MeetEventData<T>) => boolean = () => true) =>
    (await talker.take((frame) => frame.type === type && fits(frame.data as MeetEventData<T>), type)).data as MeetEventData<T>;
  return {
    tell,
    next,
    join(token = '') {
      tell('join', { token });
      return next('joined');
    },
    /** Tries to join where another has the place. */
    refusal() {
      tell('join', { token: '' });
      return next('refused');
    },
    received: talker.received as readonly Frame[],
    close: () => talker.close(),
  };
}
