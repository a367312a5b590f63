import { randomBytes, randomUUID } from 'node:crypto';
import { endpoints, type SsoConnection } from '@parley/contract';
import fc from 'fast-check';
import { enterpriseContext } from '../../apps/server/src/context-of.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';
import { makeSigningKey, type SigningKey } from '../../apps/server/src/platform/secrets/signing-key.ts';
import { encode, readRequest, signInUrl, type Words, writeAnswer } from '../../apps/server/test/saml-provider.ts';
import { type Caller, createCaller, eachOf, type Got } from '../caller.ts';
import { clientOf } from '../client.ts';
import type { Enterprise } from '../enterprises.ts';
import { type Forger, startForger } from '../forger.ts';
import { anyValue } from '../nasty.ts';
import { openRows } from '../rows.ts';
import type { Assault, Scene } from '../scene.ts';
import { mostHeldMs } from '../watch.ts';

const name = 'providers';
const { sso, users } = endpoints;
const at = (path: string, connectionId: string) => path.replace(':connectionId', connectionId);
const samlIssuer = 'urn:example:provider';

type Side = { enterprise: Enterprise; saml: SsoConnection; oidc: SsoConnection; samlDomain: string; oidcDomain: string; key: string };

/** A SAML and an OpenID Connect connection with a proved domain each, switched on; the second one manages people by SCIM. */
async function connect({ target }: Scene, caller: Caller, enterprise: Enterprise, forger: Forger, signing: SigningKey): Promise<Side> {
  const admin = await enterprise.makeAdministrator();
  const call = clientOf(caller, { name: 'administrator', token: admin.token });
  const shared = { name: 'Provider', roleMap: [{ providerGroup: 'agents', roles: [3] }] };
  const certificates = [signing.certificate];
  const [saml, oidc] = [
    await call<SsoConnection>('POST', sso.create.path, {
      ...shared,
      kind: 'saml',
      issuer: samlIssuer,
      signInUrl,
      logoutUrl: '',
      certificates,
    }),
    await call<SsoConnection>('POST', sso.create.path, { ...shared, kind: 'oidc', issuer: forger.issuer, clientId: 'parley' }),
  ];
  const { enterpriseId } = enterprise;
  const [samlDomain, oidcDomain] = [1, 2].map(() => `d${randomBytes(5).toString('hex')}.example`) as [string, string];
  // Stores domains as verified, as a TXT record would prove them.
  await enterpriseContext(target.inside.deps, enterpriseId).transaction(async (tx) => {
    const proved = { enterpriseId, token: 'proved', verifiedAt: new Date(), checkedAt: new Date() };
    const domains = [
      { ...proved, domain: samlDomain, connectionId: saml.id },
      { ...proved, domain: oidcDomain, connectionId: oidc.id },
    ];
    await tx.insertInto('ssoDomains').values(domains).execute();
    await tx.updateTable('ssoConnections').set({ state: 'on' }).where('enterpriseId', '=', enterpriseId).execute();
  });
  const { connections } = await call<{ connections: SsoConnection[] }>('GET', sso.list.path);
  const version = connections.find(({ id }) => id === oidc.id)?.version ?? 0;
  const { key } = await call<{ key: string }>('POST', at(sso.makeKey.path, oidc.id), { heir: admin.userId, version });
  return { enterprise, saml, oidc, samlDomain, oidcDomain, key };
}

/** People whom the provider manages, made at once. */
async function makeCrowd({ target }: Scene, { enterprise: { enterpriseId }, oidc, oidcDomain }: Side, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  const at = { createdAt: new Date(), updatedAt: new Date() };
  await enterpriseContext(target.inside.deps, enterpriseId).transaction(async (tx) => {
    const users = ids.map((userId) => ({ enterpriseId, userId, name: 'Asha', email: `${userId}@${oidcDomain}`, passwordHash: '' }));
    await tx.insertInto('users').values(users).execute();
    await tx
      .insertInto('scimUsers')
      .values(ids.map((userId) => ({ enterpriseId, userId, connectionId: oidc.id, ...at })))
      .execute();
  });
  return ids;
}

/** The tables in which a provider's word would change something. */
const touched = [
  'users',
  'user_roles',
  'user_identities',
  'scim_users',
  'scim_groups',
  'scim_group_members',
  'sso_connections',
  'sso_domains',
];

const patchOf = (...Operations: unknown[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations });

