import type { ChannelDetails, Me } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { makeChannel } from '../shared/channel.fixtures.ts';
import { ChannelListPage } from './channel-list-page.tsx';
import { ChannelPage } from './channel-page.tsx';

const base = '/e/enterprise/channels';
const id = idOf(5);
const channel = makeChannel({
  id,
  name: 'Orders',
  data: {
    username: 'acme',
    password: { isSet: true, last4: '9876' },
    customerId: { isSet: true, last4: '' },
    subAccountId: 's',
    entry: 'queue',
    botId: '',
  },
  version: 3,
});
const details: ChannelDetails = {
  channel,
  health: {
    lastInboundAt: '2024-01-06T15:05:00.000Z',
    lastReceiptAt: null,
    sentCount: 4,
    failedCount: 1,
    failuresInRow: 0,
    quality: 'GREEN',
  },
  usedBy: [
    { kind: 'run', name: 'Diwali', count: 1 },
    { kind: 'chat', name: '', count: 2 },
  ],
  callback: { address: `https://parley.example.com/hooks/airtel/${id}/abc`, token: 'abc', formerIsValid: false },
  evidence: {},
};
const v3 = (response: unknown, message = '') => ({ ...good(null, message), response });
const vendor = (name: string, evidence = {}) => ({ vendor: name, isAllowed: true, speedPerSecond: 10, evidence, closed: '' });
const server = stubServer(() => ({
  [`GET ${base}`]: () => v3({ channelConfig: [channel], more: false }),
  [`GET ${base}/options`]: () =>
    v3({
      types: [
        { type: 4, vendors: [vendor('airtel', { inbound: 'assumed' })] },
        { type: 10, vendors: [vendor('vi'), vendor('jio')] },
        { type: 12, vendors: [vendor('twixormcmi')] },
      ],
      hasSimulator: true,
    }),
  [`GET ${base}/${id}/details`]: () => v3(details),
  [`POST ${base}/test`]: () => v3({ isOk: true, steps: [{ name: 'reach', isOk: true, text: 'The vendor answers.' }] }),
  [`PUT ${base}/${id}`]: () => v3(channel, 'Saved.'),
  [`POST ${base}`]: () => v3(channel, 'The channel is made.'),
  'GET /chatbird/api/nlp/v2/agent/': () => good({ agents: [], more: false }),
}));
const me = { ...sampleMe, permissions: ['CHANNELS.VIEW', 'CHANNELS.CREATE', 'CHANNELS.EDIT', 'CHANNELS.DELETE'] } as unknown as Me;
const open = (path = '') =>
  openScreens(
    `/admin/channels${path}`,
    (root) => [screenAt(root, '/admin/channels', ChannelListPage), screenAt(root, '/admin/channels/$channelId', ChannelPage)],
    me,
  );
const user = userEvent.setup({ delay: null });
const choose = async (label: string, option: string) => {
  await user.click(await screen.findByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
};
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

test('channels are cards with their health; the filter is in the address', async () => {
  const router = open();
  const card = within(await screen.findByRole('article', { name: 'Orders' }));
  expect([card.getByText('Active'), card.getByText('Sandbox'), card.getByText('WHATSAPP · airtel · +919820012345')]).toHaveLength(3);
  expect(await card.findByText('1 of 4 (25 %)')).toBeTruthy();
  expect([card.getByText('Never'), card.getByText('Diwali, 2 open chats'), card.getByText('GREEN')]).toHaveLength(3);
  expect(card.getByRole('link', { name: 'Open the sandbox' }).getAttribute('href')).toBe(`/admin/channels/${id}/sandbox`);
  await choose('Type', 'RCS');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ type: 10 }));
  expect(server.queriesOf(`GET ${base}`).at(-1)).toMatchObject({ type: '10', from: '0' });
});

