import { type ConsumptionRow, consumptionKeys, endpoints, type Movement, type ReportRow, type SourceCount } from '@parley/contract';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import { dayToCome, farZones, roundDay } from '../../../../test/far-zones.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { createWalletScenes, half, recharge } from '../../../../test/wallet.ts';
import { applyReceipts } from '../../messaging/door.inside.ts';
import { settle } from '../settlement/settle.ts';

const vendors = await startVendors();
const token = 'an-operator-token-of-a-test-with-32-characters';
const app = await startApp({
  config: { simulator: vendors.address, features: ['all', 'billing'], roles: ['http'], operatorToken: token },
});
const { as, stranger, makeUser, makeEnterprise } = app;
const { makePayer, makeRun, freeze, carry, receive } = createWalletScenes(app, createVendorScenes(app, vendors));
const { billing, operator, audit, reports } = endpoints;
const today = new Date().toISOString().slice(0, 10);
const bearer = { headers: { authorization: `Bearer ${token}` } };
const at = (path: string, enterpriseId: string) => path.replace(':enterpriseId', enterpriseId);
const call = (client: ReturnType<typeof as>, requestType: string, request?: object) =>
  client.post(billing.call.path, { requestType, ...(request ? { request } : {}) });

test('BILL-001 BILL-005 BILL-011 the status: what came in less what was handed over, what is reserved, in the words of the specification', async () => {
  const payer = await makePayer({ available: 20 * half });
  const status = async () => (await call(as(payer.user), 'get_enterprise_account_status')).json().data;
  const prepaid = { accountStatus: 'ACTIVE', accountType: 'Prepaid', currency: 'INR', forecast: { monthCost: null, daysLeft: null } };
  expect(await status()).toEqual({ ...prepaid, walletBalance: 20 * half, reserved: 0, available: 20 * half });
  await freeze(payer, await makeRun(payer, 5));
  expect(await status()).toEqual({ ...prepaid, walletBalance: 20 * half, reserved: 5 * half, available: 15 * half });
  // Money kept for a run is reserved too.
  const kept = '01900000-0000-7000-8000-000000000001';
  await payer.ctx.transaction((tx) => Promise.resolve(payer.ctx.bill.reserve(payer.ctx, tx, kept, 3 * half)));
  expect(await status()).toEqual({ ...prepaid, walletBalance: 20 * half, reserved: 8 * half, available: 12 * half });
  await payer.ctx.transaction((tx) => Promise.resolve(payer.ctx.bill.release(payer.ctx, tx, kept)));
  const sent = await carry(payer, 4);
  // The figures change at once, and stay the same when the messages are booked.
  for (const book of [() => Promise.resolve(), () => settle(payer.ctx)]) {
    await book();
    expect(await status()).toEqual({ ...prepaid, walletBalance: 16 * half, reserved: half, available: 15 * half });
  }
  await receive(payer, sent.slice(0, 1), 'failed');
  expect(await status()).toEqual({ ...prepaid, walletBalance: 17 * half, reserved: half, available: 16 * half });
  await settle(payer.ctx);
  expect(await status()).toEqual({ ...prepaid, walletBalance: 17 * half, reserved: half, available: 16 * half });
});

