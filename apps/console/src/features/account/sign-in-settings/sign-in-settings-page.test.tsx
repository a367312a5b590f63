import type { Role, SsoConnection, UserFactors, UserRow } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, setFlags, stubServer, toastTexts } from '../../../test-screens.tsx';
import { SignInSettingsPage } from './sign-in-settings-page.tsx';

const base = '/e/enterprise/sso/connections';
const factors = '/e/enterprise/users/twoFactorAuth';
const policy = '/e/enterprise/twoFactorAuth';
const okta: SsoConnection = {
  id: idOf(11),
  kind: 'oidc',
  name: 'Okta',
  issuer: 'https://okta.example.com',
  clientId: 'parley',
  hasSecret: true,
  saml: null,
  groupClaim: 'groups',
  roleMap: [{ providerGroup: 'agents', roles: [3] }],
  defaultRoles: [],
  state: 'tested',
  isEnforced: false,
  exempt: [],
  testedAt: '2026-01-05T15:30:09.000Z',
  domains: [{ domain: 'example.com', record: 'parley=abc', isVerified: false, checkedAt: null }],
  redirectUri: 'https://parley.example.com/back',
  logoutUri: 'https://parley.example.com/logout',
  provisioning: { baseUri: 'https://parley.example.com/scim', keyMadeAt: null, keyEnding: '', lastUsedAt: null, heir: null },
  version: 7,
};
const call = (method: string, part = '') => `${method} ${base}/${okta.id}${part}`;
const makeUser = (number: number, name: string, roles: number[]): UserRow => ({
  uId: idOf(number),
  name,
  emailId: `${name.toLowerCase()}@example.com`,
  roles,
  state: 1,
  profilePic: '',
  departments: [],
  agentStatus: 1,
  chat: { enabled: false, maxChats: null, languages: [], priority: 0 },
  hasTwoFactor: null,
  lastLoginAt: null,
  version: 1,
});
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
const people: UserFactors[] = [
  { uId: idOf(2), name: 'Priya', types: [2], lastUsedAt: '2026-01-05T15:30:09.000Z' },
  { uId: idOf(3), name: 'Ravi', types: [1, 2], lastUsedAt: null },
  { uId: idOf(4), name: 'Tara', types: [], lastUsedAt: null },
];
const listed = (response: object) => ({ ...good(null), response: { ...response, more: false } });
const server = stubServer(() => ({
  [`GET ${base}`]: () => good({ connections: [okta] }),
  [`GET ${policy}`]: () => good({ isEnabled: false, graceUntil: null, withoutFactor: 2 }),
  [`GET ${factors}`]: () => listed({ users: people }),
  'GET /e/enterprise/users': () => listed({ users: [makeUser(2, 'Priya', [1]), makeUser(3, 'Ravi', [3])] }),
  'GET /e/enterprise/roles/permissions': () =>
    good({ groups: [], everyone: [], roles: [makeRole(1, 'Administrator'), makeRole(3, 'Handle Chats')] }),
}));
beforeEach(async () => {
  await setFlags({ twoFactor: true });
  setEnterpriseZone('UTC');
});
const open = (permissions = ['ENTERPRISE.VIEW', 'ENTERPRISE.EDIT', 'USERS.VIEW', 'USERS.EDIT']) =>
  openScreens('/admin/sign-in', (root) => [screenAt(root, '/admin/sign-in', SignInSettingsPage)], { ...sampleMe, permissions });
/** The part of the screen that is about the connection. */
const openCard = async (connection: Partial<SsoConnection> = {}) => {
  server.replies[`GET ${base}`] = () => good({ connections: [{ ...okta, ...connection }] });
  open();
  return within(await screen.findByRole('region', { name: 'Okta' }));
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }));
const choose = async (field: HTMLElement, name: string) => {
  await userEvent.click(field);
  await userEvent.click(await screen.findByRole('option', { name }));
};
const isFaulty = (field: HTMLElement) => field.getAttribute('aria-invalid') === 'true';
const factsOf = (card: ReturnType<typeof within>) =>
  card.getAllByRole('term').map((term: HTMLElement) => [term.textContent, term.nextSibling?.textContent]);

