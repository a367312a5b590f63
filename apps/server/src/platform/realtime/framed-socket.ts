import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { LiveFrame, live, type z } from '@parley/contract';
import type { WebSocket } from 'ws';
import { DomainError } from '../http/domain-error.ts';
import { type Refusal, toRefusal } from '../http/envelope.ts';
import type { Log } from '../telemetry/log.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { createFrameLimit } from './frame-limit.ts';
import { createSender, type Message, type Sender } from './sender.ts';

type Schemas = Record<string, z.ZodType>;
type Limit = { perSecond: number; burst: number };
/** The parts of a request beside its data; both passed the frame's schema. */
type Envelope = { id: string | undefined; token: string | undefined };

/** A frame that was not served. It holds parsed values alone, so an answer can be made of it without a look at what the client sent. */
export type RefusedFrame<S extends Schemas, R extends z.ZodObject> = {
  /** Undefined for a frame that could not be read or has an unknown type. */
  type: (keyof S & string) | undefined;
  id: string | undefined;
  /** The request's data that the answer may name. */
  reference: Partial<z.output<R>>;
  refusal: Refusal;
};

/** A module's definition of its socket: the requests, their handlers, and the message for a refusal. */
export type Conversation<S extends Schemas, R extends z.ZodObject = z.ZodObject> = {
  requests: S;
  reference: R;
  handlers: { [T in keyof S & string]: (data: z.output<S[T]>, envelope: Envelope) => Promise<void> | void };
  refuse: (frame: RefusedFrame<S, R>) => Promise<void> | void;
  limit: Limit;
  /** Limits of the requests of one type, for those that cost more than others. */
  limits?: { [T in keyof S & string]?: Limit };
};

const retryAfterSeconds = 10; // wait of a request whose type has a limit of its own
const mostWaiting = 20; // requests of one socket; more are left in the client's own buffer
/** Unread answers at which nothing more is taken from a client. */
const pauseAboveBytes = 262_144;

/**
 * A served socket, the one place where frames are read. Each is parsed by the contract before anything looks at its values, requests are
 * answered one after the other, and any error of a handler becomes a refusal. A client that does not read its answers is not read either,
 * and is closed when too much waits for it (docs/decisions/0017).
 */
export class FramedSocket {
  readonly #socket: WebSocket;
  readonly #log: Log;
  readonly #tracing: Tracing | undefined;
  readonly #send: Sender;
  readonly #waiting: (() => Promise<void>)[] = [];
  #isWorking = false;

  constructor(socket: WebSocket, line: Socket, { log, tracing }: { log: Log; tracing?: Tracing | undefined }) {
    this.#socket = socket;
    this.#log = log;
    this.#tracing = tracing;
    this.#send = createSender(socket, line);
    // 'drain' comes when all that was buffered has left.
    line.on('drain', () => this.#proceed());
    socket.once('close', () => {
      this.#waiting.length = 0;
    });
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  send(message: Message): void {
    this.#send(message);
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
    this.#setFlow();
  }

  onClose(listener: () => void): void {
    this.#socket.once('close', listener);
  }

  /** Answers the frames of this socket from now on; called once, in the turn in which the socket was opened. */
  serve<const S extends Schemas, R extends z.ZodObject>(conversation: Conversation<S, R>): void {
    const limit = createFrameLimit(conversation.limit);
    const limits = new Map(
      Object.entries(conversation.limits ?? {}).map(([type, typeLimit]) => [type, createFrameLimit(typeLimit as Limit)]),
    );
    this.#socket.on('message', (data, isBinary) => {
      if (!this.isOpen) return;
      if (isBinary || !limit.allows()) return this.close(live.refusedFramesClose, 'Too many messages.');
      const text = data.toString();
      this.run(() => this.#answer(text, conversation, limits));
    });
  }

  /** Queues work of this socket behind the requests that wait already. */
  run(work: () => Promise<void>): void {
    this.#waiting.push(work);
    this.#proceed();
  }

  get #isUnread(): boolean {
    return this.#socket.bufferedAmount > pauseAboveBytes;
  }

  #proceed(): void {
    this.#setFlow();
    if (!this.#isWorking && this.#waiting.length > 0) this.#work().catch((error: unknown) => this.#fail(error));
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    try {
      while (!this.#isUnread) {
        const next = this.#waiting.shift();
        if (!next) break;
        await next();
        this.#setFlow();
      }
    } finally {
      this.#isWorking = false;
    }
  }

  /** Takes no more of a client that waits for many answers or leaves them unread; TCP then holds it back. */
  #setFlow(): void {
    // A socket that is being closed is read on, since its client's answer to that comes behind what was sent before.
    const isFull = this.isOpen && (this.#waiting.length >= mostWaiting || this.#isUnread);
    if (isFull && !this.#socket.isPaused) this.#socket.pause();
    else if (!isFull && this.#socket.isPaused) this.#socket.resume();
  }

  async #answer<S extends Schemas, R extends z.ZodObject>(
    text: string,
    conversation: Conversation<S, R>,
    limits: ReadonlyMap<string, ReturnType<typeof createFrameLimit>>,
  ): Promise<void> {
    const seen: Omit<RefusedFrame<S, R>, 'refusal'> = { type: undefined, id: undefined, reference: {} };
    try {
      const { id, token, type, data } = parseFrame(text);
      seen.id = id;
      const known = Object.hasOwn(conversation.requests, type) ? (type as keyof S & string) : undefined;
      const schema = known && conversation.requests[known];
      if (!known || !schema) throw new DomainError('request.malformed', 'There is no such message.', { reason: 'type' });
      seen.type = known;
      seen.reference = (conversation.reference.safeParse(data ?? {}).data ?? {}) as Partial<z.output<R>>;
      const parsed = schema.parse(data ?? {}) as z.output<S[keyof S & string]>;
      if (limits.get(known)?.allows() === false)
        throw new DomainError('request.rate_limited', 'Too many requests. Please wait a moment.', { retryAfterSeconds });
      const answer = async () => conversation.handlers[known](parsed, { id, token });
      await (this.#tracing ? this.#tracing.run(`frame ${known}`, {}, answer) : answer());
    } catch (error) {
      const requestId = randomUUID();
      const refusal = toRefusal(error, requestId);
      if (refusal.isUnknown) this.#log.error({ err: error, type: seen.type, requestId }, 'a socket request failed');
      await conversation.refuse({ ...seen, refusal });
    }
  }

  /** A failing request may close its socket, but must not end the process. */
  #fail(error: unknown): void {
    this.#log.error({ err: error }, 'a socket failed');
    this.close(1011, 'Something went wrong.');
  }
}

function parseFrame(text: string): z.output<typeof LiveFrame> {
  try {
    return LiveFrame.parse(JSON.parse(text));
  } catch (cause) {
    throw new DomainError('request.malformed', 'The message could not be read.', { reason: 'frame' }, { cause });
  }
}
