import { channelTypes, endpoints, type Invoice, type LedgerStatus } from '@parley/contract';
import { sql } from 'kysely';
import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { idAt } from '#platform/db/id-at.ts';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { makeWebChannel } from '../../../../test/scene.ts';
import { post } from '../wallet/account.repository.ts';
import { issueInvoices } from './invoice.module.ts';
import { financialYearOf, monthBefore, numberOf, roundedLines } from './invoice.rules.ts';

const token = 'an-operator-token-of-a-test-with-32-characters';
const clock = { now: () => new Date() };
const app = await startApp({
  config: { features: ['all', 'billing'], roles: ['http'], operatorToken: token, invoiceSeller: 'Seller Ltd | 1 Road | GSTIN 29ABC' },
  now: () => clock.now(),
});
const { as, stranger, makeUser, makeEnterprise, contextOf } = app;
const { billing, operator, audit } = endpoints;
const bearer = { headers: { authorization: `Bearer ${token}` } };
const unit = 1_000_000;

/** Somebody whose wallet was charged at these times. */
async function makeSpender(
  charges: { at: string; charge?: number; refund?: number }[],
  more: { plan?: 'PREPAID' | 'POSTPAID'; name?: string } = {},
) {
  const enterprise = await makeEnterprise({ name: more.name ?? 'Spender', address: 'मुख्य सड़क 1', city: 'Pune', country: 'IN' });
  const user = await makeUser({ enterprise });
  const { enterpriseId } = user;
  await contextOf(user).transaction(async (tx) => {
    await tx
      .updateTable('billingAccounts')
      .set({ taxBasisPoints: 1800, plan: more.plan ?? 'PREPAID', credit: 1_000_000 * unit })
      .where('enterpriseId', '=', enterpriseId)
      .execute();
    for (const { at, charge = 0, refund = 0 } of charges) {
      if (charge > 0) await post(tx, enterpriseId, { kind: 'correction', amount: charge, at: new Date(0) });
      if (charge > 0) await post(tx, enterpriseId, { kind: 'reserve', amount: charge, at: new Date(0) });
      if (charge > 0) await post(tx, enterpriseId, { kind: 'charge', amount: charge, at: new Date(at) });
      if (refund > 0) await post(tx, enterpriseId, { kind: 'refund', amount: refund, at: new Date(at) });
    }
  });
  return user;
}
const list = async (user: TestUser): Promise<Invoice[]> => (await as(user).get(billing.invoices.path)).json().data.invoices;
const pdfOf = (user: TestUser, { invoiceId }: Pick<Invoice, 'invoiceId'>) =>
  as(user).get(billing.invoicePdf.path.replace(':invoiceId', invoiceId));
async function issueAt(now: string) {
  clock.now = () => new Date(now);
  await issueInvoices(app.deps);
  clock.now = () => new Date();
}

test('an invoice has what was booked in its month (UTC), once, with tax and whole hundredths; prepaid owes nothing', async () => {
  const user = await makeSpender([
    { at: '2026-09-30T23:59:59.999Z', charge: 1 },
    { at: '2026-10-01T00:00:00.000Z', charge: 10_123_456 },
    { at: '2026-10-31T23:59:59.999Z', charge: 5 * unit, refund: 2 * unit },
    { at: '2026-11-01T00:00:00.000Z', charge: 7 * unit, refund: unit },
  ]);
  const owing = await makeSpender([{ at: '2026-10-10T00:00:00.000Z', charge: 100 * unit }], { plan: 'POSTPAID' });
  const idle = await makeSpender([]);
  await issueAt('2026-11-01T00:10:00Z');
  await issueAt('2026-11-02T00:10:00Z');
  const [invoice, ...others] = await list(user);
  expect(others).toEqual([]);
  expect(invoice).toMatchObject({
    kind: 'invoice',
    period: '2026-10',
    currency: 'INR',
    lines: [
      { name: 'Messages handed over', units: null, amount: 15_123_456 },
      { name: 'Refunds of messages that failed later', units: null, amount: -2 * unit },
      { name: 'Rounding', units: null, amount: -3456 },
    ],
    net: 13_120_000,
    tax: 2_360_000,
    paid: 15_480_000,
    due: 0,
  });
  expect(invoice?.number).toMatch(/^INV-2627-\d{6}$/);
  expect((await list(owing))[0]).toMatchObject({ net: 100 * unit, tax: 18 * unit, paid: 0, due: 118 * unit });
  expect(await list(idle)).toEqual([]);
  // Messages after the month are in the next invoice.
  await issueAt('2026-12-01T00:10:00Z');
  expect((await list(user)).map(({ period, net }) => [period, net])).toEqual([
    ['2026-11', 6 * unit],
    ['2026-10', 13_120_000],
  ]);
});