test('a connection shows what it is, what the provider has to know, and its domains', async () => {
  const card = await openCard();
  expect(factsOf(card)).toEqual([
    ['Provider', 'https://okta.example.com'],
    ['Client ID', 'parley'],
    ['Redirect URI', 'https://parley.example.com/back'],
    ['Back-channel logout URI', 'https://parley.example.com/logout'],
    ['Last test', 'Jan 05 2026 03:30:09 PM'],
  ]);
  expect(['Tested', 'example.com', 'Not verified', 'parley=abc'].map((words) => card.getByText(words).textContent)).toHaveLength(4);
});

test('the list of providers says how to begin while it is empty, and why it could not be loaded', async () => {
  server.replies[`GET ${base}`] = () => refused('server.unexpected', 'The server failed.', { requestId: 'r-1' });
  open();
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('The server failed.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add provider' }).disabled).toBe(true);
  server.replies[`GET ${base}`] = () => good({ connections: [] });
  await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No identity provider yet' })).toBeTruthy();
  expect(screen.getByText('Add one, verify a domain, test it, and switch it on.')).toBeTruthy();
});

test('a new OpenID Connect provider is sent as it is typed, with the roles of its groups, once nothing is missing', async () => {
  server.replies[`POST ${base}`] = () => good(okta);
  open();
  await screen.findByRole('region', { name: 'Okta' });
  await press('Add provider');
  const form = await dialogNamed('Add provider');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  const field = (name: string) => form.getByRole('textbox', { name });
  const required = ['Name', 'Address of the provider (issuer)', 'Client ID'];
  expect([required.map((name) => isFaulty(field(name))), server.countOf(`POST ${base}`)]).toEqual([[true, true, true], 0]);
  await userEvent.type(field('Name'), 'Entra');
  await userEvent.type(field('Address of the provider (issuer)'), 'https://entra.example.com');
  await userEvent.type(field('Client ID'), 'parley-2');
  await userEvent.type(form.getByLabelText('Client secret'), 'hush');
  await userEvent.click(form.getByRole('button', { name: 'Add group' }));
  await userEvent.type(field('Group'), 'staff');
  await choose(form.getByRole('combobox', { name: 'Roles' }), 'Handle Chats');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodyOf(`POST ${base}`)).toEqual({
    kind: 'oidc',
    name: 'Entra',
    issuer: 'https://entra.example.com',
    clientId: 'parley-2',
    clientSecret: 'hush',
    groupClaim: 'groups',
    roleMap: [{ providerGroup: 'staff', roles: [3] }],
    defaultRoles: [],
  });
});

test('a changed provider is sent with the version that was read, and keeps its secret; a refusal stands at its field', async () => {
  server.replies[call('PUT')] = () =>
    refused('request.invalid', 'The request is not valid.', {
      issues: [{ field: 'issuer', code: 'value.invalid', values: {}, reason: 'This address answers nothing.' }],
    });
  const card = await openCard();
  await userEvent.click(card.getByRole('button', { name: 'Edit' }));
  const form = await dialogNamed('Edit');
  const issuer = form.getByRole('textbox', { name: 'Address of the provider (issuer)' });
  await userEvent.type(issuer, '/two');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('This address answers nothing.')).toBeTruthy();
  expect([isFaulty(issuer), form.queryByRole('alert')]).toEqual([true, null]);
  server.replies[call('PUT')] = () => good({ ...okta, version: 8 });
  await userEvent.type(issuer, '/three');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodyOf(call('PUT'))).toEqual({
    kind: 'oidc',
    name: 'Okta',
    issuer: 'https://okta.example.com/two/three',
    clientId: 'parley',
    clientSecret: '',
    groupClaim: 'groups',
    roleMap: [{ providerGroup: 'agents', roles: [3] }],
    defaultRoles: [],
    version: 7,
  });
});

