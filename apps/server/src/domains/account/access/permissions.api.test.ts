import type { PermissionGroup } from '@parley/contract';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';

const { as, makeUser, stranger } = await startApp();

const configuration = '/e/enterprise/roles/permissions';
const admin = await makeUser();
const groups: PermissionGroup[] = (await as(admin).get(configuration)).json().data.groups;
const offered = (id: string) => groups.find((group) => group.id === id)?.values.map(({ value }) => value);

const save = async (permissions: readonly string[]) =>
  (await as(admin).put(configuration, { name: `Role ${newId()}`, permissions })).json();
const holders = new Map<string, Promise<TestUser>>();
/** Somebody whose one role holds these and nothing else. */
function holderOf(...permissions: string[]): Promise<TestUser> {
  const make = async () => makeUser({ enterprise: admin, roles: [(await save(permissions)).data.code] });
  const key = permissions.join();
  const holder = holders.get(key) ?? make();
  holders.set(key, holder);
  return holder;
}
const held = async (permission: string): Promise<boolean> =>
  (await as(await holderOf(permission)).get('/e/enterprise/users/me')).json().data.permissions.includes(permission);

const id = '00000000-0000-7000-8000-000000000000';
type Call = readonly [method: 'get' | 'post' | 'put' | 'delete', path: string];
/** Tells whether the right is there: what the call then says of a body or an id that is not there is another matter. */
async function passes(permission: string, [method, path]: Call): Promise<boolean> {
  const client = as(await holderOf(permission));
  const { code } = (method === 'get' ? await client.get(path) : await client[method](path, {})).json();
  return code !== '1403';
}

/**
 * Each row has the group, the actions of the specification, and those that the roles are offered. An action that gates nothing yet is
 * offered to no role, and a role that has it keeps it.
 */
test.each([
  ['RBAC-014', 'ENCAPS', ['DELETE', 'VIEW', 'EDIT', 'CREATE', 'VIEW_EXECUTIONLOGS'], undefined],
  [
    'RBAC-015',
    'CAMPAIGNS',
    ['CREATE', 'EDIT', 'VIEW', 'DELETE', 'APPROVE', 'VIEW_REJECTEDLIST', 'VIEW_CAMPAIGNREPORT'],
    ['CREATE', 'EDIT', 'VIEW', 'DELETE', 'APPROVE', 'VIEW_REJECTEDLIST', 'VIEW_CAMPAIGNREPORT'],
  ],
  [
    'RBAC-016',
    'JOURNEYS',
    ['CREATE', 'EDIT', 'VIEW', 'DELETE', 'VIEW_REPORTS', 'VIEW_JOURNEYMONITOR', 'VIEW_MILESTONEREPORT'],
    ['CREATE', 'EDIT', 'VIEW', 'DELETE', 'VIEW_REPORTS', 'VIEW_JOURNEYMONITOR', 'VIEW_MILESTONEREPORT'],
  ],
  ['RBAC-019 RBAC-020', 'CHANNELS', ['CREATE', 'EDIT', 'VIEW', 'DELETE'], ['CREATE', 'EDIT', 'VIEW', 'DELETE']],
  ['RBAC-019', 'MSG_TEMPLATES', ['CREATE', 'EDIT', 'VIEW', 'DELETE'], ['CREATE', 'EDIT', 'VIEW', 'DELETE']],
  ['RBAC-019', 'CREATIVES', ['CREATE', 'EDIT', 'VIEW', 'DELETE'], ['CREATE', 'EDIT', 'VIEW', 'DELETE']],
  ['RBAC-019 RBAC-034', 'RICHCARDS', ['CREATE', 'EDIT', 'VIEW', 'DELETE'], ['CREATE', 'EDIT', 'VIEW', 'DELETE']],
  ['RBAC-019', 'DEPARTMENTS', ['CREATE', 'EDIT', 'VIEW', 'DELETE'], ['CREATE', 'EDIT', 'VIEW', 'DELETE']],
  ['RBAC-019', 'ROLES', ['CREATE', 'EDIT', 'VIEW', 'DELETE'], ['CREATE', 'EDIT', 'VIEW', 'DELETE']],
  ['RBAC-021', 'USERS', ['VIEW', 'EDIT', 'ADD'], ['VIEW', 'EDIT', 'ADD']],
  ['RBAC-022', 'AUDITTRAIL', ['VIEW'], ['VIEW']],
  ['RBAC-023', 'ENTERPRISE', ['EDIT', 'VIEW'], ['EDIT', 'VIEW']],
] as const)('%s the group %s has its actions and no other, and a role holds each', async (_row, group, actions, offers) => {
  const named = (list: readonly string[]) => list.map((action) => `${group}.${action}`);
  expect(offered(group)).toEqual(offers && named(offers));
  for (const permission of named(actions)) expect([permission, await held(permission)]).toEqual([permission, true]);
  const everything = ['CREATE', 'EDIT', 'VIEW', 'DELETE', 'ADD', 'APPROVE', 'HANDLE', 'EXECUTE'];
  const others = named(everything.filter((action) => !(actions as readonly string[]).includes(action)));
  for (const permission of others) expect([permission, (await save([permission])).code]).toEqual([permission, 'request.invalid']);
});