test('BILL-002 BILL-009 consumption by type of channel, and by each property; every sum is the same', async () => {
  const payer = await makePayer({ available: 100 * half });
  const { user, channelId } = payer;
  await freeze(payer, await makeRun(payer, 3));
  await carry(payer, 2);
  await carry(payer, 1, 'FAILED');
  const sums = { sumAllBillableUnits: 2, sumAllTotalUnits: 2, sumAllTotalAmount: 2 * half };
  const asked = await call(as(user), 'get_enterprise_consumption', { fromDate: today, toDate: today });
  expect(asked.json().data).toEqual({
    ...sums,
    date: today,
    serviceConsumption: [{ planEntityId: 'WHATSAPP', billableUnits: 2, totalUnits: 2, amount: 2 * half }],
  });
  expect((await call(as(user), 'get_enterprise_consumption')).json().data.date).toBe(today);
  const by = async (key: string) => {
    const { rows, currency, fromDate, toDate, ...found } = (await as(user).get(`${billing.consumption.path}?by=${key}`)).json().data;
    const unknown = { messages: 0, units: 0, amount: 0 };
    expect([currency, fromDate, toDate, found]).toEqual(['INR', `${today.slice(0, 7)}-01`, today, { ...sums, unknown }]);
    return (rows as ConsumptionRow[]).map(({ key: found, name, amount }) => [found, name, amount]);
  };
  expect(await by('day')).toEqual([[today, '', 2 * half]]);
  expect(await by('service')).toEqual([['4', 'WHATSAPP', 2 * half]]);
  expect(await by('channel')).toEqual([[channelId, 'WhatsApp', 2 * half]]);
  expect(await by('source')).toEqual([['BROADCAST', '', 2 * half]]);
  expect(await by('category')).toEqual([['', '', 2 * half]]);
  expect(await by('country')).toEqual([['', '', 2 * half]]);
  const departmentId = (await as(user).post(endpoints.departments.create.path, { name: 'Sales', desc: '' })).json().data.id;
  await payer.ctx.transaction((tx) =>
    tx.updateTable('channels').set({ deptId: departmentId }).where('enterpriseId', '=', user.enterpriseId).execute(),
  );
  expect(await by('department')).toEqual([[departmentId, 'Sales', 2 * half]]);
  // A price that is nothing makes no billable units.
  const free = await makePayer({ available: half, price: 0 });
  await freeze(free, await makeRun(free, 1));
  await carry(free);
  expect((await call(as(free.user), 'get_enterprise_consumption')).json().data).toMatchObject({
    sumAllBillableUnits: 0,
    sumAllTotalUnits: 1,
    sumAllTotalAmount: 0,
  });
});

test('screens 10 each row of consumption opens exactly the messages that make it up', async () => {
  const payer = await makePayer({ available: 100 * half });
  const { user, ctx } = payer;
  const { enterpriseId } = user;
  const send = async (count: number, sent: number) => {
    await freeze(payer, await makeRun(payer, count));
    await carry(payer, sent);
    await carry(payer, count - sent, 'FAILED');
  };
  await send(4, 3);
  // The next ones are priced by another rate, which knows category and country.
  const rate = { enterpriseId, channelType: 4, category: 'UTILITY', country: 'IN', price: 2 * half, validFrom: new Date(1) };
  await ctx.transaction((tx) =>
    tx
      .insertInto('billingRates')
      .values({ ...rate, rateId: newId() })
      .execute(),
  );
  await send(3, 2);
  const shown = async (by: string, key: string) => {
    const answer = await as(user).get(`${reports.messageStatus.path}?consumedBy=${by}&consumed=${encodeURIComponent(key)}&perPage=100`);
    const rows = answer.json().data.message as ReportRow[];
    return [rows.length, rows.reduce((sum, { cost }) => sum + cost, 0)];
  };
  const rowsOf = async (by: string): Promise<[string, number, number][]> => {
    const { rows } = (await as(user).get(`${billing.consumption.path}?by=${by}`)).json().data;
    return (rows as ConsumptionRow[]).map(({ key, totalUnits, amount }) => [key, totalUnits, amount]);
  };
  const expected: Record<string, [number, number][]> = {
    ...Object.fromEntries(['day', 'service', 'channel', 'source', 'department'].map((by) => [by, [[5, 7 * half]]])),
    category: [
      [2, 4 * half],
      [3, 3 * half],
    ],
    country: [
      [2, 4 * half],
      [3, 3 * half],
    ],
  };
  for (const by of consumptionKeys) {
    const rows = await rowsOf(by);
    expect([by, rows.map(([, units, amount]) => [units, amount])]).toEqual([by, expected[by]]);
    for (const [key, units, amount] of rows) expect([by, key, ...(await shown(by, key))]).toEqual([by, key, units, amount]);
    expect([by, await shown(by, 'of nobody')]).toEqual([by, [0, 0]]);
  }
  const departmentId = (await as(user).post(endpoints.departments.create.path, { name: 'Sales', desc: '' })).json().data.id;
  await ctx.transaction((tx) =>
    tx.updateTable('channels').set({ deptId: departmentId }).where('enterpriseId', '=', enterpriseId).execute(),
  );
  expect([await shown('department', departmentId), await shown('department', '')]).toEqual([
    [5, 7 * half],
    [0, 0],
  ]);
  const { id } = (await as(user).get(endpoints.files.downloadToken.path)).json().data;
  const file = await stranger().get(`${reports.export.path}?consumedBy=country&consumed=IN&x-access-id=${encodeURIComponent(id)}`);
  expect(file.body.split('\r\n').filter(Boolean)).toHaveLength(3);
});

