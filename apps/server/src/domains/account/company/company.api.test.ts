import { once } from 'node:events';
import { type CompanySecurity, endpoints, industries, live } from '@parley/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { type TestUser, testPassword } from '../../../../test/factories.ts';
import { createFactors } from '../../../../test/factors.ts';
import { createScenes } from '../../../../test/scene.ts';
import { changed, createTrail } from '../../../../test/trail.ts';
import { makePng, upload } from '../../../../test/upload.ts';

let shiftMs = 0;
const app = await startApp({ now: () => new Date(Date.now() + shiftMs) });
const { as, stranger, makeUser, makeSession, makeEnterprise, signIn, contextOf } = app;
const { connect } = createScenes(app);
const { addApp, codeOf, wrongCodeOf, verify } = createFactors(app);
const trail = createTrail(app);
const { enterprise: calls, users, account, audit } = endpoints;

const dayMs = 24 * 3_600_000;
const free: CompanySecurity = { sessionHours: null, idleMinutes: null, domains: [], networks: [], passwordDays: null };
const general = async (user: TestUser) => (await as(user).get(calls.general.path)).json().data;
const security = async (user: TestUser) => (await as(user).get(calls.security.path)).json().data;
const saveGeneral = async (user: TestUser, change: object, version: number) => {
  const before = (await general(user)).general;
  return (await as(user).post(calls.saveGeneral.path, { general: { ...before, ...change }, version })).json();
};
const saveSecurity = async (user: TestUser, change: Partial<CompanySecurity>, more: object = {}, client = as(user)) => {
  const { version } = await security(user);
  return (await client.post(calls.saveSecurity.path, { security: { ...free, ...change }, version, ...more })).json();
};
/** A caller from one address, with or without a session. */
const from = (remoteAddress: string, token = '') => {
  const headers = token ? { 'authentication-token': token } : {};
  return {
    me: () => stranger().get(users.me.path, { remoteAddress, headers }),
    login: (email: string) =>
      stranger().post(account.login.path, { email, password: testPassword, removeExistingSession: true }, { remoteAddress }),
  };
};
const isOpen = async (session: { token: string }) => (await as(session).get(users.me.path)).statusCode === 200;

test('ADMIN-097 ADMIN-113 the company says who it is, and what it says is seen where it counts', async () => {
  const admin = await makeUser({
    enterprise: await makeEnterprise({ name: 'Acme', timeZone: 'Asia/Kolkata', country: 'IN' }),
    name: 'Ada',
  });
  expect(await general(admin)).toMatchObject({
    general: { name: 'Acme', timeZone: 'Asia/Kolkata', country: 'IN', industry: '' },
    version: 0,
  });
  const change = {
    name: ' Acme Ltd ',
    industry: 'Health Care',
    timeZone: 'Europe/Berlin',
    contactEmail: 'office@acme.example',
    taxId: '29AB',
  };
  expect(await saveGeneral(admin, change, 0)).toMatchObject({
    message: 'Saved.',
    data: { general: { ...change, name: 'Acme Ltd' }, version: 1 },
  });
  expect((await as(admin).get(users.me.path)).json().data).toMatchObject({ enterpriseName: 'Acme Ltd', timeZone: 'Europe/Berlin' });
  expect(industries).toEqual([
    'Financial Services',
    'Health Care',
    'Media & Entertainment',
    'Real Estate & Infrastructure',
    'Software & Technology',
    'Consulting',
    'Business Services',
    'Education',
    'Sports Leisure & Travel',
    'Pharmaceuticals',
  ]);
  for (const wrong of [{ industry: 'Piracy' }, { timeZone: 'Mars/Base' }, { contactEmail: 'nobody' }, { name: ' ' }])
    expect((await saveGeneral(admin, wrong, 1)).code).toBe('request.invalid');
  const entry = await trail.newest(admin, 'kind=company');
  expect(entry.changes.map(({ field }) => field).sort()).toEqual(['contactEmail', 'industry', 'name', 'taxId', 'timeZone']);
});

