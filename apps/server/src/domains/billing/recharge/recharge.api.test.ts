import { billingTexts, endpoints, type PaymentUpdate, type Recharge } from '@parley/contract';
import { signHook, signPayment, startPaymentSimulator } from '@parley/vendors/simulator';
import { afterAll, expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { reconcile } from '../settlement/reconcile.repository.ts';
import { checkGateway } from './gateway.check.ts';
import { pollRecharges } from './recharge.poll.ts';

const hook = { url: '' };
const simulator = await startPaymentSimulator({ webhookUrl: () => hook.url });
afterAll(() => simulator.stop());
const clock = { now: () => new Date() };
const app = await startApp({
  config: { features: ['all', 'billing'], roles: ['http'] },
  gateway: () => ({ ...simulator.gateway, isTrusted: true }),
  now: () => clock.now(),
});
hook.url = `${app.url}/hooks/payments`;
const { as, stranger, makeUser, contextOf } = app;
const { billing } = endpoints;
const unit = 1_000_000;

const fields = (address: string) => Object.fromEntries(new URL(address).searchParams) as PaymentUpdate;
const update = (request: Partial<PaymentUpdate>, client = stranger()) =>
  client.post(billing.call.path, { requestType: 'update_payment_status', request });
const recharge = async (user: TestUser, more: object = {}) =>
  (await as(user).post(billing.recharge.path, { amount: 500 * unit, ...more })).json().data;
const list = async (user: TestUser) => (await as(user).get(billing.recharges.path)).json().data;
const linkOf = ({ url }: { url: string }) => url.split('/').at(-1) as string;
const movementsOf = (user: TestUser) =>
  contextOf(user).read(async (tx) => {
    const rows = await tx
      .selectFrom('billingMovements')
      .select(['kind', 'amount', 'uniqueKey'])
      .where('enterpriseId', '=', user.enterpriseId)
      .where('kind', '=', 'recharge')
      .execute();
    expect(await reconcile(tx, user.enterpriseId)).toEqual([]);
    return rows.map(({ amount, uniqueKey }) => ({ amount, uniqueKey }));
  });
async function setTax(user: TestUser, taxBasisPoints: number) {
  await contextOf(user).transaction((tx) =>
    tx.updateTable('billingAccounts').set({ taxBasisPoints }).where('enterpriseId', '=', user.enterpriseId).execute(),
  );
}

test('PAY-007 PAY-012 PAY-013 PAY-014 PAY-015 BILL-006 BILL-007 a paid link grows the wallet by its amount, without its tax, and says so', async () => {
  const user = await makeUser();
  await setTax(user, 1800);
  const made = await recharge(user);
  expect(made).toMatchObject({ amount: 500 * unit, tax: 90 * unit, state: 'pending', createdBy: user.name, paidAt: null });
  expect(simulator.link(linkOf(made))).toMatchObject({ amount: 59_000, currency: 'INR', reference_id: made.reference, status: 'created' });
  simulator.behave({ hasWebhook: false });
  const back = simulator.act(linkOf(made), 'pay');
  simulator.behave({ hasWebhook: true });
  expect(back.startsWith(`${app.url}/transaction.html?`)).toBe(true);
  expect(await movementsOf(user)).toEqual([]);
  const answer = await update(fields(back));
  const paymentId = fields(back).razorpay_payment_id;
  expect(answer.json().data).toEqual({ status: 'paid', message: billingTexts.paid, paymentId, referenceId: made.reference });
  expect(await movementsOf(user)).toEqual([{ amount: 500 * unit, uniqueKey: `payment:${paymentId}` }]);
  expect(await list(user)).toMatchObject({
    isOffered: true,
    taxBasisPoints: 1800,
    more: false,
    recharges: [{ state: 'paid', paymentId, url: '' }],
  });
});

test('the browser’s return 50 times beside the webhook, which comes twice, is one movement', async () => {
  const user = await makeUser();
  const made = await recharge(user);
  simulator.behave({ isDoubled: true });
  const back = simulator.act(linkOf(made), 'pay');
  const answers = await Promise.all(Array.from({ length: 50 }, () => update(fields(back))));
  await simulator.told();
  simulator.behave({ isDoubled: false });
  expect(new Set(answers.map((answer) => answer.json().data?.status))).toEqual(new Set(['paid']));
  expect(await movementsOf(user)).toHaveLength(1);
});

test('the webhook alone books it; one that is signed wrongly, or not by the bytes, does not', async () => {
  const user = await makeUser();
  const made = await recharge(user);
  simulator.behave({ hasWebhook: false });
  simulator.act(linkOf(made), 'pay');
  simulator.behave({ hasWebhook: true });
  const body = JSON.stringify({ event: 'payment_link.paid', payload: { payment_link: { entity: { id: linkOf(made) } } } });
  const post = (signature: string, text = body) =>
    stranger().post('/hooks/payments', text, { headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature } });
  const signature = signHook(simulator.gateway.webhookSecret, body);
  for (const answer of [await post(''), await post('0'.repeat(64)), await post(signature, `${body} `)])
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'billing.signature']);
  expect(await movementsOf(user)).toEqual([]);
  const unstorable = JSON.stringify({ event: 'payment_link.paid', payload: { payment_link: { entity: { id: 'x\u0000' } } } });
  const refused = await post(signHook(simulator.gateway.webhookSecret, unstorable), unstorable);
  expect([refused.statusCode, refused.json().data.issues[0].field]).toEqual([400, 'payload.payment_link.entity.id']);
  expect((await post(signature)).statusCode).toBe(200);
  expect(await movementsOf(user)).toHaveLength(1);
});

