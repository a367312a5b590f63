import { channelTypes, SandboxBehaviour, type SandboxFlow, type SandboxFlowPart, type SandboxMessage } from '@parley/contract';
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
  ourReaction: '',
  isEdited: false,
  isTakenBack: false,
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
        message({ isEdited: true }),
        message({ id: 'm2', isFromCustomer: true, text: 'Hello', buttons: [], footer: '', ourReaction: '👍' }),
        message({ id: 'm3', text: 'Lost', status: 'failed', errorCode: '131026', buttons: [] }),
      ],
      flow: null,
    }),
  [`GET ${base}/flows`]: () => good({ flows: [] }),
  [`PUT ${base}/flows`]: () => good(null),
  [`POST ${base}/phones/${encodeURIComponent(number)}`]: () => good({ id: 'm9' }),
  [`GET ${base}/behaviour`]: () => good({ behaviour: SandboxBehaviour.parse({}), stats, isHeard: true }),
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
  expect(within(first as HTMLElement).getByText('Edited')).toBeTruthy();
  expect(second?.getAttribute('aria-label')).toBe('Customer');
  expect(within(second as HTMLElement).getByText('Our reaction 👍')).toBeTruthy();
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
  server.replies[`GET ${base}/behaviour`] = () => good({ behaviour: SandboxBehaviour.parse({}), stats, isHeard: true });
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

test('a mail is shown with its lines and files, its headers folded, and one is written that answers it', async () => {
  const mail = {
    from: 'Shop <help@shop.example>',
    to: ['Asha <asha@mail.example>'],
    cc: ['Lea <lea@mail.example>'],
    bcc: [],
    headers: [
      { name: 'Message-ID', value: '<c.1@shop.example>' },
      { name: 'In-Reply-To', value: '<first@mail.example>' },
    ],
    files: [{ name: 'bill.pdf', type: 'application/pdf', size: 2048 }],
    hasPage: true,
  };
  server.replies[`GET /e/enterprise/channels/${channelId}`] = () => ({
    ...good(null),
    response: makeChannel({ id: channelId, name: 'Mail', type: channelTypes.EMAIL }),
  });
  server.replies[`GET ${base}/behaviour`] = () => good({ behaviour: SandboxBehaviour.parse({}), stats, isHeard: true });
  server.replies[`GET ${base}/phones/${encodeURIComponent(number)}`] = () =>
    good({ phone, messages: [message({ subject: 'Re: My order', text: 'It comes today.', buttons: [], footer: '', mail })], flow: null });
  open(`?phone=${encodeURIComponent(number)}`);
  const shown = await screen.findByRole('article');
  for (const words of ['Re: My order', 'Shop <help@shop.example>', 'Lea <lea@mail.example>', 'bill.pdf', 'HTML page'])
    expect(within(shown).getByText(words)).toBeTruthy();
  expect(within(shown).queryByText('Bcc')).toBeNull();
  expect(within(shown).getByText('2 headers').closest('details')?.open).toBe(false);
  expect(screen.queryByText('Free text allowed')).toBeNull();

  const form = within(await screen.findByRole('form', { name: 'Write a mail as the customer' }));
  await userEvent.click(form.getByRole('button', { name: 'Send' }));
  expect(form.getByText('Write a text or an HTML page, or attach a file.')).toBeTruthy();
  await userEvent.type(form.getByRole('textbox', { name: 'Text' }), 'Thank you');
  await userEvent.upload(
    document.querySelector('input[type="file"]') as HTMLInputElement,
    new File(['17'], 'note.txt', { type: 'text/plain' }),
  );
  await userEvent.click(form.getByText('Cc, HTML page, sent by a program'));
  await userEvent.type(form.getByRole('combobox', { name: 'Cc' }), 'lea@mail.example,');
  await userEvent.click(form.getByRole('checkbox', { name: 'Sent by a program (Auto-Submitted)' }));
  await userEvent.click(form.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(server.bodyOf(`POST ${base}/phones/${encodeURIComponent(number)}`)).toEqual({
      name: '',
      act: {
        kind: 'mail',
        subject: 'Re: My order',
        text: 'Thank you',
        html: '',
        cc: ['lea@mail.example'],
        files: [{ name: 'note.txt', type: 'text/plain', base64: btoa('17') }],
        answers: 'm1',
        isAutomatic: true,
      },
    }),
  );
  await waitFor(() => expect((form.getByRole('textbox', { name: 'Text' }) as HTMLTextAreaElement).value).toBe(''));
});

