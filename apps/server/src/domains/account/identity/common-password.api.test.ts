import { randomBytes } from 'node:crypto';
import { endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import { testPassword } from '../../../../test/factories.ts';

const app = await sharedApp();
const { as, stranger, makeUser, waitForMails } = app;
const { account, users, invitations } = endpoints;

const email = () => `common-${randomBytes(5).toString('hex')}@example.com`;
/** Each way in which somebody chooses a password. */
const ways: Record<string, (password: string) => Promise<{ json: () => { code: string; data: unknown } }>> = {
  'sign-up': (password) =>
    stranger().post(account.signup.path, {
      name: 'Asha',
      emailId: email(),
      password,
      confirmPassword: password,
      termsOfService: true,
      address: '',
      city: '',
      state: '',
      country: '',
      pincode: '',
    }),
  'the reset link': async (password) => {
    const user = await makeUser();
    await stranger().post(account.recover.path, { emailId: user.email });
    const [mail] = await waitForMails(user.email);
    const resetCode = new URL(/https?:\/\/\S+reset-password\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none').searchParams.get('resetCode');
    return stranger().put(account.resetPassword.path, { password, confirmPassword: password, resetCode });
  },
  'the own profile': async (password) =>
    as(await makeUser()).put(users.changePassword.path, { oldPassword: testPassword, password, confirmPassword: password }),
  'an administrator': async (password) => {
    const admin = await makeUser();
    const other = await makeUser({ enterprise: admin });
    return as(admin).put(users.resetPassword.path.replace(':userId', other.userId), { adminPassword: testPassword, password });
  },
  'an invitation': async (password) => {
    const admin = await makeUser();
    const invited = email();
    await as(admin).post(invitations.invite.path, { emailId: [invited], roles: [3], departments: [] });
    const [mail] = await waitForMails(invited);
    const token = /invitation-accept\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    return stranger().post(invitations.accept.path.replace(':token', token), { name: 'Asha', password });
  },
};

test.for(Object.keys(ways))(
  'a password that everybody tries first is refused by %s, however it is spelled; a rare one is taken',
  async (way) => {
    const choose = ways[way] as (password: string) => Promise<{ json: () => { code: string; data: unknown } }>;
    for (const common of ['password1', 'PassWord1', 'iloveyou1', 'sunshine'])
      expect((await choose(common)).json()).toMatchObject({
        code: 'request.invalid',
        data: { issues: [{ field: 'password', code: 'password.common' }] },
      });
    expect((await choose('quiet-otter-41-bread')).json().code).toBe('100');
  },
);
