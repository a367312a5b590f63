import type { IncomingMessage } from 'node:http';
import {
  type WidgetEventData,
  type WidgetEventType,
  WidgetReference,
  type WidgetRequestType,
  widgetRequests,
  type z,
} from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import type { FramedSocket } from '#platform/realtime/framed-socket.ts';
import type { Message } from '#platform/realtime/sender.ts';
import { makeToken } from '#platform/secrets/secrets.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import type { SocketHandler } from '../../../module.ts';
import { findWidgetChannel, mayShowWidget, type WidgetChannel } from '../../channel/door.ts';
import { findSurvivors, type KnownCustomer } from '../../customer/door.ts';
import { findAttachment } from '../../file/door.ts';
import type { Inbound } from '../conversation/chat.inbound.ts';
import { rateChat } from '../conversation/chat.lifecycle.ts';
import { noteCustomerReceipt } from '../conversation/chat.receipt.ts';
import { visitorTopic } from '../record/chat.events.ts';
import { addressOf, welcomeVisitor } from './widget.service.ts';
import { tellAgentsOfTyping } from './widget.typing.ts';

type Data<T extends WidgetRequestType> = z.output<(typeof widgetRequests)[T]>;

/** A hello reads the thread from the database: a widget says it when it connects and when it missed something. */
const helloLimit = { perSecond: 1 / 6, burst: 10 };

const tokenPattern = /^[\w-]{43}$/;
const keyOf = (request: IncomingMessage) => new URL(request.url ?? '', 'http://host').searchParams.get('key') ?? '';

export const ownOrigins = (deps: Deps, host: string | undefined): string[] => [
  deps.publicUrl(),
  ...(host ? [`http://${host}`, `https://${host}`] : []),
];

/** `/widget/socket`: the visitor's side. The key names the channel, the page's origin is checked before the upgrade. */
export function widgetSocket(deps: Deps, inbound: Inbound): SocketHandler {
  const channels = new WeakMap<IncomingMessage, WidgetChannel>();
  return {
    mostPerNetwork: deps.config.visitorSocketsPerNetwork,
    async admit(request) {
      const channel = await findWidgetChannel(deps.db, keyOf(request));
      if (!channel) return 404;
      if (!mayShowWidget(request.headers.origin, ownOrigins(deps, request.headers.host), channel.data.allowedDomains)) return 403;
      channels.set(request, channel);
      return undefined;
    },
    open(socket, request) {
      new VisitorConnection(deps, inbound, channels.get(request) as WidgetChannel, socket, request);
    },
  };
}

class VisitorConnection {
  readonly #deps: Deps;
  readonly #inbound: Inbound;
  readonly #channel: WidgetChannel;
  readonly #ctx: EnterpriseContext;
  readonly #socket: FramedSocket;
  readonly #userAgent: string;
  /** Keys under way: their entries come with the acceptance, so the event about them need not be sent as well. */
  readonly #pending = new Set<string>();
  #address: string | undefined;
  #customer: KnownCustomer | undefined;
  #visit = {};
  #leave: (() => void) | undefined;

