import { z } from '@parley/contract';
import { sendWire, WireError } from '#platform/safe-fetch/wire.ts';
import type { Gateway } from '../../../config.ts';

const timeoutMs = 10_000;
const maxBytes = 1_048_576;

/** The gateway did not answer, or not as it should: what became of a payment is not known yet. */
export class GatewayUnreachable extends Error {}
/** It answered, and refused. */
export class GatewayRefused extends Error {}

const Payment = z.object({ payment_id: z.string(), amount: z.number(), status: z.string() });
export const PaymentLink = z.object({
  id: z.string(),
  status: z.enum(['created', 'partially_paid', 'paid', 'expired', 'cancelled']),
  amount: z.number(),
  amount_paid: z.number(),
  currency: z.string(),
  reference_id: z.string(),
  short_url: z.string(),
  payments: z.preprocess((value) => value ?? [], z.union([z.array(Payment), Payment.transform((one) => [one])])),
});
export type PaymentLink = z.infer<typeof PaymentLink>;

const GatewayPayment = z.object({
  id: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.string(),
  created_at: z.number(),
  notes: z.unknown(),
});
export type GatewayPayment = z.infer<typeof GatewayPayment>;
const Refusal = z.object({ error: z.object({ description: z.string() }) });

async function call<T>(gateway: Gateway, method: string, path: string, answer: z.ZodType<T>, body?: object): Promise<T> {
  const authorization = `Basic ${Buffer.from(`${gateway.keyId}:${gateway.keySecret}`).toString('base64')}`;
  const wire = {
    method,
    url: `${gateway.url}${path}`,
    headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  };
  const { status, text } = await sendWire(wire, { timeoutMs, maxBytes, isTrusted: gateway.isTrusted }).then(
    (answered) => ({ status: answered.status, text: Buffer.from(answered.body).toString() }),
    (error: unknown) => {
      throw error instanceof WireError ? new GatewayUnreachable(error.message, { cause: error }) : error;
    },
  );
  const json = parseJson(text);
  if (status >= 400 && status < 500 && status !== 429)
    throw new GatewayRefused(Refusal.safeParse(json).data?.error.description ?? `The payment service answered ${status}.`);
  const parsed = answer.safeParse(json);
  if (status >= 300 || !parsed.success) throw new GatewayUnreachable(`The payment service answered ${status}.`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export type NewLink = {
  amountMinor: number;
  currency: string;
  reference: string;
  description: string;
  expiresAt: Date;
  callbackUrl: string;
  notes: Record<string, string>;
};

/** @throws GatewayUnreachable, GatewayRefused */
export const makeLink = (gateway: Gateway, link: NewLink): Promise<PaymentLink> =>
  call(gateway, 'POST', '/payment_links', PaymentLink, {
    amount: link.amountMinor,
    currency: link.currency,
    accept_partial: false,
    description: link.description,
    notify: { sms: false, email: false },
    reminder_enable: false,
    reference_id: link.reference,
    expire_by: Math.floor(link.expiresAt.getTime() / 1000),
    notes: link.notes,
    callback_url: link.callbackUrl,
    callback_method: 'get',
  });

export const fetchLink = (gateway: Gateway, linkId: string): Promise<PaymentLink> =>
  call(gateway, 'GET', `/payment_links/${encodeURIComponent(linkId)}`, PaymentLink);

/** The link of a reference whose making was not answered. */
export async function findLink(gateway: Gateway, reference: string): Promise<PaymentLink | undefined> {
  const found = await call(
    gateway,
    'GET',
    `/payment_links?reference_id=${encodeURIComponent(reference)}`,
    z.object({ payment_links: z.array(PaymentLink) }),
  );
  return found.payment_links.find((link) => link.reference_id === reference);
}

const page = 100;

/** Payments that came in between two moments. */
export async function listPayments(gateway: Gateway, from: Date, to: Date): Promise<GatewayPayment[]> {
  const all: GatewayPayment[] = [];
  const range = `from=${Math.floor(from.getTime() / 1000)}&to=${Math.ceil(to.getTime() / 1000)}`;
  for (let skip = 0; ; skip += page) {
    const { items } = await call(
      gateway,
      'GET',
      `/payments?${range}&count=${page}&skip=${skip}`,
      z.object({ items: z.array(GatewayPayment) }),
    );
    all.push(...items);
    if (items.length < page) return all;
  }
}
