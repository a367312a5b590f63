import { createHmac, randomBytes } from 'node:crypto';
import http from 'node:http';
import { isSame } from '../wire/meta-graph/signature.ts';
import { openHookPoster } from './hook.ts';
import { payPage } from './payments.page.ts';

/** Access to the gateway: its interface, the installation's keys there, and the secret of its webhooks. */
export type PaymentGateway = { url: string; keyId: string; keySecret: string; webhookSecret: string };
export type PaymentAct = 'pay' | 'fail' | 'cancel' | 'expire';
/**
 * @property paidMinor what is paid instead of what was asked. @property paidCurrency in what. @property times how often it is paid
 * @property paymentId what the payment is called. @property isDoubled webhooks come twice. @property delayMs before each webhook
 */
export type PaymentFaults = {
  isUnreachable: boolean;
  isDoubled: boolean;
  hasWebhook: boolean;
  delayMs: number;
  paidMinor: number | null;
  paidCurrency: string | null;
  paymentId: string | null;
  times: number;
};

type Payment = { id: string; amount: number; currency: string; createdAt: number; notes: Record<string, string> };
export type PaymentLink = {
  id: string;
  amount: number;
  amount_paid: number;
  currency: string;
  reference_id: string;
  description: string;
  status: 'created' | 'paid' | 'expired' | 'cancelled';
  short_url: string;
  callback_url: string;
  callback_method: string;
  created_at: number;
  expire_by: number;
  notes: Record<string, string>;
  payments: { payment_id: string; amount: number; status: 'captured' | 'failed'; created_at: number }[] | null;
};

/** Signs the callback of a link; the amount is not in it. */
export const signPayment = (
  keySecret: string,
  { linkId, reference, status, paymentId }: { linkId: string; reference: string; status: string; paymentId: string },
): string => createHmac('sha256', keySecret).update(`${linkId}|${reference}|${status}|${paymentId}`).digest('hex');

export const signHook = (webhookSecret: string, body: string | Uint8Array): string =>
  createHmac('sha256', webhookSecret).update(body).digest('hex');

const idOf = (kind: string) => `${kind}_${randomBytes(10).toString('hex').slice(0, 14)}`;
const seconds = () => Math.floor(Date.now() / 1000);
const leastMinor = 100;

class Refused extends Error {
  readonly status: number;
  readonly field: string;
  constructor(status: number, description: string, field = '') {
    super(description);
    this.status = status;
    this.field = field;
  }
}

type Answer = { status: number; json?: unknown; html?: string; location?: string };

async function readBody(request: http.IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
}

/**
 * A payment gateway that speaks Razorpay's words for payment links, on loopback: links are made, fetched and cancelled, a page has a button for
 * each way that a payment can go, and what became of it is told by the browser's return and by webhook. No money is anywhere near it.
 */
