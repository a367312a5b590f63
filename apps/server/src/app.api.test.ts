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
