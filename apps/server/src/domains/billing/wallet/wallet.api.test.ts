import { endpoints, type Movement } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { createWalletScenes, half, recharge } from '../../../../test/wallet.ts';
import { collectExtensions, extend } from '../../../extensions.ts';
import { writeOffUnknown } from '../../messaging/door.figures.ts';
import { freezeRun, resumeUnpaid } from '../../messaging/door.inside.ts';
import { audiences, cancelRun, retryFailed, type SingleLine, sendSingle, startRun } from '../../messaging/door.run.ts';
import type { RunMessage } from '../../messaging/door.talk.ts';
import { reconcile } from '../settlement/reconcile.repository.ts';
import { settle, WalletDifference } from '../settlement/settle.ts';
import { post } from './account.repository.ts';

const vendors = await startVendors();
const clock = { now: () => new Date() };
const app = await startApp({
  config: { simulator: vendors.address, features: ['all', 'billing'], roles: ['http'] },
  now: () => clock.now(),
});
const { makePayer, makeRun, freeze, carry, receive, readAccounts, readRows } = createWalletScenes(app, createVendorScenes(app, vendors));
type Payer = Awaited<ReturnType<typeof makePayer>>;

const balances = ({ available, granted, spent }: Awaited<ReturnType<typeof readAccounts>>) => ({ available, granted, spent });
const check = async ({ ctx, user }: Payer) => expect(await ctx.read((tx) => reconcile(tx, user.enterpriseId))).toEqual([]);
const unusedOf = ({ ctx, user }: Payer) =>
  ctx.read(async (tx) => {
    const rows = await tx
      .selectFrom('walletGrants')
      .select(['payerKind', 'unused'])
      .where('enterpriseId', '=', user.enterpriseId)
      .execute();
    return rows.reduce((sum, { unused }) => sum + unused, 0);
  });
const kindsOf = ({ ctx, user }: Payer) =>
  ctx.read(async (tx) => {
    const rows = await tx
      .selectFrom('billingMovements')
      .select(['kind', 'amount', 'reference'])
      .where('enterpriseId', '=', user.enterpriseId)
      .orderBy('seq')
      .execute();
    return rows.map(({ kind, amount, reference }) => ({ kind, amount, reference }));
  });
const noRecord = (_tx: unknown, change: () => Promise<void>) => change();

/** One message of an own system, in a transaction of its own. */
async function say({ ctx, channelId }: Payer, number: string) {
  const line: SingleLine = {
    channelId,
    type: 4,
    vendor: 'twixormcmi',
    environment: 'production',
    state: 'ACTIVE',
    address: number,
    customerId: null,
    lastInboundAt: new Date(),
    session: null,
  };
  const content = { kind: 'text', text: 'Hello' } as const;
  return ctx.transaction((tx) => sendSingle(ctx, tx, line, { content, template: null, missing: [] }));
}

test('20 runs at once on money for 19.5: 19.5 is spent, nothing is left, and nobody pays with what another has', async () => {
  const payer = await makePayer({ available: 39 * half });
  const runs = await Promise.all(Array.from({ length: 20 }, () => makeRun(payer, 2)));
  await Promise.all(runs.map((runId) => freeze(payer, runId)));
  expect(await readRows(payer)).toEqual({ QUEUED: { count: 39, cost: 39 * half }, 'SKIPPED NO_BALANCE': { count: 1, cost: 0 } });
  expect(balances(await readAccounts(payer))).toEqual({ available: 0, granted: 39 * half, spent: 0 });
  expect(await unusedOf(payer)).toBe(0);
  await check(payer);
  await carry(payer);
  await check(payer);
  await settle(payer.ctx);
  expect(balances(await readAccounts(payer))).toEqual({ available: 0, granted: 0, spent: 39 * half });
  await check(payer);
});

