import { constants, createHash, createPublicKey, generateKeyPairSync, publicEncrypt, randomBytes } from 'node:crypto';
import { endpoints, LoginRequest, productAppId } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { testPassword } from '../../../../test/factories.ts';
import { countStrangeSignIn } from '../session/identity.repository.ts';
import { limits } from '../session/identity.rules.ts';

let shiftMs = 0;
/** Records the delays of answers, instead of waiting. */
const pauses: number[] = [];
const { as, stranger, makeUser, signIn, deps, contextOf, waitForMails } = await startApp({
  now: () => new Date(Date.now() + shiftMs),
  pause: async (ms) => void pauses.push(ms),
});
const { account, users } = endpoints;

/** A user without a session, as somebody is who has not signed in yet. */
async function makeSignedOut(overrides: Parameters<typeof makeUser>[0] = {}) {
  const user = await makeUser(overrides);
  await as(user).get(account.logout.path);
  return user;
}

test('AUTH-046 AUTH-086 login answers a token that opens the product', async () => {
  const user = await makeSignedOut();
  const answer = await signIn(user.email, testPassword, { routePath: '/chat/conversation' });
  expect(answer.statusCode).toBe(200);
  const { status, code, data } = answer.json();
  expect({ status, code, routePath: data.routePath }).toEqual({ status: true, code: '100', routePath: '/chat/conversation' });
  expect((await as(data).get(users.me.path)).json().data).toMatchObject({ uId: user.userId, emailId: user.email });
});

test('SHELL-066 SHELL-075 login takes a form as well as JSON', async () => {
  const user = await makeSignedOut();
  const body = new URLSearchParams({ email: user.email, password: testPassword, removeExistingSession: 'false' }).toString();
  const answer = await stranger().post(account.login.path, body, { headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  expect(answer.statusCode).toBe(200);
});

test('an e-mail counts in any case', async () => {
  const user = await makeSignedOut();
  expect((await signIn(user.email.toUpperCase(), testPassword)).statusCode).toBe(200);
});

test('a wrong e-mail and a wrong password answer the same', async () => {
  const user = await makeSignedOut();
  const wrongPassword = await signIn(user.email, 'Wrong-horse-1');
  const wrongEmail = await signIn('nobody@example.com', testPassword);
  const { requestId: _one, ...first } = wrongPassword.json();
  const { requestId: _other, ...second } = wrongEmail.json();
  expect(wrongPassword.statusCode).toBe(422);
  expect(first).toEqual({ status: false, code: 'login.failed', message: 'The e-mail or the password is wrong.', data: {} });
  expect(second).toEqual(first);
});

test('a deactivated user cannot sign in and is not told why', async () => {
  const user = await makeSignedOut();
  await contextOf(user).transaction((tx) =>
    tx.updateTable('users').set({ state: 2 }).where('enterpriseId', '=', user.enterpriseId).where('userId', '=', user.userId).execute(),
  );
  expect((await signIn(user.email, testPassword)).json().code).toBe('login.failed');
});

test('an account that is not activated is told so, after the right password only', async () => {
  const user = await makeSignedOut({ isActivated: false });
  expect((await signIn(user.email, 'Wrong-horse-1')).json().code).toBe('login.failed');
  expect((await signIn(user.email, testPassword)).json().code).toBe('login.not_activated');
});

test('five failures lock the account for that address for 15 minutes', async () => {
  const user = await makeSignedOut();
  const attacker = stranger();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect((await signIn(user.email, 'Wrong-horse-1', {}, attacker)).json().code).toBe('login.failed');
  }
  const locked = await signIn(user.email, testPassword, {}, attacker);
  expect(locked.statusCode).toBe(429);
  expect(locked.json()).toMatchObject({ code: 'login.locked', message: 'Too many failed attempts. Please try again in 15 minutes.' });
  expect(Number(locked.headers['retry-after'])).toBe(locked.json().data.retryAfterSeconds);
  // The owner, elsewhere, is not locked out by a stranger.
  expect((await signIn(user.email, testPassword)).statusCode).toBe(200);
  shiftMs = 16 * 60_000;
  expect((await signIn(user.email, testPassword, { removeExistingSession: true }, attacker)).statusCode).toBe(200);
  shiftMs = 0;
});

test('an office signs in from one address when its day begins; whoever fails sixty times in a minute there waits', async () => {
  const people = [await makeSignedOut(), await makeSignedOut()];
  const from = (place: string, email: string, password: string) =>
    stranger().post(account.login.path, { email, password, removeExistingSession: true }, { remoteAddress: place });
  for (let round = 0; round < 35; round += 1) {
    const answers = await Promise.all(people.map(({ email }) => from('198.51.100.7', email, testPassword)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  }
  const captchas = await Promise.all(
    Array.from({ length: 70 }, () => stranger().get(`${account.captcha.path}?requestFrom=login`, { remoteAddress: '198.51.100.7' })),
  );
  expect([...new Set(captchas.map(({ statusCode }) => statusCode))]).toEqual([200]);

  for (let attempt = 0; attempt < 60; attempt += 1)
    expect((await from('198.51.100.8', `nobody-${attempt}@example.com`, 'Wrong-horse-1')).json().code).toBe('login.failed');
  const refused = await from('198.51.100.8', people[0]?.email ?? '', testPassword);
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'request.rate_limited']);
  expect((await from('198.51.100.7', people[0]?.email ?? '', testPassword)).statusCode).toBe(200);
});

test('an IPv6 network is one address: its 2^64 addresses have five guesses together', async () => {
  const user = await makeSignedOut();
  const from = (place: number) => ({ email: user.email, password: 'Wrong-horse-1', place });
  const guess = ({ email, password, place }: ReturnType<typeof from>) =>
    stranger().post(account.login.path, { email, password }, { remoteAddress: `2001:db8:77:1::${place.toString(16)}` });
  for (let place = 1; place <= 5; place += 1) expect((await guess(from(place))).json().code).toBe('login.failed');
  expect((await guess(from(6))).json().code).toBe('login.locked');
});

test('guesses at one account from many networks become slow, then stop; who comes from a known place notices nothing', async () => {
  const user = await makeUser();
  const home = stranger();
  expect((await signIn(user.email, testPassword, { removeExistingSession: true }, home)).statusCode).toBe(200);
  pauses.length = 0;
  for (let attempt = 0; attempt < 16; attempt += 1) expect((await signIn(user.email, 'Wrong-horse-1')).json().code).toBe('login.failed');
  expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000]);
  const subject = createHash('sha256').update(`login:${user.email}`).digest();
  for (let attempt = 17; attempt < 99; attempt += 1)
    await countStrangeSignIn(deps.db, subject, deps.now(), { within: limits.loginWindow, most: limits.strangeAttempts + 1 });
  expect((await signIn(user.email, 'Wrong-horse-1')).json().code).toBe('login.failed');
  expect((await signIn(user.email, 'Wrong-horse-1')).json().code).toBe('login.locked');
  // The owner elsewhere waits as well; at home, or having read the mail of the account, not.
  expect((await signIn(user.email, testPassword, { removeExistingSession: true })).json().code).toBe('login.locked');
  pauses.length = 0;
  expect((await signIn(user.email, testPassword, { removeExistingSession: true }, home)).statusCode).toBe(200);
  const hotel = stranger();
  await hotel.post(account.recover.path, { emailId: user.email });
  const [mail] = await waitForMails(user.email);
  const resetCode = /resetCode=([\w-]{43})/.exec(mail?.text ?? '')?.[1];
  const password = 'Another-horse-2';
  expect((await hotel.put(account.resetPassword.path, { password, confirmPassword: password, resetCode })).statusCode).toBe(200);
  expect((await signIn(user.email, password, {}, hotel)).statusCode).toBe(200);
  expect(pauses).toEqual([]);
});

