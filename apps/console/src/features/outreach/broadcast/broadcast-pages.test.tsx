import {
  type Broadcast,
  type BroadcastCheck,
  broadcastStatuses,
  endpoints,
  type Template,
  TemplateComponent,
  variableGroups,
} from '@parley/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { rangeOf } from '../../../lib/days.ts';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { stubUploads } from '../../../test-uploads.ts';
import { makeChannel, makeTemplate } from '../../channel/shared/channel.fixtures.ts';
import { makeArtifact } from '../../file/shared/artifact.fixtures.ts';
import { SendForm } from '../shared/send-form.tsx';
import { BroadcastListSearch, BroadcastSearch } from './broadcast.search.ts';
import { BroadcastListPage } from './broadcast-list-page.tsx';
import { BroadcastPage } from './broadcast-page.tsx';
import { SendPage } from './send-page.tsx';

const api = '/chatbird/api/broadcast';
const parse = (...parts: object[]) => parts.map((part) => TemplateComponent.parse(part));
const plain = parse(
  { type: 'BODY', text: 'Hi {{1}}, your order is ready.', samples: { 1: 'Asha' } },
  { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}' }] },
);
const template = (id: number, name: string, components: TemplateComponent[]): Template =>
  makeTemplate({ id: idOf(id), templateId: name, name, channelId: idOf(20), status: 'APPROVED', components });