test('unknown outcomes are a line of their own: report and consumption agree to the millionth until a receipt settles them', async () => {
  const payer = await makePayer({ available: 100 * half, price: 863_101 });
  const { user, ctx, channelId } = payer;
  const price = 863_101;
  await freeze(payer, await makeRun(payer, 9));
  await carry(payer, 3);
  await carry(payer, 1, 'FAILED');
  await carry(payer, 3, 'UNKNOWN');
  const consumed = async () => {
    const { sumAllTotalAmount, sumAllTotalUnits, unknown } = (await as(user).get(billing.consumption.path)).json().data;
    return { spent: [sumAllTotalUnits, sumAllTotalAmount], unknown: [unknown.messages, unknown.amount] };
  };
  const reported = async () => {
    const { counts } = (await as(user).get(`${reports.messageSource.path}?fromDate=${today.slice(0, 7)}-01&toDate=${today}`)).json().data;
    const sum = (statuses: string[]) =>
      (counts as SourceCount[])
        .filter(({ status }) => statuses.includes(status))
        .reduce((all, { count, cost }) => [(all[0] ?? 0) + count, (all[1] ?? 0) + cost], [0, 0]);
    return { spent: sum(['SENT', 'DELIVERED', 'READ']), unknown: sum(['UNKNOWN']) };
  };
  const both = { spent: [3, 3 * price], unknown: [3, 3 * price] };
  expect([await consumed(), await reported()]).toEqual([both, both]);
  // The rows behind the line, each with what it means.
  const rows = async () => (await as(user).get(`${reports.messageStatus.path}?status=UNKNOWN`)).json().data.message as ReportRow[];
  expect((await rows()).map(({ reason, reasonText, cost }) => [reason, reasonText, cost])).toEqual(
    Array(3).fill(['UNKNOWN_OUTCOME', 'The vendor gave no answer: it may have the message, or not.', price]),
  );
  const { id } = (await as(user).get(endpoints.files.downloadToken.path)).json().data;
  const file = await stranger().get(`${reports.export.path}?status=UNKNOWN&x-access-id=${encodeURIComponent(id)}`);
  expect(file.body.match(/"UNKNOWN"/g)).toHaveLength(3);
  // Receipts by our own id say what became of two of them.
  const [delivered, failed] = await rows();
  await ctx.transaction((tx) =>
    applyReceipts(ctx, tx, channelId, [
      { vendorMessageId: '', ourId: delivered?.messageId ?? '', status: 'delivered', at: new Date() },
      { vendorMessageId: '', ourId: failed?.messageId ?? '', status: 'failed', at: new Date() },
    ]),
  );
  const afterwards = { spent: [4, 4 * price], unknown: [1, price] };
  expect([await consumed(), await reported()]).toEqual([afterwards, afterwards]);
});

test('BILL-005 PAY-015 reading needs a session and the flag’s permission, another enterprise reads nothing of it, and a range has bounds', async () => {
  const payer = await makePayer({ available: 100 * half });
  for (const type of ['get_enterprise_account_status', 'get_enterprise_consumption']) {
    expect((await call(stranger(), type)).statusCode).toBe(401);
    expect((await call(as(await makeUser({ enterprise: payer.user, roles: [6] })), type)).statusCode).toBe(200);
  }
  expect((await call(stranger(), 'invent_money')).statusCode).toBe(400);
  const other = await makeUser();
  expect((await call(as(other), 'get_enterprise_account_status')).json().data.walletBalance).toBe(0);
  expect((await as(other).get(billing.movements.path)).json().data.movements).toEqual([]);
  for (const range of ['fromDate=2026-02-02&toDate=2026-02-01', 'fromDate=2024-01-01&toDate=2026-01-01'])
    expect((await as(other).get(`${billing.consumption.path}?${range}`)).json().data.issues[0].field).toBe('fromDate');
  const off = await startApp({ config: { features: ['channels'], roles: ['http'] } });
  const user = await off.makeUser();
  expect((await call(off.as(user), 'get_enterprise_account_status')).json().code).toBe('1403');
  expect((await off.as(user).get(billing.movements.path)).json().code).toBe('1403');
});