test('a run takes exactly what its last batch costs, and cancelling gives back what was not sent', async () => {
  const payer = await makePayer({ available: 1000 * half });
  const runId = await makeRun(payer, 10);
  await freeze(payer, runId);
  await check(payer);
  expect((await kindsOf(payer)).filter(({ reference }) => reference === runId)).toEqual([
    { kind: 'reserve', amount: 10 * half, reference: runId },
  ]);
  // People read what it is for.
  const { movements } = (await app.as(payer.user).get(`${endpoints.billing.movements.path}?kind=reserve`)).json().data;
  expect(movements.map(({ reference, paysFor }: Movement) => [reference, paysFor])).toEqual([
    [runId, { kind: 'broadcast', id: runId, name: payer.template.name }],
    ['conversations', null],
  ]);
  await carry(payer, 4);
  await cancelRun(payer.ctx, runId, noRecord);
  await check(payer);
  // The end of a run is booked at once, without the poster.
  await vi.waitFor(async () => expect((await readAccounts(payer)).spent).toBe(4 * half), { interval: 10 });
  expect((await kindsOf(payer)).filter(({ reference }) => reference === 'messages')).toEqual([
    { kind: 'charge', amount: 4 * half, reference: 'messages' },
    { kind: 'release', amount: 6 * half, reference: 'messages' },
  ]);
  expect(await settle(payer.ctx)).toEqual({ charge: 0, refund: 0, release: 0 });
  expect(await readRows(payer)).toEqual({ SENT: { count: 4, cost: 4 * half }, 'SKIPPED CANCELLED': { count: 6, cost: 0 } });
  const { available, spent } = await readAccounts(payer);
  expect([available + (await unusedOf(payer)), spent]).toEqual([996 * half, 4 * half]);
  await check(payer);
});

test('a message that the vendor refuses is released, one that fails later is refunded once, however the booking falls', async () => {
  const payer = await makePayer({ available: 1000 * half });
  await freeze(payer, await makeRun(payer, 6));
  await carry(payer, 2, 'FAILED');
  const sent = await carry(payer);
  await settle(payer.ctx);
  await check(payer);
  // One fails before anything is booked of it, the others behind the booking; each is told twice.
  await receive(payer, sent.slice(0, 1), 'failed');
  await receive(payer, sent.slice(0, 3), 'failed');
  await receive(payer, sent.slice(3), 'delivered');
  await receive(payer, sent.slice(3), 'failed');
  await check(payer);
  expect(await settle(payer.ctx)).toEqual({ charge: 0, refund: 3 * half, release: 0 });
  await receive(payer, sent.slice(0, 3), 'failed');
  expect(await settle(payer.ctx)).toEqual({ charge: 0, refund: 0, release: 0 });
  expect(await readRows(payer)).toEqual({
    DELIVERED: { count: 1, cost: half },
    'FAILED REQUEST': { count: 2, cost: 0 },
    FAILED: { count: 3, cost: 0 },
  });
  expect((await readAccounts(payer)).spent).toBe(half);
  await check(payer);
  await freeze(payer, await makeRun(payer, 2));
  const [late] = await carry(payer);
  await receive(payer, [late as string], 'failed');
  expect(await settle(payer.ctx)).toEqual({ charge: 2 * half, refund: half, release: 0 });
  await check(payer);
});

test('a retry is paid like the first time, and what the money does not cover stays as it is', async () => {
  const payer = await makePayer({ available: 4 * half });
  const runId = await makeRun(payer, 4);
  await freeze(payer, runId);
  await carry(payer, 10, 'FAILED');
  await settle(payer.ctx);
  await payer.ctx.transaction((tx) => recharge(payer.ctx, tx, -1 * half));
  expect(await retryFailed(payer.ctx, runId, noRecord)).toBe(3);
  expect(await readRows(payer)).toEqual({ QUEUED: { count: 3, cost: 3 * half }, 'FAILED REQUEST': { count: 1, cost: 0 } });
  await check(payer);
  await carry(payer);
  await settle(payer.ctx);
  expect(balances(await readAccounts(payer))).toEqual({ available: 0, granted: 0, spent: 3 * half });
});

test('conversations pay out of lanes: 40 at once reach the overdraft and not one message further; runs get none of it', async () => {
  const payer = await makePayer({ overdraft: 16 * half });
  const decided = await Promise.all(Array.from({ length: 40 }, (_, index) => say(payer, `+9198760000${10 + index}`)));
  expect(decided.filter(({ reason }) => reason === undefined)).toHaveLength(16);
  expect(new Set(decided.map(({ reason }) => reason))).toEqual(new Set([undefined, 'NO_BALANCE']));
  await check(payer);
  await carry(payer);
  await settle(payer.ctx);
  expect(balances(await readAccounts(payer))).toEqual({ available: 0, granted: -16 * half, spent: 16 * half });
  expect((await say(payer, '+919876000099')).reason).toBe('NO_BALANCE');
  await freeze(payer, await makeRun(payer, 1));
  expect(await readRows(payer)).toEqual({ SENT: { count: 16, cost: 16 * half }, 'SKIPPED NO_BALANCE': { count: 26, cost: 0 } });
  await check(payer);
  // The next money pays the debt first.
  await payer.ctx.transaction((tx) => recharge(payer.ctx, tx, 18 * half));
  expect(balances(await readAccounts(payer))).toEqual({ available: 0, granted: 2 * half, spent: 16 * half });
  expect((await say(payer, '+919876000099')).reason).toBeUndefined();
  await check(payer);
});

