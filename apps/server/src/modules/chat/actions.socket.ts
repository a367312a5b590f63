import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LiveFrame, type LiveRequestType, live, liveRequests, type z } from '@parley/contract';
import type { WebSocket } from 'ws';
import type { Topic } from '#platform/events/events.ts';
import { callerAddress } from '#platform/http/caller-address.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { toRefusal } from '#platform/http/envelope.ts';
import { createFrameLimit } from '#platform/realtime/frame-limit.ts';
import { createSender, type Message } from '#platform/realtime/sender.ts';
import { type Ctx, can } from '../../context.ts';
import { enterpriseContext } from '../../context-of.ts';
import type { Deps } from '../../deps.ts';
import type { SocketHandler } from '../index.ts';
import { agentRequests, type RequestTools } from './actions.requests.ts';
import { agentsTopic } from './chat.events.ts';
import type { Replies } from './chat.reply.ts';

const signInWithinMs = 10_000;
const checkEveryMs = live.heartbeatMs; // a session that expired by itself is noticed at the next beat

/** `/actions`: signs in by query or first message, then answers requests and passes events on (RT-002, RT-003). */
export function actionsSocket(deps: Deps, replies: Replies): SocketHandler {
  return {
    admit: () => undefined,
    open(socket, request) {
      new AgentConnection(deps, replies, socket, request);
    },
  };
}

class AgentConnection {
  readonly #deps: Deps;
  readonly #replies: Replies;
  readonly #socket: WebSocket;
  readonly #address: string;
  readonly #limit = createFrameLimit({ perSecond: 40, burst: 200 });
  #ctx: Ctx | undefined;
  #token = '';
  #leave: (() => void) | undefined;
  #viewing: string | null = null;
  #checkedAt = 0;
  /** One request after the other, so that what an agent does in a row happens in that row. */
  #work: Promise<void> = Promise.resolve();

