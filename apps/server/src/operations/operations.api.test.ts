import { endpoints, z } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { defineJob } from '#platform/jobs/jobs.ts';
import { startApp } from '../../test/app.ts';

const app = await startApp();
const { stranger, as, makeUser, deps, contextOf } = app;

test('health and readiness answer without a session', async () => {
  expect((await stranger().get(endpoints.operations.health.path)).json()).toEqual({ status: 'ok' });
  expect((await stranger().get(endpoints.operations.ready.path)).json()).toEqual({ status: 'ready' });
});

test('metrics are for this machine and for holders of the token', async () => {
  expect((await stranger().get(endpoints.operations.metrics.path)).statusCode).toBe(404);
  const local = await stranger().get(endpoints.operations.metrics.path, { remoteAddress: '127.0.0.1' });
  expect(local.body).toContain('parley_http_request_seconds');
});

test('a header does not make a caller local, whoever passed it on', async () => {
  const behindProxy = await startApp({ config: { trustProxy: 1 } });
  for (const forwarded of ['127.0.0.1', '127.0.0.1, 203.0.113.7', '::1']) {
    const headers = { 'x-forwarded-for': forwarded };
    const call = { remoteAddress: '127.0.0.1', headers };
    expect((await behindProxy.stranger().get(endpoints.operations.metrics.path, call)).statusCode).toBe(404);
    expect((await stranger().get(endpoints.operations.metrics.path, call)).statusCode).toBe(404);
  }
});

test('an unknown call is refused in the envelope', async () => {
  const answer = await as(await makeUser()).get('/e/enterprise/nothing-here');
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ status: false, code: 'route.not_found' });
});

test('a job that always fails is parked: counted by its name, told to the administrators, and told once', async () => {
  const failing = defineJob({ name: 'test.failing', payload: z.object({ enterpriseId: z.uuid() }), maxAttempts: 1 });
  await deps.jobs.declare([failing]);
  await deps.jobs.handle(failing, () => Promise.reject(new Error('This never works.')));
  const user = await makeUser();
  const colleague = await makeUser({ enterprise: user, roles: [3] });
  await contextOf(user).transaction((tx) => deps.jobs.enqueue(tx, failing, { enterpriseId: user.enterpriseId }));
  const told = async (who: typeof user) => (await as(who).get(endpoints.notifications.list.path)).json().data.notifications;
  await vi.waitFor(async () => expect(await told(user)).toHaveLength(1), { interval: 100 });
  expect(await told(user)).toMatchObject([
    { kind: 'work_failed', title: 'Work in the background has failed', text: expect.stringContaining('test.failing'), count: 1 },
  ]);
  expect(await told(colleague)).toEqual([]);
  const metrics = async () => (await stranger().get(endpoints.operations.metrics.path, { remoteAddress: '127.0.0.1' })).body;
  await vi.waitFor(async () => expect(await metrics()).toContain('parley_jobs_parked{name="test.failing"} 1'), {
    interval: 100,
  });
  const { rows } = await sql<{ sourceName: string; told: boolean }>`
    select source_name, output is not null as told from pgboss.job where name = 'parked'`.execute(deps.db);
  expect(rows).toEqual([{ sourceName: 'test.failing', told: true }]);
});
