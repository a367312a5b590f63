import { ApiError } from '@parley/client';
import { expect, test } from 'vitest';
import { describeFailure } from './errors.ts';
import { setLanguage } from './i18n.ts';

const inUse = new ApiError('role.in_use', 'The role is given to Ada, Ben.', 409, { users: ['Ada', 'Ben'] });

test('a refusal is said in the words of the server in English, and by its code in another language', async () => {
  expect(describeFailure(inUse).message).toBe('The role is given to Ada, Ben.');
  await setLanguage('hi');
  expect(describeFailure(inUse).message).toBe('यह भूमिका इन्हें दी गई है: Ada, Ben।');
  expect(describeFailure(inUse).code).toBe('role.in_use');
});

test('sizes and instants are said as people read them', async () => {
  await setLanguage('hi');
  expect(describeFailure(new ApiError('file.too_large', 'Too large', 413, { limitBytes: 10 * 1024 ** 2 })).message).toContain('10.0 MB');
  const changed = new ApiError('record.changed', 'Changed', 409, { changedBy: 'Ada', changedAt: '2024-03-01T10:00:00.000Z' });
  expect(describeFailure(changed).message).toBe('Ada ने Mar 01 2024 10:00:00 AM पर बदला');
});

test('a code without words keeps what the server said; what says nothing has gone wrong', async () => {
  await setLanguage('hi');
  expect(describeFailure(new ApiError('later.code', 'Said in English', 409)).message).toBe('Said in English');
  expect(describeFailure(new TypeError('x is not a function')).message).toBe('कुछ गलत हो गया');
  await setLanguage('en');
  expect(describeFailure(new TypeError('x is not a function'))).toMatchObject({
    code: 'client.unexpected',
    message: 'Something went wrong',
  });
});