test('an invoice has a line with units for each channel, category and country, and the tax number of who pays', async () => {
  const user = await makeSpender([{ at: '2026-10-31T12:00:00Z', charge: 20 * unit, refund: 2 * unit }]);
  const { enterpriseId } = user;
  const ctx = contextOf(user);
  const { general, version } = (await as(user).get(endpoints.enterprise.general.path)).json().data;
  await as(user).post(endpoints.enterprise.saveGeneral.path, { general: { ...general, taxId: '27AAPFU0939F1ZV' }, version });
  const { id: channelId } = await makeWebChannel({ enterpriseId, name: '', ctx });
  const [home, abroad] = [newId(), newId()];
  await ctx.transaction(async (tx) => {
    const rate = { enterpriseId, channelType: channelTypes.WEB, price: unit, validFrom: new Date(0) };
    await tx
      .insertInto('billingRates')
      .values([
        { ...rate, rateId: home, category: 'MARKETING', country: 'IN' },
        { ...rate, rateId: abroad },
      ])
      .execute();
    const message = (day: string, status: LedgerStatus, cost: number, rateId: string) => ({
      enterpriseId,
      messageId: idAt(new Date(`${day}T10:00:00Z`)),
      createdAt: new Date(`${day}T10:00:00Z`),
      statusAt: new Date(`${day}T10:00:00Z`),
      channelId,
      customerId: null,
      direction: 'out' as const,
      source: 'BROADCAST' as const,
      resourceId: newId(),
      address: '+919820000001',
      status,
      cost,
      units: 2,
      rateId,
    });
    await tx
      .insertInto('messages')
      .values([
        message('2026-10-05', 'READ', 5 * unit, home),
        message('2026-10-31', 'SENT', 6 * unit, home),
        message('2026-10-09', 'DELIVERED', 4 * unit, abroad),
        // Failed after it was charged; and one of the next month.
        message('2026-10-10', 'FAILED', 0, abroad),
        message('2026-11-01', 'READ', 9 * unit, home),
      ])
      .execute();
  });
  await issueAt('2026-11-01T00:10:00Z');
  const [invoice] = (await list(user)) as [Invoice];
  expect(invoice).toMatchObject({
    lines: [
      { name: 'Website (WEB), marketing, India', units: 4, amount: 11 * unit },
      { name: 'Website (WEB)', units: 2, amount: 4 * unit },
      { name: 'Messages booked in another month than handed over, or that failed later', units: null, amount: 5 * unit },
      { name: 'Refunds of messages that failed later', units: null, amount: -2 * unit },
    ],
    net: 18 * unit,
  });
  const { text } = await extractText(new Uint8Array((await pdfOf(user, invoice)).rawPayload), { mergePages: true });
  for (const words of ['Website (WEB), marketing, India: 4 units', 'Website (WEB): 2 units', 'Tax number: 27AAPFU0939F1ZV'])
    expect(text).toContain(words);
});

test('numbers have no gap and no double, however many are made at once; a new financial year begins anew', async () => {
  const spend = (day: string) => makeSpender([{ at: `${day}T12:00:00Z`, charge: unit }]);
  await Promise.all(Array.from({ length: 6 }, () => spend('2027-02-10')));
  clock.now = () => new Date('2027-03-01T01:00:00Z');
  await Promise.all([issueInvoices(app.deps), issueInvoices(app.deps), issueInvoices(app.deps)]);
  await Promise.all(Array.from({ length: 3 }, () => spend('2027-03-10')));
  await issueAt('2027-04-01T01:00:00Z');
  const enterprises = await sql<{ enterpriseId: string }>`select enterprise_id from enterprises_with_wallets()`.execute(app.deps.db);
  const all = await Promise.all(
    enterprises.rows.map(({ enterpriseId }) =>
      contextOf({ enterpriseId }).read((tx) => tx.selectFrom('invoices').select(['financialYear', 'serial', 'kind']).execute()),
    ),
  );
  const byYear = Map.groupBy(
    all.flat().filter(({ kind }) => kind === 'invoice'),
    ({ financialYear }) => financialYear,
  );
  const rows = [...byYear].map(([year, found]) => ({ year, serials: found.map(({ serial }) => serial).sort((a, b) => a - b) }));
  expect(rows.length).toBe(2);
  for (const { serials } of rows) expect(serials).toEqual(serials.map((_, index) => index + 1));
  expect(rows.find(({ year }) => year === '2728')?.serials).toHaveLength(3);
});

