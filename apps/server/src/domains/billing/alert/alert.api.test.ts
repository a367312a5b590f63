import { type BillingAlert, endpoints } from '@parley/contract';
import { startPaymentSimulator } from '@parley/vendors/simulator';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { createWalletScenes, half, recharge } from '../../../../test/wallet.ts';
import { checkGateway } from '../recharge/gateway.check.ts';
import { checkWallet } from '../settlement/nightly.ts';
import { watchBalance } from './alert.service.ts';

const vendors = await startVendors();
const hook = { url: '' };
const payments = await startPaymentSimulator({ webhookUrl: () => hook.url });
afterAll(() => payments.stop());
const clock = { now: () => new Date() };
const app = await startApp({
  config: { simulator: vendors.address, features: ['all', 'billing'], roles: ['http'] },
  gateway: () => ({ ...payments.gateway, isTrusted: true }),
  now: () => clock.now(),
});
const { as, makeUser, contextOf } = app;
const { makePayer, makeRun, freeze, carry } = createWalletScenes(app, createVendorScenes(app, vendors));
const { billing, notifications } = endpoints;
const unit = 1_000_000;

const save = (user: TestUser, body: object) => as(user).post(billing.saveAlerts.path, body);
const toldTo = async (user: TestUser, code: string) =>
  (
    (await as(user).get(notifications.list.path)).json().data.notifications as {
      code: string;
      count: number;
      title: string;
      text: string;
    }[]
  )
    .filter((one) => one.code === code)
    .map(({ count, title, text }) => ({ count, title, text }));

test('an alert is told once when the balance falls below it, to the chosen people alone, and anew after it was above', async () => {
  const payer = await makePayer({ available: 20 * half });
  const { user, ctx } = payer;
  const colleague = await makeUser({ enterprise: user, roles: [3] });
  const saved = (await save(user, { threshold: 8 * half, userIds: [colleague.userId] })).json().data;
  expect(saved.alerts).toMatchObject([{ threshold: 8 * half, userIds: [colleague.userId], isBelow: false, version: 1 }]);
  expect(saved.people).toEqual([{ userId: colleague.userId, name: colleague.name }]);
  expect(await watchBalance(ctx)).toBe(0);
  await freeze(payer, await makeRun(payer, 13));
  expect(await Promise.all([watchBalance(ctx), watchBalance(ctx)])).toEqual(expect.arrayContaining([0, 1]));
  expect(await watchBalance(ctx)).toBe(0);
  expect(await toldTo(colleague, 'balance.low')).toEqual([
    { count: 1, title: 'The balance is below Rs.4.00', text: 'Rs.3.50 are left. Recharge the wallet before messages are held back.' },
  ]);
  expect(await toldTo(user, 'balance.low')).toEqual([]);
  await ctx.transaction((tx) => recharge(ctx, tx, 10 * half));
  expect(await watchBalance(ctx)).toBe(0);
  await freeze(payer, await makeRun(payer, 10));
  expect(await watchBalance(ctx)).toBe(1);
});

test('alerts: made, changed by version, deleted, each with its entry; what is wrong is named', async () => {
  const user = await makeUser();
  const other = await makeUser();
  const made: BillingAlert = (await save(user, { threshold: 5 * unit, userIds: [user.userId] })).json().data.alerts[0];
  // Nothing is there, so it is below from the start, and nobody is told of what they know.
  expect(made.isBelow).toBe(true);
  expect(await watchBalance(contextOf(user))).toBe(0);
  const refused = async (body: object) => {
    const answer = (await save(user, body)).json();
    return [answer.code, answer.data.issues?.[0].field];
  };
  expect(await refused({ threshold: unit, userIds: [other.userId] })).toEqual(['request.invalid', 'userIds']);
  expect(await refused({ threshold: unit, userIds: [] })).toEqual(['request.invalid', 'userIds']);
  expect(await refused({ threshold: 5 * unit, userIds: [user.userId] })).toEqual(['request.invalid', 'threshold']);
  expect(await refused({ alertId: user.userId, threshold: unit, userIds: [user.userId] })).toEqual(['billing_alert.not_found', undefined]);
  const foreign = await save(other, { alertId: made.alertId, threshold: unit, userIds: [other.userId], version: 1 });
  expect(foreign.json().code).toBe('billing_alert.not_found');
  expect((await save(user, { ...made, threshold: 6 * unit })).json().data.alerts).toMatchObject([{ threshold: 6 * unit, version: 2 }]);
  expect((await save(user, { ...made, threshold: 7 * unit })).json().code).toBe('record.changed');
  for (let more = 10; more < 19; more += 1) await save(user, { threshold: more * unit, userIds: [user.userId] });
  expect((await save(user, { threshold: 99 * unit, userIds: [user.userId] })).json().code).toBe('billing_alert.too_many');
  expect((await save(user, { ...made, version: 2, userIds: [] })).json().data.alerts).toHaveLength(9);
  expect((await as(await makeUser({ enterprise: user, roles: [6] })).get(billing.alerts.path)).json().code).toBe('1403');
  const { entries } = (await as(user).get(`${endpoints.audit.list.path}?kind=billing_alert&perPage=100`)).json().data;
  expect(entries.map(({ action }: { action: string }) => action).sort()).toEqual([...Array(10).fill('create'), 'delete', 'edit']);
});

