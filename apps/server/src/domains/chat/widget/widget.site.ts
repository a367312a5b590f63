import { emailPattern, fieldError, type WidgetEventData, type WidgetEventType, type widgetRequests, type z } from '@parley/contract';
import type { Visit } from '#platform/db/schema.chat.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import type { KnownCustomer } from '../../customer/door.ts';
import { endByCustomer } from '../conversation/chat.lifecycle.ts';
import { noteLooking } from '../conversation/chat.receipt.ts';
import { askTranscript, confirmTranscript } from '../mailed/mailed.service.ts';
import { judgeFilled } from '../site-form/site-form.ask.ts';
import { noteOpened, speakByRule } from '../site-rule/site-rule.speak.ts';
import { trackEvent } from '../visitor/visitor.events.ts';
import { newestTold } from '../visitor/visitor.repository.ts';

type Data<T extends keyof typeof widgetRequests> = z.output<(typeof widgetRequests)[T]>;

/** A visitor's connection, as far as requests of the page around the widget need it. */
export type VisitorLine = {
  deps: Deps;
  ctx: EnterpriseContext;
  channelId: string;
  /** Network from which the visitor comes */
  network: string;
  send: <T extends WidgetEventType>(type: T, data: WidgetEventData<T>) => void;
  /** @throws DomainError chat.visitor_unknown */
  getAddress: () => string;
  getCustomer: () => Promise<KnownCustomer | undefined>;
  /** @throws DomainError chat.visitor_unknown */
  getKnown: () => Promise<KnownCustomer>;
  getVisit: () => Visit;
  /** Keeps what is known of the visit, with the open chat too. */
  setVisit: (change: Visit) => Promise<void>;
};

/** Limits of requests that a page makes by program: what is beyond them is dropped, and the page's developer is told. */
export const siteLimits = {
  track: { perSecond: 50 / 60, burst: 50 },
  tell: { perSecond: 1, burst: 20 },
  page: { perSecond: 1, burst: 20 },
  ruleMet: { perSecond: 1 / 6, burst: 10 },
  greetingOpened: { perSecond: 1, burst: 10 },
  leaveAddress: { perSecond: 1 / 6, burst: 5 },
  fillForm: { perSecond: 1 / 6, burst: 10 },
  endChat: { perSecond: 1 / 6, burst: 5 },
  looking: { perSecond: 1, burst: 10 },
  askTranscript: { perSecond: 1 / 20, burst: 3 },
  confirmTranscript: { perSecond: 1 / 6, burst: 5 },
} as const;

/** Handlers of the website's side: who the visitor is told to be, what the page tells, and rules that speak first. */
export function siteHandlers(line: VisitorLine): { [T in keyof typeof siteLimits]: (data: Data<T>) => Promise<void> } {
  const { deps, ctx, channelId } = line;
  const visitor = async () => ({ channelId, address: line.getAddress(), customerId: (await line.getCustomer())?.customerId ?? null });
  const own = async (chatId: string) => ({ chatId, customerId: (await line.getKnown()).customerId });
  return {
    page: ({ pageUrl, pageTitle }) => line.setVisit({ pageUrl, pageTitle }),
    tell: ({ told }) => line.setVisit({ told: newestTold(line.getVisit().told ?? {}, told) }),
    async track({ name, data }) {
      await trackEvent(ctx, { ...(await visitor()), pageUrl: line.getVisit().pageUrl ?? '', name, data });
    },
    async ruleMet({ ruleId }) {
      const greeting = await speakByRule(ctx, { ...(await visitor()), pageUrl: line.getVisit().pageUrl ?? '' }, ruleId);
      if (greeting) line.send('greeting', greeting);
    },
    greetingOpened: async ({ showId }) => noteOpened(ctx, { channelId, address: line.getAddress(), showId }),
    async leaveAddress({ email }) {
      const address = email.trim();
      line.getAddress();
      if (!emailPattern.test(address)) throw invalidRequest(fieldError('email', 'customer.email'));
      await line.setVisit({ email: address });
      line.send('addressKept', { email: address });
    },
    async fillForm(filled) {
      line.getAddress();
      line.send('formChecked', { faults: (await judgeFilled(ctx, { channelId, customer: await line.getCustomer() }, filled)).faults });
    },
    async endChat({ chatId }) {
      await endByCustomer(ctx, await own(chatId));
    },
    looking: async ({ chatId }) => noteLooking(ctx, await own(chatId)),
    async askTranscript({ chatId, email }) {
      await askTranscript(deps, ctx, { ...(await own(chatId)), email, network: line.network });
      line.send('transcript', { chatId, state: 'asked' });
    },
    async confirmTranscript({ chatId, code }) {
      await confirmTranscript(deps, ctx, { ...(await own(chatId)), code });
      line.send('transcript', { chatId, state: 'sent' });
    },
  };
}

export const visitorUnknown = () => new DomainError('chat.visitor_unknown', 'The chat has not been started yet.', {});