test('CHAN-004 CHAN-012 CHAN-016 CHAN-035 CHAN-036 a new channel asks for its vendor’s keys; what fails its test is saved as paused only', async () => {
  open('/create');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Offers');
  await choose('Type', 'WHATSAPP');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Vendor' }).value).toBe('airtel');
  expect(screen.getByText(/These features are not confirmed with the vendor: inbound/)).toBeTruthy();
  await press('Save');
  for (const words of [
    'Environment is required',
    'Password is required',
    'Valid Waba Phone Number is required',
    'Sub account id is required',
  ])
    expect(screen.getByText(words)).toBeTruthy();
  for (const label of ['Password', 'Customer id'])
    expect(screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`)).type).toBe('password');
  const typed = { 'Phone number': '12', Username: 'acme', Password: 'secret', 'Customer id': 'c', 'Sub account id': 's' };
  for (const [label, value] of Object.entries(typed)) await user.type(screen.getByLabelText(new RegExp(`^${label}`)), value);
  await choose('Environment', 'Production');
  await press('Save');
  expect(screen.getByText('Invalid number format')).toBeTruthy();
  await user.clear(screen.getByLabelText(/^Phone number/));
  await user.type(screen.getByLabelText(/^Phone number/), '919820012345');
  server.replies[`POST ${base}/test`] = () =>
    v3({
      isOk: false,
      steps: [
        { name: 'reach', isOk: true, text: 'There.' },
        { name: 'credentials', isOk: false, text: 'Wrong password.' },
      ],
    });
  await press('Save');
  expect(await screen.findByText('The connection test failed. You can save the channel only as paused.')).toBeTruthy();
  expect(within(screen.getByRole('list', { name: 'Test connection' })).getByText(/Wrong password\./)).toBeTruthy();
  expect(server.countOf(`POST ${base}`)).toBe(0);
  await press('Save as paused');
  await waitFor(() =>
    expect(server.bodyOf(`POST ${base}`)).toMatchObject({
      name: 'Offers',
      type: 4,
      vendor: 'airtel',
      state: 'PAUSED',
      environment: 'production',
      data: { password: 'secret', entry: 'queue' },
    }),
  );
});

test('CHAN-038 an e-mail address, digits and text have inputs of their own', async () => {
  server.replies[`GET ${base}/options`] = () =>
    v3({
      types: [
        { type: 1, vendors: [vendor('mailchimp')] },
        { type: 0, vendors: [vendor('ngn')] },
      ],
      hasSimulator: true,
    });
  open('/create');
  const input = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
  await choose('Type', 'EMAIL');
  expect([input(/^Email id/).type, input(/^Account name/).type]).toEqual(['email', 'text']);
  await choose('Type', 'SMS');
  // Digits are no amount: an input for numbers would drop a zero in front.
  expect([input(/^PE id/).inputMode, input(/^PE id/).type, input(/^User/).inputMode]).toEqual(['numeric', 'text', '']);
});

test('a vendor’s sandbox fills its form in by itself, and leaves what was typed', async () => {
  open('/create');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Trial');
  await choose('Type', 'WHATSAPP');
  await user.type(screen.getByLabelText(/^Username/), 'acme');
  await choose('Environment', 'Sandbox');
  expect(screen.getByText('The empty fields are filled in for the sandbox. Nothing leaves this installation.')).toBeTruthy();
  await press('Save');
  await waitFor(() => expect(server.countOf(`POST ${base}`)).toBe(1));
  expect(server.bodyOf(`POST ${base}`)).toMatchObject({
    contactId: expect.stringMatching(/^\+919000\d{6}$/),
    environment: 'sandbox',
    data: {
      username: 'acme',
      password: expect.stringMatching(/^sandbox-password-\d{5}$/),
      subAccountId: expect.stringMatching(/^sandbox-/),
    },
  });
});

test('a website channel without a domain says so in its form and on its page, with the words of the browser’s console', async () => {
  const words = /^Parley chat: This page may not show the widget\. Add its domain/;
  const web = {
    ...channel,
    type: 12,
    vendor: '',
    widgetKey: 'key',
    data: { ...channel.data, allowedDomains: [] as string[] },
  };
  server.replies[`GET ${base}/${id}/details`] = () => v3({ ...details, channel: web, callback: null });
  open(`/${id}`);
  expect(await screen.findAllByText('No website may show this chat yet')).toHaveLength(2);
  expect(screen.getAllByText(words)).toHaveLength(2);
  await user.type(screen.getByRole('combobox', { name: 'Domains that may show the chat' }), 'shop.example.com{Enter}');
  // The page tells what is saved, the form what would be.
  expect(screen.getAllByText(words)).toHaveLength(1);
});

test('a stored secret is kept; another number is confirmed first', async () => {
  open(`/${id}`);
  expect(await screen.findByText('A value that ends in 9876 is saved. Leave the field empty to keep it.')).toBeTruthy();
  const number = screen.getByLabelText(/^Phone number/);
  await user.clear(number);
  await user.type(number, '+919820099999');
  server.replies[`PUT ${base}/${id}`] = ({ body }) =>
    (body as { confirm: boolean }).confirm
      ? v3(channel, 'Saved.')
      : refused('channel.confirm_needed', 'This changes the number.', { changes: ['x'] });
  await press('Save');
  await press('Change it');
  await waitFor(() => expect(toastTexts()).toEqual(['Saved.']));
  const body = server.bodyOf(`PUT ${base}/${id}`) as { data: object };
  expect(body).toMatchObject({ confirm: true, version: 3, contactId: '+919820099999' });
  expect(body.data).not.toHaveProperty('password');
});

test('the callback is there to copy and changes in two steps; a channel is paused, and deleted unless it is used', async () => {
  server.replies[`POST ${base}/${id}/rotate_callback`] = () =>
    v3(
      { ...details, callback: { ...details.callback, formerIsValid: true } },
      'The callback has a new address; the former one still works.',
    );
  server.replies[`PUT ${base}/${id}/state`] = () => v3({ ...channel, state: 'PAUSED' }, 'The channel is paused.');
  server.replies[`DELETE ${base}/${id}`] = () => refused('channel.in_use', 'Orders is in use: Diwali.', { chatCount: 0, uses: ['Diwali'] });
  open(`/${id}`);
  const panel = within(await screen.findByRole('region', { name: 'Callback address' }));
  expect([panel.getByText(details.callback?.address ?? ''), panel.getByRole('button', { name: 'Copy: Token' })]).toHaveLength(2);
  await user.click(panel.getByRole('button', { name: 'New address' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'New address' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The callback has a new address; the former one still works.']));
  await press('Pause');
  await waitFor(() => expect(server.bodyOf(`PUT ${base}/${id}/state`)).toEqual({ state: 'PAUSED' }));
  await press('Delete');
  await press('Yes');
  await waitFor(() => expect(toastTexts()).toEqual(['Orders is in use: Diwali.']));
});
