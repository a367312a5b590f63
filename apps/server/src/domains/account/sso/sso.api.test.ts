import { createHmac, randomBytes } from 'node:crypto';
import { endpoints, type SsoConnection, ssoLimits } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { type TestUser, testPassword } from '../../../../test/factories.ts';
import { createFactors } from '../../../../test/factors.ts';
import { startForger, startProvider } from '../../../../test/identity-provider.ts';
import { createTrail } from '../../../../test/trail.ts';
import { recheckDomains } from '../connection/sso.domains.ts';
import { mailRecovery } from '../identity/password.service.ts';

/** The TXT records that the net has. */
const records = new Map<string, string[][]>();
let shiftMs = 0;
let isNetDown = false;
const app = await startApp({
  now: () => new Date(Date.now() + shiftMs),
  config: { privateHosts: ['127.0.0.1'] },
  resolveTxt: (name) => (isNetDown ? Promise.reject(new Error('timeout')) : Promise.resolve(records.get(name) ?? [])),
});
const { as, stranger, makeUser, makeSession, signIn, contextOf, waitForMails } = app;
const { sso, users, account, roles } = endpoints;
const trail = createTrail(app);
const { addApp } = createFactors(app);
const provider = await startProvider();
const forger = await startForger();

const at = (path: string, connectionId: string) => path.replace(':connectionId', connectionId);
const makeDomain = () => `d${randomBytes(5).toString('hex')}.example`;
const input = (more: object = {}) => ({
  kind: 'oidc',
  name: 'Our provider',
  issuer: provider.issuer,
  clientId: 'parley',
  clientSecret: 'provider-secret-canary',
  roleMap: [{ providerGroup: 'agents', roles: [3] }],
  ...more,
});

/** A connection with a verified domain, switched on by a test that has gone well. */
async function connect(admin: TestUser, more: object = {}): Promise<{ connection: SsoConnection; domain: string }> {
  const client = as(admin);
  const made = (await client.post(sso.create.path, input(more))).json().data as SsoConnection;
  provider.serve({ clientId: 'parley', clientSecret: 'provider-secret-canary', redirectUri: made.redirectUri });
  const domain = makeDomain();
  await verify(admin, made.id, domain);
  await takeTest(admin, made.id);
  const { version } = await read(admin, made.id);
  const on = await client.put(at(sso.setState.path, made.id), { isOn: true, version });
  return { connection: on.json().data, domain };
}

const read = async (admin: TestUser, id: string): Promise<SsoConnection> => {
  const { connections } = (await as(admin).get(sso.list.path)).json().data as { connections: SsoConnection[] };
  return connections.find((connection) => connection.id === id) as SsoConnection;
};

async function verify(admin: TestUser, connectionId: string, domain: string): Promise<SsoConnection> {
  const claimed = (await as(admin).post(at(sso.addDomain.path, connectionId), { domain })).json().data as SsoConnection;
  records.set(domain, [['v=spf1 -all'], [claimed.domains.find((one) => one.domain === domain)?.record ?? '']]);
  return (await as(admin).put(at(sso.checkDomain.path, connectionId), { domain })).json().data;
}

async function takeTest(
  admin: TestUser,
  connectionId: string,
  who: { sub: string } & Record<string, unknown> = { sub: 'tester', groups: ['agents'] },
) {
  const { address, state } = (await as(admin).post(at(sso.test.path, connectionId), {})).json().data;
  return complete(state, await provider.signIn(address, who));
}

const complete = (state: string, answer: URLSearchParams, client = stranger()) =>
  client.post(sso.callback.path, { token: answer.get('code') ?? '', state, iss: answer.get('iss') ?? '' });

const depart = async (domain: string, routePath = '') =>
  (await stranger().post(sso.validate.path, { email: `somebody@${domain}`, routePath })).json().data as { address: string; state: string };

