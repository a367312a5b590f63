import { randomBytes } from 'node:crypto';
import { endpoints, type SsoConnection, type UserRow } from '@parley/contract';
import type { PoolClient } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';
import { changed, createTrail } from '../../../../test/trail.ts';

const records = new Map<string, string[][]>();
const app = await startApp({ resolveTxt: (name) => Promise.resolve(records.get(name) ?? []) });
const { as, stranger, makeUser, url } = app;
const { makeScene } = createScenes(app);
const { sso, users, departments, invitations, roles } = endpoints;
const trail = createTrail(app);
const at = (path: string, connectionId: string) => path.replace(':connectionId', connectionId);

type Answer = {
  status: number;
  body: Record<string, unknown> & { id: string; Resources: Record<string, unknown>[]; detail: string; scimType: string; active: boolean };
  type: string;
};
type Setting = { admin: TestUser; heir: TestUser; connection: SsoConnection; domain: string; key: string; call: ReturnType<typeof caller> };

/** Sends requests as a provider does. */
const caller =
  (connectionId: string, key: string) =>
  async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${url}/account/scim/v2/${connectionId}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? {} : JSON.parse(text),
      type: response.headers.get('content-type') ?? '',
    } as Answer;
  };

async function connect(enterprise?: { enterpriseId: string }): Promise<Setting> {
  const admin = await makeUser(enterprise ? { enterprise } : {});
  const heir = await makeUser({ enterprise: admin });
  const made = (
    await as(admin).post(sso.create.path, {
      kind: 'oidc',
      name: 'Our provider',
      issuer: 'https://login.example.com',
      clientId: 'parley',
      roleMap: [
        { providerGroup: 'Agents', roles: [3] },
        { providerGroup: 'Makers', roles: [4] },
      ],
    })
  ).json().data as SsoConnection;
  const domain = `d${randomBytes(5).toString('hex')}.example`;
  const claimed = (await as(admin).post(at(sso.addDomain.path, made.id), { domain })).json().data as SsoConnection;
  records.set(domain, [[claimed.domains[0]?.record ?? '']]);
  const { version } = (await as(admin).put(at(sso.checkDomain.path, made.id), { domain })).json().data as SsoConnection;
  const { connection, key } = (await as(admin).post(at(sso.makeKey.path, made.id), { heir: heir.userId, version })).json().data;
  return { admin, heir, connection, domain, key, call: caller(made.id, key) };
}

let setting: Setting;
beforeAll(async () => {
  setting = await connect();
});
const name = () => randomBytes(5).toString('hex');
const personOf = (domain: string, more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: `${name()}@${domain}`,
  externalId: name(),
  name: { givenName: 'Asha', familyName: 'Rao' },
  active: true,
  title: 'is read over',
  ...more,
});
const readBack = async (admin: TestUser, userId: string): Promise<UserRow> =>
  (await as(admin).get(users.getUser.path.replace(':userId', userId))).json().data;
const patch = (...Operations: object[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations });

test('a group of the provider leaves an entry when it is made, changed and deleted, of its people those who came or went', async () => {
  const { call, domain, admin } = setting;
  const people = [];
  for (const displayName of ['Asha', 'Ben', 'Chen']) people.push((await call('POST', '/Users', personOf(domain, { displayName }))).body);
  const [asha, ben, chen] = people.map(({ id, userName }) => ({ id, email: String(userName) }));
  const member = (one: { id: string } | undefined) => ({ value: one?.id });
  const title = `Team ${name()}`;
  const made = await call('POST', '/Groups', { displayName: title, externalId: 'g-1', members: [member(asha), member(ben)] });
  expect(made.status).toBe(201);
  const path = `/Groups/${made.body.id}`;
  await call(
    'PATCH',
    path,
    patch({ op: 'remove', path: `members[value eq "${ben?.id}"]` }, { op: 'add', path: 'members', value: [member(chen)] }),
  );
  await call('PATCH', path, patch({ op: 'replace', path: 'displayName', value: `${title} 2` }));
  expect((await call('DELETE', path)).status).toBe(204);
  // A refused one leaves nothing.
  expect((await call('POST', '/Groups', { displayName: '' })).status).toBe(400);
  const entries = await trail.details(admin, `kind=scim_group&recordId=${made.body.id}`);
  const named = (...emails: (string | undefined)[]) => Object.fromEntries(emails.map((email) => [email, expect.any(String)]));
  expect(entries.map((entry) => [entry.actorKind, entry.actorName, entry.action, entry.recordName, changed(entry)])).toEqual([
    ['provider', 'Our provider', 'delete', `${title} 2`, expect.objectContaining({ name: [`${title} 2`, null] })],
    ['provider', 'Our provider', 'edit', `${title} 2`, { name: [title, `${title} 2`] }],
    [
      'provider',
      'Our provider',
      'edit',
      title,
      {
        users: [
          { ...named(ben?.email), [String(chen?.email)]: null },
          { ...named(chen?.email), [String(ben?.email)]: null },
        ],
      },
    ],
    [
      'provider',
      'Our provider',
      'create',
      title,
      { name: [null, title], externalId: [null, 'g-1'], users: [null, named(asha?.email, ben?.email)] },
    ],
  ]);
});