test('the metadata of a SAML provider fills the fields, which are sent with what is typed beside them', async () => {
  const read = 'POST /e/enterprise/sso/metadata';
  server.replies[read] = () => refused('sso.provider_failed', 'The provider has no metadata there.', { reason: 'metadata' });
  server.replies[`POST ${base}`] = () => good(okta);
  open();
  await screen.findByRole('region', { name: 'Okta' });
  await press('Add provider');
  const form = await dialogNamed('Add provider');
  await userEvent.click(form.getByText('SAML 2.0'));
  const field = (name: string) => form.getByRole<HTMLInputElement>('textbox', { name });
  const metadata = field('Metadata of the provider');
  await userEvent.type(metadata, 'https://idp.example.com/metadata');
  await userEvent.click(form.getByRole('button', { name: 'Read metadata' }));
  expect(await form.findByText('The provider has no metadata there.')).toBeTruthy();
  expect(server.bodyOf(read)).toEqual({ address: 'https://idp.example.com/metadata' });
  const certificate = '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----';
  server.replies[read] = () =>
    good({
      issuer: 'urn:idp',
      signInUrl: 'https://idp.example.com/saml',
      logoutUrl: '',
      certificates: [`${certificate}\n`, `${certificate}\n`],
    });
  await userEvent.click(form.getByRole('button', { name: 'Read metadata' }));
  await waitFor(() => expect(field('Entity ID of the provider').value).toBe('urn:idp'));
  await userEvent.type(field('Name'), 'Works');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodyOf(`POST ${base}`)).toEqual({
    kind: 'saml',
    name: 'Works',
    issuer: 'urn:idp',
    signInUrl: 'https://idp.example.com/saml',
    logoutUrl: '',
    certificates: [certificate, certificate],
    emailAttribute: '',
    nameAttribute: '',
    isProviderStarted: false,
    groupClaim: 'groups',
    roleMap: [],
    defaultRoles: [],
  });
});

test('a domain is added in the way it is written in addresses; one that the server refuses is marked at its field', async () => {
  const add = call('POST', '/domains');
  server.replies[add] = () => refused('sso.domain_taken', 'Another enterprise has this domain.');
  const card = await openCard();
  const field = card.getByRole<HTMLInputElement>('textbox', { name: 'Domain of email addresses' });
  const button = card.getByRole('button', { name: 'Add domain' });
  await userEvent.type(field, 'nowhere');
  await userEvent.click(button);
  expect(card.getByText('Please enter a domain such as example.com.')).toBeTruthy();
  expect(server.countOf(add)).toBe(0);
  await userEvent.type(field, '.Example.ORG');
  await userEvent.click(button);
  expect(await card.findByText('Another enterprise has this domain.')).toBeTruthy();
  expect([isFaulty(field), field.value]).toEqual([true, 'nowhere.Example.ORG']);
  server.replies[add] = () => good(okta);
  await userEvent.click(button);
  await waitFor(() => expect(field.value).toBe(''));
  expect(server.bodyOf(add)).toEqual({ domain: 'nowhere.example.org' });
});

test('a domain is checked and given up; a record that is not there yet is told', async () => {
  server.replies[call('PUT', '/domains')] = () => good(okta);
  server.replies[call('DELETE', '/domains')] = () => good({ ...okta, domains: [] });
  const card = await openCard();
  await userEvent.click(card.getByRole('button', { name: 'Check example.com' }));
  const missing = 'The record of example.com was not found yet. New records can take an hour to appear.';
  await waitFor(() => expect(toastTexts()).toEqual([missing]));
  expect(server.bodyOf(call('PUT', '/domains'))).toEqual({ domain: 'example.com' });
  const verified = { ...okta, domains: okta.domains.map((domain) => ({ ...domain, isVerified: true })) };
  server.replies[call('PUT', '/domains')] = () => good(verified);
  server.replies[`GET ${base}`] = () => good({ connections: [verified] });
  await userEvent.click(card.getByRole('button', { name: 'Check example.com' }));
  await waitFor(() => expect(toastTexts()).toEqual(['example.com is verified.']));
  expect(await card.findByText('Verified')).toBeTruthy();
  expect(card.queryByText('parley=abc')).toBeNull();
  server.replies[`GET ${base}`] = () => good({ connections: [{ ...okta, domains: [] }] });
  await userEvent.click(card.getByRole('button', { name: 'Remove example.com' }));
  expect(await card.findByText('No domain yet. Only addresses of verified domains sign in.')).toBeTruthy();
  expect(server.queriesOf(call('DELETE', '/domains'))).toEqual([{ domain: 'example.com' }]);
});

test('a connection that was never tested can be neither switched on nor enforced', async () => {
  const card = await openCard({ state: 'draft', testedAt: null });
  const isDisabled = (name: string) => card.getByRole<HTMLButtonElement>('button', { name }).disabled;
  expect(['Test', 'Switch on', 'Enforce'].map(isDisabled)).toEqual([false, true, true]);
});