/** Signs a person in by the provider, as their browser would. */
async function enter(domain: string, who: { sub: string } & Record<string, unknown>, routePath = '') {
  const { address, state } = await depart(domain, routePath);
  return complete(state, await provider.signIn(address, { email_verified: true, name: 'Asha', ...who }));
}
const codeOf = (answer: { json: () => { code: string; data: { reason?: string } } }) => [answer.json().code, answer.json().data.reason];

test('AUTH-020 AUTH-060 AUTH-061 AUTH-086 AUTH-088 a person of the domain signs in by the provider, and is made with the roles of their groups', async () => {
  const admin = await makeUser();
  const { domain, connection } = await connect(admin);
  const { address, state } = await depart(domain, '/chat/conversation');
  const asked = new URL(address).searchParams;
  expect(asked.get('redirect_uri')).toBe(connection.redirectUri);
  expect([asked.get('code_challenge_method'), asked.get('state') === state, asked.get('nonce')?.length]).toEqual(['S256', true, 43]);
  const back = await provider.signIn(address, {
    sub: 'asha',
    email: `Asha@${domain}`,
    email_verified: true,
    name: 'Asha Rao',
    groups: ['agents'],
  });
  const entered = await complete(state, back);
  expect(entered.json().data.routePath).toBe('/chat/conversation');
  const me = (await as(entered.json().data).get(users.me.path)).json().data;
  expect(me).toMatchObject({ name: 'Asha Rao', emailId: `asha@${domain}`, roles: [3], hasProvider: true, sessionKind: 'password' });
  expect((await complete(state, back)).json().code).toBe('sso.attempt_over');
  // The provider alone knows a password of theirs.
  expect((await signIn(`asha@${domain}`, '')).statusCode).toBe(400);
  expect((await signIn(`asha@${domain}`, 'anything-1')).json().code).toBe('login.failed');
  expect(await trail.brief(admin, 'kind=user')).toEqual([['Our provider', 'create', 'Asha Rao']]);
  expect((await trail.list(admin, 'kind=user'))[0]?.actorKind).toBe('provider');
});

test('the subject at the provider identifies a person: another address is the same, another person with the address is not', async () => {
  const admin = await makeUser();
  const { domain } = await connect(admin);
  const one = (await enter(domain, { sub: 'one', email: `one@${domain}`, groups: ['agents'] })).json().data;
  const id = (await as(one).get(users.me.path)).json().data.uId;
  const renamed = (await enter(domain, { sub: 'one', email: 'else@elsewhere.example', groups: ['agents'] })).json().data;
  expect((await as(renamed).get(users.me.path)).json().data).toMatchObject({ uId: id, emailId: `one@${domain}` });
  expect((await as(one).get(users.me.path)).statusCode).toBe(401);
});

test('addresses are answered alike whether or not somebody has them, and without a verified domain nobody leaves', async () => {
  const admin = await makeUser();
  const { domain, connection } = await connect(admin);
  const known = (await stranger().post(sso.validate.path, { email: `known@${domain}` })).json();
  expect(Object.keys(known.data)).toEqual(['address', 'state']);
  const other = makeDomain();
  await as(admin).post(at(sso.addDomain.path, connection.id), { domain: other });
  for (const email of [`x@${other}`, 'x@nowhere.example', admin.email])
    expect((await stranger().post(sso.validate.path, { email })).json().code).toBe('sso.not_configured');
});

