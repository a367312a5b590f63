import { endpoints, factorLimits } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { type TestUser, testPassword } from '../../../../test/factories.ts';
import { createFactors } from '../../../../test/factors.ts';
import { createTrail } from '../../../../test/trail.ts';
import { mostFailures } from './factor.rules.ts';

let shiftMs = 0;
const app = await startApp({ now: () => new Date(Date.now() + shiftMs) });
const { as, stranger, makeUser, signIn, waitForMails, contextOf } = app;
const { users, account, twoFactor, audit } = endpoints;
const { addApp, addMail, codeOf, wrongCodeOf, codeInMail, verify, askFor } = createFactors(app);
const trail = createTrail(app);

const within = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  shiftMs += ms;
  try {
    return await work();
  } finally {
    shiftMs -= ms;
  }
};
const minutes = 60_000;
const meOf = async (token: string) => (await as({ token }).get(users.me.path)).json();

test('AUTH-019 AUTH-058 AUTH-083 AUTH-086 a second factor lets the password open no session; a code of the app does', async () => {
  const user = await makeUser();
  const secret = await addApp(user);
  await as(user).get(account.logout.path);
  const asked = (await signIn(user.email, testPassword, { routePath: '/bots' })).json();
  expect(asked).toMatchObject({ status: true, data: { authType: 2, authTypes: [2], sentTo: '' } });
  expect(asked.data.token).toBeUndefined();
  const wrong = await verify(asked.data.id, 2, wrongCodeOf(secret));
  expect([wrong.statusCode, wrong.json().code, wrong.json().data]).toEqual([422, 'login.code_wrong', { left: 4 }]);
  const right = (await verify(asked.data.id, 2, codeOf(secret, 1))).json().data;
  expect(right.routePath).toBe('/bots');
  expect((await meOf(right.token)).data).toMatchObject({ emailId: user.email, twoFactorAuthUserLevel: true });
});