const templates = [
  template(31, 'order_ready', plain),
  template(32, 'picture', parse({ type: 'HEADER', format: 'IMAGE' }, { type: 'BODY', text: 'Look.' })),
];
const card = { header: { format: 'IMAGE' }, body: { text: 'One' } };
templates.push(template(33, 'cards', parse({ type: 'BODY', text: 'Look.' }, { type: 'CAROUSEL', cards: [card, card] })));
const channels = [
  makeChannel({ id: idOf(20), name: 'Shop', type: 4 }),
  makeChannel({ id: idOf(21), name: 'Text', type: 0 }),
  makeChannel({ id: idOf(22), name: 'Site', type: 12 }),
];
const everybody = (reachable: number) => ({
  ...{ total: reachable, excluded: 0, invalid: 0, duplicates: 0, blocked: 0, optedOut: 0, missing: 0, capped: 0 },
  reachable,
  byCountry: [{ country: 'IN', count: reachable }],
});
const found: BroadcastCheck = {
  count: 1,
  breakdown: everybody(1),
  cost: 800_000,
  currency: 'INR',
  numbers: ['+919820012345'],
  duplicates: [],
  invalid: [],
  lacking: { count: 0, looked: 0, tooLong: 0, variables: [] },
  needsConfirmation: false,
  opensOn: '',
  limit: 0,
  previews: [
    { number: '+919820012345', name: 'Ben', values: { 'messageTags/body.1': 'Ben' }, missing: [] },
    { number: '+919820012346', name: '', values: {}, missing: ['messageTags/body.1'] },
  ],
};
const { numbers: _numbers, previews: _previews, lacking: _lacking, ...sentCheck } = found;
const stored: Broadcast = {
  id: idOf(40),
  name: 'order_ready',
  user: { id: idOf(2), name: 'Priya' },
  channelName: '',
  createdOn: '2024-01-05T10:00:00Z',
  status: 'PARTIALLY_FAILED',
  scheduledFor: '',
  pauseReason: '',
  channelId: idOf(20),
  phoneNumbers: ['+919820012345', '12'],
  groups: [],
  message: { template: { templateId: 'order_ready', templateUId: idOf(31), cards: [] } },
  columnMapping: [{ type: 'messageTags', card: null, variables: [{ variable: 'body.1', type: 'static', value: 'Asha', mappings: [] }] }],
  resourceId: '',
  resourceType: '',
  counts: {
    audience: 3,
    skipped: 1,
    failed: 1,
    inFlight: 0,
    unknown: 0,
    delivered: 1,
    read: 0,
    byReason: [
      { status: 'DELIVERED', reason: '', count: 1 },
      { status: 'FAILED', reason: 'RECIPIENT', count: 1 },
      { status: 'SKIPPED', reason: 'INVALID_NUMBER', count: 1 },
    ],
  },
  isFreezing: false,
  quiet: null,
  calendarName: '',
};
const { id, name, user, channelName, createdOn, status, scheduledFor, pauseReason } = stored;
const listed = { id, name, user, channelName, createdOn, status, scheduledFor, pauseReason };
const message = (id: number, more: object = {}) => ({
  messageId: idOf(id),
  from: '918000000000',
  to: '+919820012345',
  currentDeliveryStatus: 1,
  currentDeliveryStatusTime: '2024-01-05T10:01:00Z',
  status: 'DELIVERED',
  reason: '',
  reasonText: '',
  sentOn: '2024-01-05T10:00:00Z',
  ...more,
});
const onClose = vi.fn();
const uploads = stubUploads();
let check = found;
const server = stubServer(() => {
  check = found;
  onClose.mockClear();
  setEnterpriseZone('UTC');
  const contact = (id: number, name: string, phoneNumber: string) => ({
    id: idOf(id),
    name,
    phoneNumber,
    details: [],
    groups: [],
    tags: [],
    createdAt: '2024-01-05T10:00:00Z',
  });
  const one = ({ query }: { query: Record<string, string> }) => templates.find(({ id }) => id === query.templateId);
  return {
    'GET /e/enterprise/channels': ({ query }) => ({
      ...good(null),
      response: { channelConfig: channels.filter(({ name }) => name.includes(query.name ?? '')), more: false },
    }),
    'GET /chatbird/api/templates/list': () => good({ templates, more: false, syncedAt: null }),
    'GET /chatbird/api/templates/get': (asked) => good(one(asked)),
    'GET /chatbird/api/templates/variables': (asked) => good({ variables: variableGroups(one(asked)?.components ?? []) }),
    'GET /chatbird/api/customer_master/groups': () => good({ groups: [] }),
    'GET /chatbird/api/customer_master/customers': () =>
      good({
        customers: { customers: [contact(51, 'Asha', '+919820012345'), contact(52, 'Ben', '+919820012346')], headers: [], hasMore: false },
      }),
    [`GET ${api}/columns`]: () => good({ columns: [{ name: 'name', label: 'Name' }] }),
    'GET /e/enterprise/calendars/choices': () => good({ calendars: [{ id: idOf(70), name: 'Office', timeZone: 'UTC', isDefault: false }] }),
    [`POST ${api}/validate`]: () => good(check),
    [`POST ${api}/send`]: () => good({ id: idOf(40), check: sentCheck }, 'The message is on its way.'),
    [`POST ${api}/expressionVariables`]: ({ body }) =>
      good({ variables: (body as { expression: string }).expression.includes('{{') ? ['id'] : [] }),
    [`GET ${api}/list`]: () => good({ broadcastList: [listed], more: true }),
    [`GET ${api}/get/${idOf(40)}`]: () => good({ data: stored }),
    [`GET ${api}/messages/${idOf(40)}`]: () =>
      good({ message: [message(61), message(62, { currentDeliveryStatus: 0, status: 'SENT', to: '+919820012346' })], more: false }),
    [`GET ${api}/message/${idOf(61)}`]: () =>
      good({
        ...message(61),
        transId: 'wamid.1',
        channelId: idOf(20),
        channelName: 'Shop',
        source: 'BROADCAST',
        templateName: 'order_ready',
        cost: 800_000,
        isSandbox: true,
        messageStatuses: [
          { kind: 'attempt', status: 'SENT', messageStatusTime: '2024-01-05T10:00:00Z', msg: '', attempt: 1, error: null },
          { kind: 'receipt', status: 'DELIVERED', messageStatusTime: '2024-01-05T10:01:00Z', msg: '', attempt: 0, error: null },
        ],
      }),
    [`POST ${api}/retry/${idOf(40)}`]: () => good({ retried: 1 }, 'One message is sent again.'),
  };
});
const me = { ...sampleMe, permissions: ['CHAT.HANDLE', 'CUSTOMER.VIEW'] } as never;
const open = (at: string) =>
  openScreens(
    `/campaigns/broadcast${at}`,
    (root) => [
      screenAt(root, '/campaigns/broadcast', BroadcastListPage, { validateSearch: BroadcastListSearch }),
      screenAt(root, '/campaigns/broadcast/create', SendPage),
      screenAt(root, '/campaigns/broadcast/$broadcastId', BroadcastPage, { validateSearch: BroadcastSearch }),
    ],
    me,
  );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const choose = async (label: string | RegExp, option: string | RegExp) => {
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
const type = (name: string | RegExp, value: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
const fill = async (name = /order_ready/) => {
  await choose(/Choose Channel/, 'Shop (WHATSAPP)');
  await choose(/Choose Template/, name);
};
const mapAll = async () => {
  fireEvent.change(await screen.findByRole('textbox', { name: 'Value of Body {{1}}' }), { target: { value: 'Asha' } });
  type('Value of Track', 'a1');
};

test('BCAST-005 BCAST-006 BCAST-009 BCAST-010 BCAST-033 BCAST-034 BCAST-061 BCAST-063 BCAST-064 BCAST-065 BCAST-084 MENU-046 the form: channel, template, numbers, mapping, preview', async () => {
  open('/create');
  expect((await screen.findByRole('link', { name: 'View Report' })).getAttribute('href')).toBe('/campaigns/broadcast');
  expect(screen.getByRole('textbox', { name: /Mobile Numbers/ }).tagName).toBe('TEXTAREA');
  for (const name of ['Get from Phone Books', 'Send']) expect(screen.getByRole('button', { name })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /Choose Template/ }).disabled).toBe(true);
  await userEvent.click(screen.getByRole('combobox', { name: /Choose Channel/ }));
  // The web widget takes no templates.
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Shop (WHATSAPP)', 'Text (SMS)']);
  fireEvent.change(screen.getByRole('combobox', { name: /Choose Channel/ }), { target: { value: 'Sho' } });
  await waitFor(() => expect(server.queriesOf('GET /e/enterprise/channels').at(-1)).toEqual({ from: '0', perPage: '20', name: 'Sho' }));
  expect(server.countOf('GET /e/enterprise/channels')).toBe(2);
  await userEvent.click(await screen.findByRole('option', { name: 'Shop (WHATSAPP)' }));
  await choose(/Choose Template/, /order_ready/);
  expect(server.queriesOf('GET /chatbird/api/templates/list')[0]).toEqual({
    from: '0',
    perPage: '20',
    status: 'APPROVED',
    name: '',
    channelId: idOf(20),
  });
  await mapAll();
  expect(server.queriesOf('GET /chatbird/api/templates/get')).toEqual([{ templateId: idOf(31) }]);
  expect(server.queriesOf('GET /chatbird/api/templates/variables')).toEqual([{ channelId: idOf(20), templateId: idOf(31) }]);
  expect(within(screen.getByRole('region', { name: 'Template preview' })).getByText(/^Hi Asha/)).toBeTruthy();
  await choose(/Choose Template/, /picture/);
  expect(screen.queryByRole('textbox', { name: 'Value of Body {{1}}' })).toBeNull();
  expect(await screen.findByRole('button', { name: 'Choose' })).toBeTruthy();
  await choose(/Choose Channel/, 'Text (SMS)');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /Choose Template/ }).value).toBe('');
  await waitFor(() => expect(server.queriesOf('GET /chatbird/api/templates/list').at(-1)).toMatchObject({ channelId: idOf(21) }));
});

