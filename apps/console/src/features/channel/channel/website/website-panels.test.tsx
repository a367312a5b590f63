import type { Me, SiteRule } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { openLine } from '../../../../test-line.ts';
import { good, idOf, openScreens, sampleMe, screenAt, stubServer, toastTexts } from '../../../../test-screens.tsx';
import { WebsitePanels } from './website-panels.tsx';

const channelId = idOf(5);
const base = `/e/enterprise/channels/${channelId}`;
const rule: SiteRule = {
  id: idOf(6),
  name: 'Price',
  conditions: { page: '/price*', seconds: 5, scroll: 0, visits: 0, language: '', attributes: [], cart: 0 },
  act: 'greeting',
  greeting: 'Can I help?',
  journeyId: '',
  notAgainDays: 7,
  inHours: false,
  isActive: true,
  order: 0,
  version: 3,
  counts: { shown: 12, opened: 4, answered: 1 },
};
const show = {
  id: idOf(7),
  at: '2024-01-06T15:05:00.000Z',
  visitor: 'Ravi',
  pageUrl: 'https://shop.example/price',
  openedAt: '2024-01-06T15:06:00.000Z',
  answeredAt: '2024-01-06T15:07:00.000Z',
  chatId: idOf(8),
};
const state = { isOn: false, last4: '', changedBy: '', changedAt: null, formerUntil: null };
const isSet = {
  isOn: true,
  last4: 'abcd',
  changedBy: 'Asha',
  changedAt: '2024-01-06T15:05:00.000Z',
  formerUntil: '2024-01-07T15:05:00.000Z',
};
const siteForm = { when: 'never', fields: [], consent: '', consents: {}, version: 4 };
let identity: object = state;
const server = stubServer(() => ({
  [`GET ${base}/identity`]: () => good(identity),
  [`POST ${base}/identity/rotate`]: () => good({ ...isSet, formerUntil: null, secret: 'the-very-secret' }),
  [`POST ${base}/identity/finish`]: () => good({ ...isSet, formerUntil: null }),
  [`GET ${base}/site_form`]: () => good(siteForm),
  [`PUT ${base}/site_form`]: () => good({ ...siteForm, version: 5 }),
  'GET /chatbird/api/customer_master/inputfield': () => good({ inputFieldDefinitions: [] }),
  [`GET ${base}/site_rules`]: () => good([rule]),
  [`POST ${base}/site_rules`]: () => good(rule),
  [`PUT ${base}/site_rules/${rule.id}`]: () => good(rule),
  [`DELETE ${base}/site_rules/${rule.id}`]: () => good(null),
  [`GET ${base}/site_rules/${rule.id}/shows`]: () => good({ shows: [show], more: false }),
  [`GET ${base}/visitors`]: () =>
    good({
      visitors: [{ id: 'v', name: '', customerId: '', pageUrl: 'https://shop.example/', pageTitle: 'Shop', since: show.at, visits: 2 }],
      count: 1,
    }),
}));
const me = { ...sampleMe, permissions: ['CHANNELS.VIEW', 'CHANNELS.EDIT'] } as unknown as Me;
const open = (search = '', canEdit = true) =>
  openScreens(`/site${search}`, (root) => [screenAt(root, '/site', () => <WebsitePanels channelId={channelId} canEdit={canEdit} />)], me);
const user = userEvent.setup({ delay: null });
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

test('a count opens its rows, by the address', async () => {
  const router = open();
  await press('Price: Opened 4');
  const dialog = within(await screen.findByRole('dialog', { name: 'Visitors of the rule Price' }));
  expect(await dialog.findByText('Ravi')).toBeTruthy();
  expect(router.state.location.search).toMatchObject({ rule: rule.id, step: 'opened' });
  expect(server.queriesOf(`GET ${base}/site_rules/${rule.id}/shows`)).toEqual([{ step: 'opened', from: '0', perPage: '20' }]);
  await user.click(dialog.getByRole('tab', { name: 'Answered' }));
  await waitFor(() => expect(server.queriesOf(`GET ${base}/site_rules/${rule.id}/shows`).at(-1)).toMatchObject({ step: 'answered' }));
});

