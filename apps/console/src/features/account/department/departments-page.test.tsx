import type { Department, MappedUser, UserRow } from '@parley/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { DepartmentsPage } from './departments-page.tsx';

const base = '/e/enterprise/departments';
const makeDepartment = (number: number, name: string, overrides: Partial<Department> = {}): Department => ({
  id: idOf(number),
  name,
  desc: '',
  manager: null,
  fallback: null,
  calendar: null,
  userCount: 0,
  channelCount: 0,
  openChats: 0,
  version: 1,
  ...overrides,
});
const sales = makeDepartment(11, 'Sales', {
  desc: 'Answers before the purchase',
  manager: { id: idOf(21), name: 'Asha' },
  fallback: { id: idOf(12), name: 'Support' },
  userCount: 1234,
  channelCount: 2,
  openChats: 3,
  version: 7,
});
const support = makeDepartment(12, 'Support');
const makePerson = (number: number, name: string): MappedUser => ({
  uId: idOf(number),
  name,
  emailId: `${name.toLowerCase()}@example.com`,
  profilePic: '',
});
const makeRow = (number: number, name: string): UserRow => ({
  ...makePerson(number, name),
  roles: [1],
  state: 1,
  departments: [],
  agentStatus: 1,
  chat: { enabled: false, maxChats: null, languages: [], priority: 0 },
  hasTwoFactor: null,
  lastLoginAt: null,
  version: 1,
});
const listed = (response: object, more = false) => ({ ...good(null), response: { ...response, more } });
const server = stubServer(() => ({
  [`GET ${base}`]: () => listed({ departments: [sales, support] }),
  [`GET ${base}/${sales.id}`]: () => good(sales),
  [`GET ${base}/${sales.id}/mapped_users`]: ({ query }) =>
    listed({ users: query.mapped === 'true' ? [makePerson(21, 'Asha')] : [makePerson(22, 'Ravi'), makePerson(23, 'Tara')] }),
  'GET /e/enterprise/calendars/choices': () => good({ calendars: [{ id: idOf(31), name: 'Nights', timeZone: 'UTC', isDefault: false }] }),
  'GET /e/enterprise/users': () => listed({ users: [makeRow(21, 'Asha'), makeRow(22, 'Ravi')] }),
}));
const everything = ['DEPARTMENTS.VIEW', 'DEPARTMENTS.CREATE', 'DEPARTMENTS.EDIT', 'DEPARTMENTS.DELETE'];
const open = (permissions = everything, address = '/admin/departments') =>
  openScreens(address, (root) => [screenAt(root, '/admin/departments', DepartmentsPage)], { ...sampleMe, permissions });
const openDialog = async (button: string, title = button) => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name: title }));
};
const choose = async (field: HTMLElement, name: string) => {
  await userEvent.click(field);
  await userEvent.click(await screen.findByRole('option', { name }));
};
/** Reasons that calls of a method bring along from now on. */
const listenForReasons = (method: string) => {
  const reasons: (string | null)[] = [];
  const stubbed = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (init.method === method) reasons.push(new Headers(init.headers).get('x-reason'));
    return stubbed(address, init);
  });
  return reasons;
};
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

test('ADMIN-014 ADMIN-015 the list shows each department with its description, manager and counts', async () => {
  open();
  const table = within(await screen.findByRole('table', { name: 'Departments' }));
  await table.findByRole('button', { name: 'Open Sales' });
  const [, ...rows] = table.getAllByRole('row');
  expect(rows.map(cellsOf)).toEqual([
    ['SalesAnswers before the purchase', 'Asha', '1,234', '2', '3', 'Support', 'EditDelete'],
    ['Support', 'Nobody', '0', '0', '0', 'None', 'EditDelete'],
  ]);
  expect(server.queriesOf(`GET ${base}`)).toContainEqual({ name: '', from: '0', perPage: '25' });
});

