import { endpoints } from '@parley/contract';
import { codeAtStep, stepAt } from '#platform/secrets/totp.ts';
import type { TestApp } from './app.ts';
import { type TestUser, testPassword } from './factories.ts';

const { twoFactor } = endpoints;

/** Second factors, as people set them up and use them. */
export function createFactors({ as, stranger, deps, signIn, waitForMails }: TestApp) {
  const codeOf = (secret: string, shift = 0) => codeAtStep(secret, stepAt(deps.now()) + shift);
  /** @param count how many mails the address must have got */
  const codeInMail = async (email: string, count: number) => {
    const mails = await waitForMails(email, count);
    const code = mails.map(({ subject }) => /^(\d{6}) is your/.exec(subject)?.[1]).find(Boolean);
    if (!code) throw new Error(`There is no code in the mails to ${email}.`);
    return code;
  };
  return {
    codeOf,
    codeInMail,
    /** Six digits that no step about now has. */
    wrongCodeOf(secret: string) {
      const right = [-1, 0, 1, 2].map((shift) => codeOf(secret, shift));
      return ['000000', '111111', '222222', '333333', '444444'].find((code) => !right.includes(code)) ?? '';
    },
    async addApp(user: Pick<TestUser, 'token'>): Promise<string> {
      const { secret } = (await as(user).put(twoFactor.startApp.path, {})).json().data as { secret: string };
      const answer = await as(user).post(twoFactor.confirmApp.path, { code: codeOf(secret) });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return secret;
    },
    async addMail(user: Pick<TestUser, 'token' | 'email'>): Promise<void> {
      const switchOn = async (body: object) => (await as(user).put(twoFactor.setOwn.path, { isEnabled: true, type: 1, ...body })).json();
      const { id } = (await switchOn({})).data.challenge;
      const { status, message } = await switchOn({ id, code: await codeInMail(user.email, 1) });
      if (!status) throw new Error(message);
    },
    /** The question for the second factor that a right password gets. */
    askFor: async (user: Pick<TestUser, 'email'>, password = testPassword): Promise<string> =>
      (await signIn(user.email, password, { removeExistingSession: true })).json().data.id,
    verify: (id: string, authType: number, securityCode: string) =>
      stranger().post(twoFactor.verifyCode.path, { id, authType, securityCode }),
  };
}