test('screens 1.4 the logo is a picture by its content, is kept by the company, and anything else is refused in words', async () => {
  const admin = await makeUser({ name: 'Ada' });
  const [colleague, viewer] = [await makeUser({ enterprise: admin }), await makeUser({ enterprise: admin, roles: [3] })];
  const send = async (by: TestUser, ...[content, options]: ReturnType<typeof upload>) =>
    (await as(by).post(calls.uploadLogo.path, content, options)).json();
  const png = await makePng(40, 20);
  const pictures = { png, jpeg: await sharp(png).jpeg().toBuffer(), webp: await sharp(png).webp().toBuffer() };
  // The name of the file does not decide its type.
  for (const [type, content] of Object.entries(pictures))
    expect(await send(admin, ...upload('logo.png', content))).toMatchObject({ code: '100', response: { type: `image/${type}` } });
  const html = '<html><script>alert(1)</script></html>';
  for (const content of [
    html,
    await sharp(png).gif().toBuffer(),
    `<svg xmlns="http://www.w3.org/2000/svg">${html}</svg>`,
    png.subarray(0, 20),
  ])
    expect(await send(admin, ...upload('logo.png', content))).toMatchObject({
      code: 'company.logo_unfit',
      message: 'The logo must be a PNG, JPEG or WebP picture.',
    });
  expect((await send(admin, ...upload('logo.png', Buffer.concat([png, Buffer.alloc(1024 * 1024)])))).code).toBe('file.too_large');
  expect((await send(viewer, ...upload('logo.png', png))).code).toBe('1403');

  const logo = (await send(admin, ...upload('logo.webp', pictures.webp))).response.id as string;
  expect(await general(admin)).toMatchObject({ general: { logo: '' }, logoUrl: '' });
  expect(await saveGeneral(admin, { logo }, 0)).toMatchObject({ code: '100', data: { general: { logo }, version: 1 } });
  const { logoUrl } = await general(colleague);
  const shown = await stranger().get(logoUrl);
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
  // A user who did not upload it can keep it, and take it away.
  expect((await saveGeneral(colleague, { taxId: '29AB' }, 1)).data.general).toMatchObject({ logo, taxId: '29AB' });
  const others = (await send(admin, ...upload('logo.png', png))).response.id;
  expect((await saveGeneral(colleague, { logo: others }, 2)).code).toBe('file.not_found');
  const table = (await as(admin).post(endpoints.files.upload.path, ...upload('a.csv', 'a,b'))).json().response.id;
  expect((await saveGeneral(admin, { logo: table }, 2)).code).toBe('company.logo_unfit');
  const foreign = (await send(await makeUser(), ...upload('logo.png', png))).response.id;
  expect((await saveGeneral(admin, { logo: foreign }, 2)).code).toBe('file.not_found');
  // The same file in the library cannot be deleted as long as it is the logo.
  const image = { isPublic: true, data: { type: 'IMAGE', fileId: others } };
  const { _id, data } = (await as(admin).post(endpoints.artifacts.create.path, image)).json().response;
  const path = endpoints.artifacts.remove.path.replace(':artifactId', _id);
  expect((await saveGeneral(admin, { logo: data.fileId }, 2)).code).toBe('100');
  expect((await as(admin).delete(path)).json()).toMatchObject({ code: 'artifact.in_use' });
  expect((await saveGeneral(colleague, { logo: '' }, 3)).data.logoUrl).toBe('');
  expect((await as(admin).delete(path)).json().code).toBe('100');
  expect(changed(await trail.newest(admin, 'kind=company'))).toEqual({ logo: [data.fileId, ''] });
});

test('screens 1.4 the currency is INR or USD; with billing it is the wallet’s', async () => {
  const admin = await makeUser();
  expect((await general(admin)).general.currency).toBe('INR');
  expect((await saveGeneral(admin, { currency: 'EUR' }, 0)).code).toBe('request.invalid');
  expect((await saveGeneral(admin, { currency: 'USD' }, 0)).code).toBe('company.currency_fixed');
  await contextOf(admin).transaction((tx) =>
    tx.updateTable('billingAccounts').set({ currency: 'USD' }).where('enterpriseId', '=', admin.enterpriseId).execute(),
  );
  expect((await general(admin)).general.currency).toBe('USD');
  expect((await saveGeneral(admin, { currency: 'USD' }, 0)).code).toBe('100');

  const unbilled = await startApp({ config: { features: ['channels'] } });
  const free = await unbilled.makeUser();
  const asFree = unbilled.as(free);
  const { general: before, version } = (await asFree.get(calls.general.path)).json().data;
  const saved = await asFree.post(calls.saveGeneral.path, { general: { ...before, currency: 'USD' }, version });
  expect(saved.json().data.general.currency).toBe('USD');
  expect(changed(await createTrail(unbilled).newest(free, 'kind=company'))).toEqual({ currency: ['INR', 'USD'] });
});