test('BCAST-077 the search of a channel and that of a broadcast wait 300 ms', async () => {
  const router = open('/create');
  await userEvent.click(await screen.findByRole('combobox', { name: /Choose Channel/ }));
  await screen.findAllByRole('option');
  vi.useFakeTimers();
  const channels = () => server.queriesOf('GET /e/enterprise/channels').map(({ name }) => name);
  fireEvent.change(screen.getByRole('combobox', { name: /Choose Channel/ }), { target: { value: 'Sho' } });
  await act(() => vi.advanceTimersByTimeAsync(299));
  expect(channels()).toEqual(['']);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(channels()).toEqual(['', 'Sho']);
  vi.useRealTimers();
  await act(() => router.navigate({ to: '/campaigns/broadcast' } as never));
  await screen.findByRole('link', { name: 'order_ready' });
  vi.useFakeTimers();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'order' } });
  await act(() => vi.advanceTimersByTimeAsync(299));
  expect(router.state.location.search).toMatchObject({ name: '' });
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(router.state.location.search).toMatchObject({ name: 'order' });
});

test('BCAST-005 the channels come 20 at a time, the next as the end of the list is reached', async () => {
  server.replies['GET /e/enterprise/channels'] = ({ query }) => ({
    ...good(null),
    response: {
      channelConfig: [makeChannel({ id: idOf(query.from === '0' ? 20 : 22), name: `Line ${query.from}`, type: 4 })],
      more: query.from === '0',
    },
  });
  open('/create');
  await userEvent.click(await screen.findByRole('combobox', { name: /Choose Channel/ }));
  await screen.findByRole('option', { name: 'Line 0 (WHATSAPP)' });
  fireEvent.scroll(screen.getByRole('listbox').querySelector('.mantine-ScrollArea-viewport') as Element);
  expect(await screen.findByRole('option', { name: 'Line 20 (WHATSAPP)' })).toBeTruthy();
  expect(server.queriesOf('GET /e/enterprise/channels').map(({ from, perPage }) => [from, perPage])).toEqual([
    ['0', '20'],
    ['20', '20'],
  ]);
});