test('a mail channel whose vendor passes no mails on offers to write none', async () => {
  server.replies[`GET /e/enterprise/channels/${channelId}`] = () => ({
    ...good(null),
    response: makeChannel({ id: channelId, name: 'Mail', type: channelTypes.EMAIL, vendor: 'sap365' }),
  });
  server.replies[`GET ${base}/behaviour`] = () => good({ behaviour: SandboxBehaviour.parse({}), stats, isHeard: false });
  server.replies[`GET ${base}/phones/${encodeURIComponent(number)}`] = () =>
    good({ phone, messages: [message({ subject: 'Hello' })], flow: null });
  open(`?phone=${encodeURIComponent(number)}`);
  expect(await screen.findByText('This vendor sends mails and passes none on, so nobody can write here.')).toBeTruthy();
  expect(screen.queryByRole('form', { name: 'Write a mail as the customer' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
});

const part = (fields: Partial<SandboxFlowPart>): SandboxFlowPart => ({
  ...{ type: 'TextInput', name: '', text: '', help: '', value: '', options: [], isRequired: false, isEnabled: true, error: '' },
  ...fields,
});
const openFlow: SandboxFlow = {
  messageId: 'm1',
  isWaiting: false,
  refused: [{ name: 'age', why: 'required' }],
  trouble: '',
  screen: {
    id: 'YOU',
    title: 'You',
    message: 'Age: It must be at least 18.',
    canGoBack: true,
    footer: { label: 'Continue', isEnabled: true },
    parts: [
      part({ type: 'TextBody', text: 'Tell us about you.' }),
      part({ name: 'fullName', text: 'Full name', isRequired: true }),
      part({ name: 'age', text: 'Age' }),
      part({ type: 'RadioButtonsGroup', name: 'plan', text: 'Plan', options: [{ id: 'g', title: 'Gold' }] }),
      part({ type: 'CheckboxGroup', name: 'likes', text: 'Likes', value: [], options: [{ id: 'a', title: 'Apples', description: 'Red' }] }),
      part({ type: 'OptIn', name: 'agree', text: 'I agree', value: false, isRequired: true }),
      part({ type: 'DocumentPicker', name: 'file', text: 'Passport' }),
    ],
  },
};

test('a form that a message brings is opened on the phone, filled in, and left forwards and backwards', async () => {
  const acted = `POST ${base}/phones/${encodeURIComponent(number)}`;
  const shown = (flow: SandboxFlow | null) => () =>
    good({ phone, messages: [message({ buttons: [{ id: 'token', title: 'Fill in', type: 'flow', value: '71' }] })], flow });
  server.replies[`GET ${base}/phones/${encodeURIComponent(number)}`] = shown(null);
  open(`?phone=${encodeURIComponent(number)}`);
  const log = await screen.findByRole('log', { name: 'Messages on the phone of Asha' });
  await userEvent.click(await within(log).findByRole('button', { name: 'Press Fill in' }));
  await waitFor(() => expect(server.bodyOf(acted)).toEqual({ name: '', act: { kind: 'flowOpen', messageId: 'm1' } }));
  server.replies[`GET ${base}/phones/${encodeURIComponent(number)}`] = shown(openFlow);
  const form = within(await screen.findByRole('region', { name: 'Form on the phone' }, { timeout: 4000 }));
  expect(form.getByRole('heading', { name: 'You' })).toBeTruthy();
  for (const text of [
    'Tell us about you.',
    'Age: It must be at least 18.',
    'This is needed.',
    'Passport: Files are not chosen on this phone.',
  ])
    expect(form.getByText(text), text).toBeTruthy();
  await userEvent.type(form.getByRole('textbox', { name: /Full name/ }), 'Asha');
  await userEvent.click(form.getByRole('button', { name: 'Continue' }));
  await waitFor(() =>
    expect(server.asked.flatMap(({ call, body }) => (call === acted ? [body] : [])).slice(-2)).toEqual([
      { name: '', act: { kind: 'flowSet', name: 'fullName', value: 'Asha' } },
      { name: '', act: { kind: 'flowNext' } },
    ]),
  );
  for (const [role, name, act] of [
    ['radio', 'Gold', { kind: 'flowSet', name: 'plan', value: 'g' }],
    ['checkbox', 'Apples: Red', { kind: 'flowSet', name: 'likes', value: ['a'] }],
    ['checkbox', 'I agree (required)', { kind: 'flowSet', name: 'agree', value: true }],
    ['button', 'Back in the form', { kind: 'flowBack' }],
    ['button', 'Close the form', { kind: 'flowClose' }],
  ] as const) {
    await userEvent.click(form.getByRole(role, { name: new RegExp(name.replace(/[()]/g, '.')) }));
    await waitFor(() => expect(server.bodyOf(acted)).toEqual({ name: '', act }));
  }
});

test('the vendor slows flows down, blocks and releases them', async () => {
  server.replies[`GET ${base}/flows`] = () => good({ flows: [{ id: '71', name: 'Loan v1 Ab3d', status: 'PUBLISHED' }] });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Decide on Loan v1 Ab3d' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Block' }));
  await waitFor(() => expect(server.bodyOf(`PUT ${base}/flows`)).toEqual({ name: 'Loan v1 Ab3d', status: 'BLOCKED' }));
});