test('refused and in the trail, and no user made: foreign domain, unverified address, no address, another enterprise’s, deactivated, no role', async () => {
  const admin = await makeUser();
  const { domain } = await connect(admin);
  const foreigner = await makeUser({ email: `taken@${domain}` });
  const gone = await makeUser({ enterprise: admin, email: `gone@${domain}` });
  await as(admin).delete(users.deactivate.path.replace(':userId', gone.userId));
  const count = () =>
    contextOf(admin).read((tx) => tx.selectFrom('users').select('userId').where('enterpriseId', '=', admin.enterpriseId).execute());
  const before = (await count()).length;
  const groups = ['agents'];
  const refusals = [
    [{ sub: 'r1', email: 'a@elsewhere.example', groups }, 'domain_foreign'],
    [{ sub: 'r2', email: `b@${domain}`, email_verified: false, groups }, 'email_unverified'],
    [{ sub: 'r3', groups }, 'email_missing'],
    [{ sub: 'r4', email: `two words@${domain}`, groups }, 'email_missing'],
    [{ sub: 'r4', email: foreigner.email, groups }, 'account_elsewhere'],
    [{ sub: 'r5', email: gone.email, groups }, 'account_deactivated'],
    [{ sub: 'r6', email: `c@${domain}`, groups: ['others'] }, 'no_role'],
  ] as const;
  for (const [who, reason] of refusals) expect(codeOf(await enter(domain, { ...who }))).toEqual(['sso.refused', reason]);
  expect((await count()).length).toBe(before);
  const entries = await trail.list(admin, 'kind=session&action=login_failed');
  expect(entries.map(({ actorKind, result }) => [actorKind, result])).toEqual(refusals.map(() => ['provider', 'refused']));
  expect((await trail.newest(admin, 'kind=session&action=login_failed')).reason).toBe('sso.refused no_role');
});

test('mapped roles replace those that mapping gave alone, and never the last administrator', async () => {
  const admin = await makeUser();
  const { domain } = await connect(admin, {
    roleMap: [
      { providerGroup: 'agents', roles: [3] },
      { providerGroup: 'makers', roles: [4] },
    ],
    defaultRoles: [],
  });
  const rolesNow = async (groups: string[], sub = 'mapped', email = `mapped@${domain}`) => {
    const entered = (await enter(domain, { sub, email, groups })).json();
    return entered.data.token ? (await as(entered.data).get(users.me.path)).json().data.roles : entered.code;
  };
  expect(await rolesNow(['agents'])).toEqual([3]);
  const [{ uId }] = (await as(admin).get(`${users.listUsers.path}?name=Asha`)).json().response.users;
  await as(admin).put(users.updateRoles.path.replace(':userId', uId), { roles: [3, 6] });
  expect(await rolesNow(['makers'])).toEqual([4, 6]);
  expect(await rolesNow([])).toEqual([6]);
  const ownDomain = await makeUser({ enterprise: admin, email: `second@${domain}` });
  expect(await rolesNow(['agents'], 'second', ownDomain.email)).toEqual([1, 3]);
});

test('a pending invitation gives its roles to whoever comes by the provider, and is accepted by it', async () => {
  const admin = await makeUser();
  const { domain } = await connect(admin);
  const email = `invited@${domain}`;
  const { invitations } = (await as(admin).post(endpoints.invitations.invite.path, { emailId: [email], roles: [6] })).json().data;
  expect(invitations).toHaveLength(1);
  const entered = (await enter(domain, { sub: 'invited', email, groups: ['agents'] })).json().data;
  expect((await as(entered).get(users.me.path)).json().data.roles).toEqual([3, 6]);
  expect((await as(admin).get(endpoints.invitations.list.path)).json().response?.invitations ?? []).toEqual([]);
});

