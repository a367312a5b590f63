import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import { LockedComposer, timeLeft } from './window-notice.tsx';

stubServer(() => ({
  'GET /e/enterprise/channels': () => ({ ...good(null), response: { channelConfig: [], more: false } }),
  'GET /chatbird/api/templates/list': () => good({ templates: [], more: false, syncedAt: null }),
  'GET /chatbird/api/broadcast/columns': () => good({ columns: [] }),
}));
const chat = {
  chatId: idOf(9),
  customerName: 'Asha',
  customerNumber: '+919820012345',
  channelId: idOf(8),
  channelName: 'Shop',
  channelType: 4,
  isJITRequired: true,
};
const Locked = () => <LockedComposer chat={chat} />;

test('BCAST-011 a chat that only a template may reach opens the send form with its channel and number', async () => {
  openScreens('/chat', (root) => [screenAt(root, '/chat', Locked)], sampleMe);
  expect((await screen.findByRole('status')).textContent).toContain('you can send only a template');
  await userEvent.click(screen.getByRole('button', { name: 'Send template' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send a template to Asha' }));
  const channel = await dialog.findByRole<HTMLInputElement>('combobox', { name: /Choose Channel/ });
  expect([channel.value, channel.disabled]).toEqual(['Shop (WHATSAPP)', true]);
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'To' }).value).toBe('Asha · +919820012345');
  expect([dialog.queryByText(/Quick Send/), dialog.queryByText(/Separate the numbers/), dialog.queryByText('Check numbers')]).toEqual([
    null,
    null,
    null,
  ]);
});

test('the time that is left is told in hours and minutes', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(['2026-01-01T23:05:00Z', '2026-01-01T00:03:30Z', '2025-12-31T00:00:00Z'].map((at) => timeLeft(at, now))).toEqual([
    '23 h 5 min',
    '4 min',
    '0 min',
  ]);
});