test('PAY-015 an altered status, payment, link or reference, or another enterprise’s link, is refused; nothing is booked', async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const [made, foreign] = [await recharge(user), await recharge(other)];
  simulator.behave({ hasWebhook: false });
  const back = fields(simulator.act(linkOf(made), 'pay'));
  const elsewhere = fields(simulator.act(linkOf(foreign), 'cancel'));
  simulator.behave({ hasWebhook: true });
  const refused = [
    { ...back, razorpay_payment_id: 'pay_other' },
    { ...elsewhere, razorpay_payment_link_status: 'paid', razorpay_payment_id: back.razorpay_payment_id },
    { ...back, razorpay_payment_link_id: elsewhere.razorpay_payment_link_id },
    { ...back, razorpay_payment_link_reference_id: elsewhere.razorpay_payment_link_reference_id },
    { ...back, razorpay_payment_link_id: 'plink_of_nobody' },
    { ...back, razorpay_signature: '' },
    { ...back, razorpay_signature: `${back.razorpay_signature.slice(0, -1)}x` },
  ];
  for (const request of refused) {
    const answer = await update(request);
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'billing.signature']);
  }
  expect(await movementsOf(user)).toEqual([]);
  expect(await movementsOf(other)).toEqual([]);
});

test('paid less than asked for, although rightly signed: refused, told to the administrators, and nothing is booked', async () => {
  const user = await makeUser();
  const made = await recharge(user);
  simulator.behave({ hasWebhook: false, paidMinor: 100 });
  const back = fields(simulator.act(linkOf(made), 'pay'));
  simulator.behave({ hasWebhook: true, paidMinor: null });
  const answer = await update(back);
  expect([answer.statusCode, answer.json().code, answer.json().data]).toEqual([422, 'billing.mismatch', { field: 'amount' }]);
  // A signature over a payment that is not the link's says nothing of the money either.
  const invented = { linkId: linkOf(made), reference: made.reference, status: 'paid', paymentId: 'pay_of_another_link' };
  const signed = {
    ...back,
    razorpay_payment_id: invented.paymentId,
    razorpay_signature: signPayment(simulator.gateway.keySecret, invented),
  };
  expect((await update(signed)).json().code).toBe('billing.mismatch');
  expect(await movementsOf(user)).toEqual([]);
  const { notifications } = (await as(user).get(endpoints.notifications.list.path)).json().data;
  expect(notifications.filter(({ code }: { code: string }) => code === 'wallet.difference')).toHaveLength(1);
});

test('paid in another currency, or twice, or by a payment that has paid another link: told, booked once at most, and no way to pay again is offered', async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const currency = await recharge(user);
  simulator.behave({ paidCurrency: 'USD' });
  simulator.act(linkOf(currency), 'pay');
  const twice = await recharge(user);
  simulator.behave({ paidCurrency: null, times: 2 });
  simulator.act(linkOf(twice), 'pay');
  await simulator.told();
  simulator.behave({ times: 1, paymentId: 'pay_once_alone' });
  const first = await recharge(other);
  simulator.act(linkOf(first), 'pay');
  await simulator.told();
  const second = await recharge(user);
  simulator.behave({ hasWebhook: false });
  const back = simulator.act(linkOf(second), 'pay');
  simulator.behave({ hasWebhook: true, paymentId: null });
  const answer = await update(fields(back));
  expect([answer.statusCode, answer.json().code, answer.json().data]).toEqual([422, 'billing.mismatch', { field: 'payment' }]);
  const body = JSON.stringify({ event: 'payment_link.paid', payload: { payment_link: { entity: { id: linkOf(second) } } } });
  const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signHook(simulator.gateway.webhookSecret, body) };
  expect((await stranger().post('/hooks/payments', body, { headers })).statusCode).toBe(200);
  expect(await movementsOf(user)).toEqual([]);
  expect(await movementsOf(other)).toHaveLength(1);
  const { recharges } = await list(user);
  expect(recharges.map(({ state, url, mismatch }: Recharge) => ({ state, url, mismatch }))).toEqual([
    { state: 'pending', url: '', mismatch: 'payment' },
    { state: 'pending', url: '', mismatch: 'payment' },
    { state: 'pending', url: '', mismatch: 'currency' },
  ]);
});

