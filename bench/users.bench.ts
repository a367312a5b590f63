import { randomUUIDv7 } from 'node:crypto';
import { endpoints, factorKinds } from '@parley/contract';
import { sql } from 'kysely';
import { addUser } from '../apps/server/src/domains/account/door.ts';
import { hashPassword, verifyPassword } from '../apps/server/src/platform/secrets/password.ts';
import { codeAtStep, stepAt } from '../apps/server/src/platform/secrets/totp.ts';
import { type Figure, median } from './table.ts';
import { startWorld } from './world.ts';

const { account, twoFactor, users } = endpoints;
const few = 100;
const many = 10_000;
const pages = 100;
const people = 90;
const atOnce = 8;
const password = 'Bench-horse-1';
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const signInGoal = 0.5;
const listGoal = 2;

type World = Awaited<ReturnType<typeof startWorld>>;

/** Signing in with password and code beside the password's hash alone, and the list of users with few and with many of them. */
export async function benchUsers(): Promise<Figure[]> {
  const world = await startWorld({ roles: 'http', environment: { TRUST_PROXY: '127.0.0.1' } });
  const hash = await hashPassword(password);
  const emails = await makePeople(world, hash);
  await signInAll(world, emails.slice(0, people / 2));
  const signIns = await signInAll(world, emails.slice(people / 2));
  const hashes = await atRate(people / 2, () => verifyPassword(hash, password));

  const { token } = await world.makeAgent([1]);
  await fillUp(world, few);
  const atFew = await listMs(world, token);
  await fillUp(world, many);
  const atMany = await listMs(world, token);
  await world.stop();
  return [
    {
      name: `${people / 2} sign-ins with password and code, ${atOnce} at once`,
      ours: `${signIns.toFixed(0)}/s`,
      reference: `the password's hash alone ${hashes.toFixed(0)}/s`,
      ratio: signIns / hashes,
      goal: `>= ${signInGoal}`,
      isMet: signIns / hashes >= signInGoal,
    },
    {
      name: `a page of ${many.toLocaleString('en')} users`,
      ours: `${atMany.toFixed(1)} ms`,
      reference: `of ${few} users ${atFew.toFixed(1)} ms`,
      ratio: atMany / atFew,
      goal: `<= ${listGoal}`,
      isMet: atMany / atFew <= listGoal,
    },
  ];
}

/** People with a password and an authenticator app, each of whom signs in once: a step of an app counts once. */
async function makePeople({ ctx, running, enterpriseId }: World, passwordHash: string): Promise<string[]> {
  const emails: string[] = [];
  const sealed = running.deps.secrets.encrypt(secret);
  await ctx.transaction(async (tx) => {
    for (let index = 0; index < people; index += 1) {
      const email = `person-${index}@bench.example`;
      const userId = await addUser(tx, enterpriseId, { name: `Person ${index}`, email, roles: [3], passwordHash, activatedAt: new Date() });
      await tx
        .insertInto('userFactors')
        .values({
          ...{ enterpriseId, factorId: randomUUIDv7(), userId, kind: factorKinds.app, secret: sealed },
          ...{ credentialId: null, publicKey: null, confirmedAt: new Date(), lastUsedAt: null },
        })
        .execute();
      emails.push(email);
    }
  });
  return emails;
}

/** @returns how many pieces of work are done in a second */
async function atRate(count: number, work: (index: number) => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) await work(next++);
    }),
  );
  return count / ((performance.now() - began) / 1000);
}

/** Each from an address of its own, as people do. */
const signInAll = ({ running }: World, emails: readonly string[]): Promise<number> =>
  atRate(emails.length, async (index) => {
    const email = emails[index] ?? '';
    const address = `198.51.${100 + (Number(/\d+/.exec(email)?.[0]) >> 8)}.${Number(/\d+/.exec(email)?.[0]) & 255}`;
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${running.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify(body),
      });
      const envelope = (await answer.json()) as { status: boolean; data: { id: string; token: string } };
      if (!envelope.status) throw new Error(JSON.stringify(envelope));
      return envelope.data;
    };
    const { id } = await post(account.login.path, { email, password });
    const securityCode = codeAtStep(secret, stepAt(new Date()));
    await post(twoFactor.verifyCode.path, { id, authType: factorKinds.app, securityCode });
  });

async function fillUp({ ctx, enterpriseId }: World, total: number): Promise<void> {
  await ctx.transaction((tx) =>
    sql`with made as (
        insert into users (enterprise_id, user_id, name, email, password_hash, activated_at)
        select ${enterpriseId}, gen_random_uuid(), 'Colleague ' || n, 'colleague-' || n || '-' || ${total}::text || '@bench.example', '-', now()
        from generate_series(1, ${total}::integer - (select count(*)::integer from users where enterprise_id = ${enterpriseId})) n
        returning enterprise_id, user_id)
      insert into user_roles (enterprise_id, user_id, role_code) select enterprise_id, user_id, 3 from made`.execute(tx),
  );
}

/** The median of the first page, as the screen asks for it. */
async function listMs({ running }: World, token: string): Promise<number> {
  const times: number[] = [];
  for (let page = 0; page < pages; page += 1) {
    const began = performance.now();
    const answer = await fetch(`${running.url}${users.listUsers.path}?perPage=20&from=0`, { headers: { 'authentication-token': token } });
    const { status } = (await answer.json()) as { status: boolean };
    if (!status) throw new Error(`The list of users answered ${answer.status}.`);
    times.push(performance.now() - began);
  }
  return median(times);
}
