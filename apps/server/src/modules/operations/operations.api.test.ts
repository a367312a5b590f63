import { endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../test/app.ts';

const { stranger, as, makeUser } = await startApp();

test('health and readiness answer without a session', async () => {
  expect((await stranger().get(endpoints.operations.health.path)).json()).toEqual({ status: 'ok' });
  expect((await stranger().get(endpoints.operations.ready.path)).json()).toEqual({ status: 'ready' });
});

test('metrics are for this machine and for holders of the token', async () => {
  expect((await stranger().get(endpoints.operations.metrics.path)).statusCode).toBe(404);
  const local = await stranger().get(endpoints.operations.metrics.path, { remoteAddress: '127.0.0.1' });
  expect(local.body).toContain('parley_http_request_seconds');
});

test('an unknown call is refused in the envelope', async () => {
  const answer = await as(await makeUser()).get('/e/enterprise/nothing-here');
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ status: false, code: 'route.not_found' });
});
