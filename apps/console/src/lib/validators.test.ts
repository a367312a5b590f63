import { expect, test } from 'vitest';
import { hasInk, isEmail } from './validators.ts';

test('FORMAT-016 a value of blanks alone fails', () => {
  expect(hasInk('   ')).toBe(false);
  expect(hasInk(' a ')).toBe(true);
  expect(hasInk('')).toBe(true);
});

test('AUTH-039 a standard address and one with an IP literal are accepted', () => {
  expect(isEmail('ada@example.com')).toBe(true);
  expect(isEmail('ada@[127.0.0.1]')).toBe(true);
  for (const text of ['ada', 'ada@', '@example.com', 'ada@example', 'ada example@example.com', 'ada@[127.0.0]'])
    expect(isEmail(text), text).toBe(false);
});
