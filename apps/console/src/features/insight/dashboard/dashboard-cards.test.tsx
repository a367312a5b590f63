import type { Me } from '@parley/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, sampleMe, screenAt, setFlags, stubServer } from '../../../test-screens.tsx';
import { answerBilling, billingBase } from '../../billing/shared/billing.fixtures.ts';
import { DashboardCards } from './dashboard-cards.tsx';
import { MissedChats } from './missed-chats.tsx';

const server = stubServer(() => ({
  'GET /e/enterprise/dashboard/cards': () =>
    good({
      waitingNow: 2,
      myOpenChats: 1,
      missedToday: 3,
      campaignsRunning: 4,
      toApprove: 2,
      declined: 1,
      messagesToday: { sent: 4, delivered: 5, read: 6, failed: 7, unknown: 9, received: 8 },
    }),
  'GET /e/enterprise/dashboard/missed': () =>
    good([
      { chatId: idOf(1), customerName: 'Asha', missedAt: '2026-03-01T10:00:00.000Z', pickedUpBy: 'Ben' },
      { chatId: idOf(2), customerName: 'Ravi', missedAt: '2026-03-01T09:00:00.000Z', pickedUpBy: '' },
    ]),
}));
const open = (permissions: string[]) =>
  openScreens(
    '/dashboard',
    (root) => [
      screenAt(root, '/dashboard', () => (
        <>
          <DashboardCards />
          <MissedChats />
        </>
      )),
    ],
    { ...sampleMe, permissions } as unknown as Me,
  );
const hrefOf = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href');

test('each figure leads to its rows', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-04T10:00:00Z') });
  open(['CHAT.HANDLE', 'MANAGE.DELIVERYREPORT.VIEW']);
  expect(await hrefOf(/^Waiting now/)).toBe('/chat/conversation?choose=new');
  expect(await hrefOf(/^My open chats/)).toBe('/chat/conversation');
  expect(await hrefOf(/^Campaigns running/)).toBe('/campaigns/campaigns-list?state=running');
  expect(await hrefOf(/^To approve/)).toBe('/campaigns/activity-list');
  expect(await hrefOf(/^Declined/)).toBe('/campaigns/reject');
  const today = new Date().toISOString().slice(0, 10);
  const failed = new URL((await hrefOf(/^Failed/)) ?? '', 'http://host');
  expect([failed.pathname, Object.fromEntries(failed.searchParams)]).toEqual([
    '/admin/report',
    { fromDate: today, toDate: today, status: 'FAILED' },
  ]);
  // Those of unknown outcome are in none of the others.
  const unknown = new URL((await hrefOf(/^9 of unknown outcome/)) ?? '', 'http://host');
  expect(unknown.searchParams.get('status')).toBe('UNKNOWN');
});

test('messages are counted in the days of UTC that the report and billing have, and all else by the clock of the enterprise: both are said', async () => {
  setEnterpriseZone('Asia/Kolkata');
  open(['CHAT.VIEW_ANALYTICS']);
  expect(await screen.findByText('Messages today (UTC)')).toBeTruthy();
  const hint = 'Since midnight in UTC, as in the delivery report and in billing. All else here is by the clock of Asia/Kolkata.';
  expect(screen.getByText(hint)).toBeTruthy();
  expect(server.queriesOf('GET /e/enterprise/dashboard/cards')).toEqual([{ clientOffset: '330' }]);
});

test('the missed chats of today are listed, picked up since or not', async () => {
  open(['CHAT.HANDLE']);
  await userEvent.click(await screen.findByRole('link', { name: /^Missed today/ }));
  const list = await screen.findByRole('dialog', { name: 'Missed today' });
  expect(within(await within(list).findByRole('row', { name: /Asha/ })).getByText('Ben')).toBeTruthy();
  const waiting = within(list).getByRole('row', { name: /Ravi/ });
  expect(within(waiting).getByRole('link', { name: 'Not picked up yet' }).getAttribute('href')).toBe('/chat/conversation?choose=missed');
  expect(server.countOf('GET /e/enterprise/dashboard/missed')).toBe(1);
});

test('a user who may not open the delivery report reads the figures without links', async () => {
  open(['CHAT.VIEW_ANALYTICS']);
  expect(await screen.findByText('Failed')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Failed/ })).toBeNull();
});

test.each([
  ['on', true],
  ['off', false],
])('screens 1.3 the wallet has a card that leads to its movements while billing is %s', async (_is, billing) => {
  await setFlags({ billing });
  server.replies[`POST ${billingBase}`] = answerBilling();
  open(['CHAT.HANDLE', 'ENTERPRISE_BILLING']);
  expect(await screen.findByRole('link', { name: /^Waiting now/ })).toBeTruthy();
  if (billing) {
    const card = await screen.findByRole('link', { name: /^Wallet balance ?Rs\.5,000\.863 ?Rs\.4,999\.363 available$/ });
    expect(card.getAttribute('href')).toBe('/billing?tab=wallet');
  } else {
    expect(screen.queryByRole('link', { name: /^Wallet balance/ })).toBeNull();
    expect(server.countOf(`POST ${billingBase}`)).toBe(0);
  }
});
