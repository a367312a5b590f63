import { SandboxBehaviour, type SandboxMessage } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import { makeChannel } from '../shared/channel.fixtures.ts';
import { SandboxPage } from './sandbox-page.tsx';

const channelId = idOf(90);
const base = `/chatbird/api/sandbox/${channelId}`;
const number = '+919811111111';
const at = '2026-01-05T10:30:00.000Z';
const message = (fields: Partial<SandboxMessage>): SandboxMessage => ({
  id: 'm1',
  isFromCustomer: false,
  at,
  status: 'read',
  errorCode: '',
  subject: '',
  header: '',
  text: 'Hi Asha, 10 % off',
  footer: 'Reply STOP to stop',
  media: null,
  location: null,
  buttons: [{ id: 'YES', title: 'Yes', type: 'quickReply', value: '' }],
  cards: [],
  replyTo: '',
  reaction: '',
  templateName: 'offer',
  ...fields,
});
const phone = { address: number, name: 'Asha', messageCount: 2, lastText: 'Hello', lastAt: at, isOptedOut: false, isWindowOpen: true };
const stats = {
  requests: 3,
  accepted: 2,
  refused: 1,
  duplicates: 0,
  byStatus: { sent: 2, delivered: 2, read: 1, failed: 0 },
  receiptsWaiting: 4,
  lostCallbacks: 0,
  customers: 1,
};
const server = stubServer(() => ({
  [`GET /e/enterprise/channels/${channelId}`]: () => ({
    ...good(null),
    response: makeChannel({ id: channelId, name: 'WhatsApp of the shop' }),
  }),
  [`GET ${base}/phones`]: () => good({ phones: [phone] }),
  [`GET ${base}/phones/${encodeURIComponent(number)}`]: () =>
    good({
      phone,
      messages: [
        message({}),
        message({ id: 'm2', isFromCustomer: true, text: 'Hello', buttons: [], footer: '' }),
        message({ id: 'm3', text: 'Lost', status: 'failed', errorCode: '131026', buttons: [] }),
      ],
    }),
  [`POST ${base}/phones/${encodeURIComponent(number)}`]: () => good({ id: 'm9' }),
  [`GET ${base}/behaviour`]: () => good({ behaviour: SandboxBehaviour.parse({}), stats }),
  [`PUT ${base}/behaviour`]: ({ body }) => good(SandboxBehaviour.parse(body)),
  [`GET ${base}/templates`]: () =>
    good({ templates: [{ name: 'offer', language: 'en', category: 'MARKETING', status: 'APPROVED', reason: '' }] }),
  [`PUT ${base}/templates`]: () => good(null),
  [`GET ${base}/load`]: () => good({ groupId: '', groupName: 'Sandbox load', customerCount: 5 }),
  [`POST ${base}/load`]: () => good(null),
}));

const open = (address = '', permissions = ['CHANNELS.EDIT']) =>
  openScreens(
    `/admin/channels/${channelId}/sandbox${address}`,
    (root) => [screenAt(root, '/admin/channels/$channelId/sandbox', SandboxPage)],
    {
      ...sampleMe,
      permissions,
    } as typeof sampleMe,
  );

test('a phone shows what went out with its ticks, and is written on and pressed as the customer would', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Sandbox of WhatsApp of the shop' })).toBeTruthy();
  expect(screen.getByText('Choose a phone')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: /Asha/ }));
  const log = await screen.findByRole('log', { name: 'Messages on the phone of Asha' });
  const [first, second, third] = await within(log).findAllByRole('article');
  expect(within(first as HTMLElement).getByText('Read')).toBeTruthy();
  expect(within(third as HTMLElement).getByText('Failed: 131026')).toBeTruthy();
  expect(second?.getAttribute('aria-label')).toBe('Customer');
  expect(screen.getByText('Free text allowed')).toBeTruthy();
  await userEvent.click(within(log).getByRole('button', { name: 'Press Yes' }));
  const acted = `POST ${base}/phones/${encodeURIComponent(number)}`;
  await waitFor(() => expect(server.bodyOf(acted)).toEqual({ name: '', act: { kind: 'press', messageId: 'm1', buttonId: 'YES' } }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Write as the customer' }), 'Thanks{Enter}');
  await waitFor(() => expect(server.bodyOf(acted)).toEqual({ name: '', act: { kind: 'text', text: 'Thanks' } }));
});

test('the vendor is told how to behave, what to decide and whom to invent', async () => {
  open(`?phone=${encodeURIComponent(number)}`);
  await userEvent.selectOptions(await screen.findByLabelText('Receipts'), 'Sent and delivered, never read');
  await userEvent.clear(screen.getByLabelText('Share of messages that fail later (%)'));
  await userEvent.type(screen.getByLabelText('Share of messages that fail later (%)'), '12.5');
  await userEvent.type(screen.getByLabelText('Error code of these messages'), '131026');
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() =>
    expect(server.bodyOf(`PUT ${base}/behaviour`)).toMatchObject({
      receipts: 'noRead',
      failShare: { share: 0.125, code: '131026' },
      failNext: { count: 0, code: '' },
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Decide on offer' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Pause' }));
  await waitFor(() => expect(server.bodyOf(`PUT ${base}/templates`)).toMatchObject({ name: 'offer', language: 'en', status: 'PAUSED' }));
  expect(screen.getByText('5 customers are in the group.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Create customers' }));
  await waitFor(() => expect(server.bodyOf(`POST ${base}/load`)).toMatchObject({ count: expect.anything() }));
});

test('a user who may only look can change nothing', async () => {
  server.replies[`GET ${base}/behaviour`] = () => good({ behaviour: SandboxBehaviour.parse({}), stats });
  open(`?phone=${encodeURIComponent(number)}`, ['CHANNELS.VIEW']);
  await screen.findByRole('log');
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Write as the customer' })).toBeNull();
  expect((await screen.findByRole('button', { name: 'Press Yes' })).hasAttribute('disabled')).toBe(true);
});

test('a channel that is not in the sandbox says so', async () => {
  server.replies[`GET ${base}/behaviour`] = () => refused('sandbox.not_sandbox', 'This channel is not in the sandbox.');
  open();
  expect(await screen.findByText('This channel is not in the sandbox.')).toBeTruthy();
});