test('BCAST-036 BCAST-057 BCAST-067 a send shows the server’s words and leads to the reports', async () => {
  const router = open('/create');
  await fill();
  await mapAll();
  type(/Mobile Numbers/, '+919820012345');
  await press('Send');
  await waitFor(() => expect(toastTexts()).toEqual(['The message is on its way.']));
  expect(router.state.location.pathname).toBe('/campaigns/broadcast');
  expect(server.bodyOf(`POST ${api}/send`)).toMatchObject({
    channelId: idOf(20),
    phoneNumber: ['+919820012345'],
    message: { template: { templateId: 'order_ready', templateUId: idOf(31) } },
    columnMapping: [
      { type: 'messageTags', variables: [{ variable: 'body.1', type: 'static', value: 'Asha' }] },
      { type: 'url', variables: [{ variable: 'button.0', type: 'static', value: 'a1' }] },
    ],
    requestKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test('BCAST-040 BCAST-043 BCAST-044 BCAST-049 BCAST-089 checks run form, media, mapping, and end at the first that fails', async () => {
  open('/create');
  await screen.findByRole('button', { name: 'Send' });
  await press('Send');
  expect(screen.getAllByText('This Field is Mandatory')).toHaveLength(3);
  await fill(/picture/);
  type(/Mobile Numbers/, '123456789');
  await press('Send');
  expect(screen.getByText('please enter valid number')).toBeTruthy();
  expect(toastTexts()).toEqual([]);
  type(/Mobile Numbers/, '+919820012345');
  await press('Send');
  expect(toastTexts()).toEqual(['Attachment is missing !']);
  await choose(/Choose Template/, /order_ready/);
  await screen.findByRole('textbox', { name: 'Value of Body {{1}}' });
  await press('Send');
  expect(screen.getAllByText('This Field is Mandatory')).toHaveLength(2);
  expect(server.countOf(`POST ${api}/validate`)).toBe(0);
});

test('BCAST-007 BCAST-070 BCAST-071 IMPORT-048 IMPORT-049 media is chosen from the library, and for WhatsApp looked at by the server', async () => {
  server.replies['GET /e/enterprise/artifacts'] = () => ({
    ...good(null),
    response: { artifacts: [makeArtifact({ _id: idOf(71) })], more: false },
  });
  const validate = 'GET /e/enterprise/media/validate';
  server.replies[validate] = () => refused('broadcast.invalid', 'The file is larger than 5 MB.', { errors: [] });
  open('/create');
  await fill(/picture/);
  const pick = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Choose' }));
    await userEvent.click(await screen.findByRole('button', { name: /Shop/ }));
  };
  await pick();
  await waitFor(() => expect(toastTexts()).toEqual(['The file is larger than 5 MB.']));
  expect(server.queriesOf(validate)).toEqual([{ id: idOf(70), channelType: 'WHATSAPP', mediaType: 'IMAGE' }]);
  // The type is no field of an upload of customers.
  expect(Object.keys(endpoints.imports.submit.body.shape)).not.toContain('channelType');
  await waitFor(() => expect(screen.getByText('Nothing chosen')).toBeTruthy());
  server.replies[validate] = () => good({ isUploaded: true });
  await pick();
  expect(await screen.findByText('shop.png')).toBeTruthy();
  type(/Mobile Numbers/, '+919820012345');
  await press('Send');
  await waitFor(() => expect(server.countOf(`POST ${api}/send`)).toBe(1));
  expect(server.bodyOf(`POST ${api}/send`)).toMatchObject({
    message: { template: { media: { fileName: 'shop.png', type: 'image/png', url: '/e/enterprise/files/1' } } },
  });
});

test('BCAST-034 BCAST-046 a picture of the library for an SMS channel is not looked at by the server, and an upload nowhere: it was looked at as it came', async () => {
  const validate = 'GET /e/enterprise/media/validate';
  server.replies['GET /e/enterprise/artifacts'] = () => ({
    ...good(null),
    response: { artifacts: [makeArtifact({ _id: idOf(71) })], more: false },
  });
  server.replies[validate] = () => good({ isUploaded: true });
  open('/create');
  await choose(/Choose Channel/, 'Text (SMS)');
  await choose(/Choose Template/, /picture/);
  await userEvent.click(await screen.findByRole('button', { name: 'Choose' }));
  await userEvent.click(await screen.findByRole('button', { name: /Shop/ }));
  expect(await screen.findByText('shop.png')).toBeTruthy();
  await fill(/picture/);
  uploads.answer = () => ({
    ...good(null),
    response: { id: idOf(72), url: '/e/enterprise/files/2', name: 'own.png', type: 'image/png', size: 9 },
  });
  const file = new File(['x'], 'own.png', { type: 'image/png' });
  fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, { target: { files: [file] } });
  expect(await screen.findByText('own.png')).toBeTruthy();
  expect(uploads.sent.map(({ path }) => path)).toEqual(['/chatbird/api/templates/upload']);
  expect(server.countOf(validate)).toBe(0);
  await choose(/Choose Template/, /order_ready/);
  await choose(/Choose Template/, /picture/);
  expect(await screen.findByText('Nothing chosen')).toBeTruthy();
});

test('BCAST-035 BCAST-056 a form that stays is empty after a send, and no earlier', async () => {
  openScreens('/chat', (root) => [screenAt(root, '/chat', () => <SendForm onClose={onClose} />)], me);
  await fill();
  await mapAll();
  type(/Mobile Numbers/, '+919820012345');
  server.replies[`POST ${api}/send`] = () => refused('broadcast.invalid', 'Not now.', { errors: [] });
  await press('Send');
  await waitFor(() => expect(toastTexts()).toEqual(['Not now.']));
  const shownIn = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name }).value;
  expect(shownIn(/Mobile Numbers/)).toBe('+919820012345');
  server.replies[`POST ${api}/send`] = () => good({ id: idOf(40), check: sentCheck }, 'The message is on its way.');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('data-loading')).toBe(false));
  await press('Send');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  await waitFor(() => expect(shownIn(/Mobile Numbers/)).toBe(''));
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /Choose Template/ }).value).toBe('');
  expect(screen.queryByRole('textbox', { name: 'Value of Body {{1}}' })).toBeNull();
});

test('BCAST-008 BCAST-047 a carousel has a table of its cards, each with its media', async () => {
  open('/create');
  await fill(/cards/);
  const table = within(await screen.findByRole('table', { name: 'Carousel cards' }));
  expect(table.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual(['Media of card 1', 'Media of card 2']);
  expect(table.getAllByRole('button', { name: 'Choose' })).toHaveLength(2);
  type(/Mobile Numbers/, '+919820012345');
  await press('Send');
  expect(toastTexts()).toEqual(['Media missing in card 1']);
});

test('BCAST-018 BCAST-019 BCAST-052 BCAST-073 BCAST-085 contacts of the phone book are appended', async () => {
  open('/create');
  await screen.findByRole('button', { name: 'Send' });
  type(/Mobile Numbers/, '+919820012345');
  await press('Get from Phone Books');
  const dialog = within(await screen.findByRole('dialog', { name: 'Phone Books List' }));
  expect(dialog.getByRole('button', { name: 'No' })).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
  expect(dialog.getByText('This Field is Mandatory')).toBeTruthy();
  for (const name of ['Asha · +919820012345', 'Ben · +919820012346']) await choose('Choose Contact', name);
  expect(server.queriesOf('GET /chatbird/api/customer_master/customers')[0]).toMatchObject({ from: '0', perPage: '15', search: '' });
  await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Mobile Numbers/ }).value).toBe('+919820012345, +919820012346');
});

