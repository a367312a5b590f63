import { randomBytes } from 'node:crypto';
import { endpoints, type Invitation } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { type TestUser, testPassword } from '../../../../test/factories.ts';
import { createTrail } from '../../../../test/trail.ts';

let shiftMs = 0;
const app = await startApp({ now: () => new Date(Date.now() + shiftMs) });
const { as, stranger, makeUser, makeEnterprise, signIn, waitForMails, contextOf } = app;
const trail = createTrail(app);
const { invitations, users, roles, departments } = endpoints;

const dayMs = 24 * 3_600_000;
const freshEmail = (domain = 'guest.example') => `guest-${randomBytes(5).toString('hex')}@${domain}`;

const invite = async (by: TestUser, emailId: string | string[], more: object = {}) =>
  (await as(by).post(invitations.invite.path, { emailId, roles: [3], ...more })).json();
const list = async (by: TestUser): Promise<Invitation[]> => (await as(by).get(invitations.list.path)).json().response.invitations;
const at = (path: string, id: string) => path.replace(':invitationId', id).replace(':token', id);
const linkOf = async (email: string, count = 1) =>
  /invitation-accept\?token=([\w-]+)/.exec((await waitForMails(email, count))[0]?.text ?? '')?.[1] ?? '';
const read = async (token: string) => (await stranger().get(at(invitations.read.path, token))).json();
const accept = async (token: string, name = 'Guest') =>
  (await stranger().post(at(invitations.accept.path, token), { name, password: testPassword })).json();

async function makeAdmin(name = 'Acme'): Promise<TestUser> {
  return makeUser({ enterprise: await makeEnterprise({ name }), name: 'Ada' });
}

test('AUTH-009 AUTH-010 ADMIN-024 ADMIN-025 ADMIN-029 an invited person reads who asks, accepts by the link of the mail, and signs in', async () => {
  const admin = await makeAdmin();
  const email = freshEmail();
  const sales = (await as(admin).post(departments.create.path, { name: 'Sales' })).json().data.id;
  const { data } = await invite(admin, `  ${email.toUpperCase()} `, { roles: [3, 6], departments: [sales] });
  expect(data.invitations).toMatchObject([
    { emailId: email, roles: [3, 6], departments: [{ id: sales, name: 'Sales' }], invitedBy: 'Ada', sentCount: 1, isExpired: false },
  ]);
  const token = await linkOf(email);
  expect(await read(token)).toMatchObject({ data: { enterpriseName: 'Acme', emailId: email } });
  expect(await accept(token, '  Gita ')).toMatchObject({ status: true, message: 'Your account is ready. Please sign in.' });
  const signedIn = (await signIn(email, testPassword)).json().data;
  expect((await as(signedIn).get(users.me.path)).json().data).toMatchObject({ name: 'Gita', emailId: email, roles: [3, 6] });
  const row = (await as(admin).get(`${users.listUsers.path}?name=Gita`)).json().response.users[0];
  expect(row.departments).toEqual([{ id: sales, name: 'Sales' }]);
  expect(await list(admin)).toEqual([]);
  expect(await trail.brief(admin, 'kind=invitation')).toEqual([
    ['Gita', 'activate', email],
    ['Ada', 'create', email],
  ]);
  // The link is in the mail alone.
  expect(await trail.keptText(admin)).not.toContain(token);
});

test('a link that is used, expired, revoked or made up is no longer valid', async () => {
  const admin = await makeAdmin();
  const invalid = { code: 'invitation.invalid', message: 'This invitation is no longer valid' };
  const [used, expired, revoked] = [freshEmail(), freshEmail(), freshEmail()];
  const { data } = await invite(admin, [used, expired, revoked]);
  const tokens = [await linkOf(used), await linkOf(expired), await linkOf(revoked)] as const;
  expect((await accept(tokens[0])).code).toBe('100');
  const ids = Object.fromEntries(data.invitations.map((row: Invitation) => [row.emailId, row.id]));
  expect((await as(admin).delete(at(invitations.revoke.path, ids[revoked]))).json()).toMatchObject({
    message: 'The invitation is revoked.',
  });
  for (const token of [tokens[0], tokens[2], 'made-up']) expect([await read(token), await accept(token)]).toMatchObject([invalid, invalid]);
  shiftMs = 7 * dayMs - 60_000;
  expect((await read(tokens[1])).code).toBe('100');
  shiftMs = 7 * dayMs + 1000;
  expect([await read(tokens[1]), await accept(tokens[1])]).toMatchObject([invalid, invalid]);
  expect((await list(admin)).map(({ isExpired }) => isExpired)).toEqual([true]);
  shiftMs = 0;
});

