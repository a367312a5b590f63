import http from 'node:http';
import Razorpay from 'razorpay';
import { validatePaymentVerification, validateWebhookSignature } from 'razorpay/dist/utils/razorpay-utils.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signHook, startPaymentSimulator } from './simulator/payments.ts';

/** The official client against the simulator: what it sends is taken, what it reads is there, and its own checks hold for our signatures. */
type Told = { body: string; signature: string };
const told: Told[] = [];
const receiver = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    told.push({ body: Buffer.concat(chunks).toString(), signature: String(request.headers['x-razorpay-signature']) });
    response.end();
  });
});
await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
const address = receiver.address();
const simulator = await startPaymentSimulator({
  webhookUrl: () => `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}/`,
});
afterAll(async () => {
  await simulator.stop();
  receiver.close();
});
const { keyId, keySecret, webhookSecret, url } = simulator.gateway;
let client: Razorpay;
beforeAll(() => {
  client = new Razorpay({ key_id: keyId, key_secret: keySecret });
  (client as unknown as { api: { rq: { defaults: { baseURL: string } } } }).api.rq.defaults.baseURL = url.replace('/v1', '');
});
type Link = { id: string; short_url: string; reference_id: string };
/** Its types ask for a customer, which the interface does not. */
const create = (body: object, by = client) => by.paymentLink.create(body as never) as unknown as Promise<Link>;
let made = 0;
function make(): Promise<Link> {
  made += 1;
  return create({
    amount: 59_000,
    currency: 'INR',
    accept_partial: false,
    description: 'Recharge',
    reference_id: `PR${made}`,
    callback_url: 'https://console.example.com/transaction.html',
    callback_method: 'get',
  });
}

test('a link is made, fetched and cancelled', async () => {
  const link = await make();
  expect(link).toMatchObject({ amount: 59_000, currency: 'INR', status: 'created', amount_paid: 0, reference_id: 'PR1' });
  expect(await client.paymentLink.fetch(link.id)).toMatchObject({ id: link.id, short_url: link.short_url });
  expect(await client.paymentLink.cancel(link.id)).toMatchObject({ status: 'cancelled' });
  await simulator.told();
  expect(JSON.parse(told.at(-1)?.body ?? '{}')).toMatchObject({ event: 'payment_link.cancelled' });
});

test('the client’s own checks hold for the signatures of the return and of the webhook, and for no other', async () => {
  const link = await make();
  const back = new URL(simulator.act(link.id, 'pay')).searchParams;
  const of = (name: string) => back.get(name) ?? '';
  const payment = {
    payment_link_id: of('razorpay_payment_link_id'),
    payment_id: of('razorpay_payment_id'),
    payment_link_reference_id: of('razorpay_payment_link_reference_id'),
    payment_link_status: of('razorpay_payment_link_status'),
  };
  expect(payment.payment_link_status).toBe('paid');
  expect(validatePaymentVerification(payment, of('razorpay_signature'), keySecret)).toBe(true);
  expect(validatePaymentVerification({ ...payment, payment_link_status: 'created' }, of('razorpay_signature'), keySecret)).toBe(false);
  await simulator.told();
  const { body, signature } = told.at(-1) as Told;
  expect(validateWebhookSignature(body, signature, webhookSecret)).toBe(true);
  expect(validateWebhookSignature(`${body} `, signature, webhookSecret)).toBe(false);
  expect(signHook(webhookSecret, body)).toBe(signature);
  const { items } = await client.payments.all({ count: 10 });
  expect(items.map(({ id }) => id)).toContain(payment.payment_id);
});

test('wrong keys, an amount that is too small and a reference that is taken are refused as the gateway refuses', async () => {
  const refusal = async (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: { statusCode: number; error: { code: string; field: string } }) => [error.statusCode, error.error.code, error.error.field],
    );
  expect(await refusal(create({ amount: 99, currency: 'INR' }))).toEqual([400, 'BAD_REQUEST_ERROR', 'amount']);
  const link = await make();
  const again = create({ amount: 59_000, currency: 'INR', reference_id: link.reference_id });
  expect(await refusal(again)).toEqual([400, 'BAD_REQUEST_ERROR', 'reference_id']);
  const wrong = new Razorpay({ key_id: keyId, key_secret: 'another' });
  (wrong as unknown as { api: { rq: { defaults: { baseURL: string } } } }).api.rq.defaults.baseURL = url.replace('/v1', '');
  expect((await refusal(wrong.paymentLink.fetch(link.id)))?.[0]).toBe(401);
});

test('the page has a button for each end, and a payment that fails may be tried again', async () => {
  const link = await make();
  const page = async () => (await fetch(link.short_url)).text();
  for (const label of ['Pay', 'Fail', 'Cancel', 'Expire']) expect(await page()).toContain(`<button>${label}</button>`);
  const press = (how: string) => fetch(`${link.short_url}/${how}`, { method: 'POST', redirect: 'manual' });
  expect((await press('fail')).headers.get('location')).toBe(link.short_url);
  expect(await page()).toContain('The payment failed.');
  expect((await press('expire')).headers.get('location')).toContain('razorpay_payment_link_status=expired');
  expect(await page()).toContain('This link is expired.');
});