test('a rule is written with its conditions, and says what is missing', async () => {
  open();
  await press('Add a rule');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a rule' }));
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('Greeting is required')).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Cart');
  await user.type(dialog.getByRole('textbox', { name: 'After seconds' }), '30');
  await user.type(dialog.getByRole('textbox', { name: 'Cart worth at least' }), '100');
  await user.type(dialog.getByRole('textbox', { name: 'Greeting' }), 'Still there?');
  await user.click(dialog.getByRole('button', { name: 'Add a value' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name of value 1' }), 'plan');
  await user.type(dialog.getByRole('textbox', { name: 'Value 1' }), 'Gold');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodyOf(`POST ${base}/site_rules`)).toEqual({
    name: 'Cart',
    conditions: { page: '', seconds: 30, scroll: 0, visits: 0, language: '', cart: 100, attributes: [{ name: 'plan', value: 'Gold' }] },
    act: 'greeting',
    greeting: 'Still there?',
    journeyId: '',
    notAgainDays: 7,
    inHours: false,
    isActive: true,
  });
});

test('the identity secret is shown once, its former one is ended after a question, and visitors are listed', async () => {
  identity = state;
  open();
  expect(await screen.findByText('There is no secret: all visitors are anonymous.')).toBeTruthy();
  const row = within((await screen.findByText('Unknown visitor')).closest('tr') as HTMLElement);
  expect(row.getByText('Shop')).toBeTruthy();
  identity = isSet;
  await press('Make a secret');
  const dialog = within(await screen.findByRole('dialog', { name: 'Identity secret' }));
  expect(dialog.getByText('the-very-secret')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'I have kept it' }));
  await press('End the former secret');
  const question = within(await screen.findByRole('dialog', { name: 'End the former secret' }));
  await user.click(question.getByRole('button', { name: 'End the former secret' }));
  await waitFor(() => expect(toastTexts()).toContain('The former secret is no longer valid'));
});

test('the list of visitors is asked for again at most each four seconds, however often it changes', async () => {
  const line = openLine();
  line.accept();
  open();
  await screen.findByText('Unknown visitor');
  const looks = () => server.countOf(`GET ${base}/visitors`);
  const before = looks();
  const change = () => line.receive({ type: 'siteChanged', data: { channelId } });
  change();
  await waitFor(() => expect(looks()).toBe(before + 1));
  const timers = vi.spyOn(globalThis, 'setTimeout');
  for (let count = 0; count < 3; count += 1) change();
  expect(timers.mock.calls.filter(([, delay = 0]) => delay > 2_000 && delay <= 4_000)).toHaveLength(1);
  timers.mockRestore();
  expect(looks()).toBe(before + 1);
});

test('somebody who may not edit sees rules and state without a button', async () => {
  identity = isSet;
  open('', false);
  expect(await screen.findByText(/A secret that ends in abcd/)).toBeTruthy();
  expect(['Add a rule', 'Change the secret', 'Take the secret away'].map((name) => screen.queryByRole('button', { name }))).toEqual([
    null,
    null,
    null,
  ]);
});

test('the form before the chat is put together with words by language, and says what it lacks', async () => {
  open();
  expect(await screen.findByText('Never')).toBeTruthy();
  const panel = within((await screen.findByRole('heading', { name: 'Form before the chat' })).closest('section') as HTMLElement);
  await user.click(await panel.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Form before the chat' }));
  await user.click(dialog.getByRole('combobox', { name: 'When it is asked' }));
  await user.click(await screen.findByRole('option', { name: 'Before each chat' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Add a field, or a text to agree to')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Add a field' }));
  await user.click(dialog.getByRole('button', { name: 'Add a field' }));
  const first = within(dialog.getByRole('group', { name: 'Field 1: Name' }));
  await user.click(first.getByRole('switch', { name: 'Has to be filled in' }));
  await user.type(first.getByRole('textbox', { name: 'Label' }), 'Who are you?');
  await user.click(first.getByRole('button', { name: 'Who are you?: in another language' }));
  await user.click(first.getByRole('combobox', { name: 'Who are you?: language 1' }));
  await user.click(await screen.findByRole('option', { name: 'German' }));
  await user.type(first.getByRole('textbox', { name: 'Who are you?: text 1' }), 'Ihr Name?');
  await user.click(dialog.getByRole('button', { name: 'Move Who are you? down' }));
  await user.type(dialog.getByRole('textbox', { name: 'Text to agree to' }), 'We keep it.');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodyOf(`PUT ${base}/site_form`)).toEqual({
    when: 'always',
    fields: [
      { kind: 'email', attributeId: '', isRequired: false, label: '', labels: {} },
      { kind: 'name', attributeId: '', isRequired: true, label: 'Who are you?', labels: { de: 'Ihr Name?' } },
    ],
    consent: 'We keep it.',
    consents: {},
    version: 4,
  });
});