export async function startPaymentSimulator({
  webhookUrl,
  port = 0,
  host = '127.0.0.1',
}: {
  webhookUrl: () => string;
  port?: number;
  host?: string;
}) {
  const secrets = { keyId: idOf('rzp_test'), keySecret: randomBytes(16).toString('hex'), webhookSecret: randomBytes(16).toString('hex') };
  const links = new Map<string, PaymentLink>();
  const payments: Payment[] = [];
  const faults: PaymentFaults = {
    isUnreachable: false,
    isDoubled: false,
    hasWebhook: true,
    delayMs: 0,
    paidMinor: null,
    paidCurrency: null,
    paymentId: null,
    times: 1,
  };
  const poster = openHookPoster();
  const posting = new Set<Promise<unknown>>();
  let origin = '';

  function make(body: Record<string, unknown>): PaymentLink {
    const { amount, currency, reference_id: reference = '', callback_url: callback = '', expire_by: expireBy } = body;
    if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < leastMinor)
      throw new Refused(400, 'The amount must be atleast INR 1.00', 'amount');
    if (currency !== 'INR' && currency !== 'USD') throw new Refused(400, 'The currency is not supported', 'currency');
    if ([...links.values()].some((link) => link.reference_id === reference && reference !== ''))
      throw new Refused(400, `payment link with given reference_id (${String(reference)}) already exists`, 'reference_id');
    const id = idOf('plink');
    const link: PaymentLink = {
      id,
      amount,
      amount_paid: 0,
      currency,
      reference_id: String(reference),
      description: String(body.description ?? ''),
      status: 'created',
      short_url: `${origin}/pay/${id}`,
      callback_url: String(callback),
      callback_method: 'get',
      created_at: seconds(),
      expire_by: typeof expireBy === 'number' ? expireBy : 0,
      notes: (body.notes as Record<string, string> | undefined) ?? {},
      payments: null,
    };
    links.set(id, link);
    return link;
  }

  function find(id: string): PaymentLink {
    const link = links.get(id);
    if (!link) throw new Refused(400, 'The id provided does not exist');
    return link;
  }

  function tell(event: string, link: PaymentLink): void {
    if (!faults.hasWebhook) return;
    const last = link.payments?.at(-1);
    const body = JSON.stringify({
      entity: 'event',
      event,
      contains: ['payment_link', 'payment'],
      payload: { payment_link: { entity: link }, ...(last ? { payment: { entity: { id: last.payment_id, amount: last.amount } } } : {}) },
      created_at: seconds(),
    });
    const headers = {
      'content-type': 'application/json',
      'x-razorpay-signature': signHook(secrets.webhookSecret, body),
      'x-razorpay-event-id': idOf('evt'),
    };
    const post = async () => {
      if (faults.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, faults.delayMs).unref());
      for (let times = faults.isDoubled ? 2 : 1; times > 0; times -= 1) await poster.post({ url: webhookUrl(), headers, body });
    };
    const running = post().finally(() => posting.delete(running));
    posting.add(running);
  }

  /** @returns where the browser goes */
  function act(id: string, how: PaymentAct): string {
    const link = find(id);
    // Money that was under way when a link expired comes in all the same.
    if (link.status !== 'created' && !(link.status === 'expired' && how === 'pay')) return link.short_url;
    if (how === 'fail') {
      link.payments = [...(link.payments ?? []), { payment_id: idOf('pay'), amount: link.amount, status: 'failed', created_at: seconds() }];
      return link.short_url;
    }
    if (how === 'pay') {
      const amount = faults.paidMinor ?? link.amount;
      link.currency = faults.paidCurrency ?? link.currency;
      for (let time = 0; time < faults.times; time += 1) {
        const payment = { id: faults.paymentId ?? idOf('pay'), amount, currency: link.currency, createdAt: seconds(), notes: link.notes };
        payments.push(payment);
        link.payments = [...(link.payments ?? []), { payment_id: payment.id, amount, status: 'captured', created_at: payment.createdAt }];
      }
      link.amount_paid = amount;
    }
    link.status = how === 'pay' ? 'paid' : how === 'cancel' ? 'cancelled' : 'expired';
    tell(`payment_link.${link.status}`, link);
    return callbackOf(link);
  }

  function callbackOf(link: PaymentLink): string {
    const paid = link.payments?.findLast(({ status }) => status === 'captured');
    const about = { linkId: link.id, reference: link.reference_id, status: link.status, paymentId: paid?.payment_id ?? '' };
    const target = new URL(link.callback_url || link.short_url);
    target.searchParams.set('razorpay_payment_id', about.paymentId);
    target.searchParams.set('razorpay_payment_link_id', about.linkId);
    target.searchParams.set('razorpay_payment_link_reference_id', about.reference);
    target.searchParams.set('razorpay_payment_link_status', about.status);
    target.searchParams.set('razorpay_signature', signPayment(secrets.keySecret, about));
    return target.href;
  }

  function listPayments(query: URLSearchParams): Answer {
    const [from, to, count, skip] = ['from', 'to', 'count', 'skip'].map((name) => Number(query.get(name) ?? '0'));
    const found = payments.filter(({ createdAt }) => createdAt >= (from ?? 0) && (!to || createdAt <= to)).slice(skip);
    const items = found
      .slice(0, count || 10)
      .map(({ createdAt, ...payment }) => ({ ...payment, status: 'captured', created_at: createdAt }));
    return { status: 200, json: { entity: 'collection', count: items.length, items } };
  }

  async function answerApi(request: http.IncomingMessage, parts: readonly string[], query: URLSearchParams): Promise<Answer> {
    const wanted = `Basic ${Buffer.from(`${secrets.keyId}:${secrets.keySecret}`).toString('base64')}`;
    if (!isSame(request.headers.authorization ?? '', wanted)) throw new Refused(401, 'Authentication failed');
    const [noun, id, verb] = parts;
    if (noun === 'payments' && request.method === 'GET') return listPayments(query);
    if (noun !== 'payment_links') throw new Refused(404, 'The requested URL was not found on the server.');
    if (request.method === 'POST' && id === undefined) return { status: 200, json: make(await readBody(request)) };
    if (request.method === 'GET' && id === undefined) {
      const reference = query.get('reference_id');
      return {
        status: 200,
        json: { payment_links: [...links.values()].filter((link) => reference === null || link.reference_id === reference) },
      };
    }
    const link = find(id ?? '');
    if (request.method === 'POST' && verb === 'cancel') {
      if (link.status !== 'created') throw new Refused(400, `Payment Link in ${link.status} state can not be cancelled`);
      act(link.id, 'cancel');
    }
    return { status: 200, json: link };
  }

  async function answer(request: http.IncomingMessage): Promise<Answer> {
    const [path = '/', search = ''] = (request.url ?? '/').split('?', 2) as [string, string?];
    const [place, ...parts] = path.split('/').slice(1);
    if (place === 'v1') return answerApi(request, parts, new URLSearchParams(search));
    if (place !== 'pay') throw new Refused(404, 'The requested URL was not found on the server.');
    const [id = '', how] = parts;
    if (request.method === 'POST') return { status: 303, location: act(id, how as PaymentAct) };
    return { status: 200, html: payPage(find(id)) };
  }

  const server = http.createServer((request, response) => {
    if (faults.isUnreachable) {
      response.socket?.destroy();
      return;
    }
    answer(request)
      .catch((error: unknown): Answer => {
        const isKnown = error instanceof Refused;
        const description = isKnown ? error.message : 'The server had a fault.';
        return {
          status: isKnown ? error.status : 500,
          json: { error: { code: 'BAD_REQUEST_ERROR', description, field: isKnown ? error.field : '', reason: 'input_validation_failed' } },
        };
      })
      .then(({ status, json, html, location }) => {
        response.writeHead(status, {
          'content-type': html === undefined ? 'application/json' : 'text/html; charset=utf-8',
          ...(location === undefined ? {} : { location }),
        });
        response.end(html ?? (json === undefined ? '' : JSON.stringify(json)));
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  origin = `http://${host}:${address && typeof address === 'object' ? address.port : port}`;
  return {
    gateway: { url: `${origin}/v1`, ...secrets } satisfies PaymentGateway,
    behave: (change: Partial<PaymentFaults>) => void Object.assign(faults, change),
    /** Performs a person's act on the page. @returns where the browser goes */
    act,
    link: (id: string) => ({ ...find(id) }),
    /** Waits until the webhooks so far have been answered. */
    told: async () => void (await Promise.all(posting)),
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      poster.close();
    },
  };
}
export type PaymentSimulator = Awaited<ReturnType<typeof startPaymentSimulator>>;