test('BCAST-028 BCAST-029 BCAST-030 BCAST-031 BCAST-055 BCAST-072 expressions are for links alone, and their variables are mapped', async () => {
  open('/create');
  await fill();
  const typesOf = async (name: string) => {
    await userEvent.click(await screen.findByRole('combobox', { name }));
    const options = (await screen.findAllByRole('option')).map((option) => option.textContent);
    await userEvent.keyboard('{Escape}');
    return options;
  };
  expect(await typesOf('Source of Body {{1}}')).toEqual(['Static', 'Column']);
  expect(await typesOf('Source of Track')).toEqual(['Static', 'Column', 'Expression']);
  await choose('Source of Track', 'Expression');
  type('Value of Track', 'orders');
  await press('Map');
  await waitFor(() => expect(toastTexts()).toEqual(['URL variable not found']));
  type('Value of Track', 'orders/{{id}}');
  await press('Map');
  const dialog = within(await screen.findByRole('dialog', { name: 'URL variables' }));
  fireEvent.change(dialog.getByRole('textbox', { name: 'Value of id' }), { target: { value: '7' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Map' }));
  await waitFor(() => expect(toastTexts()).toEqual(['URL variables mapped']));
  // The mapping of the link's own variables travels with it.
  fireEvent.change(screen.getByRole('textbox', { name: 'Value of Body {{1}}' }), { target: { value: 'Asha' } });
  type(/Mobile Numbers/, '+919820012345');
  await press('Send');
  await waitFor(() => expect(server.countOf(`POST ${api}/send`)).toBe(1));
  expect(server.bodyOf(`POST ${api}/send`)).toMatchObject({
    columnMapping: [
      { type: 'messageTags' },
      {
        type: 'url',
        variables: [
          { variable: 'button.0', type: 'expression', value: 'orders/{{id}}', mappings: [{ variable: 'id', type: 'static', value: '7' }] },
        ],
      },
    ],
  });
});

test('BCAST-074 numbers are looked at before they are sent: repeats, invalid ones, many and too many; each recipient’s own preview', async () => {
  open('/create');
  await fill();
  await mapAll();
  type(/Mobile Numbers/, '+919820012345, +919820012345, 1234567890');
  check = {
    ...found,
    count: 620,
    cost: 496_000_000,
    needsConfirmation: true,
    duplicates: ['+919820012345'],
    invalid: [{ number: '1234567890', reason: 'No such number' }],
  };
  await press('Check numbers');
  expect((await screen.findByText(/620 numbers found/)).textContent).toContain('Rs.496.00');
  expect(screen.getByText('1234567890: No such number')).toBeTruthy();
  expect(screen.getByText('Preview for Ben')).toBeTruthy();
  await press('Next');
  expect(screen.getByText(/Some variables have no value, so the message is not sent: \{\{1\}\}/)).toBeTruthy();
  await press('Send');
  const dialog = await screen.findByRole('dialog', { name: 'Check before you send' });
  expect(within(dialog).getByText(/more than 500 numbers/)).toBeTruthy();
  expect(server.countOf(`POST ${api}/send`)).toBe(0);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send to the valid numbers' }));
  await waitFor(() => expect(server.countOf(`POST ${api}/send`)).toBe(1));
});

test('the preview shows values as they leave, on one line, and says when the text gets too long with them', async () => {
  open('/create');
  await fill();
  await mapAll();
  type('Value of Body {{1}}', 'Asha\tRao     Long');
  const phone = () => screen.getByRole('region', { name: 'Template preview' });
  await waitFor(() => expect(phone().textContent).toContain('Asha Rao Long'));
  expect(screen.queryByText(/so the message is not sent/)).toBeNull();
  type('Value of Body {{1}}', 'x'.repeat(1100));
  expect((await screen.findByText(/the channel takes 1,024, so the message is not sent/)).textContent).toMatch(
    /^\{\{1\}\}: with the values the text has 1,\d{3} characters/,
  );
  check = { ...found, count: 12, lacking: { count: 0, looked: 10, tooLong: 2, variables: [] } };
  type(/Mobile Numbers/, '+919820012345');
  await press('Send');
  const dialog = within(await screen.findByRole('dialog', { name: 'Check before you send' }));
  expect(dialog.getByText(/The text for 2 recipients is longer with the values than the channel takes/)).toBeTruthy();
});

test('a column may have a value for those who have none, and those who would be skipped are counted before', async () => {
  open('/create');
  await fill();
  await choose('Source of Body {{1}}', 'Column');
  await choose('Value of Body {{1}}', 'Name');
  type('Value of Body {{1}} if it is empty', 'friend');
  type('Value of Track', 'a1');
  type(/Mobile Numbers/, '+919820012345');
  const breakdown = { ...everybody(8), total: 12, missing: 3, blocked: 1 };
  check = {
    ...found,
    count: 12,
    breakdown,
    lacking: { count: 3, looked: 10, tooLong: 0, variables: [{ key: 'messageTags/body.1', count: 3 }] },
  };
  await press('Send');
  const dialog = within(await screen.findByRole('dialog', { name: 'Check before you send' }));
  expect(dialog.getByText('12 numbers found · 8 people get it · Estimated cost Rs.0.80')).toBeTruthy();
  expect(dialog.getByText('Left out: blocked 1, value missing 3')).toBeTruthy();
  expect(dialog.getByText(/3 recipients have no value for a variable and will be skipped/)).toBeTruthy();
  expect(dialog.getByText('{{1}}: 3')).toBeTruthy();
  expect(dialog.getByText(/Only the first 10 recipients were checked for this/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Send to the valid numbers' }));
  await waitFor(() =>
    expect(server.bodyOf(`POST ${api}/send`)).toMatchObject({
      columnMapping: [{ variables: [{ variable: 'body.1', type: 'column', value: 'name', mappings: [], fallback: 'friend' }] }, {}],
    }),
  );
});

test.each([
  ['Asia/Kolkata', '2026-12-01T13:30:00.000Z'],
  ['America/Los_Angeles', '2026-12-02T03:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-12-01T05:00:00.000Z'],
])('a broadcast may be sent later, by the clock of the enterprise (%s): the form says so, and the list when', async (zone, sendAt) => {
  setEnterpriseZone(zone);
  open('/create');
  await fill();
  await mapAll();
  type(/Mobile Numbers/, '+919820012345');
  const field = screen.getByLabelText<HTMLInputElement>('Send later');
  expect(screen.getByText(`Leave it empty to send now. Time zone: ${zone}`)).toBeTruthy();
  fireEvent.change(field, { target: { value: '2026-12-01T19:00' } });
  expect(field.value).toBe('2026-12-01T19:00');
  await press('Schedule');
  await waitFor(() => expect(server.bodyOf(`POST ${api}/send`)).toMatchObject({ sendAt }));
  await waitFor(() => expect(toastTexts()).toEqual([`The message will be sent on 1 Dec 2026 07:00 PM (${zone}).`]));
  server.replies[`GET ${api}/list`] = () => good({ broadcastList: [{ ...listed, status: 'QUEUED', scheduledFor: sendAt }], more: false });
  open('');
  expect(await screen.findByText('Will be sent on 1 Dec 2026 07:00 PM')).toBeTruthy();
});

test('more than the limit is refused before it is sent', async () => {
  check = { ...found, count: 6000, limit: 5000, needsConfirmation: true };
  open('/create');
  await fill();
  await mapAll();
  type(/Mobile Numbers/, '+919820012345');
  await press('Send');
  const dialog = within(await screen.findByRole('dialog', { name: 'Check before you send' }));
  expect(dialog.getByRole('alert').textContent).toBe('At most 5,000 numbers in one broadcast. Send several broadcasts for 6,000.');
  expect(dialog.queryByRole('button', { name: /^Send/ })).toBeNull();
});

const Embedded = () => (
  <SendForm
    embedded
    resourceType="CHAT"
    resourceId="chat-1"
    recipientName="Asha Rao"
    phoneNumbers={['+919820012345']}
    channel={{ id: idOf(20), name: 'Shop', type: 4 }}
    onClose={onClose}
  />
);

test('BCAST-011 BCAST-012 BCAST-036 BCAST-056 BCAST-058 BCAST-059 BCAST-060 embedded, a refusal is told and closes it, a lost line keeps it open', async () => {
  openScreens('/chat', (root) => [screenAt(root, '/chat', Embedded)], me);
  expect((await screen.findByRole('textbox', { name: 'To' })).hasAttribute('readonly')).toBe(true);
  await choose(/Choose Template/, /order_ready/);
  await mapAll();
  server.replies[`POST ${api}/send`] = () => {
    throw new TypeError('Failed to fetch');
  };
  await press('Send');
  await waitFor(() => expect(toastTexts()).toEqual(['Something went wrong']));
  expect(onClose).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('data-loading')).toBe(false));
  server.replies[`POST ${api}/send`] = () => refused('broadcast.invalid', 'The template is PAUSED, not APPROVED.', { errors: [] });
  await press('Send');
  await waitFor(() => expect(toastTexts()).toEqual(['The template is PAUSED, not APPROVED.']));
  expect(onClose).toHaveBeenCalledOnce();
  expect(server.bodyOf(`POST ${api}/send`)).toMatchObject({ resourceType: 'CHAT', resourceId: 'chat-1', phoneNumber: ['+919820012345'] });
  server.replies[`POST ${api}/send`] = () => good({ id: idOf(40), check: sentCheck }, 'The message is on its way.');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('data-loading')).toBe(false));
  await press('Send');
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  expect(toastTexts()).toEqual(['The message is on its way.']);
});

test('BCAST-004 BCAST-032 BCAST-076 BCAST-078 BCAST-079 BCAST-083 BCAST-086 BCAST-087 FORMAT-003 the reports list what was sent', async () => {
  const router = open('');
  const row = within((await screen.findByRole('link', { name: 'order_ready' })).closest('tr') as HTMLElement);
  expect(row.getByRole('link').getAttribute('href')).toBe(`/campaigns/broadcast/${idOf(40)}`);
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    'Template Name',
    'Initiated By',
    'Channel',
    'Created On',
    'Status',
  ]);
  for (const text of ['Priya', '-', '5 Jan 2024 10:00 AM', 'Partially Failed']) expect(row.getByText(text)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Reports' })).toBeTruthy();
  for (const name of ['Send Template', 'Back to Quick Send'])
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/campaigns/broadcast/create');
  for (const name of ['Submit', 'Previous', 'Next']) expect(screen.getByRole('button', { name })).toBeTruthy();
  for (const name of ['Start Date', 'End Date']) expect(screen.getByRole('textbox', { name })).toBeTruthy();
  const instant = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  expect(server.queriesOf(`GET ${api}/list`)).toEqual([{ from: '0', perPage: '20', name: '', fromDate: instant, toDate: instant }]);
  await press('Next');
  await waitFor(() => expect(server.queriesOf(`GET ${api}/list`).at(-1)).toMatchObject({ from: '20', perPage: '20' }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'order');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ name: 'order', from: 0 }));
});