test('a connection is switched on at once, and off after a question', async () => {
  const change = call('PUT', '/state');
  server.replies[change] = () => good(okta);
  const card = await openCard();
  server.replies[`GET ${base}`] = () => good({ connections: [{ ...okta, state: 'on', version: 8 }] });
  await userEvent.click(card.getByRole('button', { name: 'Switch on' }));
  await userEvent.click(await card.findByRole('button', { name: 'Switch off' }));
  expect(server.bodyOf(change)).toEqual({ isOn: 'true', version: '7' });
  const question = await dialogNamed('Switch off');
  expect(question.getByText(/^People will not be able to sign in by Okta\./)).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.countOf(change)).toBe(1);
  await userEvent.click(card.getByRole('button', { name: 'Switch off' }));
  await userEvent.click((await dialogNamed('Switch off')).getByRole('button', { name: 'Switch off' }));
  await waitFor(() => expect(server.bodyOf(change)).toEqual({ isOn: 'false', version: '8' }));
});

test('single sign-on is enforced with administrators who stay exempt, and why that is refused stands at their field', async () => {
  const enforce = call('PUT', '/enforce');
  server.replies[enforce] = () => refused('sso.no_exempt', 'Priya needs a second factor first.');
  const card = await openCard({ state: 'on' });
  await userEvent.click(card.getByRole('button', { name: 'Enforce' }));
  const dialog = await dialogNamed('Enforce single sign-on');
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Enforce' });
  expect(button.disabled).toBe(true);
  const field = dialog.getByRole('combobox', { name: 'Administrators who still sign in by password' });
  await userEvent.click(field);
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Priya']);
  await userEvent.click(screen.getByRole('option', { name: 'Priya' }));
  await userEvent.click(button);
  expect(await dialog.findByText('Priya needs a second factor first.')).toBeTruthy();
  expect(isFaulty(field)).toBe(true);
  server.replies[enforce] = () => good({ ...okta, isEnforced: true });
  await userEvent.click(button);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodyOf(enforce)).toEqual({ isEnforced: true, exempt: [idOf(2)], version: 7 });
});

test('passwords are allowed again where single sign-on is enforced', async () => {
  server.replies[call('PUT', '/enforce')] = () => good(okta);
  const card = await openCard({ state: 'on', isEnforced: true, exempt: [{ uId: idOf(2), name: 'Priya' }] });
  expect(factsOf(card)).toContainEqual(['Exempt', 'Priya']);
  await userEvent.click(card.getByRole('button', { name: 'Allow passwords again' }));
  await waitFor(() => expect(server.bodyOf(call('PUT', '/enforce'))).toEqual({ isEnforced: false, exempt: [], version: 7 }));
});

test('a connection is removed after the question', async () => {
  server.replies[call('DELETE')] = () => good(null);
  const card = await openCard();
  await userEvent.click(card.getByRole('button', { name: 'Remove' }));
  const question = await dialogNamed('Are you sure you want to delete?');
  expect(question.getByText('Okta')).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'No' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.countOf(call('DELETE'))).toBe(0);
  server.replies[`GET ${base}`] = () => good({ connections: [] });
  await userEvent.click(card.getByRole('button', { name: 'Remove' }));
  await press('Yes');
  expect(await screen.findByRole('heading', { name: 'No identity provider yet' })).toBeTruthy();
  expect(server.countOf(call('DELETE'))).toBe(1);
});

test('the provider’s key for managing users is made with who takes over, shown once, and stopped after a question', async () => {
  const keys = { ...okta.provisioning, keyMadeAt: '2026-01-05T15:30:09.000Z', keyEnding: 'wxyz', heir: { uId: idOf(3), name: 'Ravi' } };
  server.replies[call('POST', '/scim_key')] = () => good({ connection: { ...okta, provisioning: keys }, key: 'scim_once' });
  server.replies[call('DELETE', '/scim_key')] = () => good(okta);
  const card = await openCard();
  await userEvent.click(card.getByRole('button', { name: 'Let the provider manage users' }));
  const form = await dialogNamed('Let the provider manage users');
  const button = form.getByRole<HTMLButtonElement>('button', { name: 'Make key' });
  expect(button.disabled).toBe(true);
  await choose(form.getByRole('combobox', { name: 'Who takes over' }), 'Ravi');
  server.replies[`GET ${base}`] = () => good({ connections: [{ ...okta, provisioning: keys }] });
  await userEvent.click(button);
  expect((await dialogNamed('Key for the provider')).getByText('scim_once')).toBeTruthy();
  expect(server.bodyOf(call('POST', '/scim_key'))).toEqual({ heir: idOf(3), version: '7' });
  await userEvent.click((await dialogNamed('Key for the provider')).getAllByRole('button').at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByText('scim_once')).toBeNull());
  expect(factsOf(card).slice(-4)).toEqual([
    ['SCIM address', 'https://parley.example.com/scim'],
    ['Key', '…wxyz, made Jan 05 2026 03:30:09 PM'],
    ['Last used', 'Never'],
    ['Who takes over', 'Ravi'],
  ]);
  await userEvent.click(card.getByRole('button', { name: 'Stop' }));
  const question = await dialogNamed('Stop');
  expect(question.getByText('Okta will no longer make, change or deactivate users. Those who are there stay.')).toBeTruthy();
  expect(server.countOf(call('DELETE', '/scim_key'))).toBe(0);
  await userEvent.click(question.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(server.countOf(call('DELETE', '/scim_key'))).toBe(1));
});