test('ADMIN-026 ADMIN-027 ADMIN-028 invitations are listed, sent again with a new link, and revoked once', async () => {
  const admin = await makeAdmin();
  const email = freshEmail();
  const [{ id }] = (await invite(admin, [email])).data.invitations;
  const first = await linkOf(email);
  const again = (await as(admin).post(at(invitations.resend.path, id))).json();
  expect(again).toMatchObject({ message: 'The invitation is sent again.', data: { id, sentCount: 2 } });
  const second = await linkOf(email, 2);
  expect([second !== first, (await read(first)).code, (await read(second)).code]).toEqual([true, 'invitation.invalid', '100']);
  expect((await list(admin)).map(({ emailId }) => emailId)).toEqual([email]);
  expect((await as(admin).delete(at(invitations.revoke.path, id))).json().status).toBe(true);
  for (const answer of [await as(admin).delete(at(invitations.revoke.path, id)), await as(admin).post(at(invitations.resend.path, id))])
    expect(answer.json().code).toBe('invitation.not_found');
  expect(await list(admin)).toEqual([]);
});

test('inviting somebody who is invited already sends a new mail with the new roles, and keeps one invitation', async () => {
  const admin = await makeAdmin();
  const email = freshEmail();
  await invite(admin, email);
  await invite(admin, email.toUpperCase(), { roles: [6] });
  expect(await list(admin)).toMatchObject([{ emailId: email, roles: [6], sentCount: 2 }]);
  const both = await Promise.all([invite(admin, email), invite(admin, email)]);
  expect(both.map(({ code }) => code)).toEqual(['100', '100']);
  expect((await list(admin)).map(({ sentCount }) => sentCount)).toEqual([4]);
});

test('nobody is sent more than five mails an hour, revoked invitations included', async () => {
  const admin = await makeAdmin();
  const email = freshEmail();
  for (let count = 0; count < 5; count += 1) {
    const { data } = await invite(admin, email);
    await as(admin).delete(at(invitations.revoke.path, data.invitations[0].id));
  }
  expect(await invite(admin, email)).toMatchObject({ code: 'invitation.too_often', data: { emailId: email } });
  shiftMs = 3_600_000;
  expect((await invite(admin, email)).code).toBe('100');
  shiftMs = 0;
});

test('an existing user is not invited: an active one is named, a deactivated one can be activated', async () => {
  const admin = await makeAdmin();
  const user = await makeUser({ enterprise: admin, roles: [3] });
  expect(await invite(admin, [freshEmail(), user.email.toUpperCase()])).toMatchObject({
    code: 'user.exists',
    data: { emailId: user.email },
  });
  await as(admin).delete(users.deactivate.path.replace(':userId', user.userId));
  expect(await invite(admin, user.email)).toMatchObject({
    code: 'user.deactivated',
    data: { emailId: user.email, uId: user.userId },
  });
  // All of a call, or none.
  expect(await list(admin)).toEqual([]);
});

test('the holder of the link alone learns that an address has an account elsewhere', async () => {
  const admin = await makeAdmin();
  const elsewhere = await makeUser();
  const unknown = freshEmail();
  const shape = (answer: object) =>
    JSON.stringify(answer).replaceAll(/[0-9a-f-]{36}|guest[\w.@-]+|user-[\w.@-]+|\d{4}-[\d-]+T[\d:.]+Z/g, '_');
  expect(shape(await invite(admin, elsewhere.email))).toBe(shape(await invite(admin, unknown)));
  const token = await linkOf(elsewhere.email);
  expect((await waitForMails(elsewhere.email))[0]?.text).toContain('has an account at another enterprise already');
  expect((await waitForMails(unknown))[0]?.text).not.toContain('another enterprise');
  expect((await read(token)).code).toBe('100');
  expect(await accept(token)).toMatchObject({ code: 'invitation.elsewhere' });
  expect((await signIn(elsewhere.email, testPassword, { removeExistingSession: true })).statusCode).toBe(200);
});