test('BCAST-081 each status of a broadcast is shown in title case', async () => {
  const statuses = ['QUEUED', 'IN_PROGRESS', 'COMPLETED', 'PARTIALLY_FAILED', 'FAILED', 'CANCELLED'] as const;
  server.replies[`GET ${api}/list`] = () =>
    good({ broadcastList: statuses.map((status, index) => ({ ...listed, id: idOf(50 + index), status })), more: false });
  open('');
  await screen.findAllByRole('link', { name: 'order_ready' });
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell').at(-1)?.textContent)).toEqual([
    ...['Queued', 'In Progress', 'Completed'],
    ...['Partially Failed', 'Failed', 'Cancelled'],
  ]);
  expect([...broadcastStatuses].sort()).toEqual([...statuses].sort());
});

test('BCAST-080 no broadcast reads No Record', async () => {
  server.replies[`GET ${api}/list`] = () => good({ broadcastList: [], more: false });
  open('');
  expect((await screen.findByText('No Record')).tagName).toBe('H3');
});

test('BCAST-082 BCAST-086 the last 7 days to today, as ISO instants of whole days in the enterprise’s zone', () => {
  const now = new Date('2024-03-31T20:00:00Z');
  expect(rangeOf({ start: '', end: '' }, now, 'Asia/Kolkata')).toEqual({
    firstDay: '2024-03-25',
    lastDay: '2024-04-01',
    today: '2024-04-01',
    fromDate: '2024-03-24T18:30:00.000Z',
    toDate: '2024-04-01T18:29:59.999Z',
  });
  // A day of 23 hours, and a day to come.
  expect(rangeOf({ start: '2024-03-31', end: '2024-03-31' }, now, 'Europe/Berlin')).toMatchObject({
    fromDate: '2024-03-30T23:00:00.000Z',
    toDate: '2024-03-31T21:59:59.999Z',
  });
  expect(rangeOf({ start: 'x', end: '2030-01-01' }, now, 'UTC')).toMatchObject({ firstDay: '2024-03-24', lastDay: '2024-03-31' });
});

