import { expect, test } from 'vitest';
import { describeIssue, faultTexts, fieldError } from './faults.ts';
import { Email, formList, requiredText, text } from './fields.ts';
import { z } from './z.ts';

test('a fault has its code, its values and its English words; what is no slot stays as a template writes it', () => {
  expect(fieldError('name', 'text.too_long', { maximum: 512 })).toEqual({
    field: 'name',
    code: 'text.too_long',
    values: { maximum: 512 },
    message: 'Use at most 512 characters.',
  });
  expect(fieldError('body', 'template.variable_gap')).toMatchObject({ values: {}, message: faultTexts['template.variable_gap'] });
  // Text that somebody has typed is not read as words of ours.
  expect(fieldError('des', 'mapping.no_column', { column: '{{column}}' }).message).toBe('The file has no column {{column}}');
});

const schema = z.object({
  name: requiredText(5),
  note: text(5),
  count: z.number().int().min(1).max(3),
  list: formList(z.string()).pipe(z.array(z.string()).min(1).max(2)),
  kind: z.enum(['a', 'b']),
  mail: Email,
  page: z.url(),
  at: z.iso.datetime(),
});
const good = {
  name: 'Ada',
  note: '',
  count: 2,
  list: ['x'],
  kind: 'a',
  mail: 'a@b.example',
  page: 'https://a.example',
  at: '2024-03-01T10:00:00Z',
};
const describe = (change: object) => schema.safeParse({ ...good, ...change }).error?.issues.map(describeIssue)[0];

test.each([
  [{ name: ' ' }, 'field.mandatory', {}],
  [{ name: undefined }, 'field.mandatory', {}],
  [{ mail: '' }, 'field.mandatory', {}],
  [{ note: '123456' }, 'text.too_long', { maximum: 5 }],
  [{ note: '\u0000' }, 'text.null_character', {}],
  [{ note: 5 }, 'value.invalid', {}],
  [{ count: 0 }, 'number.too_small', { minimum: 1 }],
  [{ count: 4 }, 'number.too_big', { maximum: 3 }],
  [{ count: 1.5 }, 'number.whole', {}],
  [{ count: 'x' }, 'number.type', {}],
  [{ list: [] }, 'list.too_short', { minimum: 1 }],
  [{ list: ['x', 'y', 'z'] }, 'list.too_long', { maximum: 2 }],
  [{ kind: 'c' }, 'value.choice', { choices: 'a, b' }],
  [{ mail: 'nobody' }, 'email.invalid', {}],
  [{ page: 'nowhere' }, 'link.invalid', {}],
  [{ at: 'today' }, 'date.invalid', {}],
])('the issue of %j is %s', (change, code, values) => {
  expect(schema.safeParse(good).success).toBe(true);
  expect(describe(change)).toMatchObject({ code, values });
});