test('a code of an app counts once: of two calls at once one opens a session', async () => {
  const user = await makeUser();
  const secret = await addApp(user);
  const challenges = await Promise.all(
    [1, 2].map(async () => (await signIn(user.email, testPassword, { removeExistingSession: true })).json().data.id as string),
  );
  const code = codeOf(secret, 1);
  const answers = await Promise.all(challenges.map((id) => verify(id, 2, code)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
  const twice = (await signIn(user.email, testPassword, { removeExistingSession: true })).json().data.id;
  const both = await within(2 * minutes, () => Promise.all([1, 2].map(() => verify(twice, 2, codeOf(secret)))));
  expect(both.map((answer) => answer.json().code).sort()).toEqual(['100', 'login.challenge_over']);
});

test('five wrong codes end the attempt, and ten minutes do', async () => {
  const user = await makeUser();
  const secret = await addApp(user);
  const id = await askFor(user);
  for (let left = 4; left >= 0; left -= 1) expect((await verify(id, 2, wrongCodeOf(secret))).json().data).toEqual({ left });
  expect((await verify(id, 2, codeOf(secret, 1))).json().code).toBe('login.challenge_over');
  const late = await askFor(user);
  await within(11 * minutes, async () => expect((await verify(late, 2, codeOf(secret))).statusCode).toBe(410));
});

test('twenty wrong codes in a day, over all attempts, lock the second factor for everything but the next day', async () => {
  const user = await makeUser();
  const secret = await addApp(user);
  for (let failures = 0; failures < mostFailures; ) {
    const id = await askFor(user);
    for (let code = 0; code < factorLimits.codes; code += 1, failures += 1) await verify(id, 2, wrongCodeOf(secret));
  }
  const id = await askFor(user);
  const locked = await verify(id, 2, codeOf(secret, 1));
  expect([locked.statusCode, locked.json().code]).toEqual([429, 'login.factor_locked']);
  const elsewhere = await makeUser({ enterprise: user });
  const other = await addApp(elsewhere);
  const { token } = (await verify(await askFor(elsewhere), 2, codeOf(other, 1))).json().data;
  await within(25 * 60 * minutes, async () => expect((await verify(await askFor(user), 2, codeOf(secret))).statusCode).toBe(200));
  expect((await trail.list({ ...elsewhere, token }, 'kind=session&action=login_failed')).length).toBe(mostFailures);
});

test('AUTH-059 ADMIN-070 ADMIN-078 a code by e-mail: switched on by a code, sent with the sign-in, again after 30 seconds, five times', async () => {
  const user = await makeUser();
  await addMail(user);
  const asked = (await signIn(user.email, testPassword, { removeExistingSession: true })).json().data;
  expect(asked).toMatchObject({ authType: 1, authTypes: [1], sentTo: expect.stringMatching(/^u•••@example\.com$/) });
  const first = await codeInMail(user.email, 3);
  const soon = await stranger().post(twoFactor.resendAuthMail.path, { id: asked.id });
  expect([soon.statusCode, soon.json().code]).toEqual([429, 'login.mail_wait']);
  let last = first;
  await within(0, async () => {
    for (let resend = 1; resend <= factorLimits.resends; resend += 1) {
      shiftMs += 31_000;
      expect((await stranger().post(twoFactor.resendAuthMail.path, { id: asked.id })).statusCode).toBe(200);
      last = await codeInMail(user.email, 3 + resend);
    }
    shiftMs += 31_000;
    expect((await stranger().post(twoFactor.resendAuthMail.path, { id: asked.id })).json().code).toBe('login.mail_limit');
    if (first !== last) expect((await verify(asked.id, 1, first)).json().code).toBe('login.code_wrong');
    expect((await verify(asked.id, 1, last)).statusCode).toBe(200);
    shiftMs -= 6 * 31_000;
  });
});

test('ADMIN-071 ADMIN-072 ADMIN-073 PUT makes a secret that counts only once POST has checked a code of it; the former one counts until then', async () => {
  const user = await makeUser();
  const first = await addApp(user);
  const started = (await as(user).put(twoFactor.startApp.path, {})).json().data;
  expect(started.uri).toContain(`secret=${started.secret}`);
  expect((await verify(await askFor(user), 2, codeOf(started.secret, 1))).json().code).toBe('login.code_wrong');
  const opened = (await verify(await askFor(user), 2, codeOf(first, 1))).json().data;
  expect((await as(opened).post(twoFactor.confirmApp.path, { code: wrongCodeOf(started.secret) })).json().code).toBe('factor.code_wrong');
  expect((await as(opened).post(twoFactor.confirmApp.path, { code: codeOf(started.secret) })).statusCode).toBe(200);
  await within(2 * minutes, async () => {
    expect((await verify(await askFor(user), 2, codeOf(first))).json().code).toBe('login.code_wrong');
    expect((await verify(await askFor(user), 2, codeOf(started.secret))).statusCode).toBe(200);
  });
});

test('ADMIN-074 the recovery codes are a text file, once; each opens one session, and with three left the user is told', async () => {
  const user = await makeUser();
  expect((await as(user).get(twoFactor.showRecovery.path)).json().code).toBe('factor.none');
  await addApp(user);
  const file = await as(user).get(twoFactor.showRecovery.path);
  expect(file.headers['content-disposition']).toContain('recovery-codes.txt');
  const codes = file.body.match(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/gm) ?? [];
  expect(new Set(codes).size).toBe(factorLimits.recoveryCodes);
  expect((await as(user).get(twoFactor.showRecovery.path)).json().code).toBe('recovery.shown');
  let token = user.token;
  for (const code of codes.slice(0, 7)) {
    token = (await verify(await askFor(user), 3, code.replaceAll('-', ' ').toUpperCase())).json().data.token;
    expect((await verify(await askFor(user), 3, code)).json().code).toBe('login.code_wrong');
  }
  const notes = (await as({ token }).get(endpoints.notifications.list.path)).json().data.notifications;
  expect(notes.filter(({ code }: { code: string }) => code === 'recovery.few')).toMatchObject([{ values: { left: 3 } }]);
  const renewed = (await as({ token }).post(twoFactor.renewRecovery.path, {})).json().data.codes as string[];
  expect((await verify(await askFor(user), 3, codes[9] ?? '')).json().code).toBe('login.code_wrong');
  expect((await verify(await askFor(user), 3, renewed[0] ?? '')).statusCode).toBe(200);
});

test('a factor that is removed asks for a fresh proof, its recovery codes go with the last one, and the user is mailed', async () => {
  const user = await makeUser();
  await addApp(user);
  await as(user).get(twoFactor.showRecovery.path);
  const [{ id: factorId }] = (await as(user).get(twoFactor.own.path)).json().data.factors;
  const colleague = await makeUser({ enterprise: user });
  const path = twoFactor.remove.path.replace(':factorId', factorId);
  expect((await as(colleague).delete(path)).json().code).toBe('factor.not_found');
  await within(11 * minutes, async () => expect((await as(user).delete(path)).json().code).toBe('proof.needed'));
  expect((await as(user).delete(path)).statusCode).toBe(200);
  expect((await as(user).get(twoFactor.own.path)).json().data).toMatchObject({ factors: [], recoveryLeft: null });
  expect((await waitForMails(user.email, 2)).map(({ subject }) => subject).sort()).toEqual([
    expect.stringContaining('was added'),
    expect.stringContaining('was removed'),
  ]);
  expect((await signIn(user.email, testPassword, { removeExistingSession: true })).json().data.token).toEqual(expect.any(String));
  expect(await trail.brief(colleague, 'kind=factor')).toEqual([
    [user.name, 'delete', user.name],
    [user.name, 'export', user.name],
    [user.name, 'create', user.name],
  ]);
});

test('a fresh proof takes password and factor, counts for ten minutes, in its own session alone', async () => {
  const user = await makeUser();
  const secret = await addApp(user);
  const other = await app.makeSession(user);
  const prove = (token: string, body: object) => as({ token }).post(twoFactor.prove.path, body);
  await within(20 * minutes, async () => {
    const needed = await as(user).put(twoFactor.startApp.path, {});
    expect([needed.statusCode, needed.json().code]).toEqual([409, 'proof.needed']);
    const started = (await as(user).post(twoFactor.startProof.path, {})).json().data;
    expect(started).toMatchObject({ isFresh: false, hasPassword: true, challenge: { authType: 2 } });
    const { id } = started.challenge;
    const proof = { password: testPassword, id, authType: 2, securityCode: codeOf(secret) };
    expect((await prove(user.token, { ...proof, password: 'Wrong-horse-1' })).json().code).toBe('password.wrong');
    expect((await prove(user.token, { password: testPassword })).json().code).toBe('login.challenge_over');
    expect((await prove(user.token, { ...proof, securityCode: wrongCodeOf(secret) })).json().code).toBe('login.code_wrong');
    expect((await prove(other.token, proof)).json().code).toBe('login.challenge_over');
    expect((await prove(user.token, proof)).statusCode).toBe(200);
    expect((await as(user).put(twoFactor.startApp.path, {})).statusCode).toBe(200);
    expect((await as(other).put(twoFactor.startApp.path, {})).json().code).toBe('proof.needed');
    expect((await stranger().post(twoFactor.verifyCode.path, { id, authType: 2, securityCode: codeOf(secret) })).json().code).toBe(
      'login.challenge_over',
    );
  });
});

test('the export of the audit trail asks for a fresh proof', async () => {
  const user = await makeUser();
  expect((await as(user).get(audit.export.path)).statusCode).toBe(200);
  await within(11 * minutes, async () => expect((await as(user).get(audit.export.path)).json().code).toBe('proof.needed'));
});

/** A user whom the enterprise makes get a second factor, with a session that is open for that alone. */
async function makeEnrolling(): Promise<{ admin: TestUser; user: TestUser }> {
  const admin = await makeUser();
  await addApp(admin);
  const user = await makeUser({ enterprise: admin });
  await as(admin).put(twoFactor.require.path, { isEnabled: true });
  return { admin, user };
}

test('ADMIN-069 AUTH-079 RBAC-032 required by the enterprise: a session without a factor opens nothing but what gets one; then its token is replaced', async () => {
  const { admin, user } = await makeEnrolling();
  const refused = await as(user).get(users.listUsers.path);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'twofactor.required']);
  expect((await as(user).get(endpoints.files.downloadToken.path)).json().code).toBe('twofactor.required');
  expect((await meOf(user.token)).data).toMatchObject({ twoFactAuthEnterpriseLevel: true, twoFactorAuthUserLevel: false });
  const { secret } = (await as(user).put(twoFactor.startApp.path, {})).json().data;
  const { token } = (await as(user).post(twoFactor.confirmApp.path, { code: codeOf(secret) })).json().data;
  expect((await as(user).get(users.me.path)).statusCode).toBe(401);
  expect((await as({ token }).get(users.listUsers.path)).statusCode).toBe(200);
  const [{ id }] = (await as({ token }).get(twoFactor.own.path)).json().data.factors;
  expect((await as({ token }).delete(twoFactor.remove.path.replace(':factorId', id))).json().code).toBe('factor.last_required');
  const policy = (await as(admin).get(twoFactor.policy.path)).json().data;
  expect(policy).toEqual({ isEnabled: true, graceUntil: null, withoutFactor: 0 });
  expect((await as(user).get(account.logout.path)).statusCode).toBe(200);
});