test('BCAST-013 BCAST-014 BCAST-015 BCAST-017 BCAST-021 BCAST-023 BCAST-037 BCAST-068 BCAST-069 BCAST-088 FORMAT-005 one broadcast is read only, with the status of each message', async () => {
  server.replies[`GET ${api}/get/${idOf(40)}`] = () => good({ data: { ...stored, channelName: 'Shop of the city' } });
  const router = open(`/${idOf(40)}`);
  expect((await screen.findAllByRole('columnheader')).map((cell) => cell.textContent)).toEqual(['From', 'To', 'Sent Date', 'Status']);
  const table = within(screen.getByRole('table', { name: 'Message statuses' }));
  expect((await table.findAllByText(/^(Delivered|Sent)$/)).map((badge) => badge.textContent)).toEqual(['Delivered', 'Sent']);
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  const facts = ['Channel', 'Template Name', 'Mobile Numbers'].map((label) => screen.getByText(label).nextElementSibling?.textContent);
  expect(facts).toEqual(['Shop of the city', 'order_ready', '+919820012345, 12']);
  expect(server.queriesOf('GET /chatbird/api/templates/get')).toEqual([{ templateId: idOf(31) }]);
  expect(server.queriesOf(`GET ${api}/messages/${idOf(40)}`)).toEqual([{ status: '', reason: '', from: '0', perPage: '20' }]);
  expect(await screen.findByText('Hi Asha, your order is ready.')).toBeTruthy();
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Value of Body {{1}}' })).matches(':disabled')).toBe(true);
  await userEvent.click(table.getByRole('button', { name: 'Status of the message to +919820012345' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Message status' }));
  expect(await dialog.findByText('Attempt 1: Sent')).toBeTruthy();
  expect(dialog.getByText('Receipt: Delivered')).toBeTruthy();
  expect(dialog.getByText('Jan 05 2024 10:01:00 AM')).toBeTruthy();
  expect(dialog.getByText('wamid.1')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ message: '' }));
});

test('each count opens its rows; only failed ones are sent again', async () => {
  open(`/${idOf(40)}`);
  const counts = within(await screen.findByRole('region', { name: 'Counts' }));
  expect(counts.getByText('Audience 3 = Skipped 1 + Failed 1 + In flight 0 + Delivered 1')).toBeTruthy();
  await userEvent.click(counts.getByRole('button', { name: /Failed: The recipient cannot be reached/ }));
  await waitFor(() =>
    expect(server.queriesOf(`GET ${api}/messages/${idOf(40)}`).at(-1)).toMatchObject({ status: 'FAILED', reason: 'RECIPIENT' }),
  );
  await press('Retry failed only');
  const asked = within(await screen.findByRole('dialog', { name: 'Send one message again?' }));
  await userEvent.click(asked.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(toastTexts()).toEqual(['One message is sent again.']));
  expect(screen.queryByRole('button', { name: 'Cancel the rest' })).toBeNull();
});

test('BCAST-016 a broadcast without rows reads No Record; what is under way can be cancelled', async () => {
  server.replies[`GET ${api}/messages/${idOf(40)}`] = () => good({ message: [], more: false });
  server.replies[`GET ${api}/get/${idOf(40)}`] = () => good({ data: { ...stored, status: 'IN_PROGRESS' } });
  server.replies[`POST ${api}/cancel/${idOf(40)}`] = () => good({ cancelled: 2 }, 'What was not sent yet is cancelled.');
  open(`/${idOf(40)}`);
  expect(await screen.findByText('No Record')).toBeTruthy();
  await press('Cancel the rest');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel the rest' }));
  await waitFor(() => expect(toastTexts()).toEqual(['What was not sent yet is cancelled.']));
});

test('a broadcast sends in the open hours of a calendar, whose check says when it goes on', async () => {
  check = { ...found, opensOn: '2024-01-06T09:00:00Z' };
  open('/create');
  await fill();
  await mapAll();
  type(/Mobile Numbers/, '+919820012345');
  await choose('Only in the open hours of', 'Office');
  await press('Check numbers');
  expect(await screen.findByText('Closed then: nothing leaves before 6 Jan 2024 09:00 AM.')).toBeTruthy();
  expect(server.bodyOf(`POST ${api}/validate`)).toMatchObject({ calendarId: idOf(70) });
  await press('Send');
  await waitFor(() => expect(server.bodyOf(`POST ${api}/send`)).toMatchObject({ calendarId: idOf(70) }));
});

test('a broadcast whose calendar opens no more says so, and offers nobody to go on before it does', async () => {
  const held = { ...stored, status: 'IN_PROGRESS', pauseReason: 'CLOSED', calendarName: 'Office' };
  server.replies[`GET ${api}/get/${idOf(40)}`] = () => good({ data: held });
  open(`/${idOf(40)}`);
  expect(
    await screen.findByText(/^The calendar in whose open hours it sends is gone, opens no more, or is open within the quiet hours alone\./),
  ).toBeTruthy();
  expect(screen.getByText('Leaves in the open hours of Office alone.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Go on' })).toBeNull();
});