test('money that comes in behind the expiry of its link is booked when it is told, or when the payments are compared', async () => {
  const user = await makeUser();
  const [told, found] = [await recharge(user), await recharge(user)];
  for (const made of [told, found]) simulator.act(linkOf(made), 'expire');
  await simulator.told();
  expect((await list(user)).recharges.map(({ state }: Recharge) => state)).toEqual(['expired', 'expired']);
  simulator.act(linkOf(told), 'pay');
  await simulator.told();
  expect(await movementsOf(user)).toHaveLength(1);
  simulator.behave({ hasWebhook: false });
  simulator.act(linkOf(found), 'pay');
  simulator.behave({ hasWebhook: true });
  clock.now = () => new Date(Date.now() + 3 * 3_600_000);
  const differences = await checkGateway(app.deps);
  clock.now = () => new Date();
  expect(differences.filter((line) => line.includes(found.reference))).toEqual([]);
  expect(await movementsOf(user)).toHaveLength(2);
  expect((await list(user)).recharges.map(({ state }: Recharge) => state)).toEqual(['paid', 'paid']);
});

test('a payer may come back before the gateway has answered with the link, by browser and webhook alike', async () => {
  const user = await makeUser();
  const early = [await recharge(user), await recharge(user)];
  await contextOf(user).transaction((tx) =>
    tx.updateTable('recharges').set({ linkId: '', url: '' }).where('enterpriseId', '=', user.enterpriseId).execute(),
  );
  simulator.behave({ hasWebhook: false });
  const [back] = early.map((made) => fields(simulator.act(linkOf(made), 'pay')));
  simulator.behave({ hasWebhook: true });
  expect((await update({ ...back, razorpay_payment_id: 'pay_other' })).json().code).toBe('billing.signature');
  expect((await update(back as PaymentUpdate)).json().data).toMatchObject({ status: 'paid', referenceId: early[0].reference });
  const entity = { id: linkOf(early[1]), reference_id: early[1].reference };
  const body = JSON.stringify({ event: 'payment_link.paid', payload: { payment_link: { entity } } });
  const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signHook(simulator.gateway.webhookSecret, body) };
  expect((await stranger().post('/hooks/payments', body, { headers })).statusCode).toBe(200);
  expect(await movementsOf(user)).toHaveLength(2);
});

test('PAY-008 PAY-009 PAY-010 PAY-017 each status has its text; what is not signed changes only the picture', async () => {
  const user = await makeUser();
  const made = await recharge(user);
  const picture = async (status: string) =>
    (await update({ razorpay_payment_link_status: status, razorpay_payment_link_id: linkOf(made) })).json().data;
  expect(await picture('expired')).toMatchObject({ status: 'expired', message: 'Sorry , Your link has been expired' });
  expect(await picture('cancelled')).toMatchObject({ status: 'cancelled', message: 'Sorry , Your Payment is cancelled.' });
  expect(await picture('pending')).toMatchObject({ status: 'pending', message: 'Payment is not made and waiting for approval.' });
  expect(await picture('somehow')).toMatchObject({ status: 'pending' });
  expect((await list(user)).recharges[0].state).toBe('pending');
  const cancelled = await update(fields(simulator.act(linkOf(made), 'cancel')));
  await simulator.told();
  expect(cancelled.json().data).toMatchObject({ status: 'cancelled' });
  expect((await list(user)).recharges[0].state).toBe('cancelled');
});

test('a payment is pending while the gateway is away; it is asked again after 1, 5, 15 and 60 minutes, then daily for 3 days', async () => {
  const user = await makeUser();
  const made = await recharge(user);
  simulator.behave({ hasWebhook: false });
  const back = fields(simulator.act(linkOf(made), 'pay'));
  simulator.behave({ isUnreachable: true });
  expect((await update(back)).json().data).toMatchObject({ status: 'pending', message: billingTexts.pending });
  const start = Date.now();
  const minutes = [1, 6, 21, 81];
  const due = [...minutes, ...[1, 2, 3].map((days) => 81 + days * 24 * 60)];
  const checks = () =>
    contextOf(user).read(async (tx) => {
      const row = await tx.selectFrom('recharges').select('checks').where('enterpriseId', '=', user.enterpriseId).executeTakeFirstOrThrow();
      return row.checks;
    });
  const pollAt = async (ms: number) => {
    clock.now = () => new Date(start + ms);
    await pollRecharges(app.deps);
    return checks();
  };
  for (const [done, minute] of due.slice(0, 6).entries())
    expect([minute, await pollAt(minute * 60_000 - 20_000), await pollAt(minute * 60_000 + 5_000)]).toEqual([minute, done, done + 1]);
  expect(await movementsOf(user)).toEqual([]);
  simulator.behave({ isUnreachable: false, hasWebhook: true });
  expect(await pollAt((due[6] as number) * 60_000 + 60_000)).toBe(7);
  expect(await movementsOf(user)).toHaveLength(1);
  expect(await pollAt((due[6] as number) * 60_000 * 10)).toBe(7);
  clock.now = () => new Date();
});