test('a run that needs it takes back what lanes and other runs have and do not use', async () => {
  const payer = await makePayer({ available: 100 * half });
  const idle = newId();
  await payer.ctx.transaction(async (tx) => expect(await payer.ctx.bill.reserve(payer.ctx, tx, idle, 10 * half)).toBe(true));
  expect(await unusedOf(payer)).toBeGreaterThan(10 * half);
  await freeze(payer, await makeRun(payer, 95));
  // Ten are kept for another run.
  expect(await readRows(payer)).toEqual({ QUEUED: { count: 90, cost: 90 * half }, 'SKIPPED NO_BALANCE': { count: 5, cost: 0 } });
  await check(payer);
  await payer.ctx.transaction((tx) => Promise.resolve(payer.ctx.bill.release(payer.ctx, tx, idle)));
  await payer.ctx.transaction(async (tx) => expect(await payer.ctx.bill.reserve(payer.ctx, tx, idle, 11 * half)).toBe(false));
  await check(payer);
});

test('a campaign skips nobody for want of money: its rows end before the first that is not covered, and it goes on where it stopped', async () => {
  const payer = await makePayer({ available: 3 * half });
  const { ctx, user, channelId } = payer;
  const numbers = Array.from({ length: 7 }, (_, index) => `+91987650${1000 + index}`);
  // The third is invalid, so it has a row that costs nothing.
  const addresses = numbers.map((number, place) => (place === 2 ? null : number));
  const runId = newId();
  const audience = {
    source: 'CAMPAIGN' as const,
    read: async (_ctx: unknown, _tx: unknown, _run: unknown, { cursor, limit }: { cursor: string; limit: number }) => {
      const from = Number(cursor || '0');
      const next = from + limit >= addresses.length ? null : String(from + limit);
      const page = addresses
        .slice(from, from + limit)
        .map((address, place) => ({ customerId: null, address, given: numbers[from + place] ?? '', columns: {} }));
      return { addressees: page, next };
    },
  };
  const campaigning = { ...ctx, extensions: collectExtensions([{ extensions: [extend(audiences, audience)] }]) };
  const row = await ctx.read((tx) =>
    tx.selectFrom('templates').select('components').where('enterpriseId', '=', user.enterpriseId).executeTakeFirstOrThrow(),
  );
  const template = { name: 'offer', language: 'en', category: 'UTILITY' as const, components: row.components };
  const begin = (id: string) =>
    ctx.transaction((tx) =>
      startRun(ctx, tx, {
        runId: id,
        source: 'CAMPAIGN',
        channelId,
        templateId: payer.template.templateId,
        message: { template, mapping: [], media: null, cards: [] } as unknown as RunMessage,
        isMarketing: false,
        startsAt: null,
      }),
    );
  await begin(runId);
  const freezeOnce = () => freezeRun(campaigning, runId);
  await freezeOnce();
  const rows = () =>
    ctx.read((tx) =>
      tx
        .selectFrom('messages')
        .select(['number', 'status', 'reason'])
        .where('enterpriseId', '=', user.enterpriseId)
        .where('resourceId', '=', runId)
        .orderBy('number')
        .execute(),
    );
  const queued = { status: 'QUEUED', reason: '' };
  const first = [
    { number: 1, ...queued },
    { number: 2, ...queued },
    { number: 3, status: 'SKIPPED', reason: 'INVALID_NUMBER' },
    { number: 4, ...queued },
  ];
  expect(await rows()).toEqual(first);
  await check(payer);
  const run = (id = runId) =>
    ctx.read((tx) =>
      tx
        .selectFrom('sendRuns')
        .select(['state', 'isPaused', 'pauseReason'])
        .where('enterpriseId', '=', user.enterpriseId)
        .where('runId', '=', id)
        .executeTakeFirstOrThrow(),
    );
  expect(await run()).toEqual({ state: 'freezing', isPaused: true, pauseReason: 'NO_BALANCE' });
  // Paid messages leave, though the run waits for money.
  const seats = await ctx.read((tx) => tx.selectFrom('sendQueue').select('isHeld').where('enterpriseId', '=', user.enterpriseId).execute());
  expect(seats.map(({ isHeld }) => isHeld)).toEqual(seats.map(() => false));
  await freezeOnce();
  expect(await rows()).toEqual(first);
  await ctx.transaction((tx) => recharge(ctx, tx, 10 * half));
  await resumeUnpaid(ctx);
  expect(await run()).toEqual({ state: 'freezing', isPaused: false, pauseReason: '' });
  await freezeOnce();
  expect(await rows()).toEqual([...first, ...[5, 6, 7].map((number) => ({ number, ...queued }))]);
  await check(payer);
  expect((await run()).state).toBe('sending');
  // Money that comes after the last look at the wallet and before the pause is found behind the pause.
  const late = newId();
  await begin(late);
  const gather: typeof ctx.bill.gather = async (...asked) => {
    const covered = await ctx.bill.gather(...asked);
    if (covered > 0 || asked[2].length === 1) return covered;
    await ctx.transaction((tx) => recharge(ctx, tx, 20 * half));
    await resumeUnpaid(ctx);
    return covered;
  };
  await ctx.transaction((tx) => recharge(ctx, tx, -7 * half));
  await freezeRun({ ...campaigning, bill: { ...ctx.bill, gather } }, late);
  expect(await run(late)).toEqual({ state: 'freezing', isPaused: false, pauseReason: '' });
  await freezeRun(campaigning, late);
  expect((await run(late)).state).toBe('sending');
  await check(payer);
});

