import { expect, test } from 'vitest';
import { fitsPage } from './site-page.ts';

const page = (host: string, pathname: string, search = '') => ({ host, pathname, search });

test.each([
  ['', page('shop.example', '/anything'), true],
  ['/price', page('shop.example', '/price'), true],
  ['/price', page('shop.example', '/prices'), false],
  ['/price*', page('shop.example', '/prices/gold'), true],
  ['/PRICE*', page('shop.example', '/Price'), true],
  ['*/cart', page('shop.example', '/en/cart'), true],
  ['/a*b*c', page('shop.example', '/a-b-c'), true],
  ['/a*b*c', page('shop.example', '/a-c-b'), false],
  ['/aa*aa', page('shop.example', '/aaa'), false],
  ['/a*', page('shop.example', '/b/a'), false],
  ['shop.example/price', page('shop.example', '/price'), true],
  ['shop.example/price', page('other.example', '/price'), false],
  ['*.example/price', page('shop.example', '/price'), false],
  ['/list', page('shop.example', '/list', '?page=2'), true],
  ['/list?page=*', page('shop.example', '/list', '?page=2'), true],
  ['/list?page=3', page('shop.example', '/list', '?page=2'), false],
  ['/(a+)+$', page('shop.example', '/aaaa'), false],
] as const)('the pattern %s, asked of %o, answers %s', (pattern, at, fits) => {
  expect(fitsPage(pattern, at)).toBe(fits);
});