test.each(farZones)('days of movements are those of the enterprise: %s', async (timeZone, hoursAhead) => {
  const user = await makeUser({ enterprise: await makeEnterprise({ timeZone }) });
  const day = dayToCome();
  for (const [index, at] of roundDay(day, hoursAhead).entries()) {
    const ctx = { ...app.contextOf(user), now: () => at };
    await ctx.transaction((tx) => recharge(ctx, tx, index + 1));
  }
  const amounts = async (query: string) =>
    ((await as(user).get(`${billing.movements.path}?kind=correction&${query}`)).json().data.movements as Movement[]).map(
      ({ amount }) => amount,
    );
  expect(await amounts(`fromDate=${day}&toDate=${day}`)).toEqual([3, 2]);
  expect(await amounts(`fromDate=${day}`)).toEqual([4, 3, 2]);
  expect(await amounts(`toDate=${day}`)).toEqual([3, 2, 1]);
});

test('movements without gaps, page by page, the newest first; the file has them all and leaves an entry', async () => {
  const payer = await makePayer({ available: 100 * half });
  const { user } = payer;
  for (const amount of [1, 2, 3]) await payer.ctx.transaction((tx) => recharge(payer.ctx, tx, amount));
  await freeze(payer, await makeRun(payer, 3));
  await carry(payer);
  await settle(payer.ctx);
  const page = async (query: string) => (await as(user).get(`${billing.movements.path}?${query}`)).json().data;
  const { movements, more } = (await page('perPage=100')) as { movements: Movement[]; more: boolean };
  expect(more).toBe(false);
  expect(movements.map(({ seq }) => seq)).toEqual(movements.map((_, index) => movements.length - index));
  // The balance after each is the sum of the movements up to it.
  let available = 0;
  for (const movement of [...movements].reverse()) {
    available += movement.to === 'available' ? movement.amount : movement.from === 'available' ? -movement.amount : 0;
    expect([movement.seq, movement.balanceAfter]).toEqual([movement.seq, available]);
  }
  const first = await page('perPage=2');
  const second = await page(`perPage=2&after=${first.movements[1].seq}`);
  expect([...first.movements, ...second.movements]).toEqual(movements.slice(0, 4));
  expect(first.more).toBe(true);
  expect((await page('kind=correction')).movements.map(({ amount }: Movement) => amount)).toEqual([3, 2, 1, 100 * half]);
  expect((await page('fromDate=2020-01-01&toDate=2020-12-31')).movements).toEqual([]);
  const { id } = (await as(user).get(endpoints.files.downloadToken.path)).json().data;
  const file = await stranger().get(`${billing.exportMovements.path}?kind=charge&x-access-id=${encodeURIComponent(id)}`);
  expect(file.body.split('\r\n').filter(Boolean)).toHaveLength(2);
  expect(file.body).toContain('1.500000');
  expect((await stranger().get(`${billing.exportMovements.path}?kind=charge`)).statusCode).toBe(401);
  const { entries } = (await as(user).get(`${audit.list.path}?kind=wallet`)).json().data;
  expect(entries.map(({ action, actorName }: { action: string; actorName: string }) => [action, actorName])).toEqual([
    ['export', user.name],
  ]);
});

