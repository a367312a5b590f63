import { randomBytes } from 'node:crypto';
import { endpoints, type SsoConnection } from '@parley/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import { makeSigningKey } from '#platform/secrets/signing-key.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import {
  encode,
  logoutUrl,
  type Person,
  readRequest,
  signInUrl,
  startSamlProvider,
  type Words,
  writeAnswer,
} from '../../../../test/saml-provider.ts';
import { createTrail } from '../../../../test/trail.ts';
import { readSamlMetadata } from './saml.task.ts';

const records = new Map<string, string[][]>();
let shiftMs = 0;
const app = await startApp({
  now: () => new Date(Date.now() + shiftMs),
  resolveTxt: (name) => Promise.resolve(records.get(name) ?? []),
});
const { as, stranger, makeUser, deps } = app;
const { sso, users, account } = endpoints;
const trail = createTrail(app);
const provider = await startSamlProvider();

type Setting = { admin: TestUser; connection: SsoConnection; domain: string; metadata: string };
const at = (path: string, connectionId: string) => path.replace(':connectionId', connectionId);
const input = (more: object = {}) => ({
  kind: 'saml',
  name: 'Our provider',
  issuer: provider.issuer,
  signInUrl,
  logoutUrl,
  certificates: [provider.key.certificate],
  roleMap: [{ providerGroup: 'agents', roles: [3] }],
  ...more,
});

/** A connection with a verified domain, switched on by a test that has gone well. */
async function connect(more: object = {}): Promise<Setting> {
  const admin = await makeUser();
  const made = (await as(admin).post(sso.create.path, input(more))).json().data as SsoConnection;
  const domain = `d${randomBytes(5).toString('hex')}.example`;
  const claimed = (await as(admin).post(at(sso.addDomain.path, made.id), { domain })).json().data as SsoConnection;
  records.set(domain, [[claimed.domains[0]?.record ?? '']]);
  await as(admin).put(at(sso.checkDomain.path, made.id), { domain });
  const metadata = (await stranger().get(at(sso.metadata.path, made.id))).body;
  const { address, state } = (await as(admin).post(at(sso.test.path, made.id), {})).json().data;
  await complete(made.id, await provider.signIn(address, metadata, { subject: 'tester', groups: ['agents'] }), state);
  const { version } = await read(admin, made.id);
  const on = await as(admin).put(at(sso.setState.path, made.id), { isOn: true, version });
  return { admin, connection: on.json().data, domain, metadata };
}

const read = async (admin: TestUser, id: string): Promise<SsoConnection> =>
  ((await as(admin).get(sso.list.path)).json().data.connections as SsoConnection[]).find((one) => one.id === id) as SsoConnection;

/** Posts the provider's answer and returns the address to which the browser is led. */
async function post(connectionId: string, body: { SAMLResponse: string; RelayState?: string }) {
  const answer = await stranger().post(at(sso.assertion.path, connectionId), body);
  const location = String(answer.headers.location ?? '');
  const [page, fragment = ''] = location.split('#');
  return { answer, page, given: Object.fromEntries(new URLSearchParams(fragment)) as { token?: string; state?: string } };
}

async function complete(connectionId: string, body: { SAMLResponse: string; RelayState?: string }, state = '') {
  const { given } = await post(connectionId, body);
  return stranger().post(sso.redirectCallback.path, { token: given.token ?? 'none', state });
}

const depart = async (domain: string, routePath = '') =>
  (await stranger().post(sso.validate.path, { email: `somebody@${domain}`, routePath })).json().data as { address: string; state: string };

async function enter({ connection, domain, metadata }: Setting, person: Person, routePath = '') {
  const { address, state } = await depart(domain, routePath);
  return complete(connection.id, await provider.signIn(address, metadata, person), state);
}

/** An honest answer in words of our own, which a test changes. */
async function answered({ domain }: Setting, person: Person, more: Partial<Words> = {}, change = (xml: string) => xml) {
  const { address, state } = await depart(domain);
  const asked = readRequest(address);
  const words: Words = {
    inResponseTo: asked.id,
    recipient: asked.recipient,
    audience: asked.entityId,
    issuer: provider.issuer,
    now: new Date(),
    format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    assertionId: `_${randomBytes(16).toString('hex')}`,
    signs: 'assertion',
    hash: 'sha256',
    key: provider.key,
    ...more,
  };
  return { state, body: { SAMLResponse: encode(change(writeAnswer(person, words))), RelayState: state } };
}

