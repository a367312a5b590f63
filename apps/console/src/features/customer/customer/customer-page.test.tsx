import { notificationsStore } from '@mantine/notifications';
import { builtInDefinitions, type Customer, type InputFieldDefinition, type Me } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { AppDialogHost } from '../../../components/app-dialog.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { setToken } from '../../../lib/session.ts';
import { draw } from '../../../test-draw.tsx';
import { stubFetch } from '../../../test-fetch.ts';
import { meQuery } from '../../account/shared/me.ts';
import { CustomerPage } from './customer-page.tsx';

const base = '/chatbird/api/customer_master';
const id = '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a001';
const chatId = '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a002';
const cityId = '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a003';
const groupId = '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a004';
const asha: Customer = {
  id,
  version: 3,
  name: 'Asha',
  phoneNumber: '+919876543210',
  whatsAppNumber: '',
  emailId: 'asha@example.com',
  facebookId: '',
  instaId: '',
  twitterId: '',
  language: '',
  timeZone: '',
  data: [{ id: cityId, value: 'Pune' }],
  groups: [{ id: groupId, name: 'VIP' }],
  tags: [],
  consents: [{ channel: 'SMS', isGranted: true, source: 'Priya', changedAt: '2026-01-05T10:00:00.000Z' }],
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
  updatedBy: 'Priya',
};
const city: InputFieldDefinition = {
  ...(builtInDefinitions[1] as InputFieldDefinition),
  _id: cityId,
  fieldName: 'city',
  fieldLabel: 'City',
  fieldHelptext: 'Where they live',
  isBuiltIn: false,
  index: 0,
};

type Reply = { status: boolean; code: string; message: string; data: unknown };
const good = (data: unknown, message = ''): Reply => ({ status: true, code: '100', message, data });
let asked: { call: string; body: unknown }[];
let replies: Record<string, () => Reply>;

/** The client sends flat bodies as forms. */
const readBody = (body: string): unknown => (body.startsWith('{') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body)));

beforeEach(() => {
  asked = [];
  replies = {
    [`GET ${base}/inputfield`]: () => good({ inputFieldDefinitions: [...builtInDefinitions, city] }),
    [`GET ${base}/groups`]: () => good({ groups: [{ id: groupId, name: 'VIP', count: 1, version: 1 }] }),
    [`GET ${base}/tags`]: () => good({ tags: [] }),
    [`GET ${base}/customers/${id}`]: () => good({ customer: asha }),
    [`GET ${base}/customers/${id}/reach`]: () =>
      good({
        channels: [
          {
            channelId: '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a005',
            channelName: 'Shop',
            channelType: 1,
            answers: [{ kind: 'text', canMessage: true, reason: 'OK', until: null, from: null }],
          },
          {
            channelId: '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a006',
            channelName: 'Line',
            channelType: 2,
            answers: [
              { kind: 'marketing', canMessage: false, reason: 'QUIET_HOURS', until: null, from: '2026-01-05T09:00:00.000Z' },
              { kind: 'utility', canMessage: true, reason: 'OK', until: null, from: null },
              { kind: 'text', canMessage: true, reason: 'OK', until: '2026-01-05T18:00:00.000Z', from: null },
            ],
          },
        ],
      }),
    [`GET ${base}/customers/${id}/timeline`]: () =>
      good({
        more: true,
        entries: [
          {
            id: 't1',
            at: asha.createdAt,
            kind: 'changed',
            by: 'Priya',
            text: 'Priya changed the customer',
            changes: [{ field: 'City', from: 'Pune', to: '' }],
            link: null,
          },
          { id: 't2', at: asha.createdAt, kind: 'chat', by: '', text: 'A chat', changes: [], link: { kind: 'chat', id: chatId } },
        ],
      }),
    [`GET ${base}/customers/lookup`]: () => good({ phoneNumber: '+919876543210', message: '', customer: null }),
  };
  stubFetch(async (url: string, init: RequestInit) => {
    const call = `${init.method} ${url.split('?')[0]}`;
    asked.push({ call, body: init.body === undefined ? undefined : readBody(String(init.body)) });
    return Response.json(replies[call]?.() ?? { status: false, code: 'route.not_found', message: `No such call: ${call}`, data: {} });
  });
});

/** Somebody who may open chats. */
function Agent() {
  useQueryClient().setQueryData(meQuery.queryKey, { permissions: ['CUSTOMER.VIEW', 'CHAT.HANDLE'], roles: [1] } as unknown as Me);
  return null;
}