  constructor(deps: Deps, inbound: Inbound, channel: WidgetChannel, socket: FramedSocket, request: IncomingMessage) {
    this.#deps = deps;
    this.#inbound = inbound;
    this.#channel = channel;
    this.#ctx = enterpriseContext(deps, channel.enterpriseId);
    this.#socket = socket;
    this.#userAgent = (request.headers['user-agent'] ?? '').slice(0, 300);
    const perSecond = deps.config.visitorFramesPerSecond;
    socket.onClose(() => this.#leave?.());
    socket.serve({
      requests: widgetRequests,
      reference: WidgetReference,
      limit: { perSecond, burst: 5 * perSecond },
      limits: { hello: helloLimit },
      handlers: this.#handlers,
      refuse: ({ reference, refusal: { envelope, retryAfterSeconds } }) =>
        this.#send('refused', {
          key: reference.key ?? '',
          code: envelope.code,
          message: envelope.message,
          ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
        }),
    });
  }

  #send<T extends WidgetEventType>(type: T, data: WidgetEventData<T>): void {
    this.#socket.send({ type, data });
  }

  readonly #handlers: { [T in WidgetRequestType]: (data: Data<T>) => Promise<void> | void } = {
    hello: (data) => this.#hello(data),
    ping: () => this.#send('pong', {}),
    send: (data) => this.#store(data),
    typing: async () => {
      const customer = await this.#current();
      if (customer) await tellAgentsOfTyping(this.#ctx, this.#deps.hub, this.#channel.channelId, customer);
    },
    received: (data) => this.#receipt(data, false),
    read: (data) => this.#receipt(data, true),
    rate: async ({ chatId, stars, comment }) => {
      await rateChat(this.#ctx, { chatId, stars, comment, customerId: (await this.#knownCustomer()).customerId });
      this.#send('rated', { chatId, stars });
    },
  };

  async #hello({ visitorToken, chatId, after, pageUrl, pageTitle, language }: Data<'hello'>): Promise<void> {
    const isKnown = tokenPattern.test(visitorToken);
    const token = isKnown ? visitorToken : makeToken().token;
    const address = addressOf(token);
    this.#visit = { pageUrl, pageTitle, language, userAgent: this.#userAgent };
    // Listening begins before the thread is read: an entry of the moment between comes twice rather than never.
    if (this.#address !== address) {
      this.#leave?.();
      this.#address = address;
      this.#leave = this.#deps.hub.join({
        topics: new Set([visitorTopic(this.#channel.channelId, address)]),
        send: (message) => {
          if (!this.#isOwnEntry(message)) this.#socket.send(message);
        },
        close: (code, reason) => this.#socket.close(code, reason),
      });
      if (!this.#socket.isOpen) this.#leave();
    }
    const welcome = await welcomeVisitor(this.#ctx, this.#channel, address, { chatId, after });
    this.#customer = welcome.customer;
    this.#send('welcome', { visitorToken: isKnown ? '' : token, config: welcome.config, thread: welcome.thread });
  }

  #isOwnEntry({ type, data }: Message): boolean {
    return type === 'entry' && this.#pending.has((data as WidgetEventData<'entry'>).entry.key);
  }

  /** Returns the customer of the page now: it may have been merged with another one since its last message. */
  async #current(): Promise<KnownCustomer | undefined> {
    const customer = this.#customer;
    if (!customer) return undefined;
    const survivors = await this.#ctx.read((tx) => findSurvivors(tx, this.#channel.enterpriseId, [customer.customerId]));
    this.#customer = survivors.get(customer.customerId) ?? this.#customer;
    return this.#customer;
  }

  async #knownCustomer(): Promise<KnownCustomer> {
    const customer = await this.#current();
    if (!customer) throw new DomainError('chat.visitor_unknown', 'The chat has not been started yet.', {});
    return customer;
  }

  async #store({ key, text, attachmentId, payload }: Data<'send'>): Promise<void> {
    if (!this.#address) throw new DomainError('chat.visitor_unknown', 'The chat has not been started yet.', {});
    const attachment = attachmentId ? await findAttachment(this.#ctx, attachmentId, { address: this.#address }) : null;
    if (text.trim() === '' && !attachment) throw new DomainError('chat.empty_message', 'Please write a message.', {});
    this.#pending.add(key);
    const stored = await this.#inbound
      .add({
        enterpriseId: this.#channel.enterpriseId,
        channelId: this.#channel.channelId,
        entry: this.#channel.data.entry,
        address: this.#address,
        customer: this.#customer,
        visit: this.#visit,
        key,
        text,
        attachment,
        ...(payload ? { detail: { kind: 'reply', payload } } : {}),
      })
      .finally(() => this.#pending.delete(key));
    this.#customer = stored.customer;
    this.#send('accepted', { key, chatId: stored.chatId, entry: stored.entry });
  }

  async #receipt({ chatId, upTo }: { chatId: string; upTo: number }, isRead: boolean): Promise<void> {
    const customer = await this.#current();
    if (customer) await noteCustomerReceipt(this.#ctx, { chatId, customerId: customer.customerId, upTo, isRead });
  }
}