let setting: Setting;
beforeAll(async () => {
  setting = await connect();
});
const personOf = (subject = randomBytes(4).toString('hex')): Person => ({
  subject,
  email: `${subject}@${setting.domain}`,
  name: 'Asha Rao',
  groups: ['agents'],
});

test('AUTH-062 a person of the domain signs in by SAML: our request is signed, the answer is changed for a token that works once', async () => {
  const { connection, domain, metadata } = setting;
  const { address, state } = await depart(domain, '/chat/conversation');
  expect(address.startsWith(signInUrl)).toBe(true);
  const answer = await provider.signIn(address, metadata, { ...personOf('asha'), email: `Asha@${domain}` });
  const { answer: led, page, given } = await post(connection.id, answer);
  expect([led.statusCode, new URL(page ?? '').pathname, given.state]).toEqual([303, `/${connection.id}/redirect`, state]);
  const token = given.token ?? '';
  const entered = await stranger().post(sso.redirectCallback.path, { token, state });
  expect(entered.json().data.routePath).toBe('/chat/conversation');
  const me = (await as(entered.json().data).get(users.me.path)).json().data;
  expect(me).toMatchObject({ name: 'Asha Rao', emailId: `asha@${domain}`, roles: [3], hasProvider: true, sessionKind: 'password' });
  expect((await stranger().post(sso.redirectCallback.path, { token, state })).json().code).toBe('sso.attempt_over');
  const again = await stranger().post(at(sso.assertion.path, connection.id), answer);
  expect(again.json().code).toBe('sso.attempt_over');
});

test('the token is for the tab that has left, within a minute', async () => {
  const { connection, domain, metadata } = setting;
  const late = await depart(domain);
  const { given } = await post(connection.id, await provider.signIn(late.address, metadata, personOf()));
  expect((await stranger().post(sso.redirectCallback.path, { token: given.token ?? '', state: 'of-another-tab' })).json().code).toBe(
    'sso.attempt_over',
  );
  const slow = await depart(domain);
  const { given: kept } = await post(connection.id, await provider.signIn(slow.address, metadata, personOf()));
  shiftMs = 61_000;
  expect((await stranger().post(sso.redirectCallback.path, { token: kept.token ?? '', state: slow.state })).json().code).toBe(
    'sso.attempt_over',
  );
  shiftMs = 0;
});

const refusedWords: [string, Partial<Words>][] = [
  ['nothing is signed', { signs: 'nothing' }],
  ['signed with SHA-1', { hash: 'sha1' }],
  ['of another issuer', { issuer: 'urn:example:other' }],
  ['for another audience', { audience: 'https://elsewhere.example.com/metadata' }],
  ['for another address', { recipient: 'https://elsewhere.example.com/acs' }],
  ['answering another request', { inResponseTo: '_somebody-elses' }],
  ['answering no request', { inResponseTo: '' }],
  ['over', { now: new Date(Date.now() - 3_600_000) }],
  ['not valid yet', { now: new Date(Date.now() + 3_600_000) }],
  ['a name that changes each time', { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }],
];

test.for(refusedWords)('sso.refused, in the trail, and no user made: an answer that is %s', async ([, more]) => {
  const { admin, connection } = setting;
  const person = personOf();
  const { body, state } = await answered(setting, person, more);
  const refused = (await complete(connection.id, body, state)).json();
  expect([refused.code, refused.data.reason]).toEqual(['sso.refused', 'answer_invalid']);
  const entry = await trail.newest(admin, 'kind=session&action=login_failed');
  expect(entry).toMatchObject({ actorKind: 'provider', result: 'refused' });
  expect(entry.reason).toMatch(/^sso\.refused answer_invalid: /);
  const { users: found } = (await as(admin).get(`${users.listUsers.path}?name=Asha`)).json().response;
  expect(found.filter(({ emailId }: { emailId: string }) => emailId === person.email)).toEqual([]);
});

