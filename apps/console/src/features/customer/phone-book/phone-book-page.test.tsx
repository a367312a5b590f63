import { Notifications } from '@mantine/notifications';
import { type BulkJob, type Customer, type CustomerRow, noConditions } from '@parley/contract';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  stripSearchParams,
} from '@tanstack/react-router';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { AppDialogHost } from '../../../components/app-dialog.tsx';
import { setToken } from '../../../lib/session.ts';
import { draw } from '../../../test-draw.tsx';
import { stubFetch } from '../../../test-fetch.ts';
import { openLine } from '../../../test-line.ts';
import { noPhoneBookSearch, PhoneBookSearch } from './phone-book.search.ts';
import { PhoneBookPage } from './phone-book-page.tsx';

const base = '/chatbird/api/customer_master';
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const groups = [{ id: id(901), name: 'VIP', count: 2, version: 1 }];
const tags = [{ id: id(902), name: 'Diwali', count: 7, version: 1 }];
const makeRow = (number: number): CustomerRow => ({
  id: id(number),
  name: `Customer ${number}`,
  phoneNumber: `+91900000000${number}`,
  details: [`Customer ${number}`, `+91900000000${number}`, `City ${number}`].map((value) => ({ value })),
  groups: [],
  tags: [],
  createdAt: '2026-01-05T09:00:00.000Z',
});
const restored: Customer = {
  id: id(1),
  version: 2,
  name: 'Customer 1',
  phoneNumber: '+919000000001',
  whatsAppNumber: '',
  emailId: '',
  facebookId: '',
  instaId: '',
  twitterId: '',
  language: '',
  timeZone: '',
  data: [],
  groups: [],
  tags: [],
  consents: [],
  createdAt: '2026-01-05T09:00:00.000Z',
  updatedAt: '2026-01-05T09:00:00.000Z',
  updatedBy: 'Ada',
};
const makeJob = (change: Partial<BulkJob>): BulkJob => ({
  id: id(801),
  action: 'export',
  state: 'running',
  total: 40,
  done: 10,
  changed: 10,
  reason: '',
  createdBy: 'Ada',
  createdAt: new Date().toISOString(),
  finishedAt: null,
  file: null,
  ...change,
});

type Sent = { method: string; path: string; query: URLSearchParams; body: Record<string, unknown> };
/** @property code of a refusal */
type Reply = { data?: unknown; message?: string; code?: string };
/** Parses a body: JSON if it has lists or objects, a form otherwise. */
function readBody(body: unknown): Record<string, unknown> {
  const text = String(body ?? '');
  return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : Object.fromEntries(new URLSearchParams(text));
}
let sent: Sent[];
let rows: CustomerRow[];
let hasMore: boolean;
let jobs: BulkJob[];
let replies: Record<string, Reply>;

const standing: Record<string, () => unknown> = {
  'GET /customers': () => ({ customers: { customers: rows, headers: ['Name', 'Phone Number', 'City'], hasMore } }),
  'GET /customers/doubles': () => ({ doubles: [], more: false }),
  'GET /groups': () => ({ groups }),
  'GET /tags': () => ({ tags }),
  'GET /filters': () => ({
    filters: [
      {
        id: id(701),
        name: 'Pune',
        conditions: { match: 'all', clauses: [{ match: 'all', conditions: [{ field: 'name', operator: 'contains', values: ['pu'] }] }] },
        createdBy: 'Ada',
        version: 1,
      },
    ],
  }),
  'GET /bulk': () => ({ bulkJobs: jobs }),
  'GET /inputfield': () => ({ inputFieldDefinitions: [] }),
  'POST /customers/count': () => ({ count: 42, isMore: false }),
};

beforeEach(() => {
  sent = [];
  rows = [makeRow(1), makeRow(2)];
  hasMore = false;
  jobs = [];
  replies = {};
  stubFetch(async (url: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(url, 'http://host');
    const method = init?.method ?? 'GET';
    const path = pathname.replace(base, '');
    sent.push({ method, path, query: searchParams, body: readBody(init?.body) });
    const reply = replies[`${method} ${path}`];
    const data = reply?.data ?? standing[`${method} ${path}`]?.() ?? null;
    return Response.json({ status: !reply?.code, code: reply?.code ?? '100', message: reply?.message ?? '', data });
  });
});