test('ADMIN-069 RBAC-032 a second factor is required of everybody, from the day that is chosen', async () => {
  server.replies[`PUT ${policy}`] = () => good({ isEnabled: true, graceUntil: '2999-01-05T15:30:09.000Z', withoutFactor: 2 });
  open();
  const required = await screen.findByRole<HTMLInputElement>('switch', { name: /^Require a second factor/ });
  await choose(screen.getByRole('combobox', { name: 'From when' }), 'After 3 days');
  await userEvent.click(required);
  expect(await screen.findByText('A second factor is required from Jan 05 2999 03:30:09 PM.')).toBeTruthy();
  expect(server.bodyOf(`PUT ${policy}`)).toEqual({ isEnabled: 'true', graceDays: '3' });
  await userEvent.click(required);
  await waitFor(() => expect(server.bodyOf(`PUT ${policy}`)).toEqual({ isEnabled: 'false', graceDays: '0' }));
});

test('ADMIN-075 ADMIN-076 ADMIN-077 second factors are listed by person, and those of another are lifted for a reason', async () => {
  const recover = 'PUT /e/enterprise/twoFactorAuth/recovery';
  server.replies[recover] = () => good(null);
  open();
  const table = within(await screen.findByRole('table', { name: 'Second factors of people' }));
  await table.findByText('Ravi');
  const [, ...rows] = table.getAllByRole('row');
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['Priya', 'Authenticator app', 'Jan 05 2026 03:30:09 PM', ''],
    ['Ravi', 'Code by emailAuthenticator app', '–', 'Disable'],
    ['Tara', 'None', '–', ''],
  ]);
  expect(server.queriesOf(`GET ${factors}`)).toEqual([{ from: '0', perPage: '25' }]);
  await press('Disable the second factors of Ravi');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Disable' }));
  expect(dialog.getByText('This field is mandatory.')).toBeTruthy();
  expect(server.countOf(recover)).toBe(0);
  await userEvent.type(dialog.getByRole('textbox'), 'Lost the phone');
  await userEvent.click(dialog.getByRole('button', { name: 'Disable' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The second factors of Ravi are removed.']));
  expect(server.bodyOf(recover)).toEqual({ uId: idOf(3), reason: 'Lost the phone' });
});

test('a user who may only look at the enterprise changes no connection, and sees no list of people', async () => {
  open(['ENTERPRISE.VIEW']);
  const card = within(await screen.findByRole('region', { name: 'Okta' }));
  expect(card.getByText('parley=abc')).toBeTruthy();
  expect(card.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Copy the record']);
  expect(card.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add provider' })).toBeNull();
  expect((await screen.findByRole<HTMLInputElement>('switch', { name: /^Require a second factor/ })).disabled).toBe(true);
  expect([screen.queryByRole('table'), server.countOf(`GET ${factors}`)]).toEqual([null, 0]);
});

test('a user who may look at users and not edit them lifts nobody’s second factors', async () => {
  open(['ENTERPRISE.VIEW', 'USERS.VIEW']);
  expect(await screen.findByText('Ravi')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Disable/ })).toBeNull();
});

test('nothing is required without the feature of second factors', async () => {
  await setFlags({ twoFactor: false });
  open();
  expect(await screen.findByRole('region', { name: 'Okta' })).toBeTruthy();
  expect([screen.queryByRole('switch'), server.countOf(`GET ${policy}`)]).toEqual([null, 0]);
});
