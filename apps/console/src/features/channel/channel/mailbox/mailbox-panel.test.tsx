import type { Mailbox, Me } from '@parley/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, sampleMe, screenAt, stubServer } from '../../../../test-screens.tsx';
import { MailboxPanel } from './mailbox-panel.tsx';

const channelId = idOf(5);
const base = `/e/enterprise/channels/${channelId}/mailbox`;
const none: Mailbox = {
  channelId,
  host: '',
  port: 993,
  security: 'tls',
  login: 'password',
  username: '',
  hasPassword: false,
  tokenUrl: '',
  clientId: '',
  hasClientSecret: false,
  hasRefreshToken: false,
  folder: 'INBOX',
  aliases: [],
  authservId: '',
  smtpHost: '',
  smtpPort: 465,
  smtpSecurity: 'tls',
  smtpSameLogin: true,
  smtpUsername: '',
  hasSmtpPassword: false,
  state: 'OFF',
  lastError: '',
  failingSince: null,
  lastReadAt: null,
  version: 0,
};
const failing: Mailbox = {
  ...none,
  host: 'imap.shop.example',
  username: 'help@shop.example',
  hasPassword: true,
  state: 'FAILING',
  lastError: 'The server refuses the login.',
  failingSince: '2024-01-06T15:05:00.000Z',
  lastReadAt: '2024-01-06T15:00:00.000Z',
  version: 2,
};
let box = none;
const steps = [
  { name: 'reach', isOk: true, text: 'The mail server answers.' },
  { name: 'credentials', isOk: false, text: 'The server refuses the login.' },
];
const server = stubServer(() => ({
  [`GET ${base}`]: () => good(box),
  [`PUT ${base}`]: () => good(failing),
  [`POST ${base}/test`]: () => good({ isOk: false, steps }),
  [`POST ${base}/off`]: () => good({ ...failing, state: 'OFF' }),
  [`POST ${base}/read`]: () => good(failing),
}));
const me = { ...sampleMe, permissions: ['CHANNELS.VIEW', 'CHANNELS.EDIT'] } as unknown as Me;
const open = (canEdit = true, isSandbox = false) =>
  openScreens(
    '/box',
    (root) => [screenAt(root, '/box', () => <MailboxPanel channelId={channelId} canEdit={canEdit} isSandbox={isSandbox} />)],
    me,
  );
const user = userEvent.setup({ delay: null });
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

test('a mailbox is set up, tried step by step, and saved with what was typed', async () => {
  box = none;
  open();
  await press('Set up a mailbox');
  await press('Save and switch on');
  expect(await screen.findByText('Enter the name of the server.')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'IMAP server' }), 'imap.shop.example');
  await user.type(screen.getByRole('textbox', { name: 'User name' }), 'help@shop.example');
  await user.type(screen.getByLabelText('Password'), 'very secret');
  await press('Test the mailbox');
  expect(await screen.findByText('The server refuses the login.')).toBeTruthy();
  await press('Save and switch on');
  await waitFor(() =>
    expect(server.bodyOf(`PUT ${base}`)).toMatchObject({ host: 'imap.shop.example', password: 'very secret', version: 0 }),
  );
});

test('a mailbox that fails says why and since when; it is read now, or switched off after a question', async () => {
  box = failing;
  open();
  expect(await screen.findByText('The server refuses the login.')).toBeTruthy();
  expect(screen.getByText(/Failing since/)).toBeTruthy();
  await press('Read now');
  await waitFor(() => expect(server.queriesOf(`POST ${base}/read`)).toHaveLength(1));
  await press('Change');
  expect((await screen.findByLabelText('Password')).getAttribute('value')).toBe('');
  expect(screen.getByText('A value is saved. Leave the field empty to keep it.')).toBeTruthy();
});

test('a reader sees the state alone, and a sandbox channel has none to set up', async () => {
  box = failing;
  open(false);
  expect(await screen.findByText('Failing')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
});