test('the operator alone makes money: without the right token there is no such call, and nobody in an enterprise can', async () => {
  const { enterpriseId } = await makeEnterprise();
  const path = at(operator.getAccount.path, enterpriseId);
  const admin = await makeUser();
  for (const answer of [
    await stranger().get(path),
    await stranger().get(path, { headers: { authorization: `Bearer ${token}x` } }),
    await as(admin).get(at(operator.getAccount.path, admin.enterpriseId)),
    await stranger().get(at(operator.getAccount.path, '01900000-0000-7000-8000-000000000000'), bearer),
  ])
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'route.not_found']);
  const bare = await startApp({ config: { roles: ['http'] } });
  for (const headers of [{ authorization: 'Bearer ' }, { authorization: 'Bearer undefined' }, {}])
    expect((await bare.stranger().get(operator.listAccounts.path, { headers })).statusCode).toBe(404);
});

test('the operator changes plan and limits by version, corrects with a reason and once, and adds rates that price nothing anew', async () => {
  const user = await makeUser();
  const { enterpriseId } = user;
  const get = async () => (await stranger().get(at(operator.getAccount.path, enterpriseId), bearer)).json().data;
  const save = (body: object) => stranger().put(at(operator.saveAccount.path, enterpriseId), { reason: 'contract', ...body }, bearer);
  const correct = (body: object) => stranger().post(at(operator.correct.path, enterpriseId), { reason: 'gift', ...body }, bearer);
  expect((await get()).account).toMatchObject({ plan: 'PREPAID', status: 'ACTIVE', available: 0, version: 1, currency: 'INR' });
  const saved = (await save({ plan: 'POSTPAID', credit: 50, currency: 'USD', version: 1 })).json().data;
  expect(saved).toMatchObject({ plan: 'POSTPAID', credit: 50, currency: 'USD', version: 2 });
  expect((await save({ credit: 60, version: 1 })).json().code).toBe('record.changed');
  // A postpaid wallet goes below nothing as far as its credit, and no further.
  const taken = await correct({ amount: -50, requestKey: 'a' });
  expect(taken.json().data).toMatchObject({ available: -50 });
  expect([(await correct({ amount: -1, requestKey: 'b' })).json().code, (await save({ plan: 'PREPAID', version: 2 })).json().code]).toEqual(
    ['billing.limit', 'billing.limit'],
  );
  expect((await save({ currency: 'INR', version: 2 })).json().code).toBe('billing.currency_used');
  await Promise.all([correct({ amount: 50, requestKey: 'c' }), correct({ amount: 50, requestKey: 'c' })]);
  expect(await get()).toMatchObject({ account: { available: 0 }, differences: [] });
  expect([
    (await correct({ amount: 1, requestKey: 'd', reason: ' ' })).statusCode,
    (await correct({ amount: 0, requestKey: 'd' })).statusCode,
  ]).toEqual([400, 400]);

  const add = (validFrom: Date, rates: object[]) =>
    stranger().post(at(operator.addRates.path, enterpriseId), { validFrom: validFrom.toISOString(), rates }, bearer);
  const now = new Date();
  expect(
    (
      await add(now, [
        { channelType: 4, price: 5 },
        { channelType: 4, country: 'IN', price: 7 },
      ])
    ).json().data.rates,
  ).toHaveLength(2);
  expect(
    (
      await add(now, [
        { channelType: 5, price: 5 },
        { channelType: 4, price: 6 },
      ])
    ).json(),
  ).toMatchObject({ code: 'rate.duplicate', data: { place: 2 } });
  expect((await add(new Date(Date.now() - 3_600_000), [{ channelType: 4, price: 5 }])).json().code).toBe('rate.past');
  const { rates, currency } = (await as(user).get(billing.rates.path)).json().data;
  expect([
    currency,
    rates.map(({ country, price, isOver }: { country: string; price: number; isOver: boolean }) => [country, price, isOver]),
  ]).toEqual([
    'USD',
    [
      ['', 5, false],
      ['IN', 7, false],
    ],
  ]);
  const { entries } = (await as(user).get(`${audit.list.path}?module=billing&perPage=100`)).json().data;
  const told = entries.map(({ kind, action, actorKind }: Record<string, string>) => [kind, action, actorKind]);
  expect(told.sort()).toEqual([...Array(2).fill(['rate', 'create', 'operator']), ...Array(3).fill(['wallet', 'edit', 'operator'])]);
});
