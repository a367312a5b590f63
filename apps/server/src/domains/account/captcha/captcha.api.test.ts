import { createHash, randomBytes } from 'node:crypto';
import { endpoints, hasZeroBits, proofText, toProofAnswer } from '@parley/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type Client, startApp } from '../../../../test/app.ts';
import { testPassword } from '../../../../test/factories.ts';

let shiftMs = 0;
const { stranger, makeUser, as, signIn, waitForMails } = await startApp({
  isCaptchaOn: true,
  now: () => new Date(Date.now() + shiftMs),
  config: { captchaProofBits: 10 },
});
const { account } = endpoints;

/** Does the work that a browser does in the place of reading the picture. */
function prove(captchaId: string, bits: number): string {
  for (let counter = 0; ; counter += 1) {
    const hash = createHash('sha256').update(proofText(captchaId, counter)).digest();
    if (hasZeroBits(hash, bits)) return toProofAnswer(counter);
  }
}

async function solve(client: Client, place: string) {
  const { captchaId, proofBits } = (await client.get(`${account.captcha.path}?requestFrom=${place}`)).json().data;
  return { captchaId, captcha: prove(captchaId, proofBits) };
}

async function makeSignedOut() {
  const user = await makeUser();
  await as(user).get(account.logout.path);
  return user;
}

test('AUTH-051 AUTH-052 a captcha is an id and a picture, and holds nothing that a program could read the answer from', async () => {
  const { data } = (await stranger().get(`${account.captcha.path}?requestFrom=login`)).json();
  expect(data.isRequired).toBe(true);
  const picture = await sharp(Buffer.from(data.captcha, 'base64')).metadata();
  expect([picture.format, picture.width, picture.height]).toEqual(['png', 200, 70]);
  expect(Object.keys(data).sort()).toEqual(['captcha', 'captchaId', 'isRequired', 'proofBits']);
});

test('AUTH-053 AUTH-054 the three places ask for theirs, others are refused', async () => {
  for (const place of ['login', 'signup', 'forgetPassword']) {
    expect((await stranger().get(`${account.captcha.path}?requestFrom=${place}`)).statusCode).toBe(200);
  }
  expect((await stranger().get(`${account.captcha.path}?requestFrom=elsewhere`)).statusCode).toBe(400);
});

test('AUTH-017 the right answer signs in, once', async () => {
  const user = await makeSignedOut();
  const solved = await solve(stranger(), 'login');
  expect((await signIn(user.email, testPassword, solved)).statusCode).toBe(200);
  const again = await signIn(user.email, testPassword, { ...solved, removeExistingSession: true });
  expect(again.statusCode).toBe(422);
  expect(again.json().code).toBe('captcha.wrong');
});

test('a proof counts for its captcha alone, and only if the work was done', async () => {
  const user = await makeSignedOut();
  const fetch = async () => (await stranger().get(`${account.captcha.path}?requestFrom=login`)).json().data as { captchaId: string };
  const other = prove((await fetch()).captchaId, 10);
  const tries: [string, (captchaId: string) => string][] = [
    ['of another captcha', () => other],
    [
      'without work',
      (captchaId) => {
        for (let counter = 0; ; counter += 1)
          if (!hasZeroBits(createHash('sha256').update(proofText(captchaId, counter)).digest(), 10)) return toProofAnswer(counter);
      },
    ],
    ['that is no number', () => 'proof:x'],
    ['in the words of the table', (captchaId) => `a proof for ${captchaId}`],
  ];
  for (const [title, answer] of tries) {
    const { captchaId } = await fetch();
    expect([title, (await signIn(user.email, testPassword, { captchaId, captcha: answer(captchaId) })).json().code]).toEqual([
      title,
      'captcha.wrong',
    ]);
  }
});

test('AUTH-040 an empty captcha shows its text', async () => {
  const user = await makeSignedOut();
  const answer = await signIn(user.email, testPassword);
  expect(answer.json()).toMatchObject({ code: 'captcha.wrong', message: 'Please enter captcha.' });
});

