import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '../test/app.ts';
import { demoPassword, demoUsers, findDemo, seedDemo } from './demo.ts';

test('an empty database gets the demo once, however many start at the same moment', async () => {
  const app = await startApp();
  expect(await findDemo(app.deps)).toBeUndefined();
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
  const names = ['admin 1', 'developer 2', 'agent 3', 'agent2 3', 'maker 4', 'checker 5', 'viewer 6'];
  expect(demoUsers.map(({ email, role }) => `${email.split('@')[0]} ${role}`)).toEqual(names);
  for (const { email, role } of demoUsers) {
    const { data } = (await app.signIn(email, demoPassword)).json();
    const me = (await app.as(data).get(endpoints.users.me.path)).json().data;
    expect(me).toMatchObject({ enterpriseName: 'Demo', emailId: email, roles: [role] });
  }
});

test('the demo has a prepaid wallet with an opening balance and rates, and has used nothing: the sandbox is free', async () => {
  const app = await startApp({ config: { hasDemo: true } });
  const { data } = (await app.signIn(demoUsers[0].email, demoPassword)).json();
  const { billing } = endpoints;
  const status = await app.as(data).post(billing.call.path, { requestType: 'get_enterprise_account_status' });
  const unit = 1_000_000;
  expect(status.json().data).toMatchObject({ accountType: 'Prepaid', walletBalance: 5000 * unit, reserved: 0, available: 5000 * unit });
  const { rates } = (await app.as(data).get(billing.rates.path)).json().data;
  expect(rates).toHaveLength(8);
  const { movements } = (await app.as(data).get(billing.movements.path)).json().data;
  expect(movements.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])).toEqual([
    ['reserve', 500 * unit],
    ['correction', 5000 * unit],
  ]);
});

test('the demo has a phone book of a few hundred customers, whose counts are those of its rows', async () => {
  const app = await startApp({ config: { hasDemo: true } });
  const { data } = (await app.signIn(demoUsers[0].email, demoPassword)).json();
  const { phoneBook } = endpoints;
  const read = async (path: string) => (await app.as(data).get(path)).json().data;
  const count = async (filter: object) => (await app.as(data).post(phoneBook.count.path, { selection: { filter } })).json().data.count;
  expect(await count({})).toBe(320);
  const { groups } = await read(phoneBook.listGroups.path);
  expect(groups.map(({ name }: { name: string }) => name)).toEqual(['Loyalty club', 'Newcomers', 'Wholesale']);
  for (const group of groups) expect(await count({ groups: [group.id] })).toBe(group.count);
  const { customers } = await read(phoneBook.list.path);
  expect(customers).toMatchObject({ headers: ['Name', 'Phone Number', 'City', 'Plan', 'Orders', 'Newsletter'], hasMore: true });
});

test('a database with an enterprise is left alone', async () => {
  const app = await startApp();
  await app.makeEnterprise();
  expect(await seedDemo(app.deps)).toBe(false);
  expect(await findDemo(app.deps)).toBeUndefined();
});
