import { showPlain } from '@parley/contract';

/**
 * Letters and digits as strokes on a grid 4 wide and 6 high: `x,y` points joined by lines, strokes apart by a blank. Ours, so that no
 * font is needed, and without the pairs that people mix up (0 O, 1 I, 2 Z, 5 S, 8 B).
 */
const glyphs: Record<string, string> = {
  A: '0,6-2,0-4,6 1,4-3,4',
  C: '4,1-3,0-1,0-0,1-0,5-1,6-3,6-4,5',
  D: '0,0-0,6-2.5,6-4,4.5-4,1.5-2.5,0-0,0',
  E: '4,0-0,0-0,6-4,6 0,3-3,3',
  F: '4,0-0,0-0,6 0,3-3,3',
  H: '0,0-0,6 4,0-4,6 0,3-4,3',
  J: '4,0-4,5-3,6-1,6-0,5',
  K: '0,0-0,6 4,0-0,3.5 1.5,2.5-4,6',
  L: '0,0-0,6-4,6',
  M: '0,6-0,0-2,3-4,0-4,6',
  N: '0,6-0,0-4,6-4,0',
  P: '0,6-0,0-3,0-4,1-4,2.5-3,3.5-0,3.5',
  R: '0,6-0,0-3,0-4,1-4,2.5-3,3.5-0,3.5 2,3.5-4,6',
  T: '0,0-4,0 2,0-2,6',
  U: '0,0-0,5-1,6-3,6-4,5-4,0',
  V: '0,0-2,6-4,0',
  W: '0,0-1,6-2,2-3,6-4,0',
  X: '0,0-4,6 4,0-0,6',
  Y: '0,0-2,3-4,0 2,3-2,6',
  3: '0,0.5-1,0-3,0-4,1-4,2-3,3-1.5,3 3,3-4,4-4,5-3,6-1,6-0,5.5',
  4: '3,6-3,0-0,4-4,4',
  6: '3.5,0-1,0-0,2-0,5-1,6-3,6-4,5-4,4-3,3-0,3',
  7: '0,0-4,0-1.5,6',
  9: '0.5,6-3,6-4,4-4,1-3,0-1,0-0,1-0,2-1,3-4,3',
};
export const captchaAlphabet = Object.keys(glyphs);

export const captchaSize = { width: 200, height: 70 } as const;
const cell = 7;

/** A number from `low` up to `high`; randomness comes in, so that a drawing can be repeated. */
const between = (random: () => number, low: number, high: number) => low + random() * (high - low);

function drawGlyph(letter: string, index: number, count: number, random: () => number): string {
  const step = (captchaSize.width - 24) / count;
  const x = 12 + index * step + step / 2 + between(random, -3, 3);
  const y = captchaSize.height / 2 + between(random, -6, 6);
  const transform = `translate(${showPlain(x, 1)} ${showPlain(y, 1)}) rotate(${showPlain(between(random, -24, 24), 1)}) skewX(${showPlain(between(random, -14, 14), 1)}) scale(${showPlain(between(random, 0.85, 1.1), 2)})`;
  const strokes = (glyphs[letter] ?? '').split(' ').map((stroke) => {
    const points = stroke.split('-').map((point) => {
      const [px = 0, py = 0] = point.split(',').map(Number);
      return `${showPlain((px - 2) * cell + between(random, -1, 1), 1)},${showPlain((py - 3) * cell + between(random, -1, 1), 1)}`;
    });
    return `<polyline points="${points.join(' ')}"/>`;
  });
  return `<g transform="${transform}" stroke-width="${showPlain(between(random, 3.2, 4.6), 1)}">${strokes.join('')}</g>`;
}

function drawNoise(random: () => number): string {
  const { width, height } = captchaSize;
  const lines = Array.from({ length: 5 }, () => {
    const [from, bend, to] = [between(random, 5, height - 5), between(random, -20, height + 20), between(random, 5, height - 5)];
    return `<path d="M0 ${showPlain(from, 0)} Q ${showPlain(between(random, 40, width - 40), 0)} ${showPlain(bend, 0)} ${width} ${showPlain(to, 0)}" stroke-width="${showPlain(between(random, 1, 2.4), 1)}"/>`;
  });
  const dots = Array.from(
    { length: 40 },
    () =>
      `<circle cx="${showPlain(between(random, 0, width), 0)}" cy="${showPlain(between(random, 0, height), 0)}" r="${showPlain(between(random, 0.5, 1.6), 1)}" fill="#41545e" stroke="none"/>`,
  );
  return `<g opacity="0.55">${lines.join('')}${dots.join('')}</g>`;
}

/** The picture of a text as SVG: letters leaning each its own way, under lines and dots. */
export function drawCaptcha(text: string, random: () => number): string {
  const letters = [...text].map((letter, index, all) => drawGlyph(letter, index, all.length, random));
  const { width, height } = captchaSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="#eef2f3"/><g fill="none" stroke="#1c2b33" stroke-linecap="round" stroke-linejoin="round">${letters.join('')}${drawNoise(random)}</g></svg>`;
}