test('ADMIN-065 the role configuration is read at its path, by whoever is signed in', async () => {
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const { status, code, data } = (await as(agent).get('/e/enterprise/roles/permissions')).json();
  expect([status, code, data.groups]).toEqual([true, '100', groups]);
  expect(data.roles.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['Administrator', 'Development', 'Handle Chats', 'Campaign Maker', 'Campaign Checker', 'Report Viewer']),
  );
  expect((await stranger().get('/e/enterprise/roles/permissions')).statusCode).toBe(401);
});

test('RBAC-037 reports, broadcasts and the phone book ask for what shows them in the menu, and for nothing else', async () => {
  const customers = '/chatbird/api/customer_master';
  const broadcast = '/chatbird/api/broadcast';
  // The phone book and its uploads: CUSTOMER.VIEW. Quick Send: CHAT.HANDLE, or making campaigns. The delivery report is everybody's by its flag.
  const phoneBook: Call[] = [
    ['get', `${customers}/customers`],
    ['post', `${customers}/customers`],
    ['delete', `${customers}/customers/${id}`],
    ['post', `${customers}/groups`],
    ['post', `${customers}/tags`],
    ['get', `${customers}/uploads`],
    ['post', `${customers}/uploads`],
  ];
  const sending: Call[] = [
    ['get', `${broadcast}/list`],
    ['post', `${broadcast}/send`],
    ['post', `${broadcast}/validate`],
    ['get', `${broadcast}/get/${id}`],
  ];
  const reports: Call[] = [
    ['get', '/chatbird/api/reports/messages/status'],
    ['get', '/chatbird/api/reports/messages/source'],
  ];
  for (const call of phoneBook)
    expect([call, await passes('CUSTOMER.VIEW', call), await passes('AUDITTRAIL.VIEW', call)]).toEqual([call, true, false]);
  for (const call of sending)
    expect([call, await passes('CHAT.HANDLE', call), await passes('AUDITTRAIL.VIEW', call)]).toEqual([call, true, false]);
  for (const call of reports) expect([call, await passes('AUDITTRAIL.VIEW', call)]).toEqual([call, true]);
});

test('RBAC-018 ANALYTICS and ANALYTICS.VIEW are permissions that a role may name, and no role is offered', async () => {
  for (const permission of ['ANALYTICS', 'ANALYTICS.VIEW']) expect((await save([permission])).data.permissions).toEqual([permission]);
  expect((await save(['ANALYTICS.EDIT'])).code).toBe('request.invalid');
  expect(offered('ANALYTICS')).toBeUndefined();
  expect(await held('ANALYTICS')).toBe(true);
  // The flag of analytics gives the other one to everybody, and switched off takes it from everybody.
  expect(await held('ANALYTICS.VIEW')).toBe(true);
});

