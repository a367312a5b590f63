import type { Invitation, Me, Role, UserRow } from '@parley/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { loadAppConfig } from '../../../lib/app-config.ts';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, setFlags, stubServer, toastTexts } from '../../../test-screens.tsx';
import { UsersPage } from './users-page.tsx';

const base = '/e/enterprise/users';
const invitations = '/e/enterprise/invitations';
const makeUser = (number: number, name: string, overrides: Partial<UserRow> = {}): UserRow => ({
  uId: idOf(number),
  name,
  emailId: `${name.toLowerCase()}@example.com`,
  roles: [3],
  state: 1,
  profilePic: '',
  departments: [],
  agentStatus: 1,
  chat: { enabled: false, maxChats: null, languages: [], priority: 0 },
  hasTwoFactor: null,
  lastLoginAt: null,
  version: 1,
  ...overrides,
});
const priya = makeUser(2, 'Priya', { roles: [1, 3], hasTwoFactor: true });
const ravi = makeUser(3, 'Ravi', {
  departments: [{ id: idOf(61), name: 'Sales' }],
  chat: { enabled: true, maxChats: 4, languages: ['en'], priority: 10 },
  hasTwoFactor: false,
  version: 7,
});
const tara = makeUser(4, 'Tara', { state: 2 });
const makeRole = (code: number, name: string): Role => ({
  code,
  name,
  alternateName: '',
  description: '',
  isBuiltIn: true,
  permissions: [],
  dataScope: 'enterprise',
  maskedFields: [],
  userCount: 1,
  version: 1,
});
const makeDepartment = (number: number, name: string) => ({
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
});
const invitation: Invitation = {
  id: idOf(70),
  emailId: 'dev@example.com',
  roles: [3],
  departments: [{ id: idOf(61), name: 'Sales' }],
  invitedBy: 'Priya',
  sentCount: 1,
  sentAt: '2026-01-05T15:30:00.000Z',
  expiresAt: '2026-01-12T15:30:00.000Z',
  isExpired: false,
};
const late: Invitation = { ...invitation, id: idOf(71), emailId: 'late@example.com', departments: [], isExpired: true };
const listed = (response: object) => ({ ...good(null), response: { ...response, more: false } });
const update = `PUT ${base}/${ravi.uId}/update_roles`;
const server = stubServer(() => ({
  [`GET ${base}`]: ({ query }) => listed({ users: query.state === '2' ? [tara] : [priya, ravi] }),
  [`GET ${base}/${ravi.uId}`]: () => good(ravi),
  [`GET ${invitations}`]: () => listed({ invitations: [invitation, late] }),
  'GET /e/enterprise/roles/permissions': () =>
    good({ groups: [], everyone: [], roles: [makeRole(1, 'Administrator'), makeRole(3, 'Handle Chats')] }),
  'GET /e/enterprise/departments': () => listed({ departments: [makeDepartment(61, 'Sales'), makeDepartment(62, 'Support')] }),
}));
beforeEach(async () => {
  await setFlags({ userInvite: true });
  setEnterpriseZone('UTC');
});
/** Sets the user mode in which an administrator adds users with a password. */
const setCreating = async () => {
  const stubbed = globalThis.fetch;
  vi.stubGlobal('fetch', async () => Response.json({ environment: { userInvite: true }, userMode: 'create' }));
  await loadAppConfig();
  vi.stubGlobal('fetch', stubbed);
};
const open = (permissions = ['USERS.VIEW', 'USERS.EDIT', 'USERS.ADD'], dataScope: Me['dataScope'] = 'enterprise') =>
  openScreens('/admin/users', (root) => [screenAt(root, '/admin/users', UsersPage)], { ...sampleMe, permissions, dataScope });
/** Waits for the names of roles and departments as well, with which the rows are drawn anew. */
const openLoaded = async () => {
  open();
  await screen.findByRole('combobox', { name: 'Department' });
  await screen.findAllByText(/Handle Chats/);
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }));
const choose = async (field: HTMLElement, ...names: string[]) => {
  await userEvent.click(field);
  for (const name of names) await userEvent.click(await screen.findByRole('option', { name }));
};
/** Texts of the items in the menu of a user. */
const openMenu = async (name: string) => {
  await press(`Actions for ${name}`);
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
};
const openForm = async () => {
  await openLoaded();
  await press('Edit Ravi');
  return dialogNamed('Edit Ravi');
};
const isFaulty = (field: HTMLElement) => field.getAttribute('aria-invalid') === 'true';
/** Words that describe a field, its fault among them. */
const wordsOf = (field: HTMLElement) => {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent);
};
const rowsOf = (table: HTMLElement) => {
  const [, ...rows] = within(table).getAllByRole('row');
  return rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  );
};