/** @param listIsThere the list is shown once it has come */
function open(address: string, listIsThere = Promise.resolve()) {
  const root = createRootRoute({ component: Outlet });
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({
        getParentRoute: () => root,
        path: '/customer-master/customers',
        loader: () => listIsThere,
        component: () => <p>the list</p>,
      }),
      createRoute({ getParentRoute: () => root, path: '/customer-master/customers/create', component: CustomerPage }),
      createRoute({ getParentRoute: () => root, path: '/customer-master/customers/view/$customerId', component: CustomerPage }),
    ]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  draw(
    <>
      <Agent />
      <RouterProvider router={router as never} />
      <AppDialogHost />
    </>,
  );
  return router;
}
const create = '/customer-master/customers/create';
const view = `/customer-master/customers/view/${id}`;
const toasts = () => notificationsStore.getState().notifications.map(({ message }) => message);
const bodyOf = (call: string) => asked.find((entry) => entry.call === call)?.body;

test('PHONE-026 PHONE-035 PHONE-069 a new customer: every field is editable, in its order, and the required ones say so', async () => {
  open(create);
  await screen.findByRole('heading', { name: 'Create Contact', level: 1 });
  await screen.findByText('Where they live');
  const labels = [...document.querySelectorAll('form label')].map((label) => label.textContent?.replace(/ \*$/, ''));
  expect(labels).toEqual([
    'Name',
    'Country',
    'Phone Number',
    'WhatsApp Number',
    'Email',
    'Facebook Id',
    'Instagram Id',
    'Twitter Id',
    'City',
    'Groups',
    'Labels',
    'Language',
    'Time Zone',
  ]);
  expect(document.querySelectorAll('form input[readonly]')).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getAllByText('This field is required')).toHaveLength(2);
  expect(screen.getByText('City is required')).toBeTruthy();
  expect(asked.some(({ call }) => call.startsWith('POST'))).toBe(false);
});

test('PHONE-030 PHONE-043 a refused save lists what the server found; a saved one returns to the list', async () => {
  replies[`POST ${base}/customers`] = () => ({
    status: false,
    code: 'customer.invalid',
    message: 'The customer was not saved.',
    data: { errors: [{ field: 'emailId', code: 'test.fault', values: {}, message: 'Please enter a valid email address' }] },
  });
  const router = open(create);
  await userEvent.type(await screen.findByLabelText(/^Name/), 'Asha');
  await userEvent.type(screen.getByLabelText(/^Phone Number/), '9876543210');
  expect(screen.getByText(/Saved as \+91 98765 43210/)).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/^City/), 'Pune');
  await userEvent.type(screen.getByLabelText('Email'), 'nobody');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const box = await screen.findByRole('alert');
  expect(box.textContent).toContain('The customer was not saved.');
  expect(within(box).getByRole('listitem').textContent).toBe('Please enter a valid email address');
  expect(screen.getAllByText('Please enter a valid email address')).toHaveLength(2);
  replies[`POST ${base}/customers`] = () => good({ customer: asha }, 'Customer saved');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('the list');
  expect(router.state.location.pathname).toBe('/customer-master/customers');
  expect(toasts()).toEqual(['Customer saved']);
  expect(bodyOf(`POST ${base}/customers`)).toMatchObject({
    name: 'Asha',
    phoneNumber: '+919876543210',
    data: [{ id: cityId, value: 'Pune' }],
  });
});

