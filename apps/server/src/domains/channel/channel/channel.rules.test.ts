import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayShowWidget } from './channel.rules.ts';

const own = ['https://parley.example.com'];
const may = (origin: string | undefined, ...allowed: string[]) => mayShowWidget(origin, own, allowed);

test('the own pages may, others only by a domain of the channel', () => {
  expect(may('https://parley.example.com')).toBe(true);
  expect(may('https://shop.example')).toBe(false);
  expect(may('https://shop.example', 'shop.example')).toBe(true);
  expect(may('http://shop.example:8080', 'shop.example')).toBe(true);
  expect(may('https://www.shop.example', 'shop.example')).toBe(false);
});

test('a star stands for subdomains of any depth and not for the domain itself or one that ends alike', () => {
  expect(may('https://www.shop.example', '*.shop.example')).toBe(true);
  expect(may('https://a.b.shop.example', '*.shop.example')).toBe(true);
  expect(may('https://shop.example', '*.shop.example')).toBe(false);
  expect(may('https://evilshop.example', '*.shop.example')).toBe(false);
  expect(may('https://shop.example.evil.example', '*.shop.example', 'shop.example')).toBe(false);
});

test('a port must fit when it is named, the usual one of the scheme included', () => {
  expect(may('http://shop.example:8080', 'shop.example:8080')).toBe(true);
  expect(may('http://shop.example:8081', 'shop.example:8080')).toBe(false);
  expect(may('https://shop.example', 'shop.example:443')).toBe(true);
  expect(may('http://shop.example', 'shop.example:80')).toBe(true);
  expect(may('http://shop.example', 'shop.example:443')).toBe(false);
  expect(may('https://www.shop.example:8443', '*.shop.example:8443')).toBe(true);
});

test('a value that is no origin of a page is not let in', () => {
  for (const origin of [undefined, '', 'null', 'shop.example', 'file:///shop.example', 'chrome-extension://shop.example', 'https://'])
    expect([origin, may(origin, 'shop.example')]).toEqual([origin, false]);
});

test('no origin of any kind is let in without a domain, and none fails', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string()), (origin) => {
      expect(may(origin)).toBe(false);
    }),
  );
});
