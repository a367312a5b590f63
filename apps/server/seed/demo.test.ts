import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '../test/app.ts';
import { demoPassword, demoUsers, hasDemo, seedDemo } from './demo.ts';

test('an empty database gets the demo once, however many start at the same moment', async () => {
  const app = await startApp();
  expect(await hasDemo(app.deps)).toBe(false);
  const made = await Promise.all([seedDemo(app.deps), seedDemo(app.deps), seedDemo(app.deps)]);
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await seedDemo(app.deps)).toBe(false);
  const { rows } = await sql<{ id: string }>`select list_enterprise_ids() as id`.execute(app.deps.db);
  expect(rows).toHaveLength(1);
});

test('every demo user signs in and has the role of the name', async () => {
  const app = await startApp({ config: { hasDemo: true } });
  for (const { email, role } of demoUsers) {
    const { data } = (await app.signIn(email, demoPassword)).json();
    const me = (await app.as(data).get(endpoints.users.me.path)).json().data;
    expect(me).toMatchObject({ enterpriseName: 'Demo', emailId: email, roles: [role] });
  }
});

test('a database with an enterprise is left alone', async () => {
  const app = await startApp();
  await app.makeEnterprise();
  expect(await seedDemo(app.deps)).toBe(false);
  expect(await hasDemo(app.deps)).toBe(false);
});