test('the transaction that PostgreSQL ends in a deadlock is done again, and both changes are kept', async () => {
  const payer = await makePayer();
  const { ctx, user } = payer;
  const runs = [await makeRun(payer, 1), await makeRun(payer, 1)];
  let tries = 0;
  const others = Promise.withResolvers<void>();
  const bump = (tx: Tx, runId: string) =>
    sql`update send_runs set frozen_up_to = frozen_up_to + 1 where enterprise_id = ${user.enterpriseId} and run_id = ${runId}`.execute(tx);
  const both = ([first, second]: readonly string[]) =>
    ctx.transaction(async (tx) => {
      await bump(tx, first as string);
      tries += 1;
      if (tries === 2) others.resolve();
      await others.promise;
      await bump(tx, second as string);
    });
  await Promise.all([both(runs), both(runs.toReversed())]);
  expect(tries).toBeGreaterThan(2);
  const bumped = await ctx.read((tx) =>
    tx.selectFrom('sendRuns').select('frozenUpTo').where('enterpriseId', '=', user.enterpriseId).where('runId', 'in', runs).execute(),
  );
  expect(bumped.map(({ frozenUpTo }) => frozenUpTo)).toEqual([2, 2]);
});

test('a message costs what the rate of its country and category says, tiers by the units of the month when the batch begins; nothing is priced anew', async () => {
  const payer = await makePayer({ available: 1000 * half });
  const { ctx, user } = payer;
  const of = { enterpriseId: user.enterpriseId, channelType: 4, category: 'UTILITY', country: 'IN' };
  const [base, tier] = [newId(), newId()];
  await ctx.transaction((tx) =>
    tx
      .insertInto('billingRates')
      .values([
        { ...of, rateId: base, price: 30, validFrom: new Date(0) },
        { ...of, rateId: tier, price: 20, fromUnits: 3, validFrom: new Date(0) },
        { ...of, rateId: newId(), price: 99, validFrom: new Date(Date.now() + 3_600_000) },
      ])
      .execute(),
  );
  for (const count of [2, 2, 1]) await freeze(payer, await makeRun(payer, count));
  await ctx.transaction((tx) =>
    tx
      .insertInto('billingRates')
      .values({ ...of, rateId: newId(), price: 10, validFrom: new Date() })
      .execute(),
  );
  await freeze(payer, await makeRun(payer, 1));
  const rows = await ctx.read((tx) =>
    tx
      .selectFrom('messages')
      .select(['cost', 'rateId', 'units'])
      .where('enterpriseId', '=', user.enterpriseId)
      .orderBy('messageId')
      .execute(),
  );
  expect(rows.map(({ cost, units }) => [cost, units])).toEqual([...Array(4).fill([30, 1]), [20, 1], [10, 1]]);
  expect(rows.map(({ rateId }) => rateId).slice(0, 5)).toEqual([base, base, base, base, tier]);
  await check(payer);
});

