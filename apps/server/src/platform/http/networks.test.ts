import { expect, test } from 'vitest';
import { isWithin } from './networks.ts';

test.each([
  ['203.0.113.9', [], true],
  ['203.0.113.9', ['203.0.113.0/24'], true],
  ['::ffff:203.0.113.9', ['203.0.113.0/24'], true],
  ['203.0.114.9', ['203.0.113.0/24'], false],
  ['203.0.113.9', ['203.0.113.9'], true],
  ['203.0.113.8', ['203.0.113.9', '2001:db8::/32'], false],
  ['2001:db8:1::1', ['2001:db8::/32'], true],
  ['2001:db9::1', ['2001:db8::/32', '0.0.0.0/0'], false],
  ['not an address', ['0.0.0.0/0', '::/0'], false],
  ['', ['0.0.0.0/0'], false],
])('%s within %j: %s', (address, networks, expected) => {
  expect(isWithin(address, networks)).toBe(expected);
});