test('a typed number that somebody has offers Open and Merge, and the merge keeps what is chosen', async () => {
  replies[`GET ${base}/customers/lookup`] = () =>
    good({ phoneNumber: '+919876543210', message: '', customer: { id, name: 'Asha', isInBin: false } });
  replies[`POST ${base}/customers`] = () => good({ customer: asha }, 'Customer saved');
  const router = open(create);
  await userEvent.type(await screen.findByLabelText(/^Name/), 'Asha Kumar');
  await userEvent.type(screen.getByLabelText(/^Phone Number/), '9876543210');
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('Customer already exists');
  expect(within(notice).getByRole('button', { name: 'Open' })).toBeTruthy();
  await userEvent.click(within(notice).getByRole('button', { name: 'Merge' }));
  const dialog = await screen.findByRole('dialog', { name: 'Merge two customers' });
  await userEvent.click(await within(dialog).findByRole('radio', { name: 'Name, This form: Asha Kumar' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Merge' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(view));
  expect(bodyOf(`POST ${base}/customers`)).toMatchObject({
    id,
    version: 3,
    name: 'Asha Kumar',
    emailId: 'asha@example.com',
    groups: [groupId],
  });
});

test('a number of a customer in the bin offers Restore', async () => {
  replies[`GET ${base}/customers/lookup`] = () =>
    good({ phoneNumber: '+919876543210', message: '', customer: { id, name: 'Asha', isInBin: true } });
  replies[`POST ${base}/customers/${id}/restore`] = () => good({ customer: asha }, 'Customer restored');
  const router = open(create);
  await userEvent.type(await screen.findByLabelText(/^Phone Number/), '9876543210');
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(view));
  expect(toasts()).toEqual(['Customer restored']);
});

test('PHONE-027 PHONE-028 PHONE-029 PHONE-030 an existing customer opens read-only; editing never changes the phone number', async () => {
  const router = open(view);
  await screen.findByRole('heading', { name: 'Update Contact', level: 1 });
  await screen.findByText('+91 98765 43210');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryAllByRole('textbox')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Phone Number')).readOnly).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>(/^City/).value).toBe('Pune');
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/customer-master/customers'));
});

test('the record tells whether one can message now, what was agreed to, and what happened', async () => {
  replies[`PUT ${base}/customers/${id}/consent`] = () =>
    good({ consents: [{ channel: 'SMS', isGranted: false, source: 'Priya', changedAt: asha.createdAt }] });
  open(view);
  const reach = await screen.findByRole('region', { name: 'Can I message this person now?' });
  await within(reach).findByText('Line');
  const answers = (name: string) =>
    within(within(reach).getByRole('list', { name }))
      .getAllByRole('listitem')
      .map((row) => row.textContent);
  expect(answers('Shop')).toEqual(['Free textCan be sent nowYes']);
  expect(answers('Line')).toEqual([
    `MarketingQuiet hours: waits until ${formatReportDate('2026-01-05T09:00:00.000Z')}No`,
    'UtilityCan be sent nowYes',
    `Free textUntil ${formatReportDate('2026-01-05T18:00:00.000Z')}Yes`,
  ]);
  const timeline = screen.getByRole('region', { name: 'Timeline' });
  expect(await within(timeline).findByText('City: Pune → empty')).toBeTruthy();
  expect(within(timeline).getByRole('link', { name: 'Open the chat' }).getAttribute('href')).toContain(`chatId=${chatId}`);
  expect(within(timeline).getByRole('button', { name: 'Show more' })).toBeTruthy();
  const consent = within(screen.getByRole('radiogroup', { name: 'Agrees to SMS' }));
  expect(consent.getByRole<HTMLInputElement>('radio', { name: 'Granted' }).checked).toBe(true);
  expect(
    within(screen.getByRole('radiogroup', { name: 'Agrees to RCS' })).getByRole<HTMLInputElement>('radio', { name: 'Never asked' }).checked,
  ).toBe(true);
  await userEvent.click(consent.getByRole('radio', { name: 'Refused' }));
  expect(await screen.findByText(/^Refused .* by Priya$/)).toBeTruthy();
  expect(bodyOf(`PUT ${base}/customers/${id}/consent`)).toEqual({ channel: 'SMS', state: 'refused' });
});

test('deleting from the record asks, goes to the list, and can be taken back', async () => {
  replies[`DELETE ${base}/customers/${id}`] = () => good(null, 'Customer deleted');
  open(view);
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Are you sure you want to delete?' })).getByRole('button', { name: 'Yes' }),
  );
  await screen.findByText('the list');
  const [toast] = toasts();
  draw(toast);
  replies[`POST ${base}/customers/${id}/restore`] = () => good({ customer: asha }, 'Customer restored');
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(toasts()).toEqual(['Customer restored']));
});