test('an e-mail that nobody has becomes slow in the same way', async () => {
  const email = `nobody-${randomBytes(4).toString('hex')}@example.com`;
  pauses.length = 0;
  for (let attempt = 0; attempt < 12; attempt += 1) expect((await signIn(email, 'Wrong-horse-1')).json().code).toBe('login.failed');
  expect(pauses).toEqual([250, 500]);
});

test('guesses made at the same moment do not pass the limit together', async () => {
  const user = await makeSignedOut();
  const attacker = stranger();
  const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(user.email, 'Wrong-horse-1', {}, attacker)));
  const codes = answers.map((answer) => answer.json().code as string);
  expect(codes.filter((code) => code === 'login.failed')).toHaveLength(5);
  expect(codes.filter((code) => code === 'login.locked')).toHaveLength(7);
});

test('a success forgets the failures before it', async () => {
  const user = await makeSignedOut();
  const caller = stranger();
  for (let round = 0; round < 2; round += 1) {
    for (let attempt = 0; attempt < 4; attempt += 1) await signIn(user.email, 'Wrong-horse-1', {}, caller);
    expect((await signIn(user.email, testPassword, { removeExistingSession: true }, caller)).statusCode).toBe(200);
  }
});

test('AUTH-018 AUTH-083 an existing session is asked about, not replaced', async () => {
  const user = await makeUser();
  const asked = await signIn(user.email, testPassword);
  expect(asked.statusCode).toBe(409);
  expect(asked.json()).toMatchObject({
    status: false,
    code: 'login.session_exists',
    message: 'You are signed in on another device. Remove that session and continue?',
    data: { sessionCount: 1 },
  });
  expect((await as(user).get(users.me.path)).statusCode).toBe(200);
});