/** ISO 3166-1 without Antarctica and the six territories that have no dialling code: AQ, BV, GS, HM, PN, TF and UM. */
const isoCountries =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO ' +
  'CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR ' +
  'HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML ' +
  'MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA ' +
  'SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU ' +
  'WF WS YE YT ZA ZM ZW';

test('ADMIN-068 ADMIN-098 ADMIN-099 ADMIN-100 time zones and countries are listed', async () => {
  const agent = await makeUser({ roles: [3] });
  const { timezones } = (await as(agent).get(calls.timeZones.path)).json().data;
  // Each zone of the runtime once, those with a new name by it.
  const known = (zones: readonly string[]) =>
    zones.map((timeZone) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone).sort();
  expect(known(timezones)).toEqual(known(['UTC', ...Intl.supportedValuesOf('timeZone')]));
  expect(timezones).toEqual(expect.arrayContaining(['UTC', 'Asia/Kolkata', 'Europe/Berlin', 'Europe/Kyiv']));
  const { countries } = (await as(agent).get(calls.countries.path)).json().data;
  expect(countries).toContainEqual({ code: 'IN', name: 'India', dialCode: '+91' });
  expect(countries.map(({ code }: { code: string }) => code).sort()).toEqual(isoCountries.split(' '));
  for (const { code, name, dialCode } of countries)
    expect([code, name, dialCode]).toEqual([code, expect.stringMatching(/^\p{Lu}.*\p{L}/u), expect.stringMatching(/^\+[1-9]\d{0,4}$/)]);
});

test('a shorter session ends those that are open already, and new ones are shorter', async () => {
  const admin = await makeUser();
  const [old, young] = [await makeSession(admin), await makeSession(admin)];
  await contextOf(admin).transaction((tx) =>
    tx
      .updateTable('sessions')
      .set({ createdAt: new Date(Date.now() - 5 * 3_600_000) } as never)
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('sessionId', '=', old.sessionId)
      .execute(),
  );
  expect((await saveSecurity(admin, { sessionHours: 4 })).code).toBe('100');
  expect([await isOpen(old), await isOpen(young)]).toEqual([false, true]);
  const next = await makeSession(admin);
  const row = await contextOf(admin).read((tx) =>
    tx
      .selectFrom('sessions')
      .select(['createdAt', 'expiresAt'])
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('sessionId', '=', next.sessionId)
      .executeTakeFirstOrThrow(),
  );
  expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBe(4 * 3_600_000);
});

test('a session without activity ends after the minutes that the company allows', async () => {
  const admin = await makeUser();
  const idle = await makeSession(admin);
  await saveSecurity(admin, { idleMinutes: 30 });
  const seen = (minutes: number) =>
    contextOf(admin).transaction((tx) =>
      tx
        .updateTable('sessions')
        .set({ lastSeenAt: new Date(Date.now() - minutes * 60_000) })
        .where('enterpriseId', '=', admin.enterpriseId)
        .where('sessionId', '=', idle.sessionId)
        .execute(),
    );
  await seen(29);
  expect(await isOpen(idle)).toBe(true);
  await seen(31);
  // Another process remembers nothing of it; this one forgets when a session changes that counts.
  await saveSecurity(admin, { idleMinutes: 29 });
  expect(await isOpen(idle)).toBe(false);
});

