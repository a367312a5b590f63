import { type BlacklistEntry, defaultSendingSettings, type Me } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { BlacklistPage } from './blacklist-page.tsx';

const base = '/chatbird/api/blacklist';
const entry: BlacklistEntry = {
  id: idOf(1),
  name: 'Asha',
  numbers: ['+919820000001'],
  kind: 'blocked',
  reason: 'Asked by phone',
  source: 'manual',
  channelId: '',
  channelName: '',
  channelType: '',
  createdBy: 'Ada',
  createdOn: '2024-01-05T10:30:00.000Z',
  version: 1,
};
const server = stubServer(() => ({
  [`GET ${base}/list`]: () => good({ blacklist: [entry], more: false, channels: [{ id: idOf(2), name: 'Orders' }] }),
  [`POST ${base}/create`]: () =>
    good({
      added: 1,
      existing: 1,
      invalid: [{ line: 3, value: '12', code: 'phone.invalid', values: {}, reason: 'This is not a phone number' }],
      blacklist: [entry],
    }),
  [`DELETE ${base}/delete/${entry.id}`]: () => good(null, 'The number is off the blacklist.'),
  [`GET ${base}/settings`]: () => good({ settings: defaultSendingSettings, version: 0 }),
  [`PUT ${base}/settings`]: ({ body }) => good({ ...(body as object), version: 1 }, 'Saved.'),
}));
const open = (query = '') =>
  openScreens(`/campaigns/blacklist${query}`, (root) => [screenAt(root, '/campaigns/blacklist', BlacklistPage)], {
    ...sampleMe,
    permissions: ['BLACKLIST', 'ENTERPRISE.EDIT'],
  } as unknown as Me);
const user = userEvent.setup({ delay: null });

test('numbers are listed, added and told one by one', async () => {
  open();
  await screen.findByText('+919820000001');
  const row = within(screen.getByRole('table'));
  for (const words of ['+919820000001', 'Blocked', 'Asked by phone', 'Manual', 'All channels', 'Ada'])
    expect(row.getByText(words)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add to the blacklist' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect([dialog.getByText('Enter at least one number.'), dialog.getByText('Enter the reason.')]).toHaveLength(2);
  await user.type(dialog.getByRole('textbox', { name: /^Numbers/ }), '+919820000003{Enter}+919820000001{Enter}12');
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Complaint by mail');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('1 number was added. Already in the list: 1.')).toBeTruthy();
  expect(dialog.getByText('Line 3: 12 This is not a phone number')).toBeTruthy();
  expect(server.bodyOf(`POST ${base}/create`)).toMatchObject({ reason: 'Complaint by mail', kind: 'blocked', source: 'manual' });
});

test('removing asks for the reason', async () => {
  open();
  await user.click(await screen.findByRole('button', { name: 'Remove +919820000001' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove +919820000001' }));
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Remove' }).disabled).toBe(true);
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Wants offers');
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The number is off the blacklist.']));
  expect(server.queriesOf(`DELETE ${base}/delete/${entry.id}`)).toEqual([{ reason: 'Wants offers' }]);
});

test('the rules of sending are changed in one save', async () => {
  open('?tab=settings');
  await user.click(await screen.findByRole('switch', { name: 'Quiet hours: On' }));
  await user.type(screen.getByRole('combobox', { name: 'Keywords that stop marketing' }), 'Halt{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Saved.']));
  expect(server.bodyOf(`PUT ${base}/settings`)).toMatchObject({
    version: 0,
    settings: { optOutWords: [...defaultSendingSettings.optOutWords, 'Halt'], quietHours: { isOn: true, from: '21:00', to: '09:00' } },
  });
});