function drawPage(address = '/customer-master/customers') {
  const root = createRootRoute({ component: Outlet });
  const list = createRoute({
    getParentRoute: () => root,
    path: 'customer-master/customers',
    component: PhoneBookPage,
    validateSearch: PhoneBookSearch,
    search: { middlewares: [stripSearchParams(noPhoneBookSearch)] },
  });
  const rest = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>elsewhere</p> });
  const router = createRouter({
    routeTree: root.addChildren([list, rest]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  draw(
    <>
      <RouterProvider router={router as never} />
      <AppDialogHost />
      <Notifications />
    </>,
  );
  return router;
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const calls = (method: string, path: string) => sent.filter((call) => call.method === method && call.path === path);
const lastList = () => calls('GET', '/customers').at(-1)?.query;
const tick = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name }));

test('customers whom an import has added come into the list as soon as its end is told', async () => {
  const line = openLine();
  line.accept();
  drawPage();
  expect(await screen.findByText('City 1')).toBeTruthy();
  rows = [makeRow(1), makeRow(2), makeRow(3)];
  line.receive({
    type: 'notification',
    data: {
      ...{
        id: id(990),
        kind: 'import_done',
        code: '',
        values: {},
        title: 'Imported',
        text: '',
        link: '/customer-master/uploads',
        count: 1,
      },
      ...{ isRead: false, createdAt: '2026-01-05T09:00:00.000Z', hasSound: false },
    },
  });
  expect(await screen.findByText('City 3')).toBeTruthy();
});