const assertionOf = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? '';
const forged = (xml: string, domain: string) =>
  assertionOf(xml)
    .replace(/<Signature[\s\S]*<\/Signature>/, '')
    .replace(/@d[0-9a-f]+\.example/g, `@${domain}`)
    .replace(/ID="[^"]+"/, 'ID="_forged"');
const tampers: [string, (xml: string) => string][] = [
  ['changed after it was signed', (xml) => xml.replace('Asha Rao', 'Asha Administrator')],
  [
    'doubled: a forged assertion before the signed one',
    (xml) => xml.replace('<saml:Assertion', `${forged(xml, setting.domain)}<saml:Assertion`),
  ],
  [
    'moved: the signed assertion inside of a forged one',
    (xml) =>
      xml.replace(
        assertionOf(xml),
        forged(xml, setting.domain).replace('</saml:Subject>', `</saml:Subject><saml:Advice>${assertionOf(xml)}</saml:Advice>`),
      ),
  ],
  [
    'a signed assertion hidden where nothing is read',
    (xml) => xml.replace(assertionOf(xml), `<samlp:Extensions>${assertionOf(xml)}</samlp:Extensions>${forged(xml, setting.domain)}`),
  ],
  ['split by a comment', (xml) => xml.replace(`@${setting.domain}`, `@${setting.domain}<!-- -->.evil.example`)],
  ['with an entity of its own', (xml) => `<!DOCTYPE a [<!ENTITY b "c">]>${xml}`],
  ['encrypted', (xml) => xml.replace(/saml:Assertion/g, 'saml:EncryptedAssertion')],
  ['without success', (xml) => xml.replace('status:Success', 'status:Requester')],
  ['without a status', (xml) => xml.replace(/<samlp:Status>.*<\/samlp:Status>/, '')],
  ['no XML', () => 'nothing of the kind'],
  ['empty', () => '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>'],
];

test.for(tampers)('sso.refused: %s', async ([, change]) => {
  const { body, state } = await answered(setting, personOf(), {}, change);
  expect((await complete(setting.connection.id, body, state)).json().code).toBe('sso.refused');
});

test('sso.refused: an unsigned answer round an assertion that another connection’s key has signed', async () => {
  const other = await makeSigningKey(new Date());
  const { body, state } = await answered(setting, personOf(), { key: other, signs: 'both' });
  expect((await complete(setting.connection.id, body, state)).json().code).toBe('sso.refused');
});

test('an answer counts whether the assertion is signed, or the response round it, or both', async () => {
  for (const signs of ['assertion', 'response', 'both'] as const) {
    const { body, state } = await answered(setting, personOf(), { signs });
    expect((await complete(setting.connection.id, body, state)).json().code).toBe('100');
  }
});

test('the name at the provider identifies a person; an address of another domain lets nobody in', async () => {
  const first = (await enter(setting, personOf('stable'))).json().data;
  const { uId } = (await as(first).get(users.me.path)).json().data;
  const renamed = (await enter(setting, { ...personOf('stable'), email: 'else@elsewhere.example' })).json().data;
  expect((await as(renamed).get(users.me.path)).json().data.uId).toBe(uId);
  const foreign = (await enter(setting, { ...personOf(), email: 'somebody@elsewhere.example' })).json();
  expect([foreign.code, foreign.data.reason]).toEqual(['sso.refused', 'domain_foreign']);
});

test('SHELL-048 a sign-in that begins at the provider is taken where the connection allows it, once, and has no Signout', async () => {
  const asked = { inResponseTo: '' };
  const here = await answered(setting, personOf(), asked);
  const refused = await complete(setting.connection.id, { SAMLResponse: here.body.SAMLResponse });
  expect(refused.json().code).toBe('sso.refused');
  const open = await connect({ isProviderStarted: true });
  const person = { ...personOf(), email: `direct@${open.domain}` };
  const { body } = await answered(open, person, asked);
  const entered = await complete(open.connection.id, { SAMLResponse: body.SAMLResponse });
  expect((await as(entered.json().data).get(users.me.path)).json().data).toMatchObject({
    sessionKind: 'sso',
    emailId: `direct@${open.domain}`,
  });
  const again = await complete(open.connection.id, { SAMLResponse: body.SAMLResponse });
  expect(again.json().code).toBe('sso.refused');
  // A relay state of the provider's own does not tie the answer to an attempt.
  const stated = await answered(open, person, asked);
  const named = await complete(open.connection.id, { SAMLResponse: stated.body.SAMLResponse, RelayState: 'https://evil.example.com' });
  expect(named.json().code).toBe('100');
});