test('a broadcast that waits for its template says so, and goes on when somebody says so', async () => {
  server.replies[`GET ${api}/get/${idOf(40)}`] = () => good({ data: { ...stored, status: 'IN_PROGRESS', pauseReason: 'TEMPLATE' } });
  server.replies[`POST ${api}/resume/${idOf(40)}`] = () => good({ isResumed: true }, 'It goes on.');
  open(`/${idOf(40)}`);
  expect(await screen.findByText(/^Its template may not be sent now\. Nobody is left out/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
  await waitFor(() => expect(toastTexts()).toContain('It goes on.'));
});

test('a message of unknown outcome reads so, and goes again only once somebody has read who may get it twice, and the cost', async () => {
  const [delivered, , skipped] = stored.counts.byReason;
  const unknown = { status: 'UNKNOWN' as const, reason: 'UNKNOWN_OUTCOME', count: 1 };
  const counts = { ...stored.counts, failed: 0, inFlight: 1, unknown: 1, byReason: [delivered, unknown, skipped] };
  server.replies[`GET ${api}/get/${idOf(40)}`] = () => good({ data: { ...stored, status: 'COMPLETED', counts } });
  server.replies[`GET ${api}/messages/${idOf(40)}`] = () =>
    good({ message: [message(62, { currentDeliveryStatus: 0, status: 'UNKNOWN', reason: 'UNKNOWN_OUTCOME' })], more: false });
  server.replies[`GET ${api}/unknown/${idOf(40)}`] = () =>
    good({
      asOf: '2024-01-05T10:05:00.000Z',
      count: 3,
      sendable: 2,
      refused: [{ reason: 'OPTED_OUT', count: 1 }],
      quiet: 1,
      cost: 1_600_000,
      reserved: 2_400_000,
      currency: 'INR',
      people: ['+919820012345', '+919820012346'],
    });
  server.replies[`POST ${api}/sendUnknownAgain/${idOf(40)}`] = () => good({ sentAgain: 2, refused: 1 });
  open(`/${idOf(40)}`);
  const rows = within(await screen.findByRole('table', { name: 'Message statuses' }));
  expect(await rows.findByText('Outcome unknown')).toBeTruthy();
  expect(screen.getByText(/Of those in flight 1 is of unknown outcome/)).toBeTruthy();
  expect(server.countOf(`GET ${api}/unknown/${idOf(40)}`)).toBe(0);
  await press('Send 1 of unknown outcome again');
  const dialog = within(await screen.findByRole('dialog', { name: 'Send messages of unknown outcome again?' }));
  expect(await dialog.findByText(/Whoever has got one gets it twice/)).toBeTruthy();
  expect(dialog.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '3',
    '2',
    '1: The customer wants no marketing.',
    '1',
    'Rs.1.60',
    'Rs.2.40',
  ]);
  expect(dialog.getByText('May get it twice: +919820012345, +919820012346 and 1 more')).toBeTruthy();
  const submit = dialog.getByRole('button', { name: 'Send 2 again' });
  expect(submit.hasAttribute('disabled')).toBe(true);
  await userEvent.click(dialog.getByRole('checkbox', { name: 'I know that people may get it twice.' }));
  await userEvent.click(submit);
  await waitFor(() => expect(toastTexts()).toEqual(['2 messages are sent again.']));
  expect(server.bodyOf(`POST ${api}/sendUnknownAgain/${idOf(40)}`)).toEqual({ asOf: '2024-01-05T10:05:00.000Z', acceptsRisk: 'true' });
});
