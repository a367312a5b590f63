import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMarkup, stripMarkup } from './markup.ts';

test('the four marks', () => {
  expect(parseMarkup('*a* _b_ ~c~ ```d```')).toEqual([
    { kind: 'bold', children: ['a'] },
    ' ',
    { kind: 'italic', children: ['b'] },
    ' ',
    { kind: 'strike', children: ['c'] },
    ' ',
    { kind: 'mono', children: ['d'] },
  ]);
});

test('marks nest, and nothing inside mono is a mark', () => {
  expect(parseMarkup('*a _b_*')).toEqual([{ kind: 'bold', children: ['a ', { kind: 'italic', children: ['b'] }] }]);
  expect(parseMarkup('```*a*```')).toEqual([{ kind: 'mono', children: ['*a*'] }]);
});

test('a mark that does not hug its words stays as typed', () => {
  for (const text of ['2*3*4', 'snake_case_name', '* a *', '**', '***', '*a', '~ ~', 'a * b * c', '``````', '*a\nb*'])
    expect(parseMarkup(text)).toEqual([text]);
});

test('elements in a message stay words', () => {
  const text = '<img src=x onerror=alert(1)> *<script>alert(1)</script>*';
  const nodes = parseMarkup(text);
  expect(stripMarkup(nodes)).toBe('<img src=x onerror=alert(1)> <script>alert(1)</script>');
  expect(nodes.some((node) => typeof node !== 'string' && node.kind === 'link')).toBe(false);
});

test('only http and https become links', () => {
  expect(parseMarkup('see https://example.com/a?b=1.')).toEqual([
    'see ',
    { kind: 'link', href: 'https://example.com/a?b=1', text: 'https://example.com/a?b=1' },
    '.',
  ]);
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,<b>',
    'vbscript:x',
    'xhttps://example.com',
    'http://',
    'https:///',
    'https://...',
    'https://?a',
  ]) {
    expect(parseMarkup(text).every((node) => typeof node === 'string' || node.kind !== 'link')).toBe(true);
  }
});

test('web addresses without a scheme, mail addresses and numbers that can be called become links', () => {
  const links = (text: string) =>
    parseMarkup(text).flatMap((node) => (typeof node !== 'string' && node.kind === 'link' ? [node.href] : []));
  expect(links('See www.example.com/a, write to ravi.k+shop@example.co.in.')).toEqual([
    'https://www.example.com/a',
    'mailto:ravi.k+shop@example.co.in',
  ]);
  expect(links('Call +91 98200-12345 or (022) 2345 67890 or 9820012345, +4915112345678.')).toEqual([
    'tel:+919820012345',
    'tel:022234567890',
    'tel:9820012345',
    'tel:+4915112345678',
  ]);
  const number = parseMarkup('Call +91 98200-12345!');
  expect(number).toEqual(['Call ', { kind: 'link', href: 'tel:+919820012345', text: '+91 98200-12345' }, '!']);
  for (const text of [
    'on 2026-01-05 10:30',
    'card 4111 1111 1111 1111',
    'order 12345678',
    'Rs.1234567890.50',
    '₹9820012345',
    'A9820012345',
    '9820012345678901',
    '01/12/2026',
    '10:30',
    'a@b',
    '@someone',
    'x@y@example.com/',
    'awww.example.com',
    'www.',
  ])
    expect(links(text), text).toEqual([]);
});

test('an address keeps its underscores, and a mark around it closes', () => {
  expect(parseMarkup('*https://example.com/a_b_c*')).toEqual([
    { kind: 'bold', children: [{ kind: 'link', href: 'https://example.com/a_b_c', text: 'https://example.com/a_b_c' }] },
  ]);
});

test('any text: only marks go, every other character stays in its order', () => {
  const letters = fc.constantFrom('*', '_', '~', '```', ' ', '\n', 'a', '<', '&', 'ü', 'https://x.yz');
  const ink = (value: string) => value.replace(/[*_~`]/g, '');
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 60 }), (text) => {
      const shown = stripMarkup(parseMarkup(text));
      return ink(shown) === ink(text) && shown.length <= text.length;
    }),
    { numRuns: 500 },
  );
});