test('a provider makes a user, finds, replaces and changes them, and the trail names it', async () => {
  const { call, domain, admin, connection } = setting;
  const person = personOf(domain);
  const made = await call('POST', '/Users', person);
  expect([made.status, made.type]).toEqual([201, 'application/scim+json; charset=utf-8']);
  expect(made.body).toMatchObject({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: person.userName,
    externalId: person.externalId,
    displayName: 'Asha Rao',
    active: true,
    groups: [],
    meta: { resourceType: 'User', location: `${connection.provisioning.baseUri}/Users/${made.body.id}` },
  });
  const { id } = made.body;
  const found = async (filter: string) => (await call('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body;
  for (const filter of [
    `userName eq "${person.userName.toUpperCase()}"`,
    `externalId eq "${person.externalId}"`,
    `emails.value eq "${person.userName}"`,
  ])
    expect(await found(filter)).toMatchObject({ totalResults: 1, startIndex: 1, itemsPerPage: 1, Resources: [{ id }] });
  expect(await found('userName eq "nobody@example.com"')).toMatchObject({ totalResults: 0, Resources: [] });
  const replaced = await call('PUT', `/Users/${id}`, { ...person, displayName: 'Asha R.' });
  expect(replaced.body).toMatchObject({ id, displayName: 'Asha R.' });
  const renamed = await call(
    'PATCH',
    `/Users/${id}`,
    patch({ op: 'Replace', path: 'name.familyName', value: 'Menon' }, { op: 'add', path: 'nickName', value: 'x' }),
  );
  expect(renamed.body).toMatchObject({ displayName: 'Asha Menon', externalId: person.externalId });
  const bare = await call('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { displayName: 'Asha Rao', externalId: 'other' } }));
  expect(bare.body).toMatchObject({ displayName: 'Asha Rao', externalId: 'other' });
  expect(await trail.brief(admin, `kind=user&recordId=${id}`)).toEqual([
    ['Our provider', 'edit', 'Asha Rao'],
    ['Our provider', 'edit', 'Asha Menon'],
    ['Our provider', 'edit', 'Asha R.'],
    ['Our provider', 'create', 'Asha Rao'],
  ]);
  expect((await trail.list(admin, `kind=user&recordId=${id}`))[0]?.actorKind).toBe('provider');
});

test('active false ends the sessions and gives the work to the heir, true lets the person in again; some send the words', async () => {
  const { call, domain, admin, heir } = setting;
  const leaver = await makeUser({ enterprise: admin, email: `${name()}@${domain}` });
  const managed = (await as(admin).post(departments.create.path, { name: name(), manager: leaver.userId })).json().data;
  // A user who is there already is found, and taken over by the first word of the provider.
  const [known] = (await call('GET', `/Users?filter=${encodeURIComponent(`userName eq "${leaver.email}"`)}`)).body.Resources;
  expect(known).toMatchObject({ id: leaver.userId, active: true });
  const left = await call('PATCH', `/Users/${leaver.userId}`, patch({ op: 'Replace', path: 'active', value: 'False' }));
  expect([left.status, left.body.active]).toEqual([200, false]);
  expect((await as(leaver).get(users.me.path)).statusCode).toBe(401);
  expect((await as(admin).get(departments.get.path.replace(':departmentId', managed.id))).json().data.manager.id).toBe(heir.userId);
  expect((await trail.brief(admin, `kind=user&recordId=${leaver.userId}`))[0]).toEqual(['Our provider', 'deactivate', leaver.name]);
  const back = await call('PATCH', `/Users/${leaver.userId}`, patch({ op: 'replace', value: { active: true } }));
  expect(back.body.active).toBe(true);
  expect((await readBack(admin, leaver.userId)).roles).toEqual([1]);
});

test('the last administrator stays, and why is said in words', async () => {
  const { call, heir, admin, domain } = await connect();
  await as(admin).put(users.updateRoles.path.replace(':userId', heir.userId), { roles: [4] });
  const email = `${name()}@${domain}`;
  await app.contextOf(admin).transaction((tx) => tx.updateTable('users').set({ email }).where('userId', '=', admin.userId).execute());
  await call('PATCH', `/Users/${admin.userId}`, patch({ op: 'replace', path: 'displayName', value: 'Boss' }));
  const last = await call('PATCH', `/Users/${admin.userId}`, patch({ op: 'replace', path: 'active', value: false }));
  expect([last.status, last.body.detail]).toEqual([
    409,
    'An enterprise needs at least one administrator. Give somebody else this role first.',
  ]);
  expect((await as(admin).get(users.me.path)).statusCode).toBe(200);
});

test('a provider does no more than whoever made its key may: an administrator is neither renamed nor readdressed nor deactivated', async () => {
  const { admin, connection, domain } = await connect();
  const role = {
    name: 'Settings',
    permissions: ['ENTERPRISE.EDIT', 'ENTERPRISE.VIEW', 'CHAT.HANDLE', 'CHAT.VIEW_CHATHISTORY', 'CUSTOMER.VIEW'],
  };
  const { code } = (await as(admin).put(roles.saveRole.path, role)).json().data;
  const editor = await makeUser({ enterprise: admin, roles: [code] });
  const readOne = async () => ((await as(editor).get(sso.list.path)).json().data.connections as SsoConnection[])[0] as SsoConnection;
  const makeKey = async () =>
    (await as(editor).post(at(sso.makeKey.path, connection.id), { heir: editor.userId, version: (await readOne()).version })).json();
  expect((await makeKey()).code).toBe('role.beyond_own');
  const { id: _id, ...stands } = await readOne();
  const roleMap = [{ providerGroup: 'Agents', roles: [3] }];
  expect((await as(admin).put(at(sso.save.path, connection.id), { ...stands, roleMap })).statusCode).toBe(200);
  const { key } = (await makeKey()).data;
  const call = caller(connection.id, key);
  const boss = await makeUser({ enterprise: admin, email: `${name()}@${domain}` });
  const agent = await makeUser({ enterprise: admin, roles: [3], email: `${name()}@${domain}` });
  const changes = [{ displayName: 'Else' }, { userName: `${name()}@${domain}` }, { active: false }];
  for (const value of changes) {
    const { status, body } = await call('PATCH', `/Users/${boss.userId}`, patch({ op: 'replace', value }));
    expect([status, body.detail]).toEqual([409, 'You cannot give rights that you do not have yourself.']);
  }
  expect(await readBack(admin, boss.userId)).toMatchObject({ name: boss.name, emailId: boss.email });
  expect((await as(boss).get(users.me.path)).statusCode).toBe(200);
  for (const value of changes) expect((await call('PATCH', `/Users/${agent.userId}`, patch({ op: 'replace', value }))).status).toBe(200);
});

const told = async (reader: TestUser): Promise<string[]> =>
  (await as(reader).get(endpoints.notifications.list.path)).json().data.notifications.map(({ code }: { code: string }) => code);

test('a connection whose saver is demoted or deactivated goes on with rights of somebody else, and administrators are told', async () => {
  const { admin, heir, connection, domain, call } = await connect();
  const group = await call('POST', '/Groups', { displayName: 'Agents' });
  const join = async () => {
    const { id } = (await call('POST', '/Users', personOf(domain))).body;
    await call('PATCH', `/Groups/${group.body.id}`, patch({ op: 'add', path: 'members', value: [{ value: id }] }));
    return (await readBack(heir, id)).roles;
  };
  const lender = async () => (await trail.details(heir, `kind=sso_connection&recordId=${connection.id}`))[0];
  await as(heir).put(users.updateRoles.path.replace(':userId', admin.userId), { roles: [6] });
  expect(await join()).toEqual([3]);
  expect(changed((await lender()) as never)).toMatchObject({ lender: [admin.name, heir.name] });
  expect(await told(heir)).toContain('sso.taken_over');
  // The next one goes: the connection is work that somebody has to take, and not just anybody can.
  const boss = await makeUser({ enterprise: admin });
  const plain = await makeUser({ enterprise: admin, roles: [4] });
  const leave = async (moveTo: object) =>
    (
      await as(boss).delete(
        `${users.getUser.path.replace(':userId', heir.userId)}?${new URLSearchParams({ isValidate: 'false', moveTo: JSON.stringify(moveTo) })}`,
      )
    ).json();
  expect(await leave({})).toMatchObject({ code: 'user.work_left', data: { kinds: ['connections', 'heirs'] } });
  expect(await leave({ connections: plain.userId, heirs: plain.userId })).toMatchObject({
    code: 'user.heir_unfit',
    data: { kind: 'connections' },
  });
  expect((await leave({ connections: boss.userId, heirs: plain.userId })).code).toBe('100');
  const { id } = (await call('POST', '/Users', personOf(domain))).body;
  await call('PATCH', `/Groups/${group.body.id}`, patch({ op: 'add', path: 'members', value: [{ value: id }] }));
  expect((await readBack(boss, id)).roles).toEqual([3]);
  const [kept] = (await as(boss).get(sso.list.path)).json().data.connections as SsoConnection[];
  expect(kept?.provisioning.heir?.uId).toBe(plain.userId);
  expect(await told(plain)).toEqual(['work.moved_heirs']);
});

test('a provider takes the administrator roles away who lent it theirs: the others of the same call keep what the map gives', async () => {
  const { admin, heir, connection, domain, call } = await connect();
  const roleMap = [
    { providerGroup: 'Bosses', roles: [1] },
    { providerGroup: 'Agents', roles: [3] },
  ];
  const [{ id: _id, ...stands } = {} as SsoConnection] = (await as(admin).get(sso.list.path)).json().data.connections as SsoConnection[];
  const email = `${name()}@${domain}`;
  await app.contextOf(admin).transaction((tx) => tx.updateTable('users').set({ email }).where('userId', '=', admin.userId).execute());
  expect((await as(admin).put(at(sso.save.path, connection.id), { ...stands, roleMap })).statusCode).toBe(200);
  await call('PATCH', `/Users/${admin.userId}`, patch({ op: 'replace', path: 'displayName', value: 'Boss' }));
  const other = (await call('POST', '/Users', personOf(domain))).body.id;
  const members = [{ value: admin.userId }, { value: other }];
  const group = await call('POST', '/Groups', { displayName: 'Bosses', members });
  expect((await readBack(heir, other)).roles).toEqual([1]);
  expect((await call('PATCH', `/Groups/${group.body.id}`, patch({ op: 'replace', path: 'displayName', value: 'Agents' }))).status).toBe(
    200,
  );
  expect([(await readBack(heir, admin.userId)).roles, (await readBack(heir, other)).roles]).toEqual([[3], [3]]);
});

test('no leaver keeps a session: the heir leaves too, work that the heir cannot take goes to an administrator, chats to their queue', async () => {
  const { enterprise, users: people, asha, visitor } = await makeScene();
  const scene = await connect(enterprise);
  const { admin, heir, call, domain, connection } = scene;
  await as(admin).put(users.updateRoles.path.replace(':userId', heir.userId), { roles: [4] });
  const readdress = async (userId: string) => {
    const email = `${name()}@${domain}`;
    await app.contextOf(admin).transaction((tx) => tx.updateTable('users').set({ email }).where('userId', '=', userId).execute());
  };
  const leave = (userId: string) => call('PATCH', `/Users/${userId}`, patch({ op: 'replace', path: 'active', value: false }));
  const { chatId } = await visitor.say('Hello');
  await asha.ask('agentPickupChat', { chatId });
  await readdress(people.asha.userId);
  expect((await leave(people.asha.userId)).status).toBe(200);
  expect((await as(people.asha).get(users.me.path)).statusCode).toBe(401);
  const waiting = (await as(people.ben).get(`/e/enterprise/chat/${chatId}`)).json().data;
  expect(waiting).toMatchObject({ ownerId: '', state: 0 });
  expect(await told(admin)).toContain('scim.heir_unfit');
  // The heir: departments and being the heir go to the user who stands for the connection.
  const managed = (await as(admin).post(departments.create.path, { name: name(), manager: heir.userId })).json().data;
  await readdress(heir.userId);
  expect((await leave(heir.userId)).status).toBe(200);
  expect((await as(heir).get(users.me.path)).statusCode).toBe(401);
  expect((await as(admin).get(departments.get.path.replace(':departmentId', managed.id))).json().data.manager.id).toBe(admin.userId);
  const kept = ((await as(admin).get(sso.list.path)).json().data.connections as SsoConnection[]).find(({ id }) => id === connection.id);
  expect(kept?.provisioning.heir?.uId).toBe(admin.userId);
  // One whom the key may not deactivate: nothing of the call is done, sessions by the provider end, and administrators hear of it.
  const last = await makeUser({ enterprise: admin });
  await as(last).put(users.updateRoles.path.replace(':userId', admin.userId), { roles: [6] });
  await readdress(last.userId);
  await app
    .contextOf(admin)
    .transaction((tx) => tx.updateTable('sessions').set({ connectionId: connection.id }).where('userId', '=', last.userId).execute());
  const both = patch({ op: 'replace', value: { active: false, displayName: 'Gone' } });
  expect((await call('PATCH', `/Users/${last.userId}`, both)).status).toBe(409);
  expect((await as(last).get(users.me.path)).statusCode).toBe(401);
  const again = { ...last, ...(await app.makeSession(last)) };
  expect((await readBack(again, last.userId)).name).toBe(last.name);
  expect(await told(again)).toContain('scim.refused');
});

test('a patch is done wholly or not at all; the same patch twice is the same name; addresses are addresses, and nothing is a failure of ours', async () => {
  const { call, domain, admin, key, connection } = setting;
  const { id } = (await call('POST', '/Users', personOf(domain, { name: { givenName: 'Asha', familyName: 'Rao' } }))).body;
  const given = patch({ op: 'replace', path: 'name.givenName', value: 'Asha Maria' });
  for (let time = 0; time < 3; time += 1) expect((await call('PATCH', `/Users/${id}`, given)).body.displayName).toBe('Asha Maria Rao');
  const dotted = patch({ op: 'replace', value: { 'name.givenName': 'Asha', 'name.familyName': 'van der Berg' } });
  expect((await call('PATCH', `/Users/${id}`, dotted)).body.displayName).toBe('Asha van der Berg');
  // The administrator of the connection is the last: the name is refused with the deactivation.
  const lone = await connect();
  await as(lone.admin).put(users.updateRoles.path.replace(':userId', lone.heir.userId), { roles: [4] });
  const email = `${name()}@${lone.domain}`;
  await app
    .contextOf(lone.admin)
    .transaction((tx) => tx.updateTable('users').set({ email }).where('userId', '=', lone.admin.userId).execute());
  expect(
    (await lone.call('PATCH', `/Users/${lone.admin.userId}`, patch({ op: 'replace', value: { displayName: 'Else', active: false } })))
      .status,
  ).toBe(409);
  expect((await readBack(lone.admin, lone.admin.userId)).name).toBe(lone.admin.name);
  for (const userName of [`two words@${domain}`, `@${domain}`, `a@b@${domain}`, `<x>@${domain}`])
    expect((await call('POST', '/Users', personOf(domain, { userName }))).body.scimType).toBe('invalidValue');
  for (const [method, path, body] of [
    ['POST', '/Users', personOf(domain, { displayName: 'A\u0000' })],
    ['PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'externalId', value: '\u0000' })],
    ['POST', '/Groups', { displayName: 'A\u0000' }],
    ['GET', `/Users?filter=${encodeURIComponent('externalId eq "\u0000"')}`, undefined],
  ] as const)
    expect([(await call(method, path, body)).status, path]).toEqual([400, path]);
  const bare = await fetch(`${url}/account/scim/v2/${connection.id}/Users/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json' },
  });
  expect([bare.status, (await as(admin).get(users.getUser.path.replace(':userId', id))).json().data.state]).toEqual([204, 2]);
});

test('groups give the roles of the map: members come and go, a group is renamed and deleted; roles given by hand stay', async () => {
  const { call, domain, admin } = setting;
  const [one, two] = [await call('POST', '/Users', personOf(domain)), await call('POST', '/Users', personOf(domain))].map(
    ({ body }) => body.id,
  ) as [string, string];
  const rolesOf = async (id: string) => (await readBack(admin, id)).roles;
  expect(await rolesOf(one)).toEqual([]);
  const group = await call('POST', '/Groups', { displayName: 'Agents', members: [{ value: one }] });
  expect([group.status, group.body.members]).toMatchObject([201, [{ value: one, display: 'Asha Rao' }]]);
  const path = `/Groups/${group.body.id}`;
  expect([await rolesOf(one), await rolesOf(two)]).toEqual([[3], []]);
  await as(admin).put(users.updateRoles.path.replace(':userId', one), { roles: [3, 6] });
  await call('PATCH', path, patch({ op: 'add', path: 'members', value: [{ value: two }] }));
  expect([await rolesOf(one), await rolesOf(two)]).toEqual([[3, 6], [3]]);
  expect((await call('GET', `/Users/${two}`)).body.groups).toMatchObject([{ value: group.body.id, display: 'Agents' }]);
  await call('PATCH', path, patch({ op: 'Remove', path: `members[value eq "${two}"]` }));
  expect(await rolesOf(two)).toEqual([]);
  await call('PATCH', path, patch({ op: 'replace', path: 'displayName', value: 'Makers' }));
  expect(await rolesOf(one)).toEqual([4, 6]);
  await call('PUT', path, { displayName: 'Makers', members: [{ value: two }] });
  expect([await rolesOf(one), await rolesOf(two)]).toEqual([[6], [4]]);
  expect((await call('GET', `${path}?excludedAttributes=members`)).body).not.toHaveProperty('members');
  expect((await call('GET', `/Groups?filter=${encodeURIComponent('displayName eq "makers"')}`)).body.Resources).toMatchObject([
    { id: group.body.id },
  ]);
  expect((await call('POST', '/Groups', { displayName: 'MAKERS' })).body.scimType).toBe('uniqueness');
  expect((await call('DELETE', path)).status).toBe(204);
  expect([await rolesOf(two), (await call('GET', path)).status]).toEqual([[], 404]);
});

/** People whom the provider manages, made at once: a call each would take the test minutes. */
async function addManaged({ admin, connection, domain }: Setting, count: number): Promise<string[]> {
  const { enterpriseId } = admin;
  const people = Array.from({ length: count }, () => ({
    enterpriseId,
    userId: newId(),
    name: 'Asha',
    email: `${name()}@${domain}`,
    passwordHash: '',
  }));
  const managed = people.map(({ userId }) => ({
    enterpriseId,
    userId,
    connectionId: connection.id,
    createdAt: new Date(),
    updatedAt: new Date(),
  }));
  await app.contextOf(admin).transaction(async (tx) => {
    await tx.insertInto('users').values(people).execute();
    await tx.insertInto('scimUsers').values(managed).execute();
  });
  return people.map(({ userId }) => userId);
}

/** Statements of each transaction that touches the members of a group, while `work` runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<number[]> {
  const counts: number[] = [];
  const watch = (client: PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    let texts: string[] = [];
    client.query = ((...args: unknown[]) => {
      const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text;
      if (text === 'begin') texts = [];
      texts.push(text);
      if (text === 'commit' && texts.some((one) => one.includes('scim_group_members'))) counts.push(texts.length);
      return query(...args);
    }) as typeof client.query;
    return () => {
      client.query = query as typeof client.query;
    };
  };
  const restore = new Map<PoolClient, () => void>();
  const onAcquire = (client: PoolClient) => void (restore.has(client) || restore.set(client, watch(client)));
  app.deps.pool.on('acquire', onAcquire);
  await work();
  app.deps.pool.off('acquire', onAcquire);
  for (const undo of restore.values()) undo();
  return counts;
}

test('a change of a group is one set of queries for any number of members', async () => {
  const scene = await connect();
  const { call, admin } = scene;
  const people = await addManaged(scene, 201);
  const [first = '', ...rest] = people;
  const group = await call('POST', '/Groups', { displayName: 'Agents' });
  const path = `/Groups/${group.body.id}`;
  const member = (id: string) => ({ value: id });
  const changing = async (...operations: object[]) => {
    const counts = await statementsOf(async () => expect((await call('PATCH', path, patch(...operations))).status).toBe(200));
    return Math.max(...counts);
  };
  const one = await changing({ op: 'add', path: 'members', value: [member(first)] });
  const many = await changing({ op: 'add', path: 'members', value: rest.map(member) });
  expect([one > 5, many]).toEqual([true, one]);
  const rolesOf = async (id: string) => (await readBack(admin, id)).roles;
  expect([await rolesOf(first), await rolesOf(rest[0] ?? ''), await rolesOf(rest.at(-1) ?? '')]).toEqual([[3], [3], [3]]);
  // Another name gives everybody other roles, and each of them has an entry.
  expect(await changing({ op: 'replace', path: 'displayName', value: 'Makers' })).toBeLessThanOrEqual(one + 1);
  expect([await rolesOf(first), await rolesOf(rest.at(-1) ?? '')]).toEqual([[4], [4]]);
  expect((await trail.brief(admin, `kind=user&recordId=${rest.at(-1)}`)).map(([, action]) => action)).toEqual(['give_roles', 'give_roles']);
  expect(await changing({ op: 'remove', path: 'members' })).toBeLessThanOrEqual(one + 1);
  expect([await rolesOf(first), await rolesOf(rest.at(-1) ?? '')]).toEqual([[], []]);
});

test('an invitation that waits gives its roles; a deleted person is made anew from what is kept', async () => {
  const { call, domain, admin } = setting;
  const person = personOf(domain);
  await as(admin).post(invitations.invite.path, { emailId: [person.userName], roles: [6], departments: [] });
  const { id } = (await call('POST', '/Users', person)).body;
  expect((await readBack(admin, id)).roles).toEqual([6]);
  expect((await call('DELETE', `/Users/${id}`)).status).toBe(204);
  expect((await call('GET', `/Users/${id}`)).status).toBe(404);
  const again = await call('POST', '/Users', person);
  expect([again.status, again.body.id, again.body.active]).toEqual([201, id, true]);
});

test('refused as the protocol says it: taken, foreign domains, filters, garbage, unknown members', async () => {
  const { call, domain, admin } = setting;
  const person = personOf(domain);
  await call('POST', '/Users', person);
  const brief = async (method: string, path: string, body?: unknown) => {
    const { status, body: refusal } = await call(method, path, body);
    return [status, refusal.scimType, (refusal.schemas as string[])[0], refusal.status];
  };
  const error = 'urn:ietf:params:scim:api:messages:2.0:Error';
  expect(await brief('POST', '/Users', person)).toEqual([409, 'uniqueness', error, '409']);
  expect(await brief('POST', '/Users', personOf(domain, { externalId: person.externalId }))).toEqual([409, 'uniqueness', error, '409']);
  expect(await brief('POST', '/Users', personOf('elsewhere.example'))).toEqual([400, 'invalidValue', error, '400']);
  expect(await brief('POST', '/Users', {})).toEqual([400, 'invalidValue', error, '400']);
  expect(await brief('POST', '/Users', '{')).toEqual([400, 'invalidSyntax', error, '400']);
  expect(await brief('POST', '/Users', [])).toEqual([400, 'invalidSyntax', error, '400']);
  expect(await brief('GET', `/Users?filter=${encodeURIComponent('userName sw "a"')}`)).toEqual([400, 'invalidFilter', error, '400']);
  expect(await brief('GET', `/Users?filter=${encodeURIComponent('password eq "a"')}`)).toEqual([400, 'invalidFilter', error, '400']);
  expect((await call('GET', '/Users?filter=a&filter=b&count=0')).status).toBe(200);
  expect(await brief('PATCH', `/Users/${newId()}`, patch({ op: { toString: 1 } }))).toEqual([404, undefined, error, '404']);
  expect(await brief('GET', '/Users?count=many')).toEqual([400, 'invalidValue', error, '400']);
  expect(await brief('GET', `/Users/${newId()}`)).toEqual([404, undefined, error, '404']);
  expect(await brief('GET', '/Users/nobody')).toEqual([404, undefined, error, '404']);
  expect(await brief('POST', '/Groups', { displayName: name(), members: [{ value: admin.userId }] })).toEqual([
    400,
    'invalidValue',
    error,
    '400',
  ]);
  expect(await brief('POST', '/Groups', { displayName: 7 })).toEqual([400, 'invalidValue', error, '400']);
  expect(await brief('PATCH', `/Users/${admin.userId}`, patch({ op: 'replace', path: 'active', value: false }))).toEqual([
    404,
    undefined,
    error,
    '404',
  ]);
});

test('the key is the connection’s: a stranger, another connection’s key and an old one are refused; another enterprise’s people are not there', async () => {
  const other = await connect();
  const { connection, key, domain, admin } = setting;
  const person = (await setting.call('POST', '/Users', personOf(domain))).body;
  expect((await other.call('GET', `/Users/${person.id}`)).status).toBe(404);
  expect((await caller(connection.id, other.key)('GET', '/Users')).status).toBe(401);
  expect((await caller(connection.id, 'scim_none')('GET', '/Users')).status).toBe(401);
  expect((await caller('nothing', key)('GET', '/Users')).status).toBe(401);
  expect((await stranger().get(`/account/scim/v2/${connection.id}/Users`)).statusCode).toBe(401);
  const { version } = ((await as(other.admin).get(sso.list.path)).json().data.connections as SsoConnection[])[0] as SsoConnection;
  const renewed = await as(other.admin).post(at(sso.makeKey.path, other.connection.id), { heir: other.heir.userId, version });
  expect((await other.call('GET', '/Users')).status).toBe(401);
  const fresh = caller(other.connection.id, renewed.json().data.key);
  expect((await fresh('GET', '/Users')).status).toBe(200);
  await as(other.admin).delete(at(sso.removeKey.path, other.connection.id));
  expect((await fresh('GET', '/Users')).status).toBe(401);
  // The settings show the ending of the key.
  const [kept] = (await as(admin).get(sso.list.path)).json().data.connections as SsoConnection[];
  expect(kept?.provisioning).toMatchObject({ keyEnding: key.slice(-4), heir: { uId: setting.heir.userId } });
  expect(JSON.stringify(kept)).not.toContain(key);
  expect(await trail.keptText(admin)).not.toContain(key);
});

test('the service tells what it supports', async () => {
  const { call } = setting;
  expect((await call('GET', '/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
  });
  expect((await call('GET', '/ResourceTypes')).body.Resources.map(({ endpoint }) => endpoint)).toEqual(['/Users', '/Groups']);
  expect((await call('GET', '/Schemas')).body.Resources.map(({ name: schema }) => schema)).toEqual(['User', 'Group']);
  expect((await call('GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:Group')).body.name).toBe('Group');
  expect((await call('GET', '/Schemas/other')).status).toBe(404);
});

test('pages are cut as the protocol counts them, from 1', async () => {
  const { call, domain } = await connect();
  for (let made = 0; made < 3; made += 1) await call('POST', '/Users', personOf(domain));
  const first = (await call('GET', '/Users?startIndex=1&count=2')).body;
  const rest = (await call('GET', '/Users?startIndex=3&count=2')).body;
  expect([first.totalResults, first.itemsPerPage, rest.startIndex, rest.itemsPerPage]).toEqual([3, 2, 3, 1]);
  expect(new Set([...first.Resources, ...rest.Resources].map(({ id }) => id)).size).toBe(3);
  expect((await call('GET', '/Users?count=0')).body).toMatchObject({ totalResults: 3, Resources: [] });
});