test('signing out leads to the provider by a signed request; its signed request ends the sessions here, once, and is answered', async () => {
  const { connection, metadata } = setting;
  const entered = (await enter(setting, personOf('leaver'))).json().data;
  const { address } = (await as(entered).get(sso.logoutAddress.path)).json().data;
  expect(address.startsWith(logoutUrl)).toBe(true);
  expect(await provider.readLogout(address, metadata)).toEqual({ subject: 'leaver', session: 'session of leaver', relayState: '' });
  const asked = provider.askLogout(metadata, 'leaver');
  const answer = await stranger().get(asked);
  expect(answer.statusCode).toBe(303);
  expect(await provider.readLogoutAnswer(String(answer.headers.location), metadata)).toBe(logoutUrl);
  expect(new URL(String(answer.headers.location)).searchParams.get('RelayState')).toBe('provider-state');
  expect((await as(entered).get(users.me.path)).statusCode).toBe(401);
  expect((await stranger().get(asked)).json().code).toBe('request.malformed');
  // The answer to our own request leads to the login.
  const back = await stranger().get(`${at(sso.singleLogout.path, connection.id)}?SAMLResponse=anything`);
  expect(new URL(String(back.headers.location)).pathname).toBe('/login');
});

test('a request to sign somebody out that is not signed, or for somebody else, ends nothing', async () => {
  const { metadata } = setting;
  const entered = (await enter(setting, personOf('stayer'))).json().data;
  const asked = provider.askLogout(metadata, 'stayer');
  const plain = asked.replace(/&(SigAlg|Signature)=[^&]*/g, '');
  const changed = asked.replace('provider-state', 'other-state');
  const sha1 = asked.replace('rsa-sha256', 'rsa-sha1');
  for (const bad of [plain, changed, sha1]) expect((await stranger().get(bad)).json().code).toBe('request.malformed');
  const posted = await stranger().post(at(sso.postedLogout.path, setting.connection.id), { SAMLRequest: encode('<samlp:LogoutRequest/>') });
  expect(posted.json().code).toBe('request.malformed');
  expect((await stranger().get(provider.askLogout(metadata, 'nobody'))).statusCode).toBe(303);
  expect((await as(entered).get(users.me.path)).statusCode).toBe(200);
});

test('metadata is read from its text or its address; what is none, or has a weak key, is refused in words', async () => {
  const { admin } = setting;
  const found = (await as(admin).post(sso.readMetadata.path, { xml: provider.metadata })).json().data;
  expect(found).toEqual({ issuer: provider.issuer, signInUrl, logoutUrl, certificates: [provider.key.certificate] });
  const reasonOf = async (body: object) => (await as(admin).post(sso.readMetadata.path, body)).json().data.reason;
  expect(await reasonOf({ xml: '<html></html>' })).toBe('this is not the metadata of one SAML identity provider');
  const many = '<X509Certificate/>'.repeat(2001);
  expect(await reasonOf({ xml: provider.metadata.replace('</KeyDescriptor>', `${many}</KeyDescriptor>`) })).toBe(
    'its metadata is of more than one provider',
  );
  expect(await reasonOf({ xml: '<!DOCTYPE x>' })).toBe('its metadata holds a document type');
  expect(await reasonOf({ address: 'http://127.0.0.1/metadata' })).toBe('the address of its metadata is not https');
  expect(await reasonOf({ address: 'https://127.0.0.1/metadata' })).toBe('its address may not be reached from here');
});

