import { randomBytes } from 'node:crypto';
import { endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { testPassword } from '../../../../test/factories.ts';

let shiftMs = 0;
const { as, stranger, makeUser, signIn, waitForMails, contextOf, deps } = await startApp({ now: () => new Date(Date.now() + shiftMs) });
const { account, users, roles } = endpoints;

const makeEmail = () => `new-${randomBytes(5).toString('hex')}@example.com`;
const form = (emailId: string, more: object = {}) => ({
  name: 'Acme',
  emailId,
  password: testPassword,
  confirmPassword: testPassword,
  termsOfService: true,
  address: '',
  city: '',
  state: '',
  country: '',
  pincode: '',
  ...more,
});
const signUp = (emailId: string, more: object = {}) => stranger().post(account.signup.path, form(emailId, more));
const activationIdIn = (text: string) => /signup-verify\/([\w-]{43})/.exec(text)?.[1] ?? '';

async function signUpAndRead(email: string, more: object = {}) {
  await signUp(email, more);
  const [mail] = await waitForMails(email);
  return activationIdIn(mail?.text ?? '');
}

test('AUTH-064 AUTH-069 signing up makes an enterprise, mails a link, and the link activates its administrator', async () => {
  const email = makeEmail();
  const answer = await signUp(email);
  expect(answer.statusCode).toBe(200);
  const [mail] = await waitForMails(email);
  expect((await signIn(email, testPassword)).json().code).toBe('login.not_activated');
  expect(mail?.text).toContain(`${deps.publicUrl()}/signup-verify/`);
  const activated = await stranger().post(account.activate.path, { activationId: activationIdIn(mail?.text ?? '') });
  expect(activated.json()).toMatchObject({ status: true, message: 'Your account is activated. Please sign in.' });
  const { data } = (await signIn(email, testPassword)).json();
  expect((await as(data).get(users.me.path)).json().data).toMatchObject({
    roles: [1],
    roleNames: ['Administrator'],
    enterpriseName: 'Acme',
  });
  const configuration = (await as(data).get(roles.configuration.path)).json().data;
  expect(configuration.roles.map((role: { name: string }) => role.name)).toContain('Chat Supervisor');
});

test('AUTH-065 the address fields of the form are address, city, state, country and pincode, empty as the screen sends them', async () => {
  const stored = async (more: object) => {
    const email = makeEmail();
    const activationId = await signUpAndRead(email, more);
    await stranger().post(account.activate.path, { activationId });
    const { data } = (await signIn(email, testPassword)).json();
    const { eId } = (await as(data).get(users.me.path)).json().data;
    return contextOf({ enterpriseId: eId }).read((tx) =>
      tx
        .selectFrom('enterprises')
        .select(['address', 'city', 'region', 'country', 'pincode'])
        .where('enterpriseId', '=', eId)
        .executeTakeFirstOrThrow(),
    );
  };
  expect(await stored({})).toEqual({ address: '', city: '', region: '', country: '', pincode: '' });
  const given = { address: '1 High Street', city: 'Pune', state: 'MH', country: 'IN', pincode: '411001' };
  expect(await stored(given)).toEqual({ address: '1 High Street', city: 'Pune', region: 'MH', country: 'IN', pincode: '411001' });
});

test('an activation link may be opened twice, and works for 7 days', async () => {
  const email = makeEmail();
  const activationId = await signUpAndRead(email);
  const activate = () => stranger().post(account.activate.path, { activationId });
  expect((await activate()).statusCode).toBe(200);
  expect((await activate()).statusCode).toBe(200);

  const late = await signUpAndRead(makeEmail());
  shiftMs = 7 * 24 * 3_600_000 + 1000;
  const answer = await stranger().post(account.activate.path, { activationId: late });
  shiftMs = 0;
  expect(answer.statusCode).toBe(410);
  expect(answer.json().code).toBe('account.link_invalid');
});

test('a link that nobody was sent is not valid', async () => {
  for (const activationId of ['', 'x', 'a'.repeat(43)]) {
    expect((await stranger().post(account.activate.path, { activationId })).json().code).toBe('account.link_invalid');
  }
});

test('AUTH-023 AUTH-024 AUTH-063 administrators of its enterprise, and nobody else, are told that an e-mail is taken', async () => {
  const user = await makeUser();
  const ask = async (caller: ReturnType<typeof stranger>, email: string) => {
    const { data, message } = (await caller.get(`${account.isEmailUnique.path}?emailId=${encodeURIComponent(email)}`)).json();
    return [data.isUnique, message];
  };
  expect(await ask(as(user), user.email.toUpperCase())).toEqual([
    false,
    'This e-mail is already registered. Please sign in, or use another.',
  ]);
  expect(await ask(as(user), makeEmail())).toEqual([true, 'Success']);
  expect(await ask(as(await makeUser()), user.email)).toEqual([true, 'Success']);
  expect(await ask(as(await makeUser({ enterprise: user, roles: [3] })), user.email)).toEqual([true, 'Success']);
  expect(await ask(stranger(), user.email)).toEqual([true, 'Success']);
});

test('AUTH-023 signing up with a taken e-mail answers like any other, makes nothing, and tells its holder by mail', async () => {
  const user = await makeUser();
  const passwords = { password: 'Another-horse-1', confirmPassword: 'Another-horse-1' };
  const [taken, free] = [await signUp(user.email.toUpperCase(), passwords), await signUp(makeEmail())];
  expect(taken.json()).toEqual(free.json());
  const [mail, ...more] = await waitForMails(user.email);
  expect(more).toEqual([]);
  // The address opens what it opened, by the password of before alone.
  expect((await signIn(user.email, passwords.password)).json().code).toBe('login.failed');
  const { data } = (await signIn(user.email, testPassword, { removeExistingSession: true })).json();
  expect((await as(data).get(users.me.path)).json().data).toMatchObject({ uId: user.userId, eId: user.enterpriseId, name: user.name });
  expect(mail?.subject).toMatch(/^You already have a .* account$/);
  expect(mail?.text).toMatch(/reset-password\?.*resetCode=[\w-]{43}/);
});

test('two sign-ups of one address at the same moment make one account', async () => {
  const email = makeEmail();
  const answers = await Promise.all([signUp(email), signUp(email), signUp(email)]);
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
  // Each asks for the mail of the one account that waits for its activation.
  const links = (await waitForMails(email, 3)).map(({ text }) => /signup-verify\/([\w-]{43})/.exec(text)?.[1] ?? '');
  for (const activationId of links) expect((await stranger().post(account.activate.path, { activationId })).statusCode).toBe(200);
  expect((await signIn(email, testPassword)).statusCode).toBe(200);
});

test('AUTH-022 AUTH-041 AUTH-042 AUTH-043 the form is checked with the texts of the specification', async () => {
  const reasons = async (more: object) =>
    (await signUp(makeEmail(), more))
      .json()
      .data.issues.map((issue: { field: string; reason: string }) => `${issue.field}: ${issue.reason}`);
  expect(await reasons({ password: '', confirmPassword: '' })).toEqual(
    expect.arrayContaining(['password: This field is mandatory.', 'confirmPassword: This field is mandatory.']),
  );
  expect(await reasons({ password: 'short', confirmPassword: 'short' })).toContain(
    'password: Your Password must be atleast 8 characters long',
  );
  expect(await reasons({ confirmPassword: 'Another-horse-1' })).toContain(
    'confirmPassword: Your passwords do not match. Please try again.',
  );
  expect(await reasons({ name: '   ' })).toContain('name: This field is mandatory.');
  expect(await reasons({ termsOfService: 'false' })).toContain('termsOfService: Please accept the terms of service.');
});

test('AUTH-056 AUTH-057 the activation mail is sent again at most three times an hour, and unknown addresses answer the same', async () => {
  const email = makeEmail();
  await signUp(email);
  // The account is made by a job: a caller who asks before it is done has none yet, and is answered the same.
  await waitForMails(email, 1);
  const caller = stranger();
  const resend = (emailId: string) => caller.put(account.resendActivation.path, { emailId });
  const messages = [];
  for (let round = 0; round < 4; round += 1) messages.push((await resend(email)).json().message);
  messages.push((await resend(makeEmail())).json().message);
  messages.push((await resend((await makeUser()).email)).json().message);
  expect(new Set(messages)).toEqual(new Set(['If this e-mail waits for activation, a new mail is on its way.']));
  await waitForMails(email, 3);
  // A mail that is asked for after all of them has arrived, and with it whatever was asked for before.
  const later = makeEmail();
  await signUp(later);
  await waitForMails(later, 1);
  expect(await waitForMails(email, 3)).toHaveLength(3);
});

test('hideSignup closes signing up', async () => {
  const app = await startApp({ config: { features: ['hideSignup'] } });
  const answer = await app.stranger().post(account.signup.path, form(makeEmail()));
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({ code: 'account.signup_closed', message: 'Access Denied' });
});