test('a wrong answer uses the captcha up', async () => {
  const user = await makeSignedOut();
  const solved = await solve(stranger(), 'login');
  expect((await signIn(user.email, testPassword, { ...solved, captcha: 'wrong' })).json().code).toBe('captcha.wrong');
  expect((await signIn(user.email, testPassword, solved)).json().code).toBe('captcha.wrong');
});

test('a captcha is good for its place and for five minutes', async () => {
  const user = await makeSignedOut();
  expect((await signIn(user.email, testPassword, await solve(stranger(), 'signup'))).json().code).toBe('captcha.wrong');
  const solved = await solve(stranger(), 'login');
  shiftMs = 5 * 60_000 + 1000;
  expect((await signIn(user.email, testPassword, solved)).json().code).toBe('captcha.wrong');
  shiftMs = 0;
});

test('AUTH-083 the question about another session is answered without a new captcha', async () => {
  const user = await makeUser();
  const solved = await solve(stranger(), 'login');
  expect((await signIn(user.email, testPassword, solved)).json().code).toBe('login.session_exists');
  expect((await signIn(user.email, testPassword, { ...solved, removeExistingSession: true })).statusCode).toBe(200);
});

test('AUTH-066 recovery and sign-up ask for a captcha too', async () => {
  const recover = (more: object) => stranger().post(account.recover.path, { emailId: 'nobody@example.com', ...more });
  expect((await recover({})).json().code).toBe('captcha.wrong');
  expect((await recover(await solve(stranger(), 'forgetPassword'))).statusCode).toBe(200);
  const body = { name: 'Acme', emailId: 'acme@example.com', password: testPassword, confirmPassword: testPassword, termsOfService: true };
  expect((await stranger().post(account.signup.path, body)).json().code).toBe('captcha.wrong');
});

test('ids and answers of any kind are refused, not failed on', async () => {
  for (const captchaId of ['x', '0', "'; drop table captchas", '00000000-0000-7000-8000-000000000000']) {
    expect((await signIn('a@example.com', testPassword, { captchaId, captcha: 'ABCDE' })).statusCode).toBe(422);
  }
});

test('AUTH-051 AUTH-068 AUTH-070 the standalone screens ask at the captcha, activate, changepassword and resetPassword paths of login and account', async () => {
  const caller = stranger();
  const solveFor = async (place: string) => {
    const { captchaId, proofBits } = (await caller.get(`/account/captcha/generate?requestFrom=${place}`)).json().data;
    return { captchaId, captcha: prove(captchaId, proofBits) };
  };
  const passwords = (password: string) => ({ password, confirmPassword: password });
  const email = `new-${randomBytes(5).toString('hex')}@example.com`;
  const form = { name: 'Acme', emailId: email, ...passwords(testPassword), termsOfService: true, ...(await solveFor('signup')) };
  expect((await caller.post('/account/enterprise/signup', form)).statusCode).toBe(200);
  const [activation] = await waitForMails(email);
  const activationId = /signup-verify\/([\w-]{43})/.exec(activation?.text ?? '')?.[1];
  expect((await caller.post('/account/enterprise/activate', { activationId })).statusCode).toBe(200);

  const askForCode = async (nth: number) => {
    await caller.post('/account/enterprise/recover', { emailId: email, ...(await solveFor('forgetPassword')) });
    const [mail] = await waitForMails(email, nth);
    return /resetCode=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  };
  const first = { resetCode: await askForCode(2), ...passwords('Better-horse-2') };
  expect((await caller.put('/account/enterprise/resetPassword', first)).statusCode).toBe(200);
  const second = { resetCode: await askForCode(3), ...passwords('Better-horse-3'), uId: '', eId: '', appId: 'parley' };
  expect((await caller.post('/account/enterprise/changepassword', second)).statusCode).toBe(200);
  expect((await signIn(email, 'Better-horse-3', await solveFor('login'))).statusCode).toBe(200);
});