test('ADMIN-005 the list shows the active users with their roles, departments and chats', async () => {
  open();
  await screen.findByRole('button', { name: 'Edit Ravi' });
  await waitFor(() =>
    expect(rowsOf(screen.getByRole('table', { name: 'Active' }))).toEqual([
      ['Priyapriya@example.com', 'Administrator, Handle Chats', '', 'No chats', 'On', 'Never', ''],
      ['Raviravi@example.com', 'Handle Chats', 'Sales', 'Online', 'Off', 'Never', ''],
    ]),
  );
  expect(server.queriesOf(`GET ${base}`)).toEqual([{ name: '', state: '1', role: '', deptId: '', from: '0', perPage: '25' }]);
});

test('the list is narrowed by name, role and department, until the filters are cleared', async () => {
  server.replies[`GET ${base}`] = ({ query }) => listed({ users: query.name ? [] : [ravi] });
  open();
  await choose(await screen.findByRole('combobox', { name: 'Role' }), 'Handle Chats');
  await choose(await screen.findByRole('combobox', { name: 'Department' }), 'Sales');
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search by name or e-mail' }), { target: { value: 'nobody' } });
  expect(await screen.findByRole('heading', { name: 'Nothing matches' })).toBeTruthy();
  const asked = { name: 'nobody', state: '1', role: '3', deptId: idOf(61), from: '0', perPage: '25' };
  expect(server.queriesOf(`GET ${base}`).at(-1)).toEqual(asked);
  await press('Clear filters');
  expect(await screen.findByRole('button', { name: 'Edit Ravi' })).toBeTruthy();
});

test('the list of nobody says so, and one that could not be loaded says why and is asked for again', async () => {
  server.replies[`GET ${base}`] = ({ query }) =>
    query.state === '2' ? listed({ users: [] }) : refused('server.unexpected', 'The server failed.', { requestId: 'r-1' });
  open();
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('The server failed.')).toBeTruthy();
  server.replies[`GET ${base}`] = ({ query }) => listed({ users: query.state === '2' ? [] : [ravi] });
  await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Edit Ravi' })).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Deactivated' }));
  expect(await screen.findByRole('heading', { name: 'Nobody is deactivated' })).toBeTruthy();
});

