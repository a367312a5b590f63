import { expect, test } from 'vitest';
import { findTextFault, hasInk, isEmail, isMobile } from './validators.ts';

test('FORMAT-015 FORMAT-020 mobile numbers: +, 0 or 00 and the country code are each optional, ten digits are not', () => {
  for (const number of [
    '9876543210',
    '+9876543210',
    '09876543210',
    '00919876543210',
    '919876543210',
    '+919876543210',
    '12025550123',
    '+12025550123',
  ]) {
    expect(isMobile(number), number).toBe(true);
  }
  for (const number of ['987654321', '0123456789', '++9876543210', '0009876543210', '4402025550123', '98765 43210', '']) {
    expect(isMobile(number), number).toBe(false);
  }
});

test('FORMAT-016 a value of blanks alone fails', () => {
  expect(hasInk('   ')).toBe(false);
  expect(hasInk(' a ')).toBe(true);
  expect(hasInk('')).toBe(true);
});

test('FORMAT-017 FORMAT-018 FORMAT-019 leading blanks, doubled blanks and trailing blanks are faults', () => {
  expect(findTextFault(' name')).toBe('leading');
  expect(findTextFault('two  words')).toBe('spacing');
  expect(findTextFault('name ')).toBe('spacing');
  expect(findTextFault('two words')).toBeUndefined();
});

test('AUTH-039 a standard address and one with an IP literal are accepted', () => {
  expect(isEmail('ada@example.com')).toBe(true);
  expect(isEmail('ada@[127.0.0.1]')).toBe(true);
  for (const text of ['ada', 'ada@', '@example.com', 'ada@example', 'ada example@example.com', 'ada@[127.0.0]'])
    expect(isEmail(text), text).toBe(false);
});