/** A provider's calls with keys, ids, bodies and sizes that are not its own. */
async function attackScim(scene: Scene, caller: Caller, own: Side, other: Side): Promise<void> {
  const { findings, seed, watch, isShort } = scene;
  const send = (method: string, path: string, body: unknown, { connection = own.oidc.id, key = own.key } = {}) =>
    caller.send(
      { name: 'provider' },
      {
        method,
        path: `/account/scim/v2/${connection}${path}`,
        headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }) },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      },
      `SCIM ${method} ${path.replace(/[0-9a-f-]{36}.*/, ':id').slice(0, 40)}`,
    );
  const expect = async (what: string, statuses: number[], answer: Promise<Got | undefined>) => {
    const got = await answer;
    if (got && got.status !== 429 && !statuses.includes(got.status))
      findings.add(name, `SCIM: ${what}`, `${got.status} instead of ${statuses.join(' or ')}: ${got.body.slice(0, 300)}`);
    return got;
  };
  const person = (more: object = {}) => ({ userName: `${randomBytes(5).toString('hex')}@${own.oidcDomain}`, displayName: 'Asha', ...more });
  const made = await expect('a person is not made', [201], send('POST', '/Users', person()));
  const group = await expect('a group is not made', [201], send('POST', '/Groups', { displayName: 'agents' }));
  const [userId, groupId] = [made, group].map((got) => (JSON.parse(got?.body ?? '{}') as { id?: string }).id ?? randomUUID());

  // Keys that are none of this connection.
  const session = own.enterprise.administrators[0]?.token ?? '';
  const keys: [string, { connection?: string; key?: string }][] = [
    ['without a key', { key: '' }],
    ['with a made-up key', { key: `scim_${'a'.repeat(43)}` }],
    ['with the key of another enterprise', { key: other.key }],
    ['with the own key at another enterprise', { connection: other.oidc.id }],
    ['at a connection of SAML', { connection: own.saml.id }],
    ['at no connection', { connection: 'nothing' }],
    ['with a session', { key: session }],
  ];
  for (const [title, more] of keys)
    for (const [method, path] of [
      ['GET', '/Users'],
      ['POST', '/Users'],
      ['DELETE', `/Users/${userId}`],
      ['PATCH', `/Groups/${groupId}`],
    ] as const)
      await expect(
        `a call ${title} is answered`,
        [401],
        send(method, path, method === 'GET' || method === 'DELETE' ? undefined : person(), more),
      );

  // Somebody else's people and groups.
  const theirs = other.enterprise.administrators[0]?.userId ?? '';
  for (const id of [theirs, own.enterprise.administrators[0]?.userId ?? '', randomUUID(), '%00', '..%2f..', 'x'.repeat(3000)]) {
    for (const noun of ['Users', 'Groups']) {
      await expect('somebody else’s record is read', [400, 404], send('GET', `/${noun}/${id}`, undefined));
      const body = patchOf({ op: 'replace', value: { active: false, displayName: 'Mine' } });
      await expect('somebody else’s record is changed', [400, 404], send('PATCH', `/${noun}/${id}`, body));
      await expect('somebody else’s record is replaced', [400, 404], send('PUT', `/${noun}/${id}`, person({ displayName: 'Mine' })));
      await expect('somebody else’s record is deleted', [400, 404], send('DELETE', `/${noun}/${id}`, undefined));
    }
  }
  await expect(
    'somebody else joins a group',
    [400],
    send('PATCH', `/Groups/${groupId}`, patchOf({ op: 'add', path: 'members', value: [{ value: theirs }] })),
  );
  for (const userName of [`a@${other.oidcDomain}`, `a@${other.samlDomain}`, 'a@example.com', `a@${own.samlDomain}`, 'a@b@c', '\u0000'])
    await expect('somebody of another domain is made', [400], send('POST', '/Users', person({ userName })));

  // Too much of it.
  const many = (count: number) => Array.from({ length: count }, () => ({ value: newId() }));
  const large = patchOf({ op: 'add', path: 'members', value: many(5001) });
  await expect('more members than the limit', [400], send('PATCH', `/Groups/${groupId}`, large));
  await expect('unknown members', [400], send('PATCH', `/Groups/${groupId}`, patchOf({ op: 'add', path: 'members', value: many(5000) })));
  await expect(
    'more operations than the limit',
    [400],
    send('PATCH', `/Users/${userId}`, patchOf(...Array.from({ length: 1001 }, () => ({ op: 'add' })))),
  );
  await expect('a body above the limit', [413], send('POST', '/Users', JSON.stringify(person({ note: 'x'.repeat(2_000_000) }))));
  await expect('a deep body', [400], send('POST', '/Users', '['.repeat(200_000)));
  await expect('a long filter', [400], send('GET', `/Users?filter=${encodeURIComponent(`userName eq "${'\\'.repeat(4000)}`)}`, undefined));
  await expect(
    'the same person twice',
    [409],
    send('POST', '/Users', { userName: (JSON.parse(made?.body ?? '{}') as { userName?: string }).userName }),
  );

  // The group has the most members allowed: a change of it is work for each of them, and nobody else waits for it.
  const crowd = (await makeCrowd(scene, own, isShort ? 500 : 5000)).map((value) => ({ value }));
  watch.takeHeldMs();
  await expect(
    'a group does not take everybody',
    [200],
    send('PATCH', `/Groups/${groupId}`, patchOf({ op: 'add', path: 'members', value: crowd })),
  );
  await expect(
    'the group of everybody is not renamed',
    [200],
    send('PATCH', `/Groups/${groupId}`, patchOf({ op: 'replace', path: 'displayName', value: 'others' })),
  );
  await expect(
    'the group of everybody is not emptied',
    [200],
    send('PATCH', `/Groups/${groupId}`, patchOf({ op: 'remove', path: 'members' })),
  );
  const heldMs = watch.takeHeldMs();
  if (heldMs > mostHeldMs)
    findings.add(name, `a group of ${crowd.length} holds everybody up`, `${heldMs} ms in one turn of the event loop`);

  // Anything in the place of everything; the caller looks at each answer.
  const paths = ['/Users', '/Groups', `/Users/${userId}`, `/Groups/${groupId}`];
  const attributes = [
    'userName',
    'externalId',
    'displayName',
    'active',
    'members',
    'name',
    'name.givenName',
    'emails',
    'op',
    'path',
    'schemas',
  ];
  const draws = fc.sample(
    fc.record({
      path: fc.constantFrom(...paths),
      method: fc.constantFrom('POST', 'PUT', 'PATCH'),
      body: fc.oneof(
        anyValue,
        fc.dictionary(fc.constantFrom(...attributes), anyValue),
        fc
          .array(
            fc.record({
              op: fc.oneof(fc.constantFrom('add', 'replace', 'remove'), anyValue),
              path: fc.oneof(fc.constantFrom('', ...attributes), anyValue),
              value: anyValue,
            }),
            { maxLength: 4 },
          )
          .map((list) => patchOf(...list)),
      ),
    }),
    { seed, numRuns: isShort ? 60 : 2000 },
  );
  await eachOf(draws, 8, async ({ path, method, body }) => void (await send(method, path, JSON.stringify(body) ?? 'undefined')));
}

/** Each forgery is a sign-in of its own: the short form takes some of them. */
const shortForgeries = 4;
const sampler =
  ({ isShort, random }: Scene) =>
  <T>(list: readonly T[]): readonly T[] =>
    isShort ? random.shuffled(list).slice(0, shortForgeries) : list;

const assertionOf = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? '';
const unsigned = (xml: string) =>
  assertionOf(xml)
    .replace(/<Signature[\s\S]*<\/Signature>/, '')
    .replace(/ID="[^"]+"/, 'ID="_forged"');

/** Answers of a SAML provider that are forged, moved, replayed, or for somebody else. */
async function attackSaml(scene: Scene, caller: Caller, own: Side, other: Side, signing: SigningKey): Promise<void> {
  const { findings } = scene;
  const some = sampler(scene);
  const stranger = { name: 'stranger' };
  const post = (path: string, body: object, label: string) =>
    caller.send(stranger, { method: 'POST', path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }, label);
  const otherKey = await makeSigningKey(new Date());

  async function answered({
    words = {},
    change = (xml: string) => xml,
    subject = randomBytes(4).toString('hex'),
  }: {
    words?: Partial<Words>;
    change?: (xml: string) => string;
    subject?: string;
  }) {
    const left = await post(sso.validate.path, { email: `a@${own.samlDomain}` }, 'sso.validate');
    const { address, state } = (JSON.parse(left?.body ?? '{}') as { data: { address: string; state: string } }).data;
    const asked = readRequest(address);
    const xml = writeAnswer(
      { subject, email: `${subject}@${own.samlDomain}`, name: 'Asha', groups: ['agents'] },
      {
        inResponseTo: asked.id,
        recipient: asked.recipient,
        audience: asked.entityId,
        issuer: samlIssuer,
        now: new Date(),
        format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        assertionId: `_${randomBytes(16).toString('hex')}`,
        signs: 'assertion',
        hash: 'sha256',
        key: signing,
        ...words,
      },
    );
    return { state, body: { SAMLResponse: encode(change(xml)), RelayState: state } };
  }
  /** @returns whether somebody is signed in */
  async function enter(connectionId: string, body: object, state: string): Promise<boolean> {
    const led = await post(at(sso.assertion.path, connectionId), body, 'sso.assertion');
    const token = new URLSearchParams(String(led?.headers.location ?? '').split('#')[1]).get('token');
    if (!token) return false;
    const entered = await post(sso.redirectCallback.path, { token, state }, 'sso.redirectCallback');
    return entered?.status === 200;
  }

  const honest = await answered({});
  if (!(await enter(own.saml.id, honest.body, honest.state)))
    findings.add(name, 'SAML: an honest answer lets nobody in', JSON.stringify(honest).slice(0, 300));
  if (await enter(own.saml.id, honest.body, honest.state))
    findings.add(name, 'SAML: an answer counts twice', 'the same answer, sent again');
  const forgeries: [string, Parameters<typeof answered>[0]][] = [
    ['that is not signed', { words: { signs: 'nothing' } }],
    ['that is signed with SHA-1', { words: { hash: 'sha1' } }],
    ['that another key has signed', { words: { key: otherKey, signs: 'both' } }],
    ['of another issuer', { words: { issuer: 'urn:example:other' } }],
    ['for another audience', { words: { audience: 'https://elsewhere.example/metadata' } }],
    ['for another address', { words: { recipient: 'https://elsewhere.example/acs' } }],
    ['to another request', { words: { inResponseTo: '_else' } }],
    ['to no request', { words: { inResponseTo: '' } }],
    ['that is over', { words: { now: new Date(Date.now() - 3_600_000) } }],
    ['that is changed', { change: (xml) => xml.replace('Asha', 'Administrator') }],
    ['with a forged assertion before', { change: (xml) => xml.replace('<saml:Assertion', `${unsigned(xml)}<saml:Assertion`) }],
    [
      'moved into a forged one',
      {
        change: (xml) =>
          xml.replace(
            assertionOf(xml),
            unsigned(xml).replace('</saml:Subject>', `</saml:Subject><saml:Advice>${assertionOf(xml)}</saml:Advice>`),
          ),
      },
    ],
    [
      'hidden beside a forged one',
      { change: (xml) => xml.replace(assertionOf(xml), `<samlp:Extensions>${assertionOf(xml)}</samlp:Extensions>${unsigned(xml)}`) },
    ],
    ['split by a comment', { change: (xml) => xml.replace(`@${own.samlDomain}`, `@${own.samlDomain}<!-- -->.evil.example`) }],
    ['with an entity', { change: (xml) => `<!DOCTYPE a [<!ENTITY b "c">]>${xml}` }],
    ['without success', { change: (xml) => xml.replace('status:Success', 'status:Requester') }],
    ['with U+0000', { change: (xml) => xml.replace('Asha', 'A\u0000') }],
    ['that is no XML', { change: () => '\u0000 <\u0000>' }],
    [
      'that is deep',
      {
        change: (xml) =>
          xml.replace('<saml:AttributeStatement>', `${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}<saml:AttributeStatement>`),
      },
    ],
  ];
  for (const [title, forgery] of some(forgeries)) {
    const { body, state } = await answered(forgery);
    if (await enter(own.saml.id, body, state))
      findings.add(name, `SAML: an answer ${title} lets somebody in`, JSON.stringify(body).slice(0, 300));
  }
  // The answer is posted to the connections of another enterprise, and to those of another kind.
  for (const connectionId of some([other.saml.id, own.oidc.id, other.oidc.id, randomUUID(), '%00'])) {
    const { body, state } = await answered({});
    if (await enter(connectionId, body, state)) findings.add(name, 'SAML: an answer counts at another connection', connectionId);
  }
  for (const SAMLRequest of [
    'x',
    encode('<samlp:LogoutRequest/>'),
    encode('\u0000'),
    'A'.repeat(390_000),
    encode(`${'<a>'.repeat(60_000)}`),
  ])
    for (const connectionId of [own.saml.id, other.saml.id, own.oidc.id]) {
      const got = await post(at(sso.postedLogout.path, connectionId), { SAMLRequest }, 'sso.postedLogout');
      if (got && got.status < 400) findings.add(name, 'SAML: a forged request to sign out is taken', got.body.slice(0, 300));
    }
}

/** ID tokens that are forged, replayed, or for somebody else. */
async function attackOidc(scene: Scene, caller: Caller, own: Side, other: Side, forger: Forger): Promise<void> {
  const { findings } = scene;
  const some = sampler(scene);
  const post = (path: string, body: object, label: string) =>
    caller.send(
      { name: 'stranger' },
      { method: 'POST', path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      label,
    );
  type Forgery = {
    claims?: object;
    sign?: (claims: Record<string, unknown>) => Promise<string> | string;
    code?: string;
    iss?: string;
    state?: string;
  };
  async function enter({ claims = {}, sign = (all) => forger.sign(all), iss = forger.issuer, code = 'code', ...more }: Forgery) {
    const left = await post(sso.validate.path, { email: `a@${own.oidcDomain}` }, 'sso.validate');
    const { address, state } = (JSON.parse(left?.body ?? '{}') as { data: { address: string; state: string } }).data;
    const now = Math.floor(Date.now() / 1000);
    const subject = randomBytes(4).toString('hex');
    const nonce = new URL(address).searchParams.get('nonce') ?? '';
    const honest = {
      iss: forger.issuer,
      aud: 'parley',
      iat: now,
      exp: now + 300,
      nonce,
      sub: subject,
      email: `${subject}@${own.oidcDomain}`,
      email_verified: true,
      groups: ['agents'],
    };
    forger.answer(() => sign({ ...honest, ...claims }));
    const given = { token: code, state: more.state ?? state, iss };
    const entered = await post(sso.callback.path, given, 'sso.callback');
    return { isIn: entered?.status === 200, given };
  }
  const honest = await enter({});
  if (!honest.isIn) findings.add(name, 'OIDC: an honest ID token lets nobody in', JSON.stringify(honest));
  if ((await post(sso.callback.path, honest.given, 'sso.callback'))?.status === 200)
    findings.add(name, 'OIDC: a state counts twice', 'the same code and state, sent again');
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const forgeries: [string, Forgery][] = [
    ['of another issuer', { claims: { iss: 'https://else.example' } }],
    ['for another client', { claims: { aud: 'others' } }],
    ['with another nonce', { claims: { nonce: 'another' } }],
    ['that is over', { claims: { iat: now - 900, exp: now - 600 } }],
    ['that another key has signed', { sign: (all) => forger.sign(all, { signer: 'other' }) }],
    ['that nobody has signed', { sign: (all) => `${part({ alg: 'none' })}.${part(all)}.` }],
    ['that is signed by a shared secret', { sign: (all) => `${part({ alg: 'HS256', kid: 'own' })}.${part(all)}.${'a'.repeat(43)}` }],
    ['of nobody', { claims: { sub: ' ' } }],
    ['of somebody in U+0000', { claims: { sub: 'a\u0000' } }],
    ['of a name in U+0000', { claims: { name: 'a\u0000' } }],
    ['of another domain', { claims: { email: `a@${other.oidcDomain}` } }],
    ['of an administrator of the enterprise', { claims: { email: own.enterprise.administrators[0]?.email } }],
    ['without an address', { claims: { email: undefined } }],
    ['whose address is not verified', { claims: { email_verified: false } }],
    ['that gives no role', { claims: { groups: ['others'] } }],
    ['that is garbage', { sign: () => 'a.b.c' }],
    ['that is empty', { sign: () => '' }],
    ['from another provider', { iss: 'https://else.example' }],
    ['without a provider', { iss: '' }],
    ['for a made-up state', { state: 'x'.repeat(43) }],
    ['for a state of U+0000', { state: '\u0000' }],
  ];
  for (const [title, forgery] of some(forgeries))
    if ((await enter(forgery)).isIn)
      findings.add(name, `OIDC: an ID token ${title} lets somebody in`, JSON.stringify(forgery.claims ?? {}));
  forger.speakGarbage(true);
  if ((await enter({}).catch(() => ({ isIn: false }))).isIn)
    findings.add(name, 'OIDC: a provider that speaks garbage lets somebody in', '');
  forger.speakGarbage(false);
  for (const token of ['x', 'a.b.c', await forger.sign({ sub: 'a', sid: '\u0000' }), 'x'.repeat(19_000)])
    for (const connectionId of [own.oidc.id, other.oidc.id, own.saml.id]) {
      const got = await post(at(sso.backChannelLogout.path, connectionId), { logout_token: token }, 'sso.backChannelLogout');
      if (got && got.status < 400) findings.add(name, 'OIDC: a forged logout token is taken', got.body.slice(0, 300));
    }
}

/** Checks that agents cannot manage connections, and that nobody can manage those of other enterprises. */
async function attackSettings(scene: Scene, caller: Caller, own: Side, other: Side): Promise<void> {
  const agent = own.enterprise.byRole.find(({ code }) => code === 3)?.user.token ?? '';
  const admin = (await own.enterprise.makeAdministrator()).token;
  const heir = own.enterprise.administrators[0]?.userId;
  const tries: [string, string, string, object | undefined, string][] = [
    ['an agent makes a key', 'POST', at(sso.makeKey.path, own.oidc.id), { heir, version: 1 }, agent],
    ['an agent reads metadata', 'POST', sso.readMetadata.path, { xml: '<a/>' }, agent],
    ['an agent lists connections', 'GET', sso.list.path, undefined, agent],
    ['a key of another enterprise is made', 'POST', at(sso.makeKey.path, other.oidc.id), { heir, version: 1 }, admin],
    ['a key of another enterprise is removed', 'DELETE', at(sso.removeKey.path, other.oidc.id), undefined, admin],
    ['a connection of another enterprise is removed', 'DELETE', at(sso.remove.path, other.saml.id), undefined, admin],
    ['metadata that is deep is read', 'POST', sso.readMetadata.path, { xml: `${'<a>'.repeat(60_000)}` }, admin],
    [
      'metadata that is wide is read',
      'POST',
      sso.readMetadata.path,
      { xml: `<EntityDescriptor>${'<X509Certificate/>'.repeat(11_000)}</EntityDescriptor>` },
      admin,
    ],
    [
      'metadata with entities is read',
      'POST',
      sso.readMetadata.path,
      { xml: `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(1000)}">]><a>${'&b;'.repeat(10_000)}</a>` },
      admin,
    ],
    ['metadata of the inside is read', 'POST', sso.readMetadata.path, { address: 'https://inside.attack.test/metadata' }, admin],
  ];
  for (const [title, method, path, body, token] of tries) {
    const sent = { method, path, ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}) };
    const got = await caller.send({ name: 'somebody', token }, sent, title);
    if (got && got.status < 400) scene.findings.add(name, title, caller.explain(sent, got));
  }
  const me = await caller.send({ name: 'administrator', token: admin }, { method: 'GET', path: users.me.path }, 'users.me');
  if (me?.status !== 200) scene.findings.add(name, 'an administrator is shut out afterwards', me?.body ?? '');
}

/** Identity providers that forge, repeat, overdo and mistake: nobody comes in who should not, and another enterprise stays as it was. */
async function run(scene: Scene): Promise<void> {
  const { target, attacker, victim, findings, tally, random } = scene;
  const caller = createCaller(target.url, name, findings, tally, random);
  const rows = await openRows(target.ownerUrl);
  const forger = await startForger();
  try {
    const signing = await makeSigningKey(new Date());
    const own = await connect(scene, caller, attacker, forger, signing);
    const other = await connect(scene, caller, victim, forger, signing);
    const before = await rows.digestOf(victim.enterpriseId, ...touched);
    await attackScim(scene, caller, own, other);
    await attackSaml(scene, caller, own, other, signing);
    await attackOidc(scene, caller, own, other, forger);
    await attackSettings(scene, caller, own, other);
    const after = await rows.digestOf(victim.enterpriseId, ...touched);
    if (after !== before) findings.add(name, 'rows of another enterprise changed', `${before}\n${after}`);
  } finally {
    forger.stop();
    await rows.close();
    await caller.close();
  }
}

export const providers: Assault = { name, what: 'SCIM, SAML and OpenID Connect, forged and repeated', run };