const e = '/e/enterprise';
/** Each row has the user who passes the call, and the user of the same group who does not. */
test.each<readonly [row: string, call: Call, passing: readonly string[], refused: readonly string[]]>([
  ['RBAC-015', ['get', '/chatbird/api/broadcast/list'], ['CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT'], ['CAMPAIGNS.VIEW', 'CAMPAIGNS.APPROVE']],
  ['RBAC-015', ['get', '/chatbird/api/templates/list'], ['CAMPAIGNS.VIEW'], ['CAMPAIGNS.VIEW_CAMPAIGNREPORT', 'CAMPAIGNS.DELETE']],
  ['RBAC-015', ['delete', `/chatbird/api/campaign/delete/${id}`], ['CAMPAIGNS.DELETE'], ['CAMPAIGNS.EDIT', 'CAMPAIGNS.APPROVE']],
  ['RBAC-015', ['post', `/chatbird/api/activity/reject/${id}`], ['CAMPAIGNS.APPROVE'], ['CAMPAIGNS.EDIT', 'CAMPAIGNS.VIEW_REJECTEDLIST']],
  ['RBAC-015', ['get', `/chatbird/api/campaign/report/${id}`], ['CAMPAIGNS.VIEW_CAMPAIGNREPORT'], ['CAMPAIGNS.DELETE']],
  ['RBAC-016', ['post', '/chatbird/api/nlp/agent'], ['JOURNEYS.CREATE', 'JOURNEYS.EDIT'], ['JOURNEYS.VIEW', 'JOURNEYS.VIEW_REPORTS']],
  [
    'RBAC-016',
    ['get', `${e}/journey/${id}`],
    ['JOURNEYS.VIEW', 'JOURNEYS.EDIT', 'JOURNEYS.DELETE'],
    ['JOURNEYS.VIEW_REPORTS', 'ENCAPS.VIEW'],
  ],
  ['RBAC-016', ['get', `${e}/journey-instances`], ['JOURNEYS.VIEW_JOURNEYMONITOR'], ['JOURNEYS.VIEW', 'JOURNEYS.EDIT']],
  ['RBAC-016', ['delete', `${e}/journey/${id}`], ['JOURNEYS.DELETE'], ['JOURNEYS.EDIT', 'JOURNEYS.VIEW']],
  ['RBAC-020', ['get', `${e}/channels/${id}`], ['CHANNELS.VIEW', 'CHANNELS.EDIT'], ['CHANNELS.CREATE', 'CHANNELS.DELETE']],
  ['RBAC-020', ['post', `${e}/channels`], ['CHANNELS.CREATE'], ['CHANNELS.VIEW', 'CHANNELS.EDIT', 'CHANNELS.DELETE']],
  ['RBAC-020', ['put', `${e}/channels/${id}`], ['CHANNELS.EDIT'], ['CHANNELS.VIEW', 'CHANNELS.CREATE', 'CHANNELS.DELETE']],
  ['RBAC-020', ['delete', `${e}/channels/${id}`], ['CHANNELS.DELETE'], ['CHANNELS.VIEW', 'CHANNELS.CREATE', 'CHANNELS.EDIT']],
  ['RBAC-019', ['post', '/chatbird/api/templates/create'], ['MSG_TEMPLATES.CREATE'], ['MSG_TEMPLATES.VIEW', 'MSG_TEMPLATES.EDIT']],
  ['RBAC-019', ['put', `/chatbird/api/templates/update/${id}`], ['MSG_TEMPLATES.EDIT'], ['MSG_TEMPLATES.VIEW', 'MSG_TEMPLATES.CREATE']],
  ['RBAC-019', ['delete', `/chatbird/api/templates/delete/${id}`], ['MSG_TEMPLATES.DELETE'], ['MSG_TEMPLATES.EDIT']],
  ['RBAC-019', ['get', '/chatbird/api/templates/list'], ['MSG_TEMPLATES.VIEW', 'MSG_TEMPLATES.DELETE'], ['CREATIVES.VIEW']],
  ['RBAC-019', ['post', `${e}/artifacts`], ['CREATIVES.CREATE'], ['CREATIVES.VIEW', 'CREATIVES.EDIT', 'RICHCARDS.VIEW']],
  ['RBAC-019', ['put', `${e}/artifacts/${id}`], ['CREATIVES.EDIT'], ['CREATIVES.VIEW', 'CREATIVES.CREATE']],
  ['RBAC-019', ['delete', `${e}/artifacts/${id}`], ['CREATIVES.DELETE'], ['CREATIVES.VIEW', 'CREATIVES.EDIT']],
  ['RBAC-019', ['get', `${e}/departments/${id}`], ['DEPARTMENTS.VIEW'], ['USERS.VIEW', 'ROLES.VIEW']],
  ['RBAC-019', ['post', `${e}/departments`], ['DEPARTMENTS.CREATE'], ['DEPARTMENTS.VIEW', 'DEPARTMENTS.EDIT']],
  ['RBAC-019', ['put', `${e}/departments/${id}`], ['DEPARTMENTS.EDIT'], ['DEPARTMENTS.VIEW', 'DEPARTMENTS.CREATE']],
  ['RBAC-019', ['delete', `${e}/departments/${id}`], ['DEPARTMENTS.DELETE'], ['DEPARTMENTS.VIEW', 'DEPARTMENTS.EDIT']],
  ['RBAC-019', ['get', `${configuration}/why?userId=${id}&permission=CHAT.HANDLE`], ['ROLES.VIEW'], ['ROLES.DELETE', 'USERS.VIEW']],
  ['RBAC-019', ['put', configuration], ['ROLES.CREATE', 'ROLES.EDIT'], ['ROLES.VIEW', 'ROLES.DELETE']],
  ['RBAC-019', ['delete', `${configuration}/101`], ['ROLES.DELETE'], ['ROLES.VIEW', 'ROLES.EDIT', 'ROLES.CREATE']],
  ['RBAC-021', ['get', `${e}/users/${id}`], ['USERS.VIEW', 'USERS.EDIT', 'USERS.ADD'], ['ROLES.VIEW', 'DEPARTMENTS.VIEW']],
  ['RBAC-021', ['put', `${e}/users/${id}/update_roles`], ['USERS.EDIT'], ['USERS.VIEW', 'USERS.ADD']],
  ['RBAC-021', ['post', `${e}/invitations`], ['USERS.ADD'], ['USERS.VIEW', 'USERS.EDIT']],
  ['RBAC-022', ['get', `${e}/audit_trail`], ['AUDITTRAIL.VIEW'], ['ENTERPRISE.EDIT', 'USERS.VIEW']],
  ['RBAC-023', ['get', `${e}/configuration/general`], ['ENTERPRISE.VIEW', 'ENTERPRISE.EDIT'], ['AUDITTRAIL.VIEW', 'CHAT.CHAT_CONFIG']],
  ['RBAC-023', ['post', `${e}/configuration/general`], ['ENTERPRISE.EDIT'], ['ENTERPRISE.VIEW']],
])('%s %j is open to %j and to nobody with %j alone', async (_row, call, passing, refused) => {
  for (const permission of passing) expect([permission, await passes(permission, call)]).toEqual([permission, true]);
  for (const permission of refused) expect([permission, await passes(permission, call)]).toEqual([permission, false]);
});
