import type { BillingAlert, Invoice, Me, Movement, Rate, Recharge } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import { answerBilling, billingBase, sampleStatus } from '../shared/billing.fixtures.ts';
import { tellPayment } from '../shared/payment-channel.ts';
import { movementsExportPath } from './billing.queries.ts';
import { BillingPage } from './billing-page.tsx';

const at = '2026-11-05T10:30:00.000Z';
const movement = (seq: number): Movement => ({
  seq,
  kind: 'charge',
  from: 'granted',
  to: 'spent',
  amount: 863_100,
  reference: '',
  paysFor: null,
  reason: '',
  actor: '',
  balanceAfter: 4_999_363_100,
  at,
});
const rate: Rate = {
  rateId: idOf(1),
  channelType: 4,
  vendor: '',
  category: 'MARKETING',
  country: 'IN',
  fromUnits: 0,
  price: 863_100,
  validFrom: at,
  isOver: false,
};
const pending: Recharge = {
  rechargeId: idOf(1),
  reference: 'PR1',
  amount: 500_000_000,
  tax: 90_000_000,
  currency: 'INR',
  state: 'pending',
  paymentId: '',
  url: 'https://pay.example/1',
  mismatch: '',
  createdAt: at,
  paidAt: null,
  createdBy: 'Priya',
};
const alert: BillingAlert = { alertId: idOf(1), threshold: 100_000_000, userIds: [idOf(2)], isBelow: false, version: 3 };
const people = [{ userId: idOf(2), name: 'Priya' }];
const invoice: Invoice = {
  invoiceId: idOf(1),
  number: 'P/26-27/000001',
  kind: 'invoice',
  period: '2026-10',
  currency: 'INR',
  lines: [{ name: 'WhatsApp, marketing', units: 3, amount: 2_589_300 }],
  net: 2_590_000,
  tax: 470_000,
  paid: 3_060_000,
  due: 0,
  corrects: '',
  reason: '',
  issuedAt: '2026-11-01T00:05:00.000Z',
};
const recharges = (rows: Recharge[]) => good({ recharges: rows, more: false, isOffered: true, taxBasisPoints: 1800, currency: 'INR' });

const server = stubServer(() => ({
  [`POST ${billingBase}`]: answerBilling(),
  [`GET ${billingBase}/consumption`]: ({ query }) =>
    good({
      currency: 'INR',
      fromDate: '2026-11-01',
      toDate: '2026-11-23',
      sumAllBillableUnits: 2,
      sumAllTotalUnits: 3,
      sumAllTotalAmount: 1_726_200,
      rows: [
        { key: query.by === 'day' ? '2026-11-05' : 'IN', name: '', billableUnits: 2, totalUnits: 2, amount: 1_726_200 },
        ...(query.by === 'day' ? [] : [{ key: '', name: '', billableUnits: 0, totalUnits: 1, amount: 0 }]),
      ],
      unknown: { messages: query.by === 'day' ? 3 : 0, units: 3, amount: 2_589_300 },
    }),
  [`GET ${billingBase}/rates`]: () => good({ currency: 'INR', rates: [rate, { ...rate, rateId: idOf(2), price: 700_000, isOver: true }] }),
  [`GET ${billingBase}/movements`]: ({ query }) =>
    good(
      query.after === '2'
        ? {
            currency: 'INR',
            movements: [{ ...movement(1), kind: 'correction', from: 'outside', to: 'available', actor: 'operator' }],
            more: false,
          }
        : { currency: 'INR', movements: [movement(2)], more: true },
    ),
  [`GET ${billingBase}/recharge`]: () => recharges([]),
  [`POST ${billingBase}/recharge`]: () => good(pending),
  [`GET ${billingBase}/alerts`]: () => good({ alerts: [alert], people, currency: 'INR' }),
  [`POST ${billingBase}/alerts`]: () => good({ alerts: [], people: [], currency: 'INR' }),
  [`GET ${billingBase}/invoices`]: () => good({ invoices: [invoice] }),
}));
const elsewhere = (root: Parameters<typeof screenAt>[0]) =>
  ['/campaigns/activity/$activityId', '/campaigns/broadcast/$broadcastId'].map((path) => screenAt(root, path, () => null));
