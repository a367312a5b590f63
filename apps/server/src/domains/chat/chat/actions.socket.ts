import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { journeyReaders, LiveReference, type LiveRequestType, live, liveRequests } from '@parley/contract';
import type { Topic } from '#platform/events/events.ts';
import { callerAddress } from '#platform/http/caller-address.ts';
import type { Conversation, FramedSocket, RefusedFrame } from '#platform/realtime/framed-socket.ts';
import { type Ctx, can } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import type { SocketHandler } from '../../../module.ts';
import { viewerOf } from '../access/chat.access.ts';
import { supervisesAll } from '../access/chat.scope.ts';
import { shownFrame } from '../access/entry.reading.ts';
import { monitorTopics } from '../alarm/alarm.events.ts';
import type { Replies } from '../conversation/chat.reply.ts';
import type { MonitorWatch } from '../monitor/monitor.watch.ts';
import {
  agentsTopic,
  customerChatsTopic,
  departmentTopic,
  streamReadersTopic,
  supervisorsTopic,
  watchersTopic,
} from '../record/chat.events.ts';
import type { Presence } from '../routing/agent.presence.ts';
import { siteRegistry, siteTopic } from '../site/site.registry.ts';
import { watchSite } from '../site/site.service.ts';
import { type Asked, agentRequests, type RequestTools, type Viewed } from './actions.requests.ts';

const signInWithinMs = 10_000;
const longestTimerMs = 2 ** 31 - 1; // a timer beyond it fires at once

type Requests = typeof liveRequests;
type Refused = RefusedFrame<Requests, typeof LiveReference>;

/** `/actions`: signs in by query or first message, then answers requests and passes events on (RT-002, RT-003). */
export function actionsSocket(deps: Deps, replies: Replies, presence: Presence, monitor: MonitorWatch): SocketHandler {
  return {
    admit: () => undefined,
    open(socket, request) {
      new AgentConnection(deps, { replies, presence, monitor }, socket, request);
    },
  };
}

/** Parts that the connections of this process share. */
type Served = { replies: Replies; presence: Presence; monitor: MonitorWatch };

class AgentConnection {
  readonly #deps: Deps;
  readonly #tools: RequestTools;
  readonly #presence: Presence;
  readonly #monitor: MonitorWatch;
  readonly #socket: FramedSocket;
  readonly #address: string;
  #ctx: Ctx | undefined;
  #token = '';
  #leave: (() => void) | undefined;
  /** Ends the frames of the monitor to this socket. */
  #leaveMonitor: (() => void) | undefined;
  /** Ends the presence of this socket. */
  #goAway: (() => void) | undefined;
  /** Chats that its user has on the screen: one, or two side by side. */
  #viewing: readonly string[] = [];
  /** Topics of these chats and of their customers: entries of chats in which its user takes no part, and other chats that open or end. */
  #watched: readonly Topic[] = [];
  /** Topic of the website that its user looks at. */
  #site: readonly Topic[] = [];
  /** Timeout of the sign-in at first, of the session's end afterwards: no event reaches a socket after it. */
  #deadline: NodeJS.Timeout;