test('a visitor who turns out to be a known customer is merged into that one', async () => {
  const visitorId = '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a009';
  const visitor = {
    ...asha,
    id: visitorId,
    version: 7,
    name: 'Asha (web)',
    phoneNumber: '',
    emailId: '',
    data: [],
    groups: [],
    consents: [],
  };
  replies[`GET ${base}/customers/${visitorId}/reach`] = () => good({ channels: [] });
  replies[`GET ${base}/customers/${visitorId}/timeline`] = () => good({ entries: [], more: false });
  replies[`GET ${base}/customers/${visitorId}`] = () => good({ customer: visitor });
  replies[`GET ${base}/customers/lookup`] = () =>
    good({ phoneNumber: '+919876543210', message: '', customer: { id, name: 'Asha', isInBin: false } });
  replies[`POST ${base}/customers/merge`] = () => good({ customer: asha }, 'Customers merged');
  const router = open(`/customer-master/customers/view/${visitorId}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await userEvent.type(await screen.findByLabelText(/^Phone Number/), '9876543210');
  await userEvent.click(await screen.findByRole('button', { name: 'Merge' }));
  const dialog = await screen.findByRole('dialog', { name: 'Merge two customers' });
  await userEvent.click(await within(dialog).findByRole('radio', { name: 'Name, This customer: Asha (web)' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Merge' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(view));
  // The visitor's record is gone, and nothing asks for it again.
  await screen.findByText('+91 98765 43210');
  expect(toasts()).toEqual(['Customers merged']);
  expect(asked.filter(({ call }) => call === `GET ${base}/customers/${visitorId}`)).toHaveLength(1);
  expect(bodyOf(`POST ${base}/customers/merge`)).toMatchObject({
    keepId: id,
    mergeId: visitorId,
    version: 3,
    values: { name: 'Asha (web)', phoneNumber: '+919876543210', emailId: 'asha@example.com', groups: [groupId] },
  });
});

test('two customers are merged by hand: whom is looked up, which value stays is chosen, the number too', async () => {
  const otherId = '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a010';
  const other: Customer = {
    ...asha,
    id: otherId,
    version: 5,
    name: 'Asha K',
    phoneNumber: '+919876500000',
    emailId: '',
    data: [],
    groups: [],
  };
  replies[`GET ${base}/customers/${otherId}`] = () => good({ customer: other });
  replies[`GET ${base}/customers`] = () =>
    good({
      customers: {
        customers: [asha, other].map(({ id: own, name, phoneNumber, groups, tags, createdAt }) => ({
          ...{ id: own, name, phoneNumber, groups, tags, createdAt },
          details: [],
        })),
        headers: [],
        hasMore: false,
      },
    });
  replies[`POST ${base}/customers/merge`] = () => good({ customer: asha }, 'Customers merged');
  const router = open(view);
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Merge with another customer' }));
  const picker = await screen.findByRole('dialog', { name: 'Merge two customers' });
  await userEvent.click(within(picker).getByRole('combobox', { name: 'Customer to merge' }));
  await screen.findByRole('option', { name: 'Asha K · +91 98765 00000' });
  // Nobody is merged with themselves.
  expect(screen.getAllByRole('option')).toHaveLength(1);
  await userEvent.click(screen.getByRole('option'));
  await userEvent.click(within(picker).getByRole('button', { name: 'Compare' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ merge: otherId }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Phone Number, Asha K: +919876500000' }));
  const dialog = screen.getByRole('dialog', { name: 'Merge two customers' });
  expect(dialog.textContent).toContain('A merge cannot be undone.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Merge' }));
  await waitFor(() => expect(toasts()).toEqual(['Customers merged']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).toEqual({ merge: '' });
  expect(bodyOf(`POST ${base}/customers/merge`)).toMatchObject({
    keepId: id,
    mergeId: otherId,
    version: 3,
    values: { name: 'Asha', phoneNumber: '+919876500000', emailId: 'asha@example.com', data: [{ id: cityId, value: 'Pune' }] },
  });
});

test('unsaved changes are asked about before the form is left', async () => {
  setToken('a token');
  const router = open(create);
  await userEvent.type(await screen.findByLabelText(/^Name/), 'Asha');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Stay' }));
  expect(router.state.location.pathname).toBe(create);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await screen.findByText('the list');
});

const erasure = {
  id: '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a009',
  requestedBy: 'Priya',
  reason: 'By letter',
  requestedAt: '2026-01-05T09:00:00.000Z',
  state: 'running',
  keepOptOut: false,
  counts: [],
  finishedAt: null,
};

test('a person is erased by name and with a reason, after what goes is shown, and the refusals are kept unless that is given up', async () => {
  const held = { kinds: [{ kind: 'chats', count: 2 }], openChats: 1, waitingMessages: 3, optOuts: 1 };
  replies[`GET ${base}/customers/${id}/holdings`] = () => good(held);
  replies[`POST ${base}/customers/${id}/erase`] = () => good({ erasure: { ...erasure, customerId: id } }, 'Erasing');
  const list = Promise.withResolvers<void>();
  open(view, list.promise);
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Erase…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Erase Asha' });
  expect(await within(dialog).findByText('3 messages that wait are not sent.')).toBeTruthy();
  expect(within(dialog).getByText('1 open chat is closed.')).toBeTruthy();
  const submit = within(dialog).getByRole('button', { name: 'Erase for good' }) as HTMLButtonElement;
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), 'By letter');
  await userEvent.type(within(dialog).getByLabelText('Type Asha to confirm'), 'Ash');
  expect(submit.disabled).toBe(true);
  await userEvent.type(within(dialog).getByLabelText('Type Asha to confirm'), 'a');
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /^1 refusal stands/ }));
  await userEvent.click(submit);
  await waitFor(() => expect(toasts()).toHaveLength(1));
  // The page still stands while the list is loaded: it reads nothing of who is not there any more.
  list.resolve();
  expect(await screen.findByText('the list')).toBeTruthy();
  const sent = asked.find(({ call }) => call === `POST ${base}/customers/${id}/erase`);
  expect(sent?.body).toMatchObject({ name: 'Asha', reason: 'By letter', keepOptOut: 'false' });
  const after = sent ? asked.slice(asked.indexOf(sent) + 1) : asked;
  expect(after.map(({ call }) => call).filter((call) => call.includes(id))).toEqual([]);
});