const open = (query = '', permissions = ['ENTERPRISE_BILLING', 'ENTERPRISE.EDIT', 'MANAGE.DELIVERYREPORT.VIEW']) =>
  openScreens(
    `/billing${query}`,
    (root) => [screenAt(root, '/billing', BillingPage), screenAt(root, '/admin/report', () => null), ...elsewhere(root)],
    {
      ...sampleMe,
      permissions,
    } as unknown as Me,
  );
const user = userEvent.setup({ delay: null });
const figureOf = async (label: string) => (await screen.findByText(label, { selector: 'dt' })).nextElementSibling?.firstChild?.textContent;
const rowTexts = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
const firstRow = async (table: string) => {
  const rows = within(await screen.findByRole('table', { name: table }));
  await waitFor(() => expect(rows.getAllByRole('cell')[0]?.textContent).not.toBe(''));
  return rows.getAllByRole('row')[1] as HTMLElement;
};

test('BILL-004 BILL-010 FORMAT-008 FORMAT-009 the overview says how the account stands', async () => {
  open();
  const facts: Record<string, string> = {
    'Account status': 'active',
    'Account type': 'Prepaid',
    'Wallet balance': 'Rs.5,000.863',
    Reserved: 'Rs.1.500',
    Available: 'Rs.4,999.363',
    'The wallet lasts': '41 days',
    'Billable units': '1,200.00',
    'Total units': '1,234.00',
    Cost: 'Rs.45.68',
    'Forecast to the end of the month': 'Rs.90.01',
  };
  for (const [label, value] of Object.entries(facts)) expect([label, await figureOf(label)]).toEqual([label, value]);
});

test('a figure that is not known yet says so, and so does an inactive account', async () => {
  server.replies[`POST ${billingBase}`] = answerBilling({
    status: { ...sampleStatus, accountStatus: 'INACTIVE', forecast: { monthCost: null, daysLeft: null } },
  });
  open();
  expect(await figureOf('The wallet lasts')).toBe('Not known, or longer than a year');
  expect(await figureOf('Forecast to the end of the month')).toBe('Not known yet');
  expect(screen.getByText('Nothing is sent. Reading and export still work.')).toBeTruthy();
});

test.each(['status', 'month'] as const)('BILL-008 a failure of the %s reads Something Went Wrong', async (failed) => {
  server.replies[`POST ${billingBase}`] = answerBilling({ [failed]: null });
  open();
  expect(await screen.findByText('Something Went Wrong')).toBeTruthy();
});

test('screens 10 a user who may not change the company neither pays nor sees alerts and invoices', async () => {
  open('?tab=recharge', ['ENTERPRISE_BILLING']);
  expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual(['Overview', 'Consumption', 'Rates', 'Wallet']);
  expect(await figureOf('Account type')).toBe('Prepaid');
  expect(server.countOf(`GET ${billingBase}/recharge`)).toBe(0);
});