  constructor(deps: Deps, { replies, presence, monitor }: Served, socket: FramedSocket, request: IncomingMessage) {
    this.#deps = deps;
    this.#presence = presence;
    this.#monitor = monitor;
    this.#tools = {
      replies,
      hub: deps.hub,
      setViewing: (chats) => this.#view(chats),
      watchMonitor: (ctx, isOn) => this.#watchMonitor(ctx, isOn),
      setSite: (ctx, channelId) => this.#lookAt(ctx, channelId),
    };
    this.#socket = socket;
    this.#address = callerAddress(request, deps.config.trustProxy);
    this.#deadline = setTimeout(() => this.#refuse(), signInWithinMs);
    socket.onClose(() => {
      clearTimeout(this.#deadline);
      this.#tellViewing([]);
      this.#leave?.();
      this.#leaveMonitor?.();
      this.#goAway?.();
    });
    const token = new URL(request.url ?? '', 'http://host').searchParams.get('token');
    if (token) socket.run(() => this.#signIn(token));
    socket.serve({
      requests: liveRequests,
      reference: LiveReference,
      limit: { perSecond: 40, burst: 200 },
      limits: { auth: { perSecond: 1 / 6, burst: 10 } },
      handlers: this.#handlers,
      refuse: (frame) => this.#tellRefused(frame),
    });
  }

  readonly #handlers: Conversation<Requests>['handlers'] = {
    ...agentRequests.each((type, data, { id }) => this.#serve(type, data, id)),
    auth: (_data, { token }) => this.#signIn(token ?? ''),
    ping: async () => {
      // A beat is answered while the database is away, too: the client would leave for nothing.
      if (await this.#renew().catch(() => this.#ctx)) this.#socket.send({ type: 'pong', data: {} });
    },
  };

  #refuse(): void {
    this.#socket.close(live.invalidTokenClose, 'The access token is not valid.');
  }

  async #signIn(token: string): Promise<void> {
    try {
      this.#token = token;
      const arriving = await this.#renew();
      if (!arriving || !this.#socket.isOpen) return;
      await this.#arrive(arriving);
      // Asked anew, since the session may have ended meanwhile, and nobody would tell a socket that does not listen yet.
      const ctx = await this.#renew();
      if (!ctx || !this.#socket.isOpen) return;
      this.#watched = [];
      this.#site = [];
      this.#listen(ctx);
      this.#socket.send({ type: 'authenticated', data: { uId: ctx.actor.userId } });
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'sign-in of a socket failed');
      this.#socket.close(1013, 'Please try again.');
    }
  }

  /** Agents are there while a socket of theirs is. */
  async #arrive(ctx: Ctx): Promise<void> {
    this.#goAway?.();
    this.#goAway = undefined;
    if (!can(ctx.actor, 'CHAT.HANDLE')) return;
    const goAway = await this.#presence.enter(ctx);
    if (this.#socket.isOpen) this.#goAway = goAway;
    else goAway();
  }

  #listen({ actor }: Ctx): void {
    const topics: Topic[] = [`user:${actor.userId}`, `session:${actor.sessionId}`, `enterprise:${actor.enterpriseId}`];
    if (can(actor, 'CHAT.HANDLE')) {
      topics.push(agentsTopic(actor.enterpriseId), ...actor.departments.map(departmentTopic));
      if (supervisesAll(actor)) topics.push(supervisorsTopic(actor.enterpriseId));
    }
    if (can(actor, 'CHAT.VIEW_MONITOR')) topics.push(...monitorTopics(actor));
    if (journeyReaders.some((right) => can(actor, right))) topics.push(streamReadersTopic(actor.enterpriseId));
    topics.push(...this.#watched, ...this.#site);
    this.#leave?.();
    this.#leave = this.#deps.hub.join({
      topics: new Set(topics),
      send: ({ type, data }) => this.#socket.send({ type, data: this.#shown(data) }),
      close: (code, reason) => this.#socket.close(code, reason),
    });
  }

  /**
   * Asks anew who is behind the token, which is remembered as long as nothing changes (docs/decisions/0007), so that no request is served
   * for a session that has ended.
   * @returns undefined when the token is good no more; the socket is then closed
   */
  async #renew(): Promise<Ctx | undefined> {
    const actor = this.#token === '' ? undefined : await this.#deps.authenticate(this.#token, this.#address);
    if (!actor || actor.mustEnrol) {
      this.#refuse();
      return undefined;
    }
    if (actor !== this.#ctx?.actor) {
      this.#ctx = { ...enterpriseContext(this.#deps, actor.enterpriseId), actor, requestId: randomUUID(), address: this.#address };
      this.#closeAt(actor.sessionEndsAt);
    }
    return this.#ctx;
  }

  /** The one who only listens is out at that moment as well. */
  #closeAt(endsAt: Date): void {
    clearTimeout(this.#deadline);
    if (!this.#socket.isOpen) return;
    const leftMs = endsAt.getTime() - this.#deps.now().getTime();
    this.#deadline = setTimeout(
      () => (leftMs > longestTimerMs ? this.#closeAt(endsAt) : this.#refuse()),
      Math.min(Math.max(leftMs, 0), longestTimerMs),
    );
    this.#deadline.unref();
  }

  async #serve(type: Asked, data: unknown, id: string | undefined): Promise<void> {
    const ctx = await this.#renew();
    if (!ctx) return;
    const result = this.#shown((await agentRequests.run(type, data, ctx, this.#tools)) ?? {});
    if (id !== undefined) this.#socket.send({ type: 'reply', data: { id, status: true, code: '100', message: 'Success', data: result } });
  }

  /** Data as the roles of the socket's user let them read it: one event goes to everybody who has the chat. */
  #shown<T>(data: T): T {
    return this.#ctx ? shownFrame(data, viewerOf(this.#ctx.actor)) : data;
  }

  async #tellRefused(frame: Refused): Promise<void> {
    const { type, id, refusal } = frame;
    const { code, message, data } = refusal.envelope;
    if (!this.#ctx && code !== 'request.malformed') return this.#refuse();
    // Nobody knows whether an unreadable frame wanted a reply.
    if (id !== undefined || !type) this.#socket.send({ type: 'reply', data: { id: id ?? '', status: false, code, message, data } });
    if (type) await this.#tellFailure(type, frame);
  }

  /** The failure events of the specification, for clients that do not read replies (RT-037, RT-043). */
  async #tellFailure(type: LiveRequestType, { reference, refusal }: Refused): Promise<void> {
    const { code, message } = refusal.envelope;
    const failure = agentRequests.failureOf(type);
    if (failure === 'noChatPicked' && (code === 'chat.none_waiting' || code === 'chat.already_picked')) {
      const counts = this.#ctx && (await agentRequests.counts(this.#ctx).catch(() => undefined));
      this.#socket.send({ type: 'noChatPicked', data: { message, kind: type, counts } });
    } else if (failure) {
      const chatId = reference.chatId ?? '';
      this.#socket.send({ type: failure === 'noChatPicked' ? 'pickupFailed' : failure, data: { chatId, code, message } });
    }
  }

  async #watchMonitor(ctx: Ctx, isOn: boolean): Promise<void> {
    const leave = isOn ? await this.#monitor.join(ctx, (message) => this.#socket.send(message)) : undefined;
    this.#leaveMonitor?.();
    this.#leaveMonitor = leave;
    if (!this.#socket.isOpen) leave?.();
  }

  /** Asked again before the watch is over, as long as the list is on the screen. */
  async #lookAt(ctx: Ctx, channelId: string | null): Promise<void> {
    if (channelId) await watchSite(ctx, siteRegistry(this.#deps), channelId);
    const site = channelId ? [siteTopic(channelId)] : [];
    if (!this.#ctx || !this.#socket.isOpen || this.#site.join() === site.join()) return;
    this.#site = site;
    this.#listen(this.#ctx);
  }

  #view(chats: readonly Viewed[]): void {
    if (!this.#ctx || !this.#socket.isOpen) return;
    const watched = [
      ...chats.filter(({ takesPart }) => !takesPart).map(({ chatId }) => watchersTopic(chatId)),
      ...chats.map(({ customerId }) => customerChatsTopic(customerId)),
    ];
    if (this.#watched.join() !== watched.join()) {
      this.#watched = watched;
      this.#listen(this.#ctx);
    }
    this.#tellViewing(chats.map(({ chatId }) => chatId));
  }

  #tellViewing(chatIds: readonly string[]): void {
    const ctx = this.#ctx;
    if (!ctx) return;
    const tell = (target: string, isViewing: boolean) =>
      this.#deps.hub.broadcast([agentsTopic(ctx.enterpriseId)], {
        type: 'viewing',
        data: { chatId: target, uId: ctx.actor.userId, name: ctx.actor.name, isViewing },
      });
    const before = this.#viewing;
    this.#viewing = chatIds;
    for (const chatId of before.filter((one) => !chatIds.includes(one))) tell(chatId, false);
    for (const chatId of chatIds.filter((one) => !before.includes(one))) tell(chatId, true);
  }
}
