import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
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

test('the demo is whole or not there', async () => {
  const app = await startApp();
  const owner = new pg.Client({ connectionString: app.deps.config.databaseUrl as string });
  owner.on('error', () => {});
  onTestFinished(() => owner.end());
  await owner.connect();
  await owner.query('revoke insert on channels from parley_app');
  await expect(seedDemo(app.deps)).rejects.toThrow('permission denied for table channels');
  const { rows } = await owner.query('select (select count(*) from enterprises) + (select count(*) from users) as count');
  expect(rows).toEqual([{ count: 0 }]);
  await owner.query('grant insert on channels to parley_app');
  expect(await seedDemo(app.deps)).toBe(true);
  expect((await app.stranger().get('/demo')).body).toMatch(/data-key="[\w-]{24}"/);
});

test('RBAC-001 every demo user signs in and has the role of the name', async () => {
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