test('screens 10 consumption is grouped by what is chosen, and each row leads to its messages', async () => {
  const router = open('?tab=consumption');
  const link = await screen.findByRole('link', { name: 'Show the messages: 5 Nov 2026' });
  const target = new URL(link.getAttribute('href') ?? '', 'http://host');
  expect([target.pathname, Object.fromEntries(target.searchParams)]).toEqual([
    '/admin/report',
    { fromDate: '2026-11-01', toDate: '2026-11-23', consumedBy: 'day', consumed: '2026-11-05' },
  ]);
  expect(rowTexts(await firstRow('Consumption'))).toEqual(['5 Nov 2026', '2.00', '2.00', 'Rs.1.73']);
  // The cost of unknown outcomes has its own line, which opens its rows of the same days.
  const line = screen.getByText(/^Outcome unknown: 3 messages, for which Rs.2.59 is reserved/);
  const rows = new URL(within(line).getByRole('link', { name: 'Show them' }).getAttribute('href') ?? '', 'http://host');
  expect([rows.pathname, Object.fromEntries(rows.searchParams)]).toEqual([
    '/admin/report',
    { fromDate: '2026-11-01', toDate: '2026-11-23', status: 'UNKNOWN' },
  ]);
  await user.click(screen.getByRole('combobox', { name: 'Grouped by' }));
  await user.click(await screen.findByRole('option', { name: 'Country' }));
  expect(await screen.findByRole('link', { name: 'Show the messages: India' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show the messages: Without a country' })).toBeTruthy();
  expect(router.state.location.search).toMatchObject({ tab: 'consumption', by: 'country' });
});

test('screens 10 rates have their exact price; those of before are shown when asked for', async () => {
  const router = open('?tab=rates');
  expect(rowTexts(await firstRow('Rates'))).toEqual([
    'WHATSAPP',
    'All',
    'Marketing',
    'India',
    '0',
    'Rs.0.8631',
    '5 Nov 2026 10:30 AM',
    'Valid',
  ]);
  expect(screen.queryByText('Rs.0.70')).toBeNull();
  await user.click(screen.getByRole('switch', { name: 'Show replaced rates' }));
  expect(within(screen.getByText('Rs.0.70').closest('tr') as HTMLElement).getByText('Replaced')).toBeTruthy();
  expect(router.state.location.search).toMatchObject({ past: true });
});

test('the wallet is in days of the enterprise, consumption in those of invoices, and both say so', async () => {
  setEnterpriseZone('Pacific/Kiritimati');
  open('?tab=wallet&fromDate=2026-11-05');
  expect(rowTexts(await firstRow('Wallet movements'))[1]).toBe('Nov 06 2026 12:30:00 AM');
  const subtitle = 'The wallet, what was used and what it cost. Days';
  expect(screen.getByText(`${subtitle} and times are those of Pacific/Kiritimati.`)).toBeTruthy();
  expect(screen.getAllByText('Pacific/Kiritimati')).toHaveLength(2);
  expect(server.queriesOf(`GET ${billingBase}/movements`)).toEqual([expect.objectContaining({ fromDate: '2026-11-05', toDate: '' })]);
  await user.click(screen.getByRole('tab', { name: 'Consumption' }));
  expect(await screen.findByText(`${subtitle} are in UTC, as those of invoices.`)).toBeTruthy();
  expect(await screen.findAllByText('UTC')).toHaveLength(2);
});

test('screens 10 movements follow each other with the balance after; filters are in the address and go with the export', async () => {
  const router = open('?tab=wallet');
  expect(rowTexts(await firstRow('Wallet movements'))).toEqual([
    '2',
    'Nov 05 2026 10:30:00 AM',
    'Charge',
    'Reserved to Spent',
    'Rs.0.8631',
    'Rs.4,999.363',
    '',
    '',
    '',
  ]);
  expect(['First day', 'Last day'].map((day) => screen.getByRole<HTMLInputElement>('textbox', { name: day }).value)).toEqual(['', '']);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('+Rs.0.8631')).toBeTruthy();
  expect(screen.getByText('Outside to Available')).toBeTruthy();
  expect(screen.getByText('Operator')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  await user.click(screen.getByRole('combobox', { name: 'Movement' }));
  await user.click(await screen.findByRole('option', { name: 'Correction' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ kind: 'correction' }));
  await waitFor(() => expect(server.queriesOf(`GET ${billingBase}/movements`).at(-1)).toMatchObject({ kind: 'correction', after: '0' }));
  expect(movementsExportPath({ fromDate: '2026-11-01', toDate: '', kind: 'charge' })).toBe(
    `${billingBase}/movements/export?fromDate=2026-11-01&kind=charge`,
  );
});

test('a movement of a sending has its name, which opens it', async () => {
  const [campaign, broadcast] = [idOf(61), idOf(62)];
  server.replies[`GET ${billingBase}/movements`] = () =>
    good({
      currency: 'INR',
      movements: [
        { ...movement(3), reference: idOf(60), paysFor: { kind: 'activity', id: campaign, name: 'Spring sale #2' } },
        { ...movement(2), reference: broadcast, paysFor: { kind: 'broadcast', id: broadcast, name: 'order_ready' } },
        { ...movement(1), reference: 'messages' },
      ],
      more: false,
    });
  open('?tab=wallet');
  const table = within(await screen.findByRole('table', { name: 'Wallet movements' }));
  const hrefOf = async (name: string) => (await table.findByRole('link', { name })).getAttribute('href');
  expect([await hrefOf('Spring sale #2'), await hrefOf('order_ready')]).toEqual([
    `/campaigns/activity/${campaign}`,
    `/campaigns/broadcast/${broadcast}`,
  ]);
  expect(table.getByText('messages')).toBeTruthy();
});

test('screens 10 an amount with its tax is paid in a window of its own; what is pending stands in the list', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(window);
  open('?tab=recharge');
  const amount = await screen.findByRole('textbox', { name: 'Amount in INR' });
  for (const wrong of ['0.5', '1.234', 'five', '500,000.01', '1,2.00x']) {
    await user.clear(amount);
    await user.type(amount, `${wrong}{Enter}`);
    expect(screen.getByText('Type an amount from 1.00 to 500,000.00, with two decimals at most.')).toBeTruthy();
  }
  expect(server.countOf(`POST ${billingBase}/recharge`)).toBe(0);
  await user.clear(amount);
  await user.type(amount, '1,200.50');
  expect(await figureOf('To pay')).toBe('Rs.1,416.59');
  await user.clear(amount);
  await user.type(amount, '500');
  expect(await figureOf('Tax (18 %)')).toBe('Rs.90.00');
  expect(await figureOf('To pay')).toBe('Rs.590.00');
  const wrong: Recharge = { ...pending, rechargeId: idOf(2), reference: 'PR2', url: '', mismatch: 'currency' };
  server.replies[`GET ${billingBase}/recharge`] = () => recharges([wrong, pending]);
  await user.click(screen.getByRole('button', { name: 'Recharge' }));
  await waitFor(() => expect(opened).toHaveBeenCalledWith('https://pay.example/1', '_blank', 'popup,width=560,height=760'));
  expect(server.bodyOf(`POST ${billingBase}/recharge`)).toMatchObject({ amount: '500000000' });
  const row = (await screen.findByText('Pending')).closest('tr') as HTMLElement;
  expect(rowTexts(row).slice(0, 5)).toEqual(['Nov 05 2026 10:30:00 AM', 'PR1', 'Rs.500.00', 'Rs.90.00', 'Pending']);
  const told = screen.getByText(/It was paid in another currency\. Do not pay again/).closest('tr') as HTMLElement;
  expect(within(told).getByText('To be looked at')).toBeTruthy();
  expect(within(told).queryByRole('button')).toBeNull();
  await user.click(within(row).getByRole('button', { name: 'Pay PR1' }));
  expect(opened).toHaveBeenCalledTimes(2);
});

test('a blocked window is said, with a link; a refusal is said; a lost answer is asked for with the same key', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  server.replies[`POST ${billingBase}/recharge`] = () =>
    refused('billing.gateway_failed', 'The payment service made no link: down', { reason: 'down' });
  open('?tab=recharge');
  await user.type(await screen.findByRole('textbox', { name: 'Amount in INR' }), '500');
  await user.click(screen.getByRole('button', { name: 'Recharge' }));
  expect(await screen.findByText('The payment service made no link: down')).toBeTruthy();
  const keyOf = () => (server.bodyOf(`POST ${billingBase}/recharge`) as { requestKey: string }).requestKey;
  const key = keyOf();
  server.replies[`POST ${billingBase}/recharge`] = () => good(pending);
  await user.click(screen.getByRole('button', { name: 'Recharge' }));
  expect((await screen.findByRole('link', { name: 'Open the payment window' })).getAttribute('href')).toBe('https://pay.example/1');
  expect(keyOf()).toBe(key);
});

test('payments cannot begin where they are not set up', async () => {
  server.replies[`GET ${billingBase}/recharge`] = () =>
    good({ recharges: [], more: false, isOffered: false, taxBasisPoints: 0, currency: 'INR' });
  open('?tab=recharge');
  expect(await screen.findByText('Payments are not set up in this installation.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Recharge' })).toBeNull();
});