test('everybody still gets in during the grace period, is told, and is asked when it is over', async () => {
  const admin = await makeUser();
  const user = await makeUser({ enterprise: admin, roles: [3] });
  const answer = (await as(admin).put(twoFactor.require.path, { isEnabled: true, graceDays: 7 })).json().data;
  expect(answer).toMatchObject({ isEnabled: true, withoutFactor: 2 });
  expect((await meOf(user.token)).data).toMatchObject({ twoFactAuthEnterpriseLevel: false, twoFactorFrom: answer.graceUntil });
  expect((await as(user).get(endpoints.notifications.list.path)).json().data.notifications).toMatchObject([
    { code: 'two_factor.required' },
  ]);
  expect((await as(admin).put(twoFactor.require.path, { isEnabled: true, graceDays: 8 })).statusCode).toBe(400);
  await contextOf(admin).transaction((tx) =>
    tx
      .updateTable('enterpriseSecurity')
      .set({ graceUntil: new Date(Date.now() - 1000) })
      .where('enterpriseId', '=', admin.enterpriseId)
      .execute(),
  );
  expect((await as(user).get(endpoints.notifications.list.path)).json().code).toBe('twofactor.required');
  expect((await as(user).put(twoFactor.require.path, { isEnabled: false })).json().code).toBe('twofactor.required');
});

