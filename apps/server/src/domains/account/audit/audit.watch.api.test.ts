import { type AuditVerification, endpoints } from '@parley/contract';
import pg from 'pg';
import { expect, test } from 'vitest';
import { recordChange } from '#platform/audit/trail.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { sealEntries } from '../chain/audit.chain.ts';
import { roleRecord } from '../role/role.record.ts';
import { watchTrails } from './audit.watch.ts';

const dayMs = 24 * 3_600_000;
let days = 0;
const app = await startApp({ now: () => new Date(Date.now() + days * dayMs) });
const { audit, notifications } = endpoints;

async function asOwner(statement: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: app.deps.config.databaseUrl });
  await client.connect();
  await client.query(statement, values);
  await client.end();
}
const told = async (user: TestUser) =>
  (await app.as(user).get(`${notifications.list.path}?kind=audit_broken`)).json().data.notifications as { text: string; link: string }[];
const verification = async (user: TestUser): Promise<AuditVerification | null> =>
  (await app.as(user).get(audit.verification.path)).json().data;

/** An administrator of an enterprise whose trail has some entries. */
async function makeTrail(): Promise<TestUser> {
  const user = await app.makeUser();
  const ctx = app.contextOf(user);
  await ctx.transaction((tx) => {
    for (let index = 0; index < 4; index += 1)
      recordChange(ctx, tx, { record: roleRecord, id: String(index), action: 'edit', before: { name: 'a' }, after: { name: 'b' } });
    return Promise.resolve();
  });
  await sealEntries(ctx);
  return user;
}
const breakAt = (user: TestUser, number: number) =>
  asOwner(
    `update audit_entries set actor_name = 'Somebody else' where enterprise_id = $1
      and entry_id = (select entry_id from audit_chain where enterprise_id = $1 and number = $2)`,
    [user.enterpriseId, number],
  );

test('a trail is checked each day, and its administrators are told of a break once, of another one again', async () => {
  const user = await makeTrail();
  const colleague = await app.makeUser({ enterprise: user });
  const agent = await app.makeUser({ enterprise: user, roles: [3] });
  const other = await makeTrail();
  await watchTrails(app.deps);
  expect(await told(user)).toEqual([]);
  // An intact trail leaves the last check of the screen as it is.
  const before = await verification(user);

  await breakAt(user, 3);
  await watchTrails(app.deps);
  expect(await told(user)).toEqual([]); // it was checked today
  expect(await verification(user)).toEqual(before);

  days += 1;
  await Promise.all([watchTrails(app.deps), watchTrails(app.deps)]);
  for (const administrator of [user, colleague])
    expect(await told(administrator)).toMatchObject([
      {
        text: 'From entry 3 on it is not what was written. Check it, and ask who had access to the database.',
        link: '/admin/audit_trail',
        count: 1,
      },
    ]);
  expect([await told(agent), await told(other)]).toEqual([[], []]);
  expect(await verification(user)).toMatchObject({ state: 'broken', broken: { number: 3, fault: 'changed' } });

  days += 1;
  await watchTrails(app.deps);
  expect(await told(user)).toMatchObject([{ count: 1 }]);

  await breakAt(user, 2);
  days += 1;
  await watchTrails(app.deps);
  expect((await told(user)).map(({ text }) => /entry \d/.exec(text)?.[0])).toEqual(['entry 2', 'entry 3']);
});
