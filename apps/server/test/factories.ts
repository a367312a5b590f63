import { randomBytes } from 'node:crypto';
import { hashPassword } from '#platform/secrets/password.ts';
import { makeToken } from '#platform/secrets/secrets.ts';
import type { EnterpriseContext } from '../src/context.ts';
import { enterpriseContext } from '../src/context-of.ts';
import type { Deps } from '../src/deps.ts';
import { addUser, createEnterprise, limits, type NewEnterprise } from '../src/domains/account/door.ts';
import { newId } from '../src/platform/ids.ts';

export const testPassword = 'Correct-horse-1';
let passwordHash: Promise<string> | undefined;

export type TestEnterprise = { enterpriseId: string; name: string; ctx: EnterpriseContext };
export type TestUser = {
  enterpriseId: string;
  userId: string;
  name: string;
  email: string;
  roles: number[];
  token: string;
  sessionId: string;
};
export type UserOverrides = {
  enterprise?: Pick<TestEnterprise, 'enterpriseId'>;
  roles?: number[];
  name?: string;
  email?: string;
  isActivated?: boolean;
};

export type Factories = {
  makeEnterprise: (overrides?: Partial<NewEnterprise>) => Promise<TestEnterprise>;
  /** A signed-in user, of an enterprise of its own unless one is given; an administrator unless roles are given. */
  makeUser: (overrides?: UserOverrides) => Promise<TestUser>;
  /** Another session of the same user. */
  makeSession: (user: Pick<TestUser, 'enterpriseId' | 'userId'>) => Promise<{ token: string; sessionId: string }>;
  contextOf: (owner: { enterpriseId: string }) => EnterpriseContext;
};

/** Things that tests need to exist, with the parents that they need and nothing else. */
export function createFactories(deps: Deps): Factories {
  const contextOf = (owner: { enterpriseId: string }) => enterpriseContext(deps, owner.enterpriseId);

  const makeEnterprise: Factories['makeEnterprise'] = async (overrides = {}) => {
    const enterpriseId = newId();
    const name = overrides.name ?? `Enterprise ${randomBytes(4).toString('hex')}`;
    const ctx = contextOf({ enterpriseId });
    await ctx.transaction((tx) => createEnterprise(tx, enterpriseId, { ...overrides, name }));
    return { enterpriseId, name, ctx };
  };

  const makeSession: Factories['makeSession'] = async ({ enterpriseId, userId }) => {
    const { token, hash } = makeToken();
    const sessionId = newId();
    await contextOf({ enterpriseId }).transaction((tx) =>
      tx
        .insertInto('sessions')
        .values({
          enterpriseId,
          sessionId,
          userId,
          tokenHash: hash,
          expiresAt: new Date(Date.now() + limits.sessionMs),
          provedAt: new Date(),
        })
        .execute(),
    );
    return { token, sessionId };
  };

  const makeUser: Factories['makeUser'] = async ({ enterprise, roles = [1], isActivated = true, ...overrides } = {}) => {
    const { enterpriseId } = enterprise ?? (await makeEnterprise());
    const unique = randomBytes(5).toString('hex');
    const user = { name: overrides.name ?? `User ${unique}`, email: overrides.email ?? `user-${unique}@example.com`, roles };
    passwordHash ??= hashPassword(testPassword);
    const hash = await passwordHash;
    const userId = await contextOf({ enterpriseId }).transaction((tx) =>
      addUser(tx, enterpriseId, { ...user, passwordHash: hash, activatedAt: isActivated ? new Date() : null }),
    );
    return { enterpriseId, userId, ...user, ...(await makeSession({ enterpriseId, userId })) };
  };

  return { makeEnterprise, makeUser, makeSession, contextOf };
}