  constructor(deps: Deps, replies: Replies, socket: WebSocket, request: IncomingMessage) {
    this.#deps = deps;
    this.#replies = replies;
    this.#socket = socket;
    this.#send = createSender(socket, request.socket);
    this.#address = callerAddress(request, deps.config.trustProxy);
    const token = new URL(request.url ?? '', 'http://host').searchParams.get('token');
    const timer = setTimeout(() => this.#ctx || this.#refuse(), signInWithinMs);
    socket.on('message', (data, isBinary) => {
      if (isBinary || !this.#limit.allows()) return socket.close(1008, 'Too many messages.');
      const text = data.toString();
      this.#work = this.#work.then(() => this.#receive(text));
    });
    socket.once('close', () => {
      clearTimeout(timer);
      this.#tellViewing(null);
      this.#leave?.();
    });
    if (token) this.#work = this.#signIn(token);
  }

  readonly #send: (message: Message) => void;

  #refuse(): void {
    this.#socket.close(live.invalidTokenClose, 'The access token is not valid.');
  }

  async #signIn(token: string): Promise<void> {
    try {
      const actor = await this.#deps.authenticate(token, this.#address);
      if (!actor) return this.#refuse();
      this.#token = token;
      this.#checkedAt = Date.now();
      this.#ctx = { ...enterpriseContext(this.#deps, actor.enterpriseId), actor, requestId: randomUUID(), address: this.#address };
      const topics: Topic[] = [`user:${actor.userId}`, `session:${actor.sessionId}`, `enterprise:${actor.enterpriseId}`];
      if (can(actor, 'CHAT.HANDLE')) topics.push(agentsTopic(actor.enterpriseId));
      if (this.#socket.readyState !== this.#socket.OPEN) return;
      this.#leave?.();
      this.#leave = this.#deps.hub.join({
        topics: new Set(topics),
        send: (message) => this.#send(message),
        close: (code, reason) => this.#socket.close(code, reason),
      });
      this.#send({ type: 'authenticated', data: { uId: actor.userId } });
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'sign-in of a socket failed');
      this.#socket.close(1013, 'Please try again.');
    }
  }

  async #receive(text: string): Promise<void> {
    let frame: z.infer<typeof LiveFrame>;
    try {
      frame = LiveFrame.parse(JSON.parse(text));
    } catch {
      return this.#send({
        type: 'reply',
        data: { id: '', status: false, code: 'request.malformed', message: 'The message could not be read.', data: {} },
      });
    }
    if (frame.type === 'auth') return this.#signIn(frame.token ?? '');
    if (!this.#ctx) return this.#refuse();
    await this.#answer(frame.type, frame.id, frame.data, this.#ctx);
  }

  async #answer(type: string, id: string | undefined, data: unknown, ctx: Ctx): Promise<void> {
    if (type === 'ping') return this.#beat();
    try {
      const schema = Object.hasOwn(liveRequests, type) ? liveRequests[type as LiveRequestType] : undefined;
      if (!schema || type === 'auth') throw new DomainError('request.malformed', 'There is no such message.', { reason: type });
      const result = await this.#run(type as Exclude<LiveRequestType, 'auth' | 'ping'>, schema.parse(data ?? {}) as never, ctx);
      if (id !== undefined) this.#send({ type: 'reply', data: { id, status: true, code: '100', message: 'Success', data: result ?? {} } });
    } catch (error) {
      const { envelope, isUnknown } = toRefusal(error, ctx.requestId);
      if (isUnknown) this.#deps.log.error({ err: error, type }, 'a socket request failed');
      if (id !== undefined)
        this.#send({ type: 'reply', data: { id, status: false, code: envelope.code, message: envelope.message, data: envelope.data } });
      await this.#tellFailure(type as LiveRequestType, data, envelope.code, envelope.message, ctx);
    }
  }

  /** The failure events of the specification, for clients that do not read replies (RT-037, RT-043). */
  async #tellFailure(type: LiveRequestType, data: unknown, code: string, message: string, ctx: Ctx): Promise<void> {
    const chatId = String((data as { chatId?: unknown } | undefined)?.chatId ?? '');
    const failure = agentRequests.failureOf(type);
    if (failure === 'noChatPicked' && (code === 'chat.none_waiting' || code === 'chat.already_picked')) {
      this.#send({ type: 'noChatPicked', data: { message, kind: type, counts: await agentRequests.counts(ctx).catch(() => undefined) } });
    } else if (failure) {
      this.#send({ type: failure === 'noChatPicked' ? 'pickupFailed' : failure, data: { chatId, code, message } });
    }
  }

  async #beat(): Promise<void> {
    this.#send({ type: 'pong', data: {} });
    if (Date.now() - this.#checkedAt < checkEveryMs) return;
    this.#checkedAt = Date.now();
    const actor = await this.#deps.authenticate(this.#token, this.#address).catch(() => this.#ctx?.actor);
    if (!actor) this.#refuse();
    else if (this.#ctx) this.#ctx = { ...this.#ctx, actor };
  }

  async #run(type: Exclude<LiveRequestType, 'auth' | 'ping'>, data: never, ctx: Ctx): Promise<unknown> {
    const tools: RequestTools = { replies: this.#replies, hub: this.#deps.hub, setViewing: (chatId) => this.#tellViewing(chatId) };
    return agentRequests.run(type, data, ctx, tools);
  }

  #tellViewing(chatId: string | null): void {
    const ctx = this.#ctx;
    if (!ctx || this.#viewing === chatId) return;
    const tell = (target: string, isViewing: boolean) =>
      this.#deps.hub.broadcast([agentsTopic(ctx.enterpriseId)], {
        type: 'viewing',
        data: { chatId: target, uId: ctx.actor.userId, name: ctx.actor.name, isViewing },
      });
    if (this.#viewing) tell(this.#viewing, false);
    this.#viewing = chatId;
    if (chatId) tell(chatId, true);
  }
}