test('metadata is read in a confined process: what is deep, wide or long is refused in words and holds nobody up', async () => {
  const { admin } = setting;
  const run = vi.spyOn(deps.confined, 'run');
  const post = async (xml: string) => {
    const answer = await as(admin).post(sso.readMetadata.path, { xml });
    return [answer.statusCode, answer.json().code, answer.json().data.reason ?? answer.json().data.limit];
  };
  expect((await post(provider.metadata))[0]).toBe(200);
  expect(run.mock.calls.map(([task]) => task)).toEqual([readSamlMetadata]);
  run.mockRestore();
  const inside = (text: string) => provider.metadata.replace('</KeyDescriptor>', `${text}</KeyDescriptor>`);
  const tooMany = 'its metadata is of more than one provider';
  const deep = inside(`${'<a>'.repeat(25_000)}${'</a>'.repeat(25_000)}`);
  expect(await post(deep)).toEqual([422, 'sso.provider_failed', tooMany]);
  expect(await post(inside('<X509Certificate a="1"/>'.repeat(7000)))).toEqual([422, 'sso.provider_failed', tooMany]);
  expect((await post(provider.metadata))[0]).toBe(200);
});

const faultOf = (answer: { json: () => { data: { issues: { field: string }[] } } }) => answer.json().data.issues[0]?.field;

test('the form is refused by field: an address that is not https, a text that is no certificate, another kind', async () => {
  const { admin, connection } = setting;
  const fieldOf = async (more: object) => faultOf(await as(admin).post(sso.create.path, input(more)));
  expect(await fieldOf({ signInUrl: 'http://login.example.com/' })).toBe('signInUrl');
  expect(await fieldOf({ logoutUrl: 'javascript:alert(1)' })).toBe('logoutUrl');
  expect(await fieldOf({ certificates: ['not a certificate'] })).toBe('certificates.0');
  expect(await fieldOf({ certificates: [] })).toBe('certificates');
  const { version } = await read(admin, connection.id);
  const oidc = { kind: 'oidc', name: 'Other', issuer: 'https://login.example.com', clientId: 'c', version };
  expect((await as(admin).put(at(sso.save.path, connection.id), oidc)).json().data.issues[0].field).toBe('kind');
});

test('the tester is told what is wrong with the answer, and a draft stays one', async () => {
  const admin = await makeUser();
  const made = (await as(admin).post(sso.create.path, input())).json().data as SsoConnection;
  const { address, state } = (await as(admin).post(at(sso.test.path, made.id), {})).json().data;
  const other = await makeSigningKey(new Date());
  const asked = readRequest(address);
  const words: Words = {
    inResponseTo: asked.id,
    recipient: asked.recipient,
    audience: asked.entityId,
    issuer: provider.issuer,
    now: new Date(),
    format: 'x',
    assertionId: '_1',
    signs: 'assertion',
    hash: 'sha256',
    key: other,
  };
  const body = { SAMLResponse: encode(writeAnswer({ subject: 'tester' }, words)), RelayState: state };
  const failed = (await complete(made.id, body, state)).json();
  expect([failed.code, failed.data.reason]).toEqual(['sso.provider_failed', 'Invalid signature']);
  expect((await read(admin, made.id)).state).toBe('draft');
});

test('a connection that is off, or another enterprise’s, or of OpenID Connect, takes no answer', async () => {
  const off = await connect();
  const { body } = await answered(off, personOf());
  await as(off.admin).put(at(sso.setState.path, off.connection.id), {
    isOn: false,
    version: (await read(off.admin, off.connection.id)).version,
  });
  expect((await stranger().post(at(sso.assertion.path, off.connection.id), body)).json().code).toBe('sso.attempt_over');
  const { body: here } = await answered(setting, personOf());
  expect((await stranger().post(at(sso.assertion.path, 'nothing'), here)).json().code).toBe('sso.not_found');
  const other = await connect();
  expect((await complete(other.connection.id, here)).json().code).toBe('sso.refused');
  const oidc = { kind: 'oidc', name: 'Other', issuer: 'https://login.example.com', clientId: 'c' };
  const { id } = (await as(off.admin).post(sso.create.path, oidc)).json().data;
  expect((await stranger().get(at(sso.metadata.path, id))).json().code).toBe('sso.not_found');
  expect((await stranger().post(account.login.path, {})).statusCode).toBe(400);
});