test('calls, sign-ins, downloads and sockets from outside of the networks are nobody’s', async () => {
  const admin = await makeUser();
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const socket = await connect(agent);
  const closed = once(socket.talker.socket, 'close');
  const inside = { remoteAddress: '203.0.113.7', headers: { 'authentication-token': admin.token } };
  const { version } = await security(admin);
  const body = { security: { ...free, networks: ['203.0.113.0/24', '2001:db8::/32'] }, version };
  expect((await stranger().post(calls.saveSecurity.path, body, inside)).json().code).toBe('100');
  // Sockets of tests come from loopback.
  expect((await closed)[0]).toBe(live.goingAwayClose);
  const { token } = await makeSession(agent);
  expect([(await from('203.0.113.9', token).me()).statusCode, (await from('2001:db8::5', token).me()).statusCode]).toEqual([200, 200]);
  expect((await from('198.51.100.1', token).me()).json()).toMatchObject({ code: 'login_required' });
  expect((await from('198.51.100.1').login(agent.email)).json()).toMatchObject({ code: 'login.network' });
  expect((await from('203.0.113.9').login(agent.email)).json().code).toBe('100');
  const download = async (remoteAddress: string) => {
    const { id } = (await stranger().get(endpoints.files.downloadToken.path, inside)).json().data;
    return (await stranger().get(`${audit.export.path}?x-access-id=${id}`, { remoteAddress })).statusCode;
  };
  expect([await download('203.0.113.9'), (await download('198.51.100.1')) === 200]).toEqual([200, false]);
});

test('networks without the own address lock out, unless that is confirmed', async () => {
  const admin = await makeUser();
  const { address } = await security(admin);
  const far = { networks: ['192.0.2.0/24'] };
  expect(await saveSecurity(admin, far)).toMatchObject({ code: 'security.lock_out', data: { address: expect.any(String) } });
  expect((await security(admin)).security.networks).toEqual([]);
  expect(address).toMatch(/^10\./);
  expect((await saveSecurity(admin, far, { confirm: true })).code).toBe('100');
  expect(await isOpen(admin)).toBe(false);
  expect((await saveSecurity(await makeUser(), { networks: ['not a network'] })).code).toBe('request.invalid');
});

test('a password that is too old is changed before anybody signs in with it', async () => {
  const admin = await makeUser();
  await saveSecurity(admin, { passwordDays: 30 });
  expect((await signIn(admin.email, testPassword, { removeExistingSession: true })).json().code).toBe('100');
  shiftMs = 31 * dayMs;
  const refused = (await signIn(admin.email, testPassword)).json();
  expect(refused).toMatchObject({ code: 'password.expired', data: { resetCode: expect.any(String) } });
  expect((await signIn(admin.email, 'Wrong-horse-1')).json().code).toBe('login.failed');
  const change = { resetCode: refused.data.resetCode, password: 'Better-horse-2', confirmPassword: 'Better-horse-2' };
  expect((await stranger().put(account.resetPassword.path, change)).json().status).toBe(true);
  expect((await stranger().put(account.resetPassword.path, change)).json().code).toBe('account.link_invalid');
  shiftMs = 0;
  expect((await signIn(admin.email, 'Better-horse-2')).json().code).toBe('100');
});

test('an old password sets no other one before the second factor is proved too', async () => {
  const admin = await makeUser();
  await saveSecurity(admin, { passwordDays: 30 });
  const secret = await addApp(admin);
  shiftMs = 31 * dayMs;
  const asked = (await signIn(admin.email, testPassword, { removeExistingSession: true })).json();
  expect(asked).toMatchObject({ code: '100', data: { id: expect.any(String) } });
  expect(JSON.stringify(asked)).not.toContain('resetCode');
  expect((await verify(asked.data.id, 2, wrongCodeOf(secret))).json()).toMatchObject({ code: 'login.code_wrong' });
  const refused = (await verify(asked.data.id, 2, codeOf(secret))).json();
  expect(refused).toMatchObject({ code: 'password.expired', data: { resetCode: expect.any(String) } });
  const change = { resetCode: refused.data.resetCode, password: 'Better-horse-2', confirmPassword: 'Better-horse-2' };
  expect((await stranger().put(account.resetPassword.path, change)).json().status).toBe(true);
  shiftMs = 0;
});

test('ENTERPRISE.VIEW reads, ENTERPRISE.EDIT changes, and nobody of another enterprise', async () => {
  const admin = await makeUser();
  const { code } = (await as(admin).put(endpoints.roles.saveRole.path, { name: 'Reader', permissions: ['ENTERPRISE.VIEW'] })).json().data;
  const reader = await makeUser({ enterprise: admin, roles: [code] });
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  expect((await as(reader).get(calls.general.path)).statusCode).toBe(200);
  expect((await as(agent).get(calls.security.path)).json().code).toBe('1403');
  const { version } = await security(admin);
  expect((await as(reader).post(calls.saveSecurity.path, { security: free, version })).json().code).toBe('1403');
  expect((await stranger().get(calls.general.path)).statusCode).toBe(401);
});
