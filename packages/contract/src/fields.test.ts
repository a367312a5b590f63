import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LoginRequest, NewPassword, SignupRequest } from './account/account.ts';
import { allPermissions, holdsPermission } from './account/permissions.ts';
import { Currency, Email, formBoolean, formList, requiredText, text } from './fields.ts';
import { z } from './z.ts';

const reasons = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? [];

test('FORMAT-007 prices are in INR or USD', () => {
  expect(Currency.options).toEqual(['INR', 'USD']);
});

test('AUTH-037 AUTH-038 AUTH-039 an e-mail is a standard address or has an IP literal', () => {
  for (const good of ['ada@example.com', ' ada@example.com ', 'a.b+c@sub.example.co.in', "o'neil@example.com", 'ada@[192.168.1.10]']) {
    expect([good, Email.safeParse(good).success]).toEqual([good, true]);
  }
  for (const bad of [
    'ada',
    'ada@',
    '@example.com',
    'a b@example.com',
    'ada@example',
    'ada@-example.com',
    'ada..b@example.com',
    'ada@[1.2.3]',
  ]) {
    expect([bad, reasons(Email, bad)]).toEqual([bad, ['Please enter a valid email address']]);
  }
  expect(reasons(Email, '')).toContain('This field is mandatory.');
});

test('no e-mail takes long to refuse', () => {
  const began = Date.now();
  for (const part of ['a', 'a.', 'a@', 'a@a.', '-', '[1.']) Email.safeParse(part.repeat(100_000 / part.length));
  for (const part of ['a', 'a.', 'a.a@', 'a@a.']) Email.safeParse(`${part.repeat(60)}!@`);
  expect(Date.now() - began).toBeLessThan(2000);
});

test('AUTH-041 AUTH-042 AUTH-045 a password is given and has 8 characters', () => {
  expect(reasons(NewPassword, '')[0]).toBe('This field is mandatory.');
  expect(reasons(NewPassword, 'short')).toEqual(['Your Password must be atleast 8 characters long']);
  expect(reasons(NewPassword, '12345678')).toEqual([]);
});

test('AUTH-043 differing passwords are told on the second field', () => {
  const form = { name: 'Acme', emailId: 'ada@example.com', password: 'Correct-horse-1', confirmPassword: 'other', termsOfService: true };
  const result = SignupRequest.safeParse(form);
  expect(result.error?.issues).toMatchObject([{ path: ['confirmPassword'], message: 'Your passwords do not match. Please try again.' }]);
});

test('a text is what the database can store', () => {
  const short = text(20);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (value) => {
      const isStorable = !value.includes('\u0000') && value.isWellFormed() && value.length <= 20;
      expect(short.safeParse(value).success).toBe(isStorable);
    }),
  );
  expect(short.safeParse('half \ud800').success).toBe(false);
  expect(reasons(requiredText(20), '  ')).toEqual(['This field is mandatory.']);
});

test('SHELL-075 forms and JSON read the same', () => {
  for (const yes of [true, 'true', '1', 'on', 'yes']) expect(formBoolean.parse(yes)).toBe(true);
  for (const no of [false, 'false', '0', 'off', 'no']) expect(formBoolean.parse(no)).toBe(false);
  const list = formList(z.coerce.number());
  expect([undefined, '', '3', ['3', 4], []].map((value) => list.parse(value))).toEqual([[], [], [3], [3, 4], []]);
  const login = { email: 'ada@example.com', password: 'x', removeExistingSession: 'false' };
  expect(LoginRequest.parse(login).removeExistingSession).toBe(false);
});

test('RBAC-008 RBAC-025 a permission is held in any case, and no other by it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...allPermissions), fc.constantFrom(...allPermissions), (held, wanted) => {
      expect(holdsPermission([held.toLowerCase()], wanted)).toBe(held === wanted);
    }),
  );
});