test('the list without a department says what one is for and offers the first', async () => {
  server.replies[`GET ${base}`] = () => listed({ departments: [] });
  open();
  expect(await screen.findByRole('heading', { name: 'No departments yet' })).toBeTruthy();
  expect(screen.getByText('A department joins the people who answer for some channels.')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Add department' })).toHaveLength(2);
});

test('the list that could not be loaded says why and is asked for again', async () => {
  server.replies[`GET ${base}`] = () => refused('server.unexpected', 'The server failed.', { requestId: 'r-1' });
  open();
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByRole('heading').textContent).toBe('This could not be loaded');
  expect(alert.getByText('The server failed.')).toBeTruthy();
  server.replies[`GET ${base}`] = () => listed({ departments: [sales] });
  await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Open Sales' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the search narrows the list by name, and clearing it shows all again', async () => {
  server.replies[`GET ${base}`] = ({ query }) => listed({ departments: query.name ? [] : [sales] });
  open();
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search by name' }), 'Night{Enter}');
  expect(await screen.findByRole('heading', { name: 'Nothing matches' })).toBeTruthy();
  expect(server.queriesOf(`GET ${base}`)).toContainEqual({ name: 'Night', from: '0', perPage: '25' });
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByRole('button', { name: 'Open Sales' })).toBeTruthy();
});