test('the same request key makes one link, also at once; an answer that was lost is found by its reference', async () => {
  const user = await makeUser();
  const made = await Promise.all(Array.from({ length: 2 }, () => recharge(user, { requestKey: 'once' })));
  expect(new Set(made.map(({ rechargeId }) => rechargeId)).size).toBe(1);
  expect((await list(user)).recharges).toHaveLength(1);
  const [{ url, rechargeId }] = made as [{ url: string; rechargeId: string }];
  const { enterpriseId } = user;
  await contextOf(user).transaction((tx) =>
    tx
      .updateTable('recharges')
      .set({ linkId: '', url: '' })
      .where('enterpriseId', '=', enterpriseId)
      .where('rechargeId', '=', rechargeId)
      .execute(),
  );
  simulator.behave({ hasWebhook: false });
  simulator.act(linkOf({ url }), 'pay');
  simulator.behave({ hasWebhook: true });
  clock.now = () => new Date(Date.now() + 120_000);
  expect(await pollRecharges(app.deps)).toBeGreaterThan(0);
  clock.now = () => new Date();
  expect(await movementsOf(user)).toHaveLength(1);
});

test('a recharge needs the permission, a fresh proof and an amount within the limits; the refusals name the field', async () => {
  const user = await makeUser();
  const viewer = await makeUser({ enterprise: user, roles: [6] });
  const post = (who: TestUser, body: object) => as(who).post(billing.recharge.path, body);
  expect((await post(viewer, { amount: 500 * unit })).json().code).toBe('1403');
  expect((await as(viewer).get(billing.recharges.path)).json().code).toBe('1403');
  for (const amount of [0, -5 * unit, 99 * 10_000, 500_001 * 1_000 * unit, 500 * unit + 1]) {
    const refused = await post(user, { amount });
    expect([amount, refused.statusCode, refused.json().data.issues[0].field]).toEqual([amount, 400, 'amount']);
  }
  await contextOf(user).transaction((tx) =>
    tx
      .updateTable('sessions')
      .set({ provedAt: null })
      .where('enterpriseId', '=', user.enterpriseId)
      .where('userId', '=', user.userId)
      .execute(),
  );
  const fresh = { ...user, ...(await app.makeSession(user)) };
  await contextOf(user).transaction((tx) =>
    tx
      .updateTable('sessions')
      .set({ provedAt: null })
      .where('enterpriseId', '=', user.enterpriseId)
      .where('userId', '=', user.userId)
      .execute(),
  );
  expect((await post(fresh, { amount: 500 * unit })).json().code).toBe('proof.needed');
  simulator.behave({ isUnreachable: true });
  const away = await post(await makeUser({ enterprise: user }), { amount: 500 * unit });
  simulator.behave({ isUnreachable: false });
  expect([away.statusCode, away.json().code]).toEqual([422, 'billing.gateway_failed']);
});

test('an installation of one process brings a payment simulator of its own, which pays by its page and tells by webhook', async () => {
  const whole = await startApp({ config: { features: ['all', 'billing'] } });
  const user = await whole.makeUser();
  const made = (await whole.as(user).post(billing.recharge.path, { amount: 100 * unit })).json().data;
  const pressed = await fetch(`${made.url}/pay`, { method: 'POST', redirect: 'manual' });
  expect(pressed.headers.get('location')).toContain('/transaction.html?razorpay_payment_id=pay_');
  await vi.waitFor(async () => expect((await whole.as(user).get(billing.recharges.path)).json().data.recharges[0].state).toBe('paid'), {
    interval: 20,
  });
});

test('an installation without a gateway offers no recharge and takes no callback', async () => {
  const bare = await startApp({ config: { features: ['all', 'billing'], roles: ['http'] } });
  const user = await bare.makeUser();
  const answer = await bare.as(user).post(billing.recharge.path, { amount: 500 * unit });
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'billing.not_offered']);
  expect((await bare.as(user).get(billing.recharges.path)).json().data.isOffered).toBe(false);
  expect((await bare.stranger().post('/hooks/payments', '{}', { headers: { 'content-type': 'application/json' } })).json().code).toBe(
    'billing.signature',
  );
});