test('a message costs what holds at the moment at which it is queued, whenever it leaves; one that is queued again costs what holds then', async () => {
  const payer = await makePayer({ available: 100 * half });
  const { ctx, user } = payer;
  const changesAt = new Date(Date.now() + 30_000);
  await ctx.transaction((tx) =>
    tx
      .insertInto('billingRates')
      .values({ enterpriseId: user.enterpriseId, rateId: newId(), channelType: 4, price: 3 * half, validFrom: changesAt })
      .execute(),
  );
  clock.now = () => new Date(changesAt.getTime() - 1);
  const before = await makeRun(payer, 3);
  await freeze(payer, before);
  clock.now = () => changesAt;
  await freeze(payer, await makeRun(payer, 2));
  await carry(payer, 1, 'FAILED');
  await carry(payer);
  expect(await readRows(payer)).toEqual({ SENT: { count: 4, cost: 8 * half }, 'FAILED REQUEST': { count: 1, cost: 0 } });
  await settle(payer.ctx);
  expect((await readAccounts(payer)).spent).toBe(8 * half);
  expect(await retryFailed(ctx, before, noRecord)).toBe(1);
  await carry(payer);
  expect(await readRows(payer)).toEqual({ SENT: { count: 5, cost: 11 * half } });
  await settle(payer.ctx);
  clock.now = () => new Date();
  await check(payer);
});

test('an inactive account sends nothing, not even what is free', async () => {
  const payer = await makePayer({ available: 100 * half, price: 0 });
  const set = (status: 'ACTIVE' | 'INACTIVE') =>
    payer.ctx.transaction((tx) =>
      tx.updateTable('billingAccounts').set({ status }).where('enterpriseId', '=', payer.user.enterpriseId).execute(),
    );
  expect((await say(payer, '+919876000001')).reason).toBeUndefined();
  await set('INACTIVE');
  expect((await say(payer, '+919876000001')).reason).toBe('NO_BALANCE');
  await freeze(payer, await makeRun(payer, 2));
  expect(await readRows(payer)).toEqual({ QUEUED: { count: 1, cost: 0 }, 'SKIPPED NO_BALANCE': { count: 3, cost: 0 } });
  await check(payer);
});

test('a message whose outcome nobody tells stays reserved, and costs nothing after 7 days', async () => {
  const payer = await makePayer({ available: 10 * half });
  await freeze(payer, await makeRun(payer, 3));
  await carry(payer, 10, 'UNKNOWN');
  expect(await settle(payer.ctx)).toEqual({ charge: 0, refund: 0, release: 0 });
  expect(await writeOffUnknown(payer.ctx)).toBe(0);
  clock.now = () => new Date(Date.now() + 8 * 24 * 3_600_000);
  expect(await writeOffUnknown(payer.ctx)).toBe(3);
  expect(await writeOffUnknown(payer.ctx)).toBe(0);
  clock.now = () => new Date();
  expect(await settle(payer.ctx)).toEqual({ charge: 0, refund: 0, release: 3 * half });
  await check(payer);
  const notes = await payer.ctx.read((tx) =>
    tx
      .selectFrom('messageEvents')
      .select(['kind', 'status'])
      .where('enterpriseId', '=', payer.user.enterpriseId)
      .where('kind', '=', 'note')
      .execute(),
  );
  expect(notes).toEqual(Array(3).fill({ kind: 'note', status: 'UNKNOWN' }));
});

test('W1 to W5: what was changed past the books is named, and nothing is booked on top of it', async () => {
  const payer = await makePayer({ available: 10 * half });
  const { enterpriseId } = payer.user;
  await freeze(payer, await makeRun(payer, 3));
  await carry(payer);
  await settle(payer.ctx);
  await payer.ctx.transaction((tx) =>
    sql`update messages set cost = cost - 1 where enterprise_id = ${enterpriseId} and status = 'SENT'`.execute(tx),
  );
  await expect(settle(payer.ctx)).rejects.toThrow(WalletDifference);
  const named = () => payer.ctx.read((tx) => reconcile(tx, enterpriseId));
  expect(await named()).toEqual([{ law: 'W4', what: 'not booked: charged', expected: 0, found: -3 }]);
  await payer.ctx.transaction((tx) =>
    sql`update billing_accounts set available = available + 5, outside = outside - 5 where enterprise_id = ${enterpriseId}`.execute(tx),
  );
  expect((await named()).map(({ law, what }) => `${law} ${what}`)).toEqual(['W1 available', 'W1 outside', 'W4 not booked: charged']);
  await payer.ctx.transaction((tx) =>
    post(tx, enterpriseId, { kind: 'recharge', amount: 7, uniqueKey: 'payment:of nobody', at: new Date() }),
  );
  expect((await named()).filter(({ law }) => law === 'W5').map(({ what, expected, found }) => [what, expected, found])).toEqual([
    ['number of payments', 0, 1],
    ['payments', 0, 7],
  ]);
  await expect(
    payer.ctx.transaction((tx) => sql`update billing_movements set amount = 1 where enterprise_id = ${enterpriseId}`.execute(tx)),
  ).rejects.toThrow(/permission denied/);
});
