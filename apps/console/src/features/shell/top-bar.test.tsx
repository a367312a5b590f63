import type { Me } from '@parley/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { good, openScreens, sampleMe, screenAt, setFlags, stubServer } from '../../test-screens.tsx';
import { answerBilling, billingBase } from '../billing/shared/billing.fixtures.ts';
import { TopBar } from './top-bar.tsx';

const server = stubServer(() => ({
  [`POST ${billingBase}`]: answerBilling(),
  'GET /account/notification': () => good({ notifications: [], unreadCount: 0, more: false }),
}));
const open = () =>
  openScreens('/', (root) => [screenAt(root, '/', () => <TopBar onOpenMenu={() => {}} onShowShortcuts={() => {}} />)], {
    ...sampleMe,
    permissions: ['ENTERPRISE_BILLING'],
  } as unknown as Me);

test('SHELL-040 BILL-004 the bar shows how the account stands when billing is on', async () => {
  await setFlags({ billing: true });
  open();
  const account = within(await screen.findByRole('region', { name: 'Account' }));
  expect((await account.findByRole('link', { name: 'Wallet balance ₹5,000.863' })).getAttribute('href')).toBe('/billing');
  for (const name of ['Consumption 1,234.00', 'Cost ₹45.68']) expect(await account.findByRole('button', { name })).toBeTruthy();
  for (const text of ['active', 'Prepaid']) expect(account.getByText(text)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Profile of Priya' })).toBeTruthy();
});

test('SHELL-040 the bar asks nothing of billing that is off, and still has its icons and the profile', async () => {
  await setFlags({ billing: false });
  open();
  expect(await screen.findByRole('button', { name: /^Notifications/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Profile of Priya' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Account' })).toBeNull();
  expect(server.countOf(`POST ${billingBase}`)).toBe(0);
});