test('ADMIN-019 a new department is sent with its name, description, manager, fallback and calendar', async () => {
  server.replies[`POST ${base}`] = () => good(makeDepartment(13, 'Night'));
  const form = await openDialog('Add department', 'Add a department');
  await userEvent.click(form.getByRole('button', { name: 'Add department' }));
  expect(form.getByText('Enter a name.')).toBeTruthy();
  expect(server.countOf(`POST ${base}`)).toBe(0);
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Night');
  await userEvent.type(form.getByRole('textbox', { name: 'Description' }), 'From ten on');
  await choose(form.getByRole('combobox', { name: 'Manager' }), 'Ravi');
  await choose(form.getByRole('combobox', { name: 'Fallback department' }), 'Support');
  await choose(form.getByRole('combobox', { name: 'Calendar' }), 'Nights');
  await userEvent.click(form.getByRole('button', { name: 'Add department' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The department is added.']));
  expect(server.bodyOf(`POST ${base}`)).toEqual({
    name: 'Night',
    desc: 'From ten on',
    manager: idOf(22),
    fallback: idOf(12),
    calendarId: idOf(31),
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('ADMIN-017 a changed department is sent with the version that was read, and is not offered as its own fallback', async () => {
  const update = `PUT ${base}/${sales.id}`;
  server.replies[update] = () => good({ ...sales, name: 'Sales India', version: 8 });
  const form = await openDialog('Edit Sales');
  expect(form.getByRole<HTMLInputElement>('combobox', { name: 'Manager' }).value).toBe('Asha');
  await userEvent.click(form.getByRole('combobox', { name: 'Fallback department' }));
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Support']);
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), ' India');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The department is saved.']));
  expect(server.bodyOf(update)).toEqual({
    name: 'Sales India',
    desc: 'Answers before the purchase',
    manager: idOf(21),
    fallback: idOf(12),
    calendarId: '',
    version: '7',
  });
});

test('a name that the server refuses is marked at its field, and what is typed stays', async () => {
  server.replies[`POST ${base}`] = () =>
    refused('request.invalid', 'The request is not valid.', {
      issues: [{ field: 'name', code: 'value.invalid', values: {}, reason: 'At most 120 characters.' }],
    });
  const form = await openDialog('Add department', 'Add a department');
  const name = form.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await userEvent.type(name, 'Night');
  await userEvent.click(form.getByRole('button', { name: 'Add department' }));
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  expect(form.getByText('At most 120 characters.')).toBeTruthy();
  expect([name.value, toastTexts()]).toEqual(['Night', []]);
});

test('a name that another department has is told in the dialog, which stays open', async () => {
  server.replies[`POST ${base}`] = () => refused('department.name_taken', 'Another department has this name.');
  const form = await openDialog('Add department', 'Add a department');
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Sales');
  await userEvent.click(form.getByRole('button', { name: 'Add department' }));
  expect((await form.findByRole('alert')).textContent).toBe('Another department has this name.');
  expect([form.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value, toastTexts()]).toEqual(['Sales', []]);
});

test('ADMIN-018 a department in use is deleted for a reason once another takes what it has', async () => {
  const remove = `DELETE ${base}/${sales.id}`;
  server.replies[remove] = () => good(null);
  const question = await openDialog('Delete Sales', 'Delete Sales?');
  expect(question.getByText('It has 2 channels and 3 open chats. They need another department first.')).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'Delete' }));
  expect(question.getByText('Choose a department.')).toBeTruthy();
  expect(server.countOf(remove)).toBe(0);
  const reasons = listenForReasons('DELETE');
  await choose(question.getByRole('combobox', { name: 'Move what it has to' }), 'Support');
  await userEvent.type(question.getByRole('textbox', { name: 'Reason (optional)' }), 'Merged');
  await userEvent.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The department is deleted.']));
  expect(server.queriesOf(remove)).toEqual([{ moveTo: idOf(12) }]);
  expect(reasons).toEqual(['Merged']);
});

test('the question of a deletion asks for no other department where none is needed, and tells a refusal', async () => {
  const remove = `DELETE ${base}/${support.id}`;
  const message = 'The department takes over for Sales.';
  server.replies[remove] = () => refused('department.in_use', message, { uses: ['Sales'] });
  const question = await openDialog('Delete Support', 'Delete Support?');
  expect(question.queryByRole('combobox')).toBeNull();
  await userEvent.click(question.getByRole('button', { name: 'Delete' }));
  expect((await question.findByRole('alert')).textContent).toBe(message);
  expect(server.queriesOf(remove)).toEqual([{ moveTo: '' }]);
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Open Support' })).toBeTruthy();
});

test('ADMIN-016 ADMIN-020 ADMIN-021 users of a department are read by 30, with those of other departments apart', async () => {
  const mapped = `GET ${base}/${sales.id}/mapped_users`;
  const drawer = await openDialog('Open Sales', 'Users of Sales');
  expect(await drawer.findByText('asha@example.com')).toBeTruthy();
  fireEvent.change(drawer.getByRole('searchbox', { name: 'Search by name or e-mail' }), { target: { value: 'ash' } });
  await waitFor(() =>
    expect(server.queriesOf(mapped)).toEqual([
      { mapped: 'true', name: '', from: '0', perPage: '30' },
      { mapped: 'true', name: 'ash', from: '0', perPage: '30' },
    ]),
  );
  await userEvent.click(drawer.getByRole('tab', { name: 'Others' }));
  expect(await drawer.findByText('ravi@example.com')).toBeTruthy();
  expect(server.queriesOf(mapped).at(-1)).toEqual({ mapped: 'false', name: '', from: '0', perPage: '30' });
});

test('ADMIN-022 ADMIN-023 users that are ticked are taken out of a department and added to it', async () => {
  server.replies[`PUT ${base}/${sales.id}/remove_users`] = () => good({ changed: 1 });
  server.replies[`PUT ${base}/${sales.id}/add_users`] = () => good({ changed: 2 });
  const drawer = await openDialog('Open Sales', 'Users of Sales');
  await userEvent.click(await drawer.findByRole('checkbox', { name: 'Select row Asha' }));
  await userEvent.click(drawer.getByRole('button', { name: 'Take out' }));
  await waitFor(() => expect(toastTexts()).toEqual(['1 user is taken out.']));
  expect(server.bodyOf(`PUT ${base}/${sales.id}/remove_users`)).toEqual({ users: [idOf(21)] });
  await userEvent.click(drawer.getByRole('tab', { name: 'Others' }));
  for (const name of ['Ravi', 'Tara']) await userEvent.click(await drawer.findByRole('checkbox', { name: `Select row ${name}` }));
  await userEvent.click(drawer.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(toastTexts()).toEqual(['2 users are added.']));
  expect(server.bodyOf(`PUT ${base}/${sales.id}/add_users`)).toEqual({ users: [idOf(22), idOf(23)] });
});

test('a user who may only look at departments is offered no change, neither in the list nor among the users', async () => {
  open(['DEPARTMENTS.VIEW'], `/admin/departments?open=${sales.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: 'Users of Sales' }));
  expect(await drawer.findByText('asha@example.com')).toBeTruthy();
  expect(drawer.queryByRole('checkbox')).toBeNull();
  const options = { hidden: true };
  expect(screen.getByRole('button', { name: 'Open Sales', ...options })).toBeTruthy();
  for (const name of ['Add department', 'Edit Sales', 'Delete Sales'])
    expect(screen.queryByRole('button', { name, ...options })).toBeNull();
});