test('AUTH-047 AUTH-085 removeExistingSession ends the other sessions at once', async () => {
  const user = await makeUser();
  const answer = await signIn(user.email, testPassword, { removeExistingSession: true });
  expect(answer.statusCode).toBe(200);
  const ended = await as(user).get(users.me.path);
  expect(ended.statusCode).toBe(401);
  expect(ended.json()).toMatchObject({ code: 'login_required', login_required: true, message: 'Session Expired! Please login' });
  expect((await as(answer.json().data).get(users.me.path)).statusCode).toBe(200);
});

test('two logins at the same moment leave one session', async () => {
  const user = await makeSignedOut();
  const answers = await Promise.all([signIn(user.email, testPassword), signIn(user.email, testPassword)]);
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
});

test('AUTH-055 logout answers a text, ends the session, and may be repeated', async () => {
  const user = await makeUser();
  const answer = await as(user).get(account.logout.path);
  expect(answer.headers['content-type']).toContain('text/plain');
  expect((await as(user).get(users.me.path)).statusCode).toBe(401);
  expect((await as(user).get(account.logout.path)).statusCode).toBe(200);
  expect((await stranger().get(account.logout.path)).statusCode).toBe(200);
});

test('a login from a new device is told to the user, the first one is not', async () => {
  const user = await makeSignedOut();
  const caller = stranger();
  const first = await signIn(user.email, testPassword, {}, caller);
  const list = async (token: { token: string }) => (await as(token).get(endpoints.notifications.list.path)).json().data.notifications;
  expect(await list(first.json().data)).toEqual([]);
  const again = await signIn(user.email, testPassword, { removeExistingSession: true }, caller);
  expect(await list(again.json().data)).toEqual([]);
  const elsewhere = await signIn(user.email, testPassword, { removeExistingSession: true });
  expect(await list(elsewhere.json().data)).toMatchObject([{ kind: 'new_sign_in', count: 1, isRead: false }]);
});

test('AUTH-037 AUTH-038 AUTH-045 the texts of the form are the texts of the server', async () => {
  const reasons = async (email: string, password: string) =>
    (await signIn(email, password)).json().data.issues.map((issue: { reason: string }) => issue.reason);
  expect(await reasons('', 'x')).toContain('This field is mandatory.');
  expect(await reasons('no-address', 'x')).toEqual(['Please enter a valid email address']);
  expect(await reasons('a@example.com', '')).toEqual(['This field is mandatory.']);
});

test('AUTH-039 an address with an IP literal is a good one', async () => {
  expect((await signIn('ada@[192.168.1.10]', 'Wrong-horse-1')).json().code).toBe('login.failed');
});

test('a token that was never given opens nothing', async () => {
  for (const token of ['', 'x', 'a'.repeat(43), "' or 1=1 --", 'ü'.repeat(10)]) {
    expect((await stranger().get(users.me.path, { headers: { 'authentication-token': encodeURIComponent(token) } })).statusCode).toBe(401);
  }
});

test('AUTH-048 AUTH-050 switched-on encryption takes the password under the published key, and plain no more', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const app = await startApp({ config: { encryptionPrivateKey: pem } });
  const config = (await app.stranger().get(endpoints.branding.appConfig.path)).json();
  expect(config.encryption.isEnabled).toBe(true);
  const user = await app.makeUser();
  const key = { key: createPublicKey(config.encryption.publicKey), padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  const sealed = publicEncrypt(key, Buffer.from(testPassword)).toString('base64');
  expect((await app.signIn(user.email, sealed, { removeExistingSession: true })).statusCode).toBe(200);
  expect((await app.signIn(user.email, testPassword, { removeExistingSession: true })).json().code).toBe('login.failed');
});

test('the password and the token are nowhere in the database as they are', async () => {
  const user = await makeSignedOut();
  const { token } = (await signIn(user.email, testPassword)).json().data as { token: string };
  const rows = await contextOf(user).transaction(async (tx) => ({
    sessions: await tx.selectFrom('sessions').selectAll().where('enterpriseId', '=', user.enterpriseId).execute(),
    users: await tx.selectFrom('users').selectAll().where('enterpriseId', '=', user.enterpriseId).execute(),
  }));
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(JSON.stringify(rows)).not.toContain(testPassword);
  expect(rows.users[0]?.passwordHash).toMatch(/^\$argon2id\$/);
  expect(deps.config.isProduction).toBe(false);
});

test('AUTH-049 the product id that login sends is fixed: the configuration names it, and who leaves it out means it', async () => {
  const { appId } = (await stranger().get(endpoints.branding.appConfig.path)).json();
  expect(appId).toBe(productAppId);
  expect(LoginRequest.parse({ email: 'a@example.com', password: 'x' }).appId).toBe(productAppId);
  const user = await makeSignedOut();
  expect((await signIn(user.email, testPassword, { appId })).statusCode).toBe(200);
});