test('role.beyond_own: nobody maps a role that they may not give; a role that grew beyond its editor is given no more, and whoever demotes an editor stands for the map', async () => {
  const admin = await makeUser();
  const role = (
    await as(admin).put(roles.saveRole.path, { name: 'Settings', permissions: ['ENTERPRISE.EDIT', 'ENTERPRISE.VIEW', 'CHAT.HANDLE'] })
  ).json().data;
  const editor = await makeUser({ enterprise: admin, roles: [role.code] });
  const beyond = await as(editor).post(sso.create.path, input({ roleMap: [{ providerGroup: 'bosses', roles: [1] }] }));
  expect([beyond.statusCode, beyond.json().code]).toEqual([409, 'role.beyond_own']);
  expect((await as(editor).post(sso.create.path, input({ roleMap: [{ providerGroup: 'bosses', roles: [999] }] }))).json().code).toBe(
    'role.not_found',
  );
  const boss = await makeUser({ enterprise: admin });
  const { domain } = await connect(boss, {
    roleMap: [
      { providerGroup: 'bosses', roles: [1] },
      { providerGroup: 'agents', roles: [3] },
    ],
  });
  await as(admin).put(users.updateRoles.path.replace(':userId', boss.userId), { roles: [3] });
  const rolesOf = async (sub: string, groups: string[]) => {
    const entered = (await enter(domain, { sub, email: `${sub}@${domain}`, groups })).json().data;
    return (await as(entered).get(users.me.path)).json().data.roles;
  };
  expect(await rolesOf('x', ['bosses', 'agents'])).toEqual([1, 3]);
  const own = (await as(admin).put(roles.saveRole.path, { name: 'Desk', permissions: ['CHAT.HANDLE'] })).json().data;
  const [stands] = (await as(editor).get(sso.list.path)).json().data.connections as [SsoConnection];
  const roleMap = [
    { providerGroup: 'desk', roles: [own.code] },
    { providerGroup: 'agents', roles: [role.code] },
  ];
  expect(
    (await as(editor).put(at(sso.save.path, stands.id), { ...input(), issuer: stands.issuer, roleMap, version: stands.version })).json()
      .status,
  ).toBe(true);
  expect(await rolesOf('y', ['desk', 'agents'])).toEqual([role.code, own.code].sort());
  await as(admin).put(roles.saveRole.path, { ...own, permissions: ['CHAT.HANDLE', 'CUSTOMER.VIEW'] });
  expect(await rolesOf('z', ['desk', 'agents'])).toEqual([role.code]);
});

test('a domain is one enterprise’s: proved by a TXT record, looked at again after a week', async () => {
  const [one, other] = [await makeUser(), await makeUser()];
  const { domain, connection } = await connect(one);
  const rival = (await as(other).post(sso.create.path, input())).json().data as SsoConnection;
  expect((await as(other).post(at(sso.addDomain.path, rival.id), { domain })).json().code).toBe('sso.domain_taken');
  const contested = makeDomain();
  const claims = await Promise.all(
    [[one, connection.id] as const, [other, rival.id] as const].map(async ([who, id]) => {
      const claimed = (await as(who).post(at(sso.addDomain.path, id), { domain: contested })).json().data as SsoConnection;
      return claimed.domains.find((row) => row.domain === contested)?.record ?? '';
    }),
  );
  records.set(
    contested,
    claims.map((record) => [record.slice(0, 10), record.slice(10)]),
  );
  const check = async (who: TestUser, id: string) => (await as(who).put(at(sso.checkDomain.path, id), { domain: contested })).json();
  const first = (await check(one, connection.id)).data as SsoConnection;
  expect(first.domains.find((row) => row.domain === contested)?.isVerified).toBe(true);
  expect((await check(other, rival.id)).code).toBe('sso.domain_taken');
  const unproved = (await as(other).put(at(sso.checkDomain.path, rival.id), { domain: makeDomain() })).json();
  expect(unproved.code).toBe('sso.not_found');

  shiftMs += 8 * 24 * 3_600_000;
  isNetDown = true;
  await recheckDomains(app.deps);
  isNetDown = false;
  expect((await stranger().post(sso.validate.path, { email: `a@${domain}` })).statusCode).toBe(200);
  shiftMs += 8 * 24 * 3_600_000;
  records.delete(domain);
  await recheckDomains(app.deps);
  shiftMs -= 16 * 24 * 3_600_000;
  expect((await stranger().post(sso.validate.path, { email: `a@${domain}` })).json().code).toBe('sso.not_configured');
  const { notifications } = (await as(one).get(endpoints.notifications.list.path)).json().data;
  expect(notifications.map(({ code }: { code: string }) => code)).toContain('sso.domain_lost');
});