test('PAY-005 the end of a payment in another window reads the account anew', async () => {
  open();
  expect(await figureOf('Wallet balance')).toBe('Rs.5,000.863');
  server.replies[`POST ${billingBase}`] = answerBilling({ status: { ...sampleStatus, walletBalance: 5_500_863_100 } });
  tellPayment();
  await waitFor(async () => expect(await figureOf('Wallet balance')).toBe('Rs.5,500.863'));
});

test('screens 10 an alert is made, and deleted after a question; each names amount and people', async () => {
  open('?tab=alerts');
  expect(rowTexts(await firstRow('Balance alerts')).slice(0, 3)).toEqual(['Rs.100.00', 'Priya', 'Above']);
  await user.click(screen.getByRole('button', { name: 'Add an alert' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add an alert' }));
  await user.type(dialog.getByRole('textbox', { name: 'Below INR' }), '5x');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Type an amount with two decimals at most.')).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: 'Below INR' }), '{Backspace}.25');
  server.replies[`POST ${billingBase}/alerts`] = () => good({ alerts: [alert], people, currency: 'INR' });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add an alert' })).toBeNull());
  const post = `POST ${billingBase}/alerts`;
  expect(server.bodyOf(post)).toEqual({ alertId: '', threshold: 5_250_000, userIds: [sampleMe.uId], version: 0 });
  server.replies[post] = () => good({ alerts: [], people: [], currency: 'INR' });
  await user.click(screen.getByRole('button', { name: 'Delete the alert below Rs.100.00' }));
  await user.click(within(await screen.findByRole('dialog', { name: 'Delete this alert?' })).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No alerts yet')).toBeTruthy();
  expect(server.bodyOf(post)).toEqual({ alertId: alert.alertId, threshold: 100_000_000, userIds: [], version: 3 });
});

test('screens 10 an invoice has its lines, and is saved as PDF byte by byte', async () => {
  const bytes = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xff, 0xfe]);
  const stubbed = globalThis.fetch;
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:invoice';
  });
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    address === `${billingBase}/invoices/${invoice.invoiceId}/pdf`
      ? Promise.resolve(new Response(bytes, { headers: { 'content-type': 'application/pdf' } }))
      : stubbed(address, init),
  );
  const router = open('?tab=invoices');
  expect(rowTexts(await firstRow('Invoices'))).toEqual([
    'P/26-27/000001',
    'Invoice',
    'Oct 2026',
    '1 Nov 2026',
    'Rs.2.59',
    'Rs.0.47',
    'Rs.3.06',
    'Rs.0.00',
    '',
  ]);
  await user.click(screen.getByRole('button', { name: 'PDF of P/26-27/000001' }));
  await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
  expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe('P-26-27-000001.pdf');
  expect(new Uint8Array((await saved[0]?.arrayBuffer()) as ArrayBuffer)).toEqual(bytes);
  await user.click(screen.getByRole('button', { name: 'Lines of P/26-27/000001' }));
  const lines = within(await screen.findByRole('dialog', { name: 'Lines of P/26-27/000001' }));
  expect(lines.getByRole('row', { name: 'WhatsApp, marketing 3.00 Rs.2.59' })).toBeTruthy();
  expect(router.state.location.search).toMatchObject({ open: invoice.invoiceId });
});