test('PHONE-004 PHONE-005 PHONE-006 PHONE-009 PHONE-012 PHONE-023 PHONE-024 the lists of sets stand beside the table, whose columns come from the headers', async () => {
  drawPage();
  const table = await screen.findByRole('table', { name: 'Customers' });
  await within(table).findByRole('columnheader', { name: 'City' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((header) => header.textContent),
  ).toEqual(['', 'Name', 'Phone Number', 'City', 'Action']);
  expect(within(table).getByRole('checkbox', { name: 'Select all rows' })).toBeTruthy();
  expect(within(table).getByText('City 2')).toBeTruthy();
  expect(within(table).getByRole('button', { name: 'Delete Customer 2' })).toBeTruthy();
  for (const [name, row] of [
    ['Groups', ['VIP', '2']],
    ['Labels', ['Diwali', '7']],
  ] as const) {
    const list = await screen.findByRole('table', { name });
    await within(list).findByText(row[0]);
    const [, first] = within(list).getAllByRole('row');
    expect(
      within(first as HTMLElement)
        .getAllByRole('cell')
        .slice(0, 2)
        .map(({ textContent }) => textContent),
    ).toEqual(row);
    expect(
      within(list)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['Name', 'Count']);
  }
  for (const name of ['Search groups', 'Search labels', 'Search customers']) expect(screen.getByRole('searchbox', { name })).toBeTruthy();
  for (const name of ['Create Group', 'Create Label', 'Previous', 'Next']) expect(screen.getByRole('button', { name })).toBeTruthy();
});

test('PHONE-064 PHONE-012 a page has ten rows, and Next asks for the ten after them', async () => {
  hasMore = true;
  const router = drawPage();
  await screen.findByText('City 1');
  expect(lastList()?.get('perPage')).toBe('10');
  expect(screen.queryByRole('combobox', { name: 'Rows per page' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
  await press('Next');
  await waitFor(() => expect(lastList()?.get('from')).toBe('10'));
  expect(router.state.location.search).toEqual({ from: 10 });
  await press('Previous');
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test('PHONE-031 PHONE-032 a group clears the label and the paging, and chosen again it is left', async () => {
  const router = drawPage(`/customer-master/customers?label=${id(902)}&from=10`);
  await press('VIP');
  await waitFor(() => expect(router.state.location.search).toEqual({ group: id(901) }));
  expect(lastList()?.getAll('groups')).toEqual([id(901)]);
  expect(lastList()?.getAll('tags')).toEqual([]);
  await act(() => router.navigate({ to: '/customer-master/customers', search: { group: id(901), from: 10 } } as never));
  await press('Diwali');
  await waitFor(() => expect(router.state.location.search).toEqual({ label: id(902) }));
  expect(lastList()?.getAll('tags')).toEqual([id(902)]);
  expect(lastList()?.getAll('groups')).toEqual([]);
  await press('Diwali');
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test('PHONE-007 PHONE-008 Upload shows for a chosen group or label and leads to its own address', async () => {
  drawPage();
  await screen.findByText('City 1');
  expect(screen.queryByRole('link', { name: 'Upload' })).toBeNull();
  // A file may also go into the phone book alone.
  expect(screen.getByRole('link', { name: 'Import' }).getAttribute('href')).toBe('/customer-master/uploadfile');
  await press('VIP');
  const link = async () => (await screen.findByRole('link', { name: 'Upload' })).getAttribute('href');
  expect(await link()).toBe(`/customer-master/uploadfile/groupId/${id(901)}`);
  await press('Diwali');
  await waitFor(async () => expect(await link()).toBe(`/customer-master/uploadfile/${id(902)}`));
  expect(screen.queryByRole('link', { name: 'Import' })).toBeNull();
});

test('PHONE-011 PHONE-014 name and phone number lead to the customer, and Create Customer to the form', async () => {
  drawPage();
  for (const name of ['Customer 1', '+919000000001'])
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(`/customer-master/customers/view/${id(1)}`);
  expect(screen.getByRole('link', { name: 'Create Customer' }).getAttribute('href')).toBe('/customer-master/customers/create');
});

test('PHONE-013 an empty phone book says No Record Found, a filtered one that nothing matches', async () => {
  rows = [];
  const router = drawPage();
  expect(await screen.findByText('No Record Found')).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search customers' }), 'zz{Enter}');
  expect(await screen.findByText('Nothing matches')).toBeTruthy();
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement);
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test('PHONE-010 PHONE-068 deleting asks, shows the words of the server, reads the list again and can be undone', async () => {
  replies[`DELETE /customers/${id(1)}`] = { message: 'Customer deleted.' };
  replies[`POST /customers/${id(1)}/restore`] = { message: 'Customer is back.', data: { customer: restored } };
  drawPage();
  await press('Delete Customer 1');
  expect(await screen.findByText('Are you sure you want to delete?')).toBeTruthy();
  expect(calls('DELETE', `/customers/${id(1)}`)).toHaveLength(0);
  await press('Yes');
  expect(await screen.findByText('Customer deleted.')).toBeTruthy();
  expect(calls('GET', '/customers').length).toBeGreaterThan(1);
  await press('Undo');
  expect(await screen.findByText('Customer is back.')).toBeTruthy();
});

test('PHONE-066 a refused delete shows the words of the server as an error', async () => {
  replies[`DELETE /customers/${id(1)}`] = { message: 'Customer has an open chat.', code: 'customer.merge_open_chats', data: {} };
  drawPage();
  await press('Delete Customer 1');
  await press('Yes');
  expect((await screen.findByRole('alert')).textContent).toContain('Customer has an open chat.');
});

test('PHONE-015 PHONE-017 PHONE-044 PHONE-045 PHONE-046 PHONE-068 a group needs a name, which is sent trimmed', async () => {
  replies['POST /groups'] = { message: 'Group saved.', data: { group: groups[0] } };
  drawPage();
  await press('Create Group');
  const field = await screen.findByLabelText(/^Group Name/);
  expect(field.getAttribute('placeholder')).toBe('Enter Group name');
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  await userEvent.type(field, '   ');
  expect(screen.getByText('This field is required')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  await userEvent.type(field, 'Friends ');
  await press('Save');
  expect(await screen.findByText('Group saved.')).toBeTruthy();
  expect(calls('POST', '/groups').map(({ body }) => body)).toEqual([{ name: 'Friends' }]);
  expect(calls('GET', '/groups').length).toBeGreaterThan(1);
});

test.each([
  ['Group', '/groups'],
  ['Label', '/tags'],
])('PHONE-067 the reason why a %s was not saved is shown as an error', async (word, path) => {
  replies[`POST ${path}`] = { message: 'There is one of this name.', code: 'group.name_taken', data: {} };
  drawPage();
  await press(`Create ${word}`);
  await userEvent.type(await screen.findByLabelText(new RegExp(`^${word} Name`)), 'Diwali');
  await press('Save');
  expect((await screen.findByRole('alert')).textContent).toContain('There is one of this name.');
});

test('PHONE-015 PHONE-016 PHONE-033 PHONE-034 PHONE-044 PHONE-045 PHONE-068 a label needs a name; a popup takes the place of another and opens empty', async () => {
  replies['POST /tags'] = { message: 'Label saved.', data: { tag: tags[0] } };
  drawPage();
  await press('Create Label');
  const field = () => screen.findByLabelText(/^Label Name/) as Promise<HTMLInputElement>;
  expect((await field()).placeholder).toBe('Enter Label name');
  await userEvent.type(await field(), '  ');
  expect(screen.getByText('This field is required')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  await userEvent.type(await field(), 'Diwali');
  // A script clicks what lies behind the popup, where no hand gets to.
  fireEvent.click(screen.getByRole('button', { name: 'Create Group', hidden: true }));
  expect((await screen.findByLabelText<HTMLInputElement>(/^Group Name/)).value).toBe('');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(screen.queryByLabelText(/^Label Name/)).toBeNull();
  await press('Cancel');
  await press('Create Label');
  expect((await field()).value).toBe('');
  await userEvent.type(await field(), ' Holi ');
  await press('Save');
  expect(await screen.findByText('Label saved.')).toBeTruthy();
  expect(calls('POST', '/tags').map(({ body }) => body)).toEqual([{ name: 'Holi' }]);
  await waitFor(() => expect(calls('GET', '/tags').length).toBeGreaterThan(1));
});

test('PHONE-018 PHONE-020 PHONE-033 PHONE-047 PHONE-063 Move Group comes with a ticked row and adds it to the chosen groups', async () => {
  replies['POST /customers/groups'] = { message: '1 customer added.', data: { addedCount: 1 } };
  drawPage();
  await screen.findByText('City 1');
  for (const name of ['Move Group', 'Attach Label']) expect(screen.queryByRole('button', { name })).toBeNull();
  await tick('Select row Customer 1');
  expect(await screen.findByRole('button', { name: 'Attach Label' })).toHaveProperty('disabled', false);
  await press('Move Group');
  const dialog = await screen.findByRole('dialog', { name: 'Move Group' });
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(within(dialog).getByText('This field is required')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('combobox', { name: /Add to Group/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'VIP' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('1 customer added.')).toBeTruthy();
  expect(calls('POST', '/customers/groups').map(({ body }) => body)).toEqual([{ groupIds: [id(901)], customerIds: [id(1)] }]);
});

test('two ticked customers can be merged: their page opens with both', async () => {
  const router = drawPage();
  await screen.findByText('City 1');
  await tick('Select row Customer 1');
  expect(screen.queryByRole('button', { name: 'Merge' })).toBeNull();
  await tick('Select row Customer 2');
  await press('Merge');
  await waitFor(() => expect(router.state.location.href).toBe(`/customer-master/customers/view/${id(1)}?merge=${id(2)}`));
});

test('PHONE-019 PHONE-047 the whole filter gets several labels as one job, after it was counted', async () => {
  hasMore = true;
  replies['GET /tags'] = { data: { tags: [...tags, { id: id(903), name: 'Holi', count: 1, version: 1 }] } };
  replies['POST /bulk'] = { data: { bulkJob: makeJob({ action: 'label', state: 'waiting', total: null, done: 0 }) } };
  drawPage(`/customer-master/customers?group=${id(901)}`);
  await screen.findByText('City 1');
  await tick('Select all rows');
  await press('Select all matching customers');
  expect(await screen.findByText('All 42 matching customers are selected.')).toBeTruthy();
  await press('Attach Label');
  const dialog = await screen.findByRole('dialog', { name: 'Attach Label' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(within(dialog).getByText('This field is required')).toBeTruthy();
  expect(calls('POST', '/bulk')).toEqual([]);
  await userEvent.click(within(dialog).getByRole('combobox', { name: /Attach Label/ }));
  for (const name of ['Diwali', 'Holi']) await userEvent.click(await screen.findByRole('option', { name }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Waiting')).toBeTruthy();
  expect(calls('POST', '/bulk').map(({ body }) => body)).toEqual([
    {
      action: 'label',
      selection: { filter: { search: '', groups: [id(901)], tags: [], filterId: '', conditions: noConditions } },
      setIds: [id(902), id(903)],
      key: expect.stringMatching(/^[\da-f-]{36}$/),
    },
  ]);
});

test('deleting many asks with their number and is one job, asked for with a key', async () => {
  replies['POST /bulk'] = { data: { bulkJob: makeJob({ action: 'delete', state: 'waiting', total: null, done: 0 }) } };
  drawPage();
  await screen.findByText('City 1');
  await tick('Select all rows');
  expect(screen.queryByRole('button', { name: 'Select all matching customers' })).toBeNull();
  await press('Delete');
  expect(await screen.findByText('2 customers move to the bin for 30 days.')).toBeTruthy();
  await press('Yes');
  await waitFor(() =>
    expect(calls('POST', '/bulk').map(({ body }) => body)).toEqual([
      { action: 'delete', selection: { customerIds: [id(1), id(2)] }, setIds: [], key: expect.stringMatching(/^[\da-f-]{36}$/) },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Move Group' })).toBeNull());
});

test('a group in use is not deleted, and who uses it is told', async () => {
  replies[`DELETE /groups/${id(901)}`] = {
    message: 'The group is in use.',
    code: 'group.in_use',
    data: { uses: ['Campaign Diwali', 'Upload 3'] },
  };
  drawPage();
  await press('Actions of VIP');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await press('Yes');
  expect((await screen.findByRole('alert')).textContent).toContain('The group is in use. Campaign Diwali, Upload 3');
});

test('a job shows how far it is, and its end brings the file and reads the list again', async () => {
  jobs = [makeJob({})];
  drawPage();
  expect(await screen.findByText('10 of 40')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Export' }).getAttribute('aria-valuenow')).toBe('25');
  const before = calls('GET', '/customers').length;
  const file = { id: id(601), name: 'customers.csv', size: 12 };
  jobs = [makeJob({ state: 'completed', done: 40, changed: 40, finishedAt: new Date().toISOString(), file })];
  expect(await screen.findByText('Completed: 40 customers')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy();
  await waitFor(() => expect(calls('GET', '/customers').length).toBeGreaterThan(before));
  replies['GET /e/enterprise/download/getId'] = { data: { id: 'token-1' } };
  setToken('token');
  const followed: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.getAttribute('href') ?? '');
  });
  await press('Download');
  await waitFor(() => expect(followed).toEqual([`/e/enterprise/files/${id(601)}?x-access-id=token-1`]));
  await press('Dismiss Export');
  expect(screen.queryByText('Completed: 40 customers')).toBeNull();
});

test('conditions are built, go into the address and to the server, and are taken away by their chips', async () => {
  const router = drawPage();
  await screen.findByText('City 1');
  await press('Filter');
  await press('Apply');
  expect(await screen.findByText('This field is required')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Value' }), ' ada ');
  await press('Apply');
  const conditions = { match: 'all', clauses: [{ match: 'all', conditions: [{ field: 'name', operator: 'contains', values: ['ada'] }] }] };
  await waitFor(() => expect(router.state.location.search).toEqual({ conditions }));
  await waitFor(() => expect(JSON.parse(lastList()?.get('conditions') ?? '[]')).toEqual(conditions));
  await press('Remove: Name contains ada');
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test('clauses are joined by all or any, and the number of matches is told, up to where it is counted', async () => {
  replies['POST /customers/count'] = { data: { count: 10_000, isMore: true } };
  const router = drawPage();
  await screen.findByText('City 1');
  expect(await screen.findByText('More than 10,000 customers')).toBeTruthy();
  await press('Filter');
  await userEvent.type(screen.getByRole('textbox', { name: 'Value' }), 'ada');
  await press('Add condition');
  await userEvent.click(screen.getByRole('radio', { name: 'Any is enough' }));
  const second = within(screen.getByRole('group', { name: 'Condition 2' }));
  await userEvent.click(second.getByRole('combobox', { name: 'Field' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Groups' }));
  await userEvent.click(second.getByRole('combobox', { name: 'Value' }));
  await userEvent.click(await screen.findByRole('option', { name: 'VIP' }));
  await press('Add clause');
  const third = within(screen.getByRole('group', { name: 'Condition 3' }));
  await userEvent.click(third.getByRole('combobox', { name: 'Field' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Created on' }));
  await userEvent.click(third.getByRole('combobox', { name: 'Comparison' }));
  await userEvent.click(await screen.findByRole('option', { name: 'in the last' }));
  await userEvent.type(third.getByRole('textbox', { name: 'Days' }), '7');
  await press('Apply');
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      conditions: {
        match: 'all',
        clauses: [
          {
            match: 'any',
            conditions: [
              { field: 'name', operator: 'contains', values: ['ada'] },
              { field: 'groups', operator: 'anyOf', values: [id(901)] },
            ],
          },
          { match: 'all', conditions: [{ field: 'createdAt', operator: 'inLastDays', values: ['7'] }] },
        ],
      },
    }),
  );
  expect(await screen.findByRole('button', { name: 'Filter (3)' })).toBeTruthy();
  expect(screen.getByText('Name contains ada or Groups is any of VIP')).toBeTruthy();
  await press('Remove: Name contains ada or Groups is any of VIP');
  expect(await screen.findByText('Created on: in the last 7 days')).toBeTruthy();
  expect(screen.queryByText('Name contains ada or Groups is any of VIP')).toBeNull();
});

test('a saved filter is applied by its id', async () => {
  const router = drawPage();
  await screen.findByText('City 1');
  await press('Filter');
  await userEvent.click(await screen.findByRole('combobox', { name: 'Saved filters' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Pune' }));
  expect(screen.getByRole('textbox', { name: 'Value' })).toHaveProperty('value', 'pu');
  await press('Apply');
  await waitFor(() => expect(router.state.location.search).toEqual({ filter: id(701) }));
  await waitFor(() => expect(lastList()?.get('filterId')).toBe(id(701)));
  expect(screen.getByText('Saved filter: Pune')).toBeTruthy();
});

test.each([
  ['Search customers', '/customers'],
  ['Search groups', '/groups'],
  ['Search labels', '/tags'],
])('PHONE-065 %s asks once the typing has paused for 500 ms', async (name, path) => {
  drawPage();
  await screen.findByText('City 1');
  await screen.findByText('Diwali');
  vi.useFakeTimers();
  const searches = () => calls('GET', path).flatMap(({ query }) => query.get('search') || []);
  const type = (value: string) => fireEvent.change(screen.getByRole('searchbox', { name }), { target: { value } });
  type('a');
  await act(() => vi.advanceTimersByTimeAsync(499));
  type('ada');
  await act(() => vi.advanceTimersByTimeAsync(499));
  expect(searches()).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(searches()).toEqual(['ada']);
});

test('customers who are there twice are offered for merging: one click a pair, or field by field', async () => {
  const keep = { id: id(1), name: 'Ana Lima', phoneNumber: '+554896543210' };
  const other = { id: id(2), name: 'Ana of WhatsApp', phoneNumber: '+5548996543210' };
  replies['GET /customers/doubles'] = { data: { doubles: [{ keep, other }], more: false } };
  replies['POST /customers/doubles/merge'] = { data: { customer: restored }, message: 'The two customers are one now.' };
  const router = drawPage();
  await press('Show them');
  const pairs = await screen.findByRole('list', { name: 'Some customers are here twice' });
  expect(within(pairs).getByText('Ana Lima · +554896543210')).toBeTruthy();
  expect(within(pairs).getByText('Ana of WhatsApp · +5548996543210')).toBeTruthy();
  expect(within(pairs).getByRole('link', { name: 'Compare' }).getAttribute('href')).toContain(
    `/customer-master/customers/view/${id(1)}?merge=`,
  );
  replies['GET /customers/doubles'] = { data: { doubles: [], more: false } };
  await press('Merge Ana Lima');
  await waitFor(() => expect(screen.queryByText('Some customers are here twice')).toBeNull());
  expect(calls('POST', '/customers/doubles/merge').map(({ body }) => body)).toEqual([{ keepId: id(1), mergeId: id(2) }]);
  expect(await screen.findByText('The two customers are one now.')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/customer-master/customers');
});

test('nobody is there twice: nothing is said of it', async () => {
  replies['GET /customers/doubles'] = { data: { doubles: [], more: false } };
  drawPage();
  await screen.findByText('City 2');
  expect(screen.queryByText('Some customers are here twice')).toBeNull();
});