test('a test tells what came and opens no session; only then, and with a domain, the connection is switched on', async () => {
  const admin = await makeUser();
  const made = (await as(admin).post(sso.create.path, input())).json().data as SsoConnection;
  const switchOn = async () =>
    (await as(admin).put(at(sso.setState.path, made.id), { isOn: true, version: (await read(admin, made.id)).version })).json().code;
  expect(await switchOn()).toBe('sso.not_tested');
  provider.serve({ clientId: 'parley', clientSecret: 'provider-secret-canary', redirectUri: made.redirectUri });
  const told = (await takeTest(admin, made.id, { sub: 'me', email: 'me@x.example', groups: ['agents', 'else'] })).json().data;
  expect(told).toEqual({
    test: { connection: 'Our provider', subject: 'me', email: 'me@x.example', groups: ['agents', 'else'], roles: ['Handle Chats'] },
  });
  expect(await switchOn()).toBe('sso.domain_unverified');
  await verify(admin, made.id, makeDomain());
  expect(await switchOn()).toBe('100');
  const { version } = await read(admin, made.id);
  const other = (await as(admin).put(at(sso.save.path, made.id), { ...input({ clientId: 'other' }), version })).json().data;
  expect(other).toMatchObject({ state: 'draft', isEnforced: false, testedAt: null, hasSecret: true });
  expect((await as(admin).put(at(sso.save.path, made.id), { ...input(), version })).json().code).toBe('record.changed');
});

test('enforced: passwords are for exempt administrators with a second factor alone; what shuts the enterprise out is refused', async () => {
  const admin = await makeUser();
  const { domain, connection } = await connect(admin);
  const colleague = await makeUser({ enterprise: admin, roles: [3] });
  const enforce = async (body: object, who = admin) =>
    (
      await as(who).put(at(sso.enforce.path, connection.id), {
        isEnforced: true,
        version: (await read(who, connection.id)).version,
        ...body,
      })
    ).json();
  expect((await enforce({ exempt: [] })).code).toBe('sso.no_exempt');
  expect((await enforce({ exempt: [admin.userId] })).code).toBe('sso.no_exempt');
  await addApp(admin);
  expect((await enforce({ exempt: [admin.userId, colleague.userId] })).code).toBe('sso.no_exempt');
  shiftMs += (ssoLimits.testMinutes + 1) * 60_000;
  const late = await makeSession(admin);
  await contextOf(admin).transaction((tx) =>
    tx
      .updateTable('sessions')
      .set({ provedAt: app.deps.now() })
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('sessionId', '=', late.sessionId)
      .execute(),
  );
  expect((await enforce({ exempt: [admin.userId] }, { ...admin, ...late })).code).toBe('sso.not_tested');
  shiftMs = 0;
  expect((await enforce({ exempt: [admin.userId] })).data).toMatchObject({
    isEnforced: true,
    exempt: [{ uId: admin.userId, name: admin.name }],
  });
  expect((await as(colleague).get(users.me.path)).statusCode).toBe(401);
  expect((await signIn(colleague.email, testPassword)).json().code).toBe('sso.required');
  expect((await signIn(colleague.email, 'Wrong-horse-1')).json().code).toBe('login.failed');
  expect((await signIn(admin.email, testPassword, { removeExistingSession: true })).json().data.authTypes).toEqual([2]);
  const mailsOf = async (email: string) => (await app.deps.mailer.listKept()).filter((mail) => mail.to === email).length;
  const person = `asha@${domain}`;
  expect((await enter(domain, { sub: 'asha', email: person, groups: ['agents'] })).statusCode).toBe(200);
  await mailRecovery(app.deps, person);
  const again = await makeSession(admin);
  expect(
    (
      await as(again).put(at(sso.enforce.path, connection.id), {
        isEnforced: false,
        version: (await read({ ...admin, ...again }, connection.id)).version,
      })
    ).statusCode,
  ).toBe(200);
  // A user who came by the provider asks for a password, once passwords count again.
  await stranger().post(account.recover.path, { emailId: person });
  const [mail] = await waitForMails(person);
  expect(await mailsOf(person)).toBe(1);
  const resetCode = /resetCode=([\w-]{43})/.exec(mail?.text ?? '')?.[1];
  const password = 'Another-horse-2';
  expect((await stranger().put(account.resetPassword.path, { password, confirmPassword: password, resetCode })).statusCode).toBe(200);
  expect((await signIn(person, password)).statusCode).toBe(200);
});

