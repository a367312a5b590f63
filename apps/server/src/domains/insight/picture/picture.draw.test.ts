import { expect, test } from 'vitest';
import { type Drawing, draw, topOf } from './picture.draw.ts';
import { fitWords, shapeOf } from './picture.words.ts';

const drawing: Drawing = {
  chart: 'bars',
  parts: [
    { name: 'Billing', now: 40, before: null },
    { name: 'Sales', now: 10, before: null },
  ],
  whole: '50',
  axis: String,
  names: { now: 'Chats', before: undefined },
};

test.each([
  [[0, 0], 1, 1],
  [[3], 3, 1],
  [[17, 4], 20, 5],
  [[99], 100, 25],
  [[0.42], 0.6, 0.2],
  [[1268], 1500, 500],
])('the axis of %j ends at %d, in steps of %d', (values, top, step) => {
  const found = topOf(values);
  expect(found.top).toBeCloseTo(top, 9);
  expect(found.step).toBeCloseTo(step, 9);
});

test('bars are as high as their numbers, and the picture asks for no font, script or address', () => {
  const svg = draw(drawing);
  const heights = [...svg.matchAll(/<rect x="[^"]+" y="[^"]+" width="[^"]+" height="([^"]+)" rx="2"/g)].map(([, height]) => Number(height));
  expect(heights).toEqual([156, 39]);
  expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/<text|<script|href|http|font/);
});

test('a line is broken where there is nothing, and one part alone is a whole ring', () => {
  const parts = [1, 2, null, 3].map((now, place) => ({ name: String(place), now, before: null }));
  const [, path = ''] = /<path d="([^"]+)" fill="none"/.exec(draw({ ...drawing, chart: 'line', parts })) ?? [];
  expect(path.replace(/[\d. ]+/g, '')).toBe('MLM');
  const [, arc = ''] = /<path d="(M[^"]+A[^"]+)"/.exec(draw({ ...drawing, chart: 'donut', parts: parts.slice(0, 1) })) ?? [];
  expect(arc).toContain(' 1 1 ');
});

test('words are drawn as outlines in Latin and Devanagari, and cut where they are too wide', () => {
  for (const words of ['Billing', 'विक्रय विभाग']) expect(shapeOf(words, 11).path.length).toBeGreaterThan(100);
  expect(fitWords('Billing', 11, 200)).toBe('Billing');
  const cut = fitWords('Departments with very long names', 11, 80);
  expect(cut.endsWith('…')).toBe(true);
  expect(shapeOf(cut, 11).width).toBeLessThanOrEqual(80);
});