test('one of two people who accept at once becomes the user', async () => {
  const admin = await makeAdmin();
  const email = freshEmail();
  await invite(admin, email);
  const token = await linkOf(email);
  const both = await Promise.all([accept(token, 'One'), accept(token, 'Other')]);
  expect(both.map(({ code }) => code).sort()).toEqual(['100', 'invitation.invalid']);
});

test('roles that exist no more are left out, and without any the invitation is over', async () => {
  const admin = await makeAdmin();
  const makeRole = async (name: string) =>
    (await as(admin).put(roles.saveRole.path, { name, permissions: ['CHAT.HANDLE'] })).json().data.code as number;
  const role = await makeRole('Night shift');
  const [some, none] = [freshEmail(), freshEmail()];
  await invite(admin, some, { roles: [3, role] });
  await invite(admin, none, { roles: [role] });
  await as(admin).delete(roles.deleteRole.path.replace(':code', String(role)));
  expect((await read(await linkOf(none))).code).toBe('invitation.invalid');
  expect((await accept(await linkOf(some))).code).toBe('100');
  expect((await as(admin).get(`${users.listUsers.path}?name=Guest`)).json().response.users).toMatchObject([{ roles: [3] }]);
});

test('nobody invites to rights beyond their own, nor sends such an invitation again', async () => {
  const admin = await makeAdmin();
  const { code } = (await as(admin).put(roles.saveRole.path, { name: 'Hirer', permissions: ['USERS.ADD', 'USERS.VIEW'] })).json().data;
  const hirer = await makeUser({ enterprise: admin, roles: [code] });
  expect((await invite(hirer, freshEmail(), { roles: [1] })).code).toBe('role.beyond_own');
  expect((await invite(hirer, freshEmail(), { roles: [code] })).code).toBe('100');
  const [{ id }] = (await invite(admin, freshEmail(), { roles: [1] })).data.invitations;
  expect((await as(hirer).post(at(invitations.resend.path, id))).json().code).toBe('role.beyond_own');
});

test('an enterprise that names its domains invites no addresses of other domains', async () => {
  const admin = await makeAdmin();
  await contextOf(admin).transaction((tx) =>
    tx
      .insertInto('enterpriseSecurity')
      .values({ enterpriseId: admin.enterpriseId, domains: ['acme.example'] })
      .execute(),
  );
  for (const domain of ['acme.example', 'mail.acme.example']) expect((await invite(admin, freshEmail(domain))).code).toBe('100');
  for (const domain of ['notacme.example', 'acme.example.evil.example'])
    expect(await invite(admin, freshEmail(domain))).toMatchObject({ code: 'invitation.domain', data: { domains: ['acme.example'] } });
});

test('the calls are closed to strangers, to those without the right, and to other enterprises', async () => {
  const [admin, foreigner] = [await makeAdmin(), await makeAdmin()];
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const [{ id }] = (await invite(admin, freshEmail())).data.invitations;
  const calls = (by: TestUser) => [as(by).post(at(invitations.resend.path, id)), as(by).delete(at(invitations.revoke.path, id))];
  expect((await stranger().get(invitations.list.path)).statusCode).toBe(401);
  expect((await invite(agent, freshEmail())).code).toBe('1403');
  for (const answer of await Promise.all(calls(agent))) expect(answer.json().code).toBe('1403');
  for (const answer of await Promise.all(calls(foreigner))) expect(answer.json().code).toBe('invitation.not_found');
  expect(await list(foreigner)).toEqual([]);
});

test('RBAC-031 a deactivated user leaves no open invitation behind, unless somebody else stands for it', async () => {
  const admin = await makeAdmin();
  const [one, other] = [await makeUser({ enterprise: admin }), await makeUser({ enterprise: admin })];
  await invite(one, freshEmail());
  await invite(other, freshEmail());
  const away = (userId: string, moveTo: object) =>
    as(admin).delete(`${users.deactivate.path.replace(':userId', userId)}?moveTo=${encodeURIComponent(JSON.stringify(moveTo))}`);
  expect((await away(one.userId, {})).json().data.work).toMatchObject([{ kind: 'invitations', count: 1, isMoved: false }]);
  expect((await away(other.userId, { invitations: admin.userId })).json().code).toBe('100');
  expect((await list(admin)).map(({ invitedBy }) => invitedBy)).toEqual(['Ada']);
});