test('the document: seller, buyer in their script, the rupee sign; drawn once, the same bytes for ever, and nobody else’s', async () => {
  const user = await makeSpender([{ at: '2026-10-10T00:00:00.000Z', charge: 100 * unit }], { name: 'नमस्ते ट्रेडर्स' });
  await issueAt('2026-11-01T00:10:00Z');
  const [invoice] = (await list(user)) as [Invoice];
  const [first, second] = await Promise.all([pdfOf(user, invoice), pdfOf(user, invoice)]);
  expect([first.statusCode, first.headers['content-type'], first.rawPayload.subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ]);
  expect(first.headers['content-disposition']).toContain(`${invoice.number}.pdf`);
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
  await contextOf(user).transaction((tx) =>
    tx.updateTable('enterprises').set({ name: 'Renamed' }).where('enterpriseId', '=', user.enterpriseId).execute(),
  );
  expect((await pdfOf(user, invoice)).rawPayload.equals(first.rawPayload)).toBe(true);
  const { text } = await extractText(new Uint8Array(first.rawPayload), { mergePages: true });
  for (const words of [invoice.number, 'Seller Ltd', 'GSTIN 29ABC', 'Pune', '₹100.00', '₹118.00', '₹0.00', 'when it was queued'])
    expect(text).toContain(words);
  expect(text).toMatch(/[\u0900-\u097f]/);
  const stranger2 = await makeUser();
  expect((await pdfOf(stranger2, invoice)).json().code).toBe('invoice.not_found');
  expect((await pdfOf(await makeUser({ enterprise: user, roles: [6] }), invoice)).json().code).toBe('1403');
});

test('a credit note corrects an invoice up to its amount, once for each key, by the operator alone', async () => {
  const user = await makeSpender([{ at: '2026-10-10T00:00:00.000Z', charge: 100 * unit }], { plan: 'POSTPAID' });
  await issueAt('2026-11-01T00:10:00Z');
  const [invoice] = (await list(user)) as [Invoice];
  const path = operator.creditNote.path.replace(':enterpriseId', user.enterpriseId).replace(':invoiceId', invoice.invoiceId);
  const credit = (body: object) => stranger().post(path, { reason: 'wrong rate', ...body }, bearer);
  expect((await stranger().post(path, { net: unit, reason: 'x', requestKey: 'x' })).statusCode).toBe(404);
  const [note, again] = await Promise.all([credit({ net: 60 * unit, requestKey: 'a' }), credit({ net: 60 * unit, requestKey: 'a' })]);
  expect(note.json().data).toMatchObject({
    kind: 'credit_note',
    corrects: invoice.number,
    net: 60 * unit,
    tax: 10_800_000,
    due: 70_800_000,
  });
  expect(again.json().data.number).toBe(note.json().data.number);
  const refused = await credit({ net: 41 * unit, requestKey: 'b' });
  expect([refused.json().code, refused.json().data]).toEqual(['invoice.exceeded', { most: 40 * unit }]);
  expect((await credit({ net: 40 * unit, requestKey: 'c' })).statusCode).toBe(200);
  expect((await list(user)).map(({ kind }) => kind).sort()).toEqual(['credit_note', 'credit_note', 'invoice']);
  expect((await pdfOf(user, note.json().data)).rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  const { entries } = (
    await as(user).get(`${audit.list.path}?kind=invoice&fromDate=2026-10-01&toDate=${new Date().toISOString().slice(0, 10)}`)
  ).json().data;
  expect(entries.map(({ actorKind }: { actorKind: string }) => actorKind).sort()).toEqual(['operator', 'operator', 'system']);
});

test('financial years, numbers and roundings', () => {
  expect(['2026-03-31', '2026-04-01', '2027-01-15', '2099-12-31'].map(financialYearOf)).toEqual(['2526', '2627', '2627', '9900']);
  expect(['2026-01-05', '2026-12-31', '2026-03-01'].map(monthBefore)).toEqual(['2025-12', '2026-11', '2026-02']);
  expect(numberOf('credit_note', '2627', 999_999)).toHaveLength(15);
  expect(roundedLines([{ name: 'a', units: null, amount: 10_000 }])).toEqual({
    lines: [{ name: 'a', units: null, amount: 10_000 }],
    net: 10_000,
  });
});
