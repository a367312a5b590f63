import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFailureLimit, networkOf } from './failure-limit.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('the address %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('an IPv6 address counts with all of its network, however it is written', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const normal = new URL(`http://[${address}]/`).hostname.slice(1, -1);
      if (!/^::ffff:/i.test(normal) && !address.includes('.')) expect(networkOf(address)).toBe(networkOf(normal));
    }),
  );
});

test('an address that fails too often waits for the rest of the span, others do not', () => {
  let now = 0;
  const limit = createFailureLimit({ most: 3, withinMs: 60_000, now: () => new Date(now) });
  for (let count = 0; count < 3; count += 1) {
    expect(limit.retryAfterSeconds('a')).toBeUndefined();
    limit.charge('a');
  }
  now += 20_500;
  expect(limit.retryAfterSeconds('a')).toBe(40);
  expect(limit.retryAfterSeconds('b')).toBeUndefined();
  now += 39_500;
  expect(limit.retryAfterSeconds('a')).toBeUndefined();
});

test('a charge that was taken back does not count', () => {
  const limit = createFailureLimit({ most: 1, withinMs: 60_000, now: () => new Date(0) });
  limit.charge('a')();
  expect(limit.retryAfterSeconds('a')).toBeUndefined();
  limit.charge('a');
  expect(limit.retryAfterSeconds('a')).toBe(60);
});

test('it holds a bounded number of addresses', () => {
  const limit = createFailureLimit({ most: 1, withinMs: 60_000, now: () => new Date(0) });
  for (let count = 0; count <= 20_000; count += 1) limit.charge(`a${count}`);
  expect(limit.retryAfterSeconds('a0')).toBeUndefined();
  expect(limit.retryAfterSeconds('a20000')).toBe(60);
});
