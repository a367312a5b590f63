import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { testPassword } from '../../../../test/factories.ts';

let shiftMs = 0;
const { as, stranger, makeUser, makeSession, signIn, waitForMails } = await startApp({ now: () => new Date(Date.now() + shiftMs) });
const { account, users } = endpoints;
const newPassword = 'Better-horse-2';

const recover = (emailId: string) => stranger().post(account.recover.path, { emailId });

/** The parameters in the address of the reset page. */
async function askForLink(email: string, nth = 1) {
  await recover(email);
  const [mail] = await waitForMails(email, nth);
  const url = /https?:\/\/\S+reset-password\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none';
  return Object.fromEntries(new URL(url).searchParams) as { uId: string; eId: string; resetCode: string; code: string };
}
const reset = (resetCode: string, password = newPassword) =>
  stranger().put(account.resetPassword.path, { password, confirmPassword: password, resetCode });

test('AUTH-026 AUTH-066 the answer is the same whether or not the address exists', async () => {
  const user = await makeUser();
  const [known, unknown] = [await recover(user.email), await recover('nobody@example.com')];
  expect(known.json()).toEqual({
    status: true,
    code: '100',
    message: 'An email has been sent with instruction on how to reset the password.',
    data: null,
  });
  expect(unknown.json()).toEqual(known.json());
});

test('a job looks the address up after the answer, the same for known and unknown addresses', async () => {
  // Nobody works on jobs here, so what the answers left behind stays.
  const app = await startApp({ config: { roles: ['http'] } });
  const user = await app.makeUser();
  const jobs = async () => {
    const { rows } = await sql<{ count: number; length: number }>`
      select count(*)::int as count, max(length(data::text)) as length from pgboss.job where name = 'account.door'`.execute(app.deps.db);
    return rows[0];
  };
  const ask = (emailId: string) => app.stranger().post(account.recover.path, { emailId });
  for (const [count, email] of [user.email, `${'x'.repeat(user.email.length - 12)}@example.com`].entries()) {
    expect((await ask(email)).statusCode).toBe(200);
    expect((await jobs())?.count).toBe(count + 1);
  }
  const links = await app.contextOf(user).read((tx) => tx.selectFrom('accountLinks').select('linkId').execute());
  expect(links).toEqual([]);
  const { rows } = await sql<{ data: string }>`select data::text as data from pgboss.job where name = 'account.door'`.execute(app.deps.db);
  expect(rows).toHaveLength(2);
  for (const { data } of rows) expect(data).not.toContain('example.com');
});

test('AUTH-007 AUTH-036 AUTH-068 the reset link sets a password once and ends every session', async () => {
  const user = await makeUser();
  const link = await askForLink(user.email);
  expect(link).toMatchObject({ uId: user.userId, eId: user.enterpriseId, code: '900' });
  const answer = await reset(link.resetCode);
  expect(answer.json()).toMatchObject({ status: true, message: 'Thank you, Your Password has Been Reset.' });
  expect((await as(user).get(users.me.path)).statusCode).toBe(401);
  expect((await signIn(user.email, testPassword)).json().code).toBe('login.failed');
  expect((await signIn(user.email, newPassword)).statusCode).toBe(200);
  const again = await reset(link.resetCode);
  expect(again.statusCode).toBe(410);
  expect(again.json().code).toBe('account.link_invalid');
});

test('AUTH-067 the change flow takes the same link with its owner', async () => {
  const user = await makeUser();
  const { uId, eId, resetCode } = await askForLink(user.email);
  const change = (owner: object) =>
    stranger().post(account.changePasswordByLink.path, {
      password: newPassword,
      confirmPassword: newPassword,
      resetCode,
      appId: 'parley',
      ...owner,
    });
  expect((await change({ uId: user.enterpriseId, eId })).json().code).toBe('account.link_invalid');
  expect((await change({ uId, eId })).json()).toMatchObject({ status: true, message: 'Thank you, Your Password has Been Reset.' });
});

test('a reset link works for 30 minutes', async () => {
  const user = await makeUser();
  const { resetCode } = await askForLink(user.email);
  shiftMs = 30 * 60_000 + 1000;
  const late = await reset(resetCode);
  shiftMs = 0;
  expect(late.json().code).toBe('account.link_invalid');
  expect((await signIn(user.email, testPassword, { removeExistingSession: true })).statusCode).toBe(200);
});

test('using one link ends the others, and two uses at once succeed once', async () => {
  const user = await makeUser();
  const first = await askForLink(user.email);
  const second = await askForLink(user.email, 2);
  const answers = await Promise.all([reset(second.resetCode), reset(second.resetCode)]);
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 410]);
  expect((await reset(first.resetCode)).json().code).toBe('account.link_invalid');
});

test("nobody's inbox is filled: three reset mails an hour", async () => {
  const user = await makeUser();
  for (let round = 0; round < 5; round += 1) expect((await recover(user.email)).statusCode).toBe(200);
  expect(await waitForMails(user.email, 3)).toHaveLength(3);
});

test('an activation link does not reset a password', async () => {
  const user = await makeUser({ isActivated: false });
  await stranger().put(account.resendActivation.path, { emailId: user.email });
  const [mail] = await waitForMails(user.email);
  const token = /signup-verify\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  expect((await reset(token)).json().code).toBe('account.link_invalid');
});

test('SHELL-054 SHELL-057 the own password is changed with the old one, and the other sessions end', async () => {
  const user = await makeUser();
  const other = await makeSession(user);
  const change = (oldPassword: string) =>
    as(user).put(users.changePassword.path, { oldPassword, password: newPassword, confirmPassword: newPassword });
  const wrong = await change('Wrong-horse-1');
  expect(wrong.statusCode).toBe(422);
  expect(wrong.json().code).toBe('password.wrong');
  expect((await as(other).get(users.me.path)).statusCode).toBe(200);
  expect((await change(testPassword)).statusCode).toBe(200);
  expect((await as(user).get(users.me.path)).statusCode).toBe(200);
  expect((await as(other).get(users.me.path)).statusCode).toBe(401);
  expect((await signIn(user.email, testPassword)).json().code).toBe('login.failed');
  expect((await signIn(user.email, newPassword, { removeExistingSession: true })).statusCode).toBe(200);
});

test('the old password cannot be guessed at an open screen', async () => {
  const user = await makeUser();
  const caller = as(user);
  const change = (oldPassword: string) =>
    caller.put(users.changePassword.path, { oldPassword, password: newPassword, confirmPassword: newPassword });
  for (let attempt = 0; attempt < 5; attempt += 1) await change('Wrong-horse-1');
  expect((await change(testPassword)).json().code).toBe('login.locked');
});
