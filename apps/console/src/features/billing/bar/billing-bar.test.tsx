import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openScreens, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import { answerBilling, billingBase, sampleStatus } from '../shared/billing.fixtures.ts';
import { BillingBar } from './billing-bar.tsx';

const call = `POST ${billingBase}`;
const server = stubServer(() => ({ [call]: answerBilling() }));
const open = () => openScreens('/', (root) => [screenAt(root, '/', BillingBar), screenAt(root, '/billing', () => 'The account')], sampleMe);
const user = userEvent.setup({ delay: null });
const bar = async () => within(await screen.findByRole('region', { name: 'Account' }));

test('SHELL-033 SHELL-034 FORMAT-006 FORMAT-008 BILL-002 BILL-009 units and costs of the month open by service', async () => {
  open();
  await user.click((await bar()).getByRole('button', { name: 'Consumption 1,234.00' }));
  const units = within(await screen.findByRole('region', { name: 'Consumption' }));
  expect(units.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual([
    ['WHATSAPP', '1,000.00 billable of 1,034.00 units'],
    ['FACEBOOK MESSENGER', '200.00 billable of 200.00 units'],
    ['Total', '1,200.00 billable of 1,234.00 units'],
  ]);
  await user.keyboard('{Escape}');
  await user.click((await bar()).getByRole('button', { name: 'Cost ₹45.68' }));
  const costs = within(await screen.findByRole('region', { name: 'Cost' }));
  expect(costs.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual([
    ['WHATSAPP', '₹40.00'],
    ['FACEBOOK MESSENGER', '₹5.68'],
    ['Total', '₹45.68'],
  ]);
});

test('SHELL-035 FORMAT-009 BILL-005 the wallet stands with three decimals and leads to the account', async () => {
  const router = open();
  await user.click((await bar()).getByRole('link', { name: 'Wallet balance ₹5,000.863' }));
  expect(await screen.findByText('The account')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/billing');
  const bodies = server.asked.map(({ body }) => body);
  expect(bodies).toEqual([
    { requestType: 'get_enterprise_account_status', request: {} },
    { requestType: 'get_enterprise_consumption', request: { fromDate: '', toDate: '' } },
  ]);
});

test('SHELL-036 SHELL-037 BILL-003 BILL-011 badges say active or inactive, and the plan as the data spells it', async () => {
  open();
  expect((await bar()).getByText('active')).toBeTruthy();
  expect((await bar()).getByText('Prepaid')).toBeTruthy();
});

test('BILL-001 an account that is not ACTIVE reads inactive; dollars have their sign', async () => {
  server.replies[call] = answerBilling({
    status: { ...sampleStatus, accountStatus: 'INACTIVE', accountType: 'Postpaid', currency: 'USD', walletBalance: -1_000_000 },
  });
  open();
  expect((await bar()).getByText('inactive')).toBeTruthy();
  expect((await bar()).getByText('Postpaid')).toBeTruthy();
  expect((await bar()).getByRole('link', { name: 'Wallet balance -$1.000' })).toBeTruthy();
});

test.each([
  ['status', { status: null }],
  ['consumption', { month: null }],
])('BILL-008 the bar says that the %s has failed, and asks again', async (_what, answers) => {
  server.replies[call] = answerBilling(answers);
  open();
  const failure = await screen.findByText('Something Went Wrong');
  server.replies[call] = answerBilling();
  await user.click(failure);
  expect((await bar()).getByText('Prepaid')).toBeTruthy();
});