test('signing out gives the provider’s address; a signed logout token ends the sessions that it names, once', async () => {
  const admin = await makeUser();
  const domain = makeDomain();
  const made = (await as(admin).post(sso.create.path, input({ issuer: forger.issuer }))).json().data as SsoConnection;
  await verify(admin, made.id, domain);
  await contextOf(admin).transaction((tx) =>
    tx.updateTable('ssoConnections').set({ state: 'on' }).where('enterpriseId', '=', admin.enterpriseId).execute(),
  );
  const { enterForged } = createForging(domain);
  // One empty name for all would let everybody in as the first.
  const nobody = await enterForged({ sub: '', email: `n@${domain}`, email_verified: true, groups: ['agents'] });
  expect([nobody.statusCode, nobody.json().code]).toEqual([422, 'sso.provider_failed']);
  const entered = await enterForged({ sub: 'f', email: `f@${domain}`, email_verified: true, groups: ['agents'], sid: 'session-1' });
  const { token } = entered.json().data;
  const { address } = (await as({ token }).get(sso.logoutAddress.path)).json().data;
  expect(address).toContain(`${forger.issuer}/end?`);
  expect(new URL(address).searchParams.get('id_token_hint')).toMatch(/^ey/);
  expect((await as(admin).get(sso.logoutAddress.path)).json().data).toEqual({ address: '' });

  const now = Math.floor(Date.now() / 1000);
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const right = { iss: forger.issuer, aud: 'parley', iat: now, jti: randomBytes(8).toString('hex'), sid: 'session-1', events: event };
  const send = async (claims: object, header = {}, signer?: number) =>
    stranger().post(
      at(sso.backChannelLogout.path, made.id),
      new URLSearchParams({ logout_token: await forger.sign({ ...claims }, header, signer) }).toString(),
      {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    );
  for (const wrong of [
    { ...right, aud: 'others' },
    { ...right, iss: 'https://else.example' },
    { ...right, events: {} },
    { ...right, nonce: 'n' },
    { ...right, iat: now - 3600 },
    { ...right, sid: undefined },
    { ...right, sid: undefined, sub: 'f\u0000' },
  ])
    expect((await send(wrong)).statusCode).toBe(400);
  expect((await send(right, {}, 1)).statusCode).toBe(400);
  expect((await as({ token }).get(users.me.path)).statusCode).toBe(200);
  expect((await send(right)).statusCode).toBe(200);
  expect((await as({ token }).get(users.me.path)).statusCode).toBe(401);
  expect((await send(right)).statusCode).toBe(400);
});

/** Sign-ins whose ID token the test writes. */
function createForging(domain: string) {
  const claimsOf = (address: string, more: object) => {
    const now = Math.floor(Date.now() / 1000);
    return {
      iss: forger.issuer,
      aud: 'parley',
      iat: now,
      exp: now + 300,
      nonce: new URL(address).searchParams.get('nonce') ?? '',
      ...more,
    };
  };
  const back = (iss = forger.issuer) => new URLSearchParams({ code: 'code', iss });
  return {
    async enterForged(
      claims: object,
      make: (claims: Record<string, unknown>) => Promise<string> | string = (all) => forger.sign(all),
      answer = back(),
    ) {
      const { address, state } = await depart(domain);
      forger.answer(() => make(claimsOf(address, claims)));
      return complete(state, answer);
    },
    back,
  };
}

test('an ID token counts only whole: issuer, audience, nonce, time, key, an asymmetric algorithm, and the issuer of the answer', async () => {
  const admin = await makeUser();
  const domain = makeDomain();
  const made = (await as(admin).post(sso.create.path, input({ issuer: forger.issuer }))).json().data as SsoConnection;
  await verify(admin, made.id, domain);
  await contextOf(admin).transaction((tx) =>
    tx.updateTable('ssoConnections').set({ state: 'on' }).where('enterpriseId', '=', admin.enterpriseId).execute(),
  );
  const { enterForged, back } = createForging(domain);
  const person = { sub: 'p', email: `p@${domain}`, email_verified: true, groups: ['agents'] };
  const now = Math.floor(Date.now() / 1000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const symmetric = (all: Record<string, unknown>) => {
    const body = `${part({ alg: 'HS256', kid: 'key-0' })}.${part(all)}`;
    return `${body}.${createHmac('sha256', 'provider-secret-canary').update(body).digest('base64url')}`;
  };
  const refused = [
    enterForged.bind(null, { ...person, iss: 'https://else.example' }),
    enterForged.bind(null, { ...person, aud: 'others' }),
    enterForged.bind(null, { ...person, nonce: 'another' }),
    // Three minutes are more than clocks may differ.
    enterForged.bind(null, { ...person, iat: now - 600, exp: now - 180 }),
    enterForged.bind(null, { ...person, iat: now + 180, nbf: now + 180 }),
    enterForged.bind(null, person, (all: Record<string, unknown>) => forger.sign(all, {}, 1)),
    enterForged.bind(null, person, (all: Record<string, unknown>) => `${part({ alg: 'none' })}.${part(all)}.`),
    enterForged.bind(null, person, symmetric),
    // PostgreSQL stores U+0000 in no text.
    enterForged.bind(null, { ...person, sub: 'p\u0000' }),
    enterForged.bind(null, { ...person, name: 'A\u0000' }),
    enterForged.bind(null, { ...person, groups: ['agents\u0000'] }),
    enterForged.bind(null, person, undefined, back('https://else.example')),
    enterForged.bind(null, person, undefined, new URLSearchParams({ code: 'code' })),
  ];
  for (const [turn, attempt] of refused.entries()) expect([turn, (await attempt()).json().code]).toEqual([turn, 'sso.provider_failed']);
  expect((await enterForged(person)).statusCode).toBe(200);
  forger.rotate();
  expect((await enterForged(person)).statusCode).toBe(200);
  forger.speakGarbage(true);
  expect((await stranger().post(sso.validate.path, { email: `p@${domain}` })).json().code).toBe('sso.provider_failed');
  forger.speakGarbage(false);
});

test('a provider in the own network is not reached, and its address is https', async () => {
  const closed = await startApp();
  const admin = await closed.makeUser();
  const plain = await closed.as(admin).post(sso.create.path, input());
  expect([plain.statusCode, plain.json().data.issues[0].field]).toEqual([400, 'issuer']);
  const made = (await closed.as(admin).post(sso.create.path, input({ issuer: provider.issuer.replace('http:', 'https:') }))).json().data;
  const answer = (await closed.as(admin).post(at(sso.test.path, made.id), {})).json();
  expect(answer).toMatchObject({ code: 'sso.provider_failed', data: { reason: 'its address may not be reached from here' } });
});

test('the settings are for those who may change the enterprise, ask for a fresh proof, and never tell the secret', async () => {
  const admin = await makeUser();
  const { connection } = await connect(admin);
  const viewer = await makeUser({ enterprise: admin, roles: [6] });
  expect((await as(viewer).get(sso.list.path)).json().code).toBe('1403');
  const stale = await makeSession(admin);
  await contextOf(admin).transaction((tx) =>
    tx
      .updateTable('sessions')
      .set({ provedAt: null })
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('sessionId', '=', stale.sessionId)
      .execute(),
  );
  expect((await as(stale).delete(at(sso.remove.path, connection.id))).json().code).toBe('proof.needed');
  const settings = await as(admin).get(sso.list.path);
  expect(settings.json().data.connections).toMatchObject([{ id: connection.id }]);
  expect(settings.body).not.toContain('canary');
  expect(await trail.keptText(admin)).not.toContain('canary');
  expect((await as(await makeUser()).delete(at(sso.remove.path, connection.id))).json().code).toBe('sso.not_found');
  expect((await as(admin).delete(at(sso.remove.path, connection.id))).statusCode).toBe(200);
});