test('ADMIN-006 ADMIN-008 ADMIN-013 RBAC-028 roles, departments and chat settings are sent with the version that was read', async () => {
  server.replies[update] = () => good({ ...ravi, version: 8 });
  const form = await openForm();
  await choose(await form.findByRole('combobox', { name: 'Roles' }), 'Administrator');
  await choose(form.getByRole('combobox', { name: 'Departments' }), 'Support');
  const chats = form.getByRole('textbox', { name: 'Open chats at the most' });
  await userEvent.clear(chats);
  await userEvent.type(chats, '6');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The user is saved.']));
  expect(server.bodyOf(update)).toEqual({
    roles: [3, 1],
    chat: { departments: [idOf(61), idOf(62)], enabled: true, maxChats: 6, languages: ['en'], priority: 10 },
    version: 7,
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a user without any role is not sent, and a role that the server refuses is marked at its field', async () => {
  const message = 'Choose at least one role.';
  server.replies[update] = () =>
    refused('request.invalid', 'The request is not valid.', {
      issues: [{ field: 'roles', code: 'user.no_role', values: {}, reason: 'This role is beyond yours.' }],
    });
  const form = await openForm();
  const roles = await form.findByRole('combobox', { name: 'Roles' });
  await userEvent.type(roles, '{Backspace}');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(form.getByText(message)).toBeTruthy();
  expect([isFaulty(roles), server.countOf(update)]).toEqual([true, 0]);
  await choose(roles, 'Administrator');
  expect(form.queryByText(message)).toBeNull();
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('This role is beyond yours.')).toBeTruthy();
  expect([isFaulty(roles), toastTexts()]).toEqual([true, []]);
});

test('a user who handles no chats has no chat settings to change', async () => {
  const form = await openForm();
  const settings = () =>
    [
      form.getByRole<HTMLInputElement>('textbox', { name: 'Open chats at the most' }),
      form.getByRole<HTMLInputElement>('textbox', { name: 'Priority' }),
    ].map((field) => field.disabled);
  await form.findByRole('switch', { name: 'Handles chats' });
  expect(settings()).toEqual([false, false]);
  await userEvent.click(form.getByRole('switch', { name: 'Handles chats' }));
  expect(settings()).toEqual([true, true]);
});

test('RBAC-029 RBAC-030 ADMIN-009 a new password is sent with the administrator’s own, whose fault stands at its field', async () => {
  const reset = `PUT ${base}/${ravi.uId}/reset_password`;
  server.replies[reset] = () => refused('password.wrong', 'This is not your password.');
  await openLoaded();
  await openMenu('Ravi');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Reset password' }));
  const form = await dialogNamed('Reset the password of Ravi');
  expect(form.getByText('Ravi is signed out everywhere and signs in with the new password.')).toBeTruthy();
  const [password, own] = ['New password', 'Your own password'].map((label) => form.getByLabelText(label)) as [HTMLElement, HTMLElement];
  await userEvent.type(password, 'Quiet-River-81');
  await userEvent.click(form.getByRole('button', { name: 'Reset password' }));
  expect([wordsOf(password), wordsOf(own), server.countOf(reset)]).toEqual([[], ['This field is mandatory.'], 0]);
  expect([password, own].map((field) => field.getAttribute('aria-invalid'))).toEqual([null, 'true']);
  await userEvent.type(own, 'wrong');
  await userEvent.click(form.getByRole('button', { name: 'Reset password' }));
  await waitFor(() => expect([wordsOf(password), wordsOf(own)]).toEqual([[], ['This is not your password.']]));
  server.replies[reset] = () => good(null);
  await userEvent.type(own, '!');
  await userEvent.click(form.getByRole('button', { name: 'Reset password' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The password is reset.']));
  expect(server.bodyOf(reset)).toEqual({ password: 'Quiet-River-81', adminPassword: 'wrong!' });
});

test('RBAC-031 ADMIN-004 ADMIN-010 a user is deactivated after the question, and nobody deactivates themselves', async () => {
  const call = `DELETE ${base}/${ravi.uId}`;
  server.replies[call] = () => good({ openChats: 0, work: [] });
  await openLoaded();
  expect(await openMenu('Priya')).toEqual(['Edit', 'Reset password']);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  expect(await openMenu('Ravi')).toEqual(['Edit', 'Reset password', 'Deactivate']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Deactivate' }));
  const question = await dialogNamed('Deactivate Ravi?');
  expect(await question.findByText('Ravi leaves no open work behind.')).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'Deactivate' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Ravi is deactivated.']));
  expect(server.queriesOf(call).slice(0, 2)).toEqual([{ isValidate: 'true' }, { isValidate: 'false', moveTo: '{}' }]);
});

test('RBAC-031 ADMIN-004 ADMIN-011 a deactivated user is activated, and why that fails is told', async () => {
  const call = `POST ${base}/${tara.uId}/activate`;
  server.replies[call] = () => refused('user.not_found', 'There is no such user.');
  await openLoaded();
  await userEvent.click(await screen.findByRole('tab', { name: 'Deactivated' }));
  expect(await openMenu('Tara')).toEqual(['Activate']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Activate' }));
  await waitFor(() => expect(toastTexts()).toEqual(['There is no such user.']));
  expect(server.queriesOf(`GET ${base}`).at(-1)).toMatchObject({ state: '2' });
  server.replies[call] = () => good({ ...tara, state: 1 });
  await openMenu('Tara');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Activate' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Tara can sign in again.']));
});

test('RBAC-033 ADMIN-024 ADMIN-025 several people are invited at once, with roles and departments, and their list is shown', async () => {
  const call = `POST ${invitations}`;
  server.replies[call] = () => good({ invitations: [invitation, late] });
  open();
  await press('Invite people');
  const form = await dialogNamed('Invite people');
  const emails = form.getByRole('textbox', { name: 'E-mail addresses' });
  await userEvent.type(emails, 'dev@example.com, late');
  await userEvent.click(form.getByRole('button', { name: 'Send invitations' }));
  expect(form.getByText('This is not an e-mail address: late')).toBeTruthy();
  expect(form.getByText('Choose at least one role.')).toBeTruthy();
  expect(server.countOf(call)).toBe(0);
  await userEvent.type(emails, '@example.com dev@example.com');
  await choose(form.getByRole('combobox', { name: 'Roles' }), 'Handle Chats');
  await choose(form.getByRole('combobox', { name: 'Departments' }), 'Sales');
  await userEvent.click(form.getByRole('button', { name: 'Send invitations' }));
  await waitFor(() => expect(toastTexts()).toEqual(['2 invitations are sent.']));
  expect(server.bodyOf(call)).toEqual({
    emailId: ['dev@example.com', 'late@example.com'],
    roles: [3],
    departments: [idOf(61)],
  });
  await waitFor(() => expect(screen.getByRole('tab', { name: 'Invitations' }).getAttribute('aria-selected')).toBe('true'));
});

test('an invitation of somebody who is deactivated is refused, and the former user activated instead', async () => {
  server.replies[`POST ${invitations}`] = () =>
    refused('user.deactivated', 'Tara is a deactivated user.', { emailId: tara.emailId, uId: tara.uId });
  server.replies[`POST ${base}/${tara.uId}/activate`] = () => good({ ...tara, state: 1 });
  open();
  await press('Invite people');
  const form = await dialogNamed('Invite people');
  await userEvent.type(form.getByRole('textbox', { name: 'E-mail addresses' }), tara.emailId);
  await choose(form.getByRole('combobox', { name: 'Roles' }), 'Handle Chats');
  await userEvent.click(form.getByRole('button', { name: 'Send invitations' }));
  expect((await form.findByRole('alert')).textContent).toBe('Tara is a deactivated user.');
  await userEvent.click(form.getByRole('button', { name: 'Activate this user' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Tara can sign in again.']));
  expect(form.queryByRole('alert')).toBeNull();
});

test('ADMIN-026 ADMIN-027 ADMIN-028 an invitation is sent again, and revoked after a question', async () => {
  server.replies[`POST ${invitations}/${invitation.id}/resend`] = () => good(invitation);
  server.replies[`DELETE ${invitations}/${invitation.id}`] = () => good(null);
  open();
  await userEvent.click(await screen.findByRole('tab', { name: 'Invitations' }));
  const table = await screen.findByRole('table', { name: 'Invitations' });
  await within(table).findByText('dev@example.com');
  await waitFor(() =>
    expect(rowsOf(table)).toEqual([
      ['dev@example.com', 'Handle Chats', 'Sales', 'Priya', '5 Jan 2026 03:30 PM', '12 Jan 2026 03:30 PM', 'Send againRevoke'],
      ['late@example.com', 'Handle Chats', '', 'Priya', '5 Jan 2026 03:30 PM', 'Expired', 'Send againRevoke'],
    ]),
  );
  expect(server.queriesOf(`GET ${invitations}`)).toEqual([{ from: '0', perPage: '25' }]);
  await press('Send again: dev@example.com');
  await waitFor(() => expect(toastTexts()).toEqual(['The invitation is sent again.']));
  await press('Revoke the invitation of dev@example.com');
  const question = await dialogNamed('Revoke this invitation?');
  expect(question.getByText('The link in the mail to dev@example.com ends.')).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.countOf(`DELETE ${invitations}/${invitation.id}`)).toBe(0);
  await press('Revoke the invitation of dev@example.com');
  await userEvent.click((await dialogNamed('Revoke this invitation?')).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The invitation is revoked.']));
  const calls = [`POST ${invitations}/${invitation.id}/resend`, `DELETE ${invitations}/${invitation.id}`];
  expect(calls.map(server.countOf)).toEqual([1, 1]);
});

test('RBAC-040 nobody is added with a password in the user mode invite', async () => {
  open();
  expect(await screen.findByRole('button', { name: 'Invite people' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add user' })).toBeNull();
});

test('RBAC-040 ADMIN-003 ADMIN-007 a user is sent with name, e-mail, password and roles in the user mode create', async () => {
  await setCreating();
  server.replies[`POST ${base}`] = () => refused('user.exists', 'This person is a user already.', { emailId: 'dev@example.com' });
  open();
  await press('Add user');
  const form = await dialogNamed('Add a user');
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Dev');
  await userEvent.type(form.getByRole('textbox', { name: 'E-mail' }), 'dev@example.com');
  await userEvent.type(form.getByLabelText('New password'), 'Quiet-River-81');
  await userEvent.click(form.getByRole('button', { name: 'Add user' }));
  expect(form.getByText('Choose at least one role.')).toBeTruthy();
  expect(server.countOf(`POST ${base}`)).toBe(0);
  await choose(form.getByRole('combobox', { name: 'Roles' }), 'Handle Chats');
  await userEvent.click(form.getByRole('button', { name: 'Add user' }));
  expect((await form.findByRole('alert')).textContent).toBe('This person is a user already.');
  server.replies[`POST ${base}`] = () => good(makeUser(9, 'Dev'));
  await userEvent.click(form.getByRole('button', { name: 'Add user' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The user is added.']));
  expect(server.bodyOf(`POST ${base}`)).toEqual({
    name: 'Dev',
    emailId: 'dev@example.com',
    password: 'Quiet-River-81',
    roles: [3],
  });
});

test('a user who configures the chats of all gives others levels in skills; those that stay as they are are not sent', async () => {
  const skills = `${base}/${ravi.uId}/skills`;
  const levels = [
    ['French', 2],
    ['Old', 1],
    ['Refund', null],
    ['Sales', 3],
  ] as const;
  server.replies[`GET ${skills}`] = () => good(levels.map(([name, level], place) => ({ id: idOf(80 + place), name, level })));
  server.replies[`PUT ${skills}`] = () => refused('skill.not_found', 'No such skill.');
  open(['USERS.VIEW', 'CHAT.CHAT_CONFIG']);
  await screen.findAllByText(/Handle Chats/);
  expect(await openMenu('Ravi')).toEqual(['Skills']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Skills' }));
  const form = await dialogNamed('Skills of Ravi');
  await choose(await form.findByRole('combobox', { name: 'Level in French' }), '5');
  await userEvent.click(form.getByRole('button', { name: 'Take Old away' }));
  await vi.waitFor(() => expect(document.activeElement).toBe(form.getByRole('combobox', { name: 'Add a skill' })));
  await choose(form.getByRole('combobox', { name: 'Add a skill' }), 'Refund');
  await choose(form.getByRole('combobox', { name: 'Level in Refund' }), '4');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('No such skill.')).toBeTruthy();
  server.replies[`PUT ${skills}`] = () => good([]);
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The skills are saved.']));
  expect(server.bodyOf(`PUT ${skills}`)).toEqual({
    skills: [
      { skillId: idOf(80), from: 2, level: 5 },
      { skillId: idOf(81), from: 1, level: 0 },
      { skillId: idOf(82), from: 0, level: 4 },
    ],
  });
});

test('skills are offered to nobody who reaches a part of the enterprise alone', async () => {
  open(['USERS.VIEW', 'CHAT.CHAT_CONFIG'], 'department');
  await screen.findAllByText(/Handle Chats/);
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
});

test('RBAC-021 a user who may only look at users is offered no change of them, nor of invitations', async () => {
  await setCreating();
  open(['USERS.VIEW']);
  expect(await screen.findByText('Ravi')).toBeTruthy();
  for (const name of ['Invite people', 'Add user', 'Edit Ravi', 'Actions for Ravi'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'Invitations' }));
  expect(await screen.findByText('dev@example.com')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Send again|Revoke)/ })).toBeNull();
});

test('RBAC-021 a user who may add users and not edit them invites, and changes nobody', async () => {
  open(['USERS.VIEW', 'USERS.ADD']);
  expect(await screen.findByText('Ravi')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Invite people' })).toBeTruthy();
  for (const name of ['Edit Ravi', 'Actions for Ravi']) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('nobody is invited without the feature of invitations, and none are listed', async () => {
  await setFlags({ userInvite: false });
  open();
  expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual(['Active', 'Deactivated']);
  expect(screen.queryByRole('button', { name: 'Invite people' })).toBeNull();
});