test('ADMIN-075 an administrator lifts the factors of another, with a reason and a fresh proof, never their own, and not of one with more rights', async () => {
  const admin = await makeUser();
  const user = await makeUser({ enterprise: admin });
  const secret = await addApp(user);
  const recover = (who: TestUser, body: object) => as(who).put(twoFactor.recover.path, body);
  expect((await recover(admin, { uId: user.userId })).statusCode).toBe(400);
  expect((await recover(user, { uId: user.userId, reason: 'lost' })).json().code).toBe('user.self');
  expect((await recover(await makeUser(), { uId: user.userId, reason: 'lost' })).json().code).toBe('user.not_found');
  const role = (await as(admin).put(endpoints.roles.saveRole.path, { name: 'People', permissions: ['USERS.EDIT', 'USERS.VIEW'] })).json()
    .data;
  const manager = await makeUser({ enterprise: admin, roles: [role.code] });
  expect((await recover(manager, { uId: user.userId, reason: 'lost' })).json().code).toBe('role.beyond_own');
  await within(11 * minutes, async () =>
    expect((await recover(admin, { uId: user.userId, reason: 'lost' })).json().code).toBe('proof.needed'),
  );
  const pending = await askFor(user);
  expect((await recover(admin, { uId: user.userId, reason: 'The phone is lost' })).statusCode).toBe(200);
  expect((await as(user).get(users.me.path)).statusCode).toBe(401);
  expect((await verify(pending, 2, codeOf(secret, 1))).json().code).toBe('login.challenge_over');
  expect((await signIn(user.email, testPassword)).json().data.token).toEqual(expect.any(String));
  expect((await trail.newest(admin, 'kind=factor&action=delete')).reason).toBe('The phone is lost');
  expect((await waitForMails(user.email, 2)).some(({ text }) => text.includes(admin.name))).toBe(true);
});

test('ADMIN-076 ADMIN-077 the users’ second factors are listed for those who see users', async () => {
  const admin = await makeUser({ name: 'Ada' });
  await addApp(admin);
  await makeUser({ enterprise: admin, name: 'Bob', roles: [3] });
  const list = async (query: string) => (await as(admin).get(`${twoFactor.listUsers.path}?${query}`)).json().response;
  expect(await list('perPage=1')).toMatchObject({ users: [{ name: 'Ada', types: [2] }], more: true });
  expect(await list('name=bo')).toMatchObject({ users: [{ name: 'Bob', types: [] }], more: false });
});

test('a reset by mail lifts no factor and ends no question for one', async () => {
  const user = await makeUser();
  const secret = await addApp(user);
  const pending = await askFor(user);
  await stranger().post(account.recover.path, { emailId: user.email });
  const mails = await waitForMails(user.email, 2);
  const resetCode = mails.map(({ text }) => /resetCode=([\w-]{43})/.exec(text)?.[1]).find(Boolean);
  const password = 'Another-horse-2';
  expect((await stranger().put(account.resetPassword.path, { password, confirmPassword: password, resetCode })).statusCode).toBe(200);
  expect((await verify(pending, 2, codeOf(secret, 1))).json().code).toBe('login.challenge_over');
  expect((await signIn(user.email, password)).json().data.authTypes).toEqual([2]);
});

test('nothing of a secret is in the database, the trail or an answer', async () => {
  const user = await makeUser();
  const secret = await addApp(user);
  const rows = await contextOf(user).read((tx) => tx.selectFrom('userFactors').selectAll().execute());
  expect(rows).toMatchObject([{ userId: user.userId, kind: 2 }]);
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(await trail.keptText(user)).not.toContain(secret);
  const own = await as(user).get(twoFactor.own.path);
  expect(own.json().data.factors).toHaveLength(1);
  expect(own.body).not.toContain(secret);
});
