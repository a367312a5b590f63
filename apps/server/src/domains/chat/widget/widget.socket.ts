import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  type WidgetEventData,
  type WidgetEventType,
  WidgetReference,
  type WidgetRequestType,
  widgetRequests,
  type z,
} from '@parley/contract';
import type { Visit } from '#platform/db/schema.chat.ts';
import { callerAddress } from '#platform/http/caller-address.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { networkOf } from '#platform/http/failure-limit.ts';
import type { FramedSocket } from '#platform/realtime/framed-socket.ts';
import type { Message } from '#platform/realtime/sender.ts';
import { makeToken } from '#platform/secrets/secrets.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import type { SocketHandler } from '../../../module.ts';
import { findWidgetChannel, mayShowWidget, type WidgetChannel } from '../../channel/door.ts';
import { findByAddresses, findSurvivors, type KnownCustomer } from '../../customer/door.ts';
import { findAttachment } from '../../file/door.ts';
import type { Inbound } from '../conversation/chat.inbound.ts';
import { rateChat } from '../conversation/chat.lifecycle.ts';
import { noteCustomerReceipt } from '../conversation/chat.receipt.ts';
import { visitorTopic } from '../record/chat.events.ts';
import { type SiteRegistry, siteRegistry } from '../site/site.registry.ts';
import { judgeFilled } from '../site-form/site-form.ask.ts';
import { findGreeting, noteAnswered } from '../site-rule/site-rule.speak.ts';
import { identifyVisitor } from '../visitor/visitor.identify.ts';
import { giveVisits, noteVisit } from '../visitor/visitor.repository.ts';
import { addressOf, welcomeVisitor } from './widget.service.ts';
import { siteHandlers, siteLimits, visitorUnknown } from './widget.site.ts';
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
  readonly #widgetKey: string;
  readonly #ctx: EnterpriseContext;
  readonly #socket: FramedSocket;
  readonly #userAgent: string;
  readonly #network: string;
  /** Keys under way: their entries come with the acceptance, so the event about them need not be sent as well. */
  readonly #pending = new Set<string>();
  #address: string | undefined;
  #customer: KnownCustomer | undefined;
  #visit: Visit = {};
  #topics = '';
  #onSite: ReturnType<SiteRegistry['enter']> | undefined;
  #leave: (() => void) | undefined;

  constructor(deps: Deps, inbound: Inbound, channel: WidgetChannel, socket: FramedSocket, request: IncomingMessage) {
    this.#deps = deps;
    this.#inbound = inbound;
    this.#channel = channel;
    this.#widgetKey = keyOf(request);
    this.#ctx = enterpriseContext(deps, channel.enterpriseId);
    this.#socket = socket;
    this.#userAgent = (request.headers['user-agent'] ?? '').slice(0, 300);
    this.#network = networkOf(callerAddress(request, deps.config.trustProxy));
    const perSecond = deps.config.visitorFramesPerSecond;
    socket.onClose(() => {
      this.#leave?.();
      this.#onSite?.leave();
    });
    socket.serve({
      requests: widgetRequests,
      reference: WidgetReference,
      limit: { perSecond, burst: 5 * perSecond },
      limits: { hello: helloLimit, ...siteLimits },
      handlers: this.#makeHandlers(),
      refuse: ({ type, reference, refusal: { envelope, retryAfterSeconds } }) =>
        this.#send('refused', {
          // The page's developer is told which of its requests it was.
          key: reference.key || (type && type in siteLimits ? type : ''),
          code: envelope.code,
          message: envelope.message,
          ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
        }),
    });
  }

  #send<T extends WidgetEventType>(type: T, data: WidgetEventData<T>): void {
    this.#socket.send({ type, data });
  }

  #makeHandlers(): { [T in WidgetRequestType]: (data: Data<T>) => Promise<void> | void } {
    return {
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
      ...siteHandlers({
        deps: this.#deps,
        ctx: this.#ctx,
        channelId: this.#channel.channelId,
        network: this.#network,
        send: (type, data) => this.#send(type, data),
        getAddress: () => this.#ownAddress(),
        getCustomer: () => this.#current(),
        getKnown: () => this.#knownCustomer(),
        getVisit: () => this.#visit,
        setVisit: (change) => this.#seeVisit(change),
      }),
    };
  }

  async #hello(said: Data<'hello'>): Promise<void> {
    const { visitorToken, chatId, after, pageUrl, pageTitle, language, identity, told } = said;
    const isOwn = tokenPattern.test(visitorToken);
    const token = isOwn ? visitorToken : makeToken().token;
    const address = addressOf(token);
    this.#visit = {
      ...this.#visit,
      ...{ pageUrl, pageTitle, language, userAgent: this.#userAgent },
      ...(Object.keys(told).length > 0 ? { told } : {}),
    };
    const ignored = await this.#identify(address, identity);
    // Another person sits before the browser: nothing of the former one's is said.
    if (!ignored) return;
    // Listening begins before the thread is read: an entry of the moment between comes twice rather than never.
    if (this.#address !== address) {
      this.#address = address;
      this.#listen([address]);
    }
    const welcome = await welcomeVisitor(this.#ctx, this.#channel, address, { chatId, after });
    const { customer, isKnown, addresses } = welcome;
    this.#customer = customer;
    this.#listen(addresses);
    this.#showOnSite(said);
    const visitor = { isKnown, name: isKnown ? (customer?.name ?? '') : '', ignored };
    this.#send('welcome', { visitorToken: isOwn ? '' : token, config: welcome.config, thread: welcome.thread, visitor });
  }

  /** @returns signed fields that are not taken; undefined: the browser is another person's */
  async #identify(address: string, identity: string): Promise<string[] | undefined> {
    if (identity === '') return [];
    try {
      const website = { channelId: this.#channel.channelId, widgetKey: this.#widgetKey };
      const { customer, refused, others, email, phone } = await identifyVisitor(this.#ctx, this.#deps.secrets, website, address, identity);
      this.#customer = customer;
      // Answers reach them there when they have left.
      if (email !== '' && email !== this.#visit.email) await this.#seeVisit({ email });
      if (phone !== '' && phone !== this.#visit.phone) await this.#seeVisit({ phone });
      this.#deps.hub.broadcast(
        others.map((other) => visitorTopic(this.#channel.channelId, other)),
        { type: 'elsewhere', data: {} },
      );
      return refused;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const isOther = error.code === 'identity.other_person';
      this.#send('identityRefused', { code: error.code, message: error.message, isOther });
      return isOther ? undefined : [];
    }
  }

  /** Hears of what is said to these addresses, all of one visitor's. */
  #listen(addresses: readonly string[]): void {
    const topics = addresses.map((address) => visitorTopic(this.#channel.channelId, address));
    if (topics.join() === this.#topics) return;
    this.#leave?.();
    this.#topics = topics.join();
    this.#leave = this.#deps.hub.join({
      topics: new Set(topics),
      send: (message) => {
        if (!this.#isOwnEntry(message)) this.#socket.send(message);
      },
      close: (code, reason) => this.#socket.close(code, reason),
    });
    if (!this.#socket.isOpen) this.#leave();
  }

  #showOnSite({ pageUrl, pageTitle, visits, visitSeconds }: Data<'hello'>): void {
    const who = { name: this.#customer?.name ?? '', customerId: this.#customer?.customerId ?? '', pageUrl, pageTitle, visits };
    this.#onSite?.change(who);
    if (this.#onSite || !this.#socket.isOpen) return;
    const since = new Date(this.#deps.now().getTime() - visitSeconds * 1000).toISOString();
    this.#onSite = siteRegistry(this.#deps).enter(this.#channel.channelId, { id: randomUUID(), since, ...who });
  }

  #isOwnEntry({ type, data }: Message): boolean {
    return type === 'entry' && this.#pending.has((data as WidgetEventData<'entry'>).entry.key);
  }

  /**
   * Returns the customer of the page now: it may have been merged with another one since its last message, and somebody who has not written
   * is one as soon as a stream speaks to them.
   */
  async #current(): Promise<KnownCustomer | undefined> {
    const customer = this.#customer;
    if (!customer) return this.#findOut();
    const survivors = await this.#ctx.read((tx) => findSurvivors(tx, this.#channel.enterpriseId, [customer.customerId]));
    this.#customer = survivors.get(customer.customerId) ?? this.#customer;
    return this.#customer;
  }

  async #findOut(): Promise<KnownCustomer | undefined> {
    const address = this.#address;
    if (!address) return undefined;
    const { enterpriseId, channelId } = this.#channel;
    const found = (await this.#ctx.read((tx) => findByAddresses(tx, enterpriseId, channelId, [address]))).get(address);
    this.#customer = found;
    if (found) await this.#becomeCustomer(found, address);
    return found;
  }

  async #knownCustomer(): Promise<KnownCustomer> {
    const customer = await this.#current();
    if (!customer) throw visitorUnknown();
    return customer;
  }

  #ownAddress(): string {
    if (!this.#address) throw visitorUnknown();
    return this.#address;
  }

  /** New facts of the visit stand with the open chat at once, and with chats that begin later. */
  async #seeVisit(change: Visit): Promise<void> {
    this.#visit = { ...this.#visit, ...change };
    this.#onSite?.change({
      ...(change.pageUrl === undefined ? {} : { pageUrl: change.pageUrl }),
      ...(change.pageTitle === undefined ? {} : { pageTitle: change.pageTitle }),
    });
    const { told, email } = change;
    if (!told && !email) return;
    const customer = await this.#current();
    if (!customer) return;
    const { customerId } = customer;
    await this.#ctx.transaction((tx) =>
      noteVisit(
        tx,
        this.#ctx.enterpriseId,
        { channelId: this.#channel.channelId, customerId },
        { ...(told ? { told } : {}), ...(email ? { email } : {}) },
      ),
    );
  }

  async #store({ key, text, attachmentId, payload, showId, form }: Data<'send'>): Promise<void> {
    const address = this.#ownAddress();
    const attachment = attachmentId ? await findAttachment(this.#ctx, attachmentId, { address }) : null;
    if (text.trim() === '' && !attachment) throw new DomainError('chat.empty_message', 'Please write a message.', {});
    const { channelId } = this.#channel;
    const shown = showId ? { channelId, address, showId } : undefined;
    const greeting = shown ? await findGreeting(this.#ctx, shown) : '';
    const taken = form ? (await judgeFilled(this.#ctx, { channelId, customer: await this.#current() }, form)).taken : undefined;
    this.#pending.add(key);
    const stored = await this.#inbound
      .add({
        enterpriseId: this.#channel.enterpriseId,
        channelId,
        entry: this.#channel.data.entry,
        address,
        customer: this.#customer,
        visit: { ...this.#visit, ...(greeting ? { greeting } : {}), ...taken?.reach },
        form: taken,
        key,
        text,
        attachment,
        ...(payload ? { detail: { kind: 'reply', payload } } : {}),
      })
      .finally(() => this.#pending.delete(key));
    const isFirst = !this.#customer;
    this.#customer = stored.customer;
    this.#send('accepted', { key, chatId: stored.chatId, entry: stored.entry });
    // The message is stored and accepted: what follows from it may fail, and refuses it no more.
    const follow = async () => {
      if (isFirst) await this.#becomeCustomer(stored.customer, address);
      if (shown && greeting) await noteAnswered(this.#ctx, shown, stored.chatId);
    };
    await follow().catch((error: unknown) => this.#deps.log.warn({ err: error }, 'what follows from a message of a visitor was not noted'));
  }

  /** The visitor of before has written: their visits are a customer's. */
  async #becomeCustomer({ customerId, name }: KnownCustomer, address: string): Promise<void> {
    const { channelId } = this.#channel;
    this.#onSite?.change({ customerId, name });
    await this.#ctx.transaction((tx) => giveVisits(tx, this.#ctx.enterpriseId, { channelId, address }, customerId));
  }

  async #receipt({ chatId, upTo }: { chatId: string; upTo: number }, isRead: boolean): Promise<void> {
    const customer = await this.#current();
    if (customer) await noteCustomerReceipt(this.#ctx, { chatId, customerId: customer.customerId, upTo, isRead });
  }
}
