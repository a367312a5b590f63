import { endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../test/app.ts';

test('a flood of calls of one caller is refused in words, and the built files are not counted', async () => {
  const { stranger } = await startApp({ config: { requestsPerMinute: 60 } });
  const caller = stranger();
  const files = await Promise.all(Array.from({ length: 80 }, () => caller.get('/assets/none.js')));
  expect(files.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 80 }, () => 404));
  const calls = [];
  for (let index = 0; index < 61; index += 1) calls.push(await caller.get('/e/enterprise/users/me'));
  expect(calls.slice(0, 60).map((answer) => answer.statusCode)).toEqual(Array.from({ length: 60 }, () => 401));
  expect(calls[60]?.json()).toMatchObject({ status: false, code: 'request.rate_limited' });
  expect(Number(calls[60]?.headers['retry-after'])).toBeGreaterThan(0);
});

test('calls that do not exist are limited as well, by network and whatever token they bring', async () => {
  const { deps, stranger } = await startApp({ config: { requestsPerMinute: 60 } });
  expect(deps.config.requestsPerMinute).toBe(60);
  const ask = (count: number) =>
    stranger().post(
      `/e/enterprise/nothing/${count}`,
      {},
      { remoteAddress: `2001:db8:1:2::${count}`, headers: { 'authentication-token': `made-up-${count}` } },
    );
  for (let count = 0; count < 60; count += 1) expect((await ask(count)).statusCode).toBe(404);
  expect((await ask(60)).statusCode).toBe(429);
  const elsewhere = await stranger().post('/e/enterprise/nothing/1', {}, { remoteAddress: '2001:db8:1:3::1' });
  expect(elsewhere.json()).toMatchObject({ code: 'route.not_found' });
});

test('production shows the document of the API to signed-in users alone, unless a setting opens it', async () => {
  const closed = await startApp({ config: { areDocsPublic: false } });
  const user = await closed.makeUser();
  for (const path of ['/docs', '/docs/json', '/docs/yaml', '/docs/static/index.html', '/docs/static/swagger-ui.css']) {
    expect([path, (await closed.stranger().get(path)).statusCode]).toEqual([path, 401]);
    expect((await closed.as(user).get(path)).statusCode).toBeLessThan(400);
  }
});

test('a multipart boundary that is too long is refused in words', async () => {
  const { as, makeUser } = await startApp();
  const headers = { 'content-type': `multipart/form-data; boundary=${'b'.repeat(300)}` };
  const answer = await as(await makeUser()).post(endpoints.files.upload.path, 'x', { headers });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.malformed']);
});
