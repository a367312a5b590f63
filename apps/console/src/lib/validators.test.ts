import { expect, test } from 'vitest';
import { hasInk, isEmail, isMobile, isPhone, isWellSpaced } from './validators.ts';

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

test('FORMAT-017 FORMAT-018 FORMAT-019 a text with a blank at its start or its end, or with two in a row, fails', () => {
  for (const text of ['', 'Asha', 'Asha Rao', 'a b c']) expect(isWellSpaced(text), text).toBe(true);
  for (const text of [' Asha', '\tAsha', 'Asha ', 'Asha  Rao', 'Asha \tRao', ' ']) expect(isWellSpaced(text), text).toBe(false);
});

test('FORMAT-015 FORMAT-020 ten digits that begin with 1 to 9; +, prefix and country code are each optional', () => {
  const starts = ['', '+', '0', '00', '91', '1', '+91', '+1', '091', '0091', '001', '+091', '+0'];
  for (const start of starts) {
    expect(isMobile(`${start}9820012345`), start).toBe(true);
    expect(isMobile(`${start}1820012345`), start).toBe(true);
  }
  for (const text of ['982001234', '0820012345', '00098200123456', '449820012345', '++919820012345', '91 9820012345', '98200x2345', ''])
    expect(isMobile(text), text).toBe(false);
});

test('a phone number has the mobile pattern or the code of its country, with blanks and dashes where people put them', () => {
  for (const text of ['98200 12345', '(020) 2612-3456', '+44 20 7946 0958', '+971501234567']) expect(isPhone(text), text).toBe(true);
  for (const text of ['44 20 7946 0958', '12345', '+0123456', 'extension 12']) expect(isPhone(text), text).toBe(false);
});
