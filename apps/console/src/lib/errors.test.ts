import { ApiError } from '@parley/client';
import { describeIssue, fieldError, fillNotice, z } from '@parley/contract';
import { expect, test } from 'vitest';
import { describeFailure, readFieldErrors, readIssues, sayNotice } from './errors.ts';
import { setLanguage } from './i18n.ts';

const inUse = new ApiError('role.in_use', 'The role is assigned to Ada, Ben.', 409, { users: ['Ada', 'Ben'] });

test('a refusal is said in the words of the server in English, and by its code in another language', async () => {
  expect(describeFailure(inUse).message).toBe('The role is assigned to Ada, Ben.');
  await setLanguage('hi');
  expect(describeFailure(inUse).message).toBe('यह भूमिका इन्हें दी गई है: Ada, Ben।');
  expect(describeFailure(inUse).code).toBe('role.in_use');
});

test('sizes and instants are said as people read them', async () => {
  await setLanguage('hi');
  expect(describeFailure(new ApiError('file.too_large', 'Too large', 413, { limitBytes: 10 * 1024 ** 2 })).message).toContain('10.0 MB');
  const changed = new ApiError('record.changed', 'Changed', 409, { changedBy: 'Ada', changedAt: '2024-03-01T10:00:00.000Z' });
  expect(describeFailure(changed).message).toBe('Ada ने मार्च 01 2024 10:00:00 am पर बदला');
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

test('faults by field are said by their codes in another language, and in English as the server says them', async () => {
  const errors = [
    fieldError('name', 'value.required', { label: 'City' }),
    fieldError('body', 'template.variable_gap'),
    { field: 'later', code: 'later.code', values: {}, message: 'Said in English' },
  ];
  const refused = new ApiError('customer.invalid', 'Refused', 422, { errors });
  expect(readFieldErrors(refused).map(({ message }) => message)).toEqual(errors.map(({ message }) => message));
  await setLanguage('hi');
  expect(readFieldErrors(refused)).toEqual([
    { field: 'name', message: 'City आवश्यक है' },
    { field: 'body', message: 'वेरिएबल {{1}} से शुरू होकर बिना अंतराल के क्रम में होते हैं।' },
    { field: 'later', message: 'Said in English' },
  ]);
});

test("issues of a schema are Zod's words in English, and said by their codes in another language", async () => {
  const [issue] = z.object({ data: z.string().max(5) }).safeParse({ data: '123456' }).error?.issues ?? [];
  if (!issue) throw new Error('The schema has no objection.');
  const { message, ...fault } = describeIssue(issue);
  const refused = new ApiError('request.invalid', 'Refused', 400, { issues: [{ field: 'data', ...fault, reason: message }] });
  expect(readIssues(refused)).toEqual([{ field: 'data', message }]);
  await setLanguage('hi');
  expect(readIssues(refused)).toEqual([{ field: 'data', message: 'अधिकतम 5 अक्षर।' }]);
});

test('a notification is said by its code in another language, and in its own words in English or where it has no code', async () => {
  const words = { code: 'import.done', values: { file: 'a.csv', accepted: 3, errors: 1 } } as const;
  const english = fillNotice(words);
  const earlier = { code: '', values: {}, title: 'Said in English', text: '' };
  expect(sayNotice({ ...words, ...english })).toEqual({ title: 'a.csv is imported', text: 'Rows accepted: 3, errors: 1.' });
  await setLanguage('hi');
  expect(sayNotice({ ...words, ...english })).toEqual({
    title: 'a.csv का आयात पूरा हुआ',
    text: 'स्वीकृत पंक्तियाँ: 3, त्रुटियाँ: 1।',
  });
  expect(sayNotice(earlier)).toEqual({ title: 'Said in English', text: '' });
});