test('the nightly check finds nothing where all is right, tells the administrators once where it is not, and anew after it was right', async () => {
  const payer = await makePayer({ available: 20 * half });
  const { user, ctx } = payer;
  await freeze(payer, await makeRun(payer, 4));
  await carry(payer);
  expect(await checkWallet(app.deps, ctx)).toEqual([]);
  const falsify = (by: number) =>
    ctx.transaction((tx) =>
      sql`update messages set cost = cost + ${by}::bigint where enterprise_id = ${user.enterpriseId} and status = 'SENT'`.execute(tx),
    );
  await falsify(-1);
  expect(await checkWallet(app.deps, ctx)).toEqual([{ law: 'W4', what: 'not booked: charged', expected: 0, found: -4 }]);
  await checkWallet(app.deps, ctx);
  expect(await toldTo(user, 'wallet.difference')).toMatchObject([{ count: 1 }]);
  await falsify(1);
  expect(await checkWallet(app.deps, ctx)).toEqual([]);
  await falsify(-1);
  await checkWallet(app.deps, ctx);
  expect(await toldTo(user, 'wallet.difference')).toMatchObject([{ count: 2 }]);
});

test('the gateway’s payments of three days are compared with what is booked, both ways; what nobody told is booked, and what differs is told', async () => {
  const [user, silent] = [await makeUser(), await makeUser()];
  const make = async (owner: TestUser) => (await as(owner).post(billing.recharge.path, { amount: 500 * unit })).json().data;
  const [paid, lost, wrong] = [await make(user), await make(silent), await make(silent)];
  hook.url = `${app.url}/hooks/payments`;
  payments.act(paid.url.split('/').at(-1), 'pay');
  await payments.told();
  payments.behave({ hasWebhook: false });
  payments.act(lost.url.split('/').at(-1), 'pay');
  payments.behave({ paidMinor: 100 });
  payments.act(wrong.url.split('/').at(-1), 'pay');
  payments.behave({ hasWebhook: true, paidMinor: null });
  // A young payment may still be on its way.
  expect(await checkGateway(app.deps)).toEqual([]);
  clock.now = () => new Date(Date.now() + 3 * 3_600_000);
  expect(await checkGateway(app.deps)).toEqual([expect.stringMatching(/^W5 pay_\w+: paid at the gateway, and PR\w+ is pending$/)]);
  expect(await toldTo(silent, 'wallet.difference')).toMatchObject([{ count: 1 }]);
  const { recharges } = (await as(silent).get(billing.recharges.path)).json().data;
  expect(recharges.map(({ state }: { state: string }) => state)).toEqual(['pending', 'paid']);
  await contextOf(user).transaction((tx) =>
    tx.updateTable('recharges').set({ paymentId: 'pay_invented' }).where('enterpriseId', '=', user.enterpriseId).execute(),
  );
  const found = await checkGateway(app.deps);
  clock.now = () => new Date();
  // Booked too lately to be missed at the gateway is nothing: there it is listed by when it was paid.
  expect(found).toEqual([
    expect.stringMatching(/^W5 pay_invented: booked, and not known to the gateway$/),
    expect.stringMatching(/is paid$/),
    expect.stringMatching(/is pending$/),
  ]);
});
