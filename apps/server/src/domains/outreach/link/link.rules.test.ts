import type { ColumnMapping, TemplateComponent } from '@parley/contract';
import { expect, test } from 'vitest';
import { codeLength, isCode, makeCodes } from '#platform/codes.ts';
import { linkFaults, linkSlots, readTarget, shorten } from './link.rules.ts';

const base = 'https://parley.example/l/';
const button = (type: 'URL' | 'COPY_CODE', url: string) => ({ type, text: 'Go', url, phoneNumber: '', example: '', payload: '' });
const components: TemplateComponent[] = [
  { type: 'BODY', text: 'See {{1}} or {{2}}', samples: {} },
  {
    type: 'BUTTONS',
    buttons: [button('URL', `${base}{{1}}`), button('URL', 'https://shop.example/{{1}}'), button('COPY_CODE', ''), button('URL', '{{1}}')],
  },
];

test('screens 3.1 a code has 16 characters that are all as likely, and none comes twice', () => {
  const codes = makeCodes(5000);
  expect([new Set(codes).size, codes.every(isCode), codeLength]).toEqual([5000, true, 16]);
  const counts = Map.groupBy(codes.join(''), (character) => character);
  expect(counts.size).toBe(62);
  // 80,000 characters are 1,290 of each, give or take 36: five times as far is no chance.
  for (const found of counts.values()) expect(Math.abs(found.length - 80_000 / 62)).toBeLessThan(180);
});

test.each([
  ['https://shop.example/a b', undefined],
  ['https://shop.example/ä?x=1#top', 'https://shop.example/%C3%A4?x=1#top'],
  ['HTTP://Shop.Example', 'http://shop.example/'],
  ['https://user:word@shop.example/', undefined],
  ['https://user@shop.example/', undefined],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['//shop.example/', undefined],
  ['ftp://shop.example/', undefined],
  ['shop.example', undefined],
  ['https://', undefined],
  ['https://shop.example/\r\nset-cookie:a=b', undefined],
  [`https://shop.example/${'a'.repeat(1979)}`, `https://shop.example/${'a'.repeat(1979)}`],
  [`https://shop.example/${'a'.repeat(1980)}`, undefined],
])('screens 3.1 %s leads to %s', (value, target) => {
  expect(readTarget(value)).toBe(target);
});

test('screens 3.1 texts, and addresses of buttons that are ours or whole, may be links; codes and ends of others stay', () => {
  expect(linkSlots(components, base)).toEqual([
    { key: 'messageTags/body.1', isTail: false },
    { key: 'messageTags/body.2', isTail: false },
    { key: 'url/button.0', isTail: true },
    { key: 'url/button.3', isTail: false },
  ]);
});

test('screens 3.1 addresses become short ones, our own button takes the code alone, and lacks it where nothing leads anywhere', () => {
  const slots = linkSlots(components, base);
  let codes = 0;
  const next = () => {
    codes += 1;
    return `code${codes}`;
  };
  const values = {
    'messageTags/body.1': 'https://shop.example/a',
    'messageTags/body.2': 'https is safe',
    'url/button.0': 'https://shop.example/b',
    'url/button.1': 'https://shop.example/c',
  };
  expect(shorten(values, slots, base, next)).toEqual({
    values: { ...values, 'messageTags/body.1': `${base}code1`, 'url/button.0': 'code2' },
    missing: [],
    links: [
      { variable: 'messageTags/body.1', code: 'code1', target: 'https://shop.example/a' },
      { variable: 'url/button.0', code: 'code2', target: 'https://shop.example/b' },
    ],
  });
  expect(shorten({ 'url/button.0': 'nothing' }, slots, base, next)).toEqual({ values: {}, missing: ['url/button.0'], links: [] });
});

const mapped = (type: 'messageTags' | 'url', variable: string, value: string, more: object = {}): ColumnMapping => ({
  type,
  card: null,
  variables: [{ variable, type: 'static', value, mappings: [], ...more }],
});
const faultsOf = (mapping: ColumnMapping[], isTracked = true) =>
  linkFaults({ components, mapping, isTracked }, base).map(({ field, code }) => [field, code]);

test('screens 3.1 an address that cannot be followed is refused with its field', () => {
  expect(faultsOf([mapped('messageTags', 'body.1', 'JavaScript:alert(1)')])).toEqual([['columnMapping.messageTags/body.1', 'link.target']]);
  expect(faultsOf([mapped('messageTags', 'body.2', 'https://user:word@shop.example/')])).toEqual([
    ['columnMapping.messageTags/body.2', 'link.target'],
  ]);
  expect(faultsOf([mapped('url', 'button.0', 'summer')])).toEqual([['columnMapping.url/button.0', 'link.target']]);
  expect(faultsOf([mapped('url', 'button.0', 'name', { type: 'column', fallback: 'summer' })])).toEqual([
    ['columnMapping.url/button.0', 'link.target'],
  ]);
  expect(faultsOf([mapped('url', 'button.0', 'https://shop.example/{{id}}', { type: 'expression' })])).toEqual([]);
  expect(faultsOf([mapped('messageTags', 'body.1', 'Hello: you')])).toEqual([]);
});

test('screens 3.1 a template with our own address needs the links to be watched', () => {
  expect(faultsOf([mapped('url', 'button.0', 'https://shop.example/')], false)).toEqual([['tracking.links', 'link.untracked']]);
});
