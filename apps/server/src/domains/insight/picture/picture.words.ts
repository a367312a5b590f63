import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';

const require = createRequire(import.meta.url);
/** Noto (OFL): Latin, Greek, Cyrillic and Devanagari in one. */
const file = require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf');

type Shape = { path: string; width: number };
let opened: fontkit.Font | undefined;
const font = (): fontkit.Font => (opened ??= fontkit.openSync(file) as fontkit.Font);
const round = (value: number) => Math.round(value * 100) / 100;

/**
 * Draws words as outlines, shaped: the process that makes pixels of them needs no fonts of the machine, and a letter without a glyph is a box.
 * @property path with its origin at the foot of the first letter
 */
export function shapeOf(words: string, size: number): Shape {
  const { glyphs, positions } = font().layout(words);
  const scale = size / font().unitsPerEm;
  let at = 0;
  const paths = glyphs.map((glyph, place) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[place] ?? {};
    const path = glyph.path
      .scale(scale, -scale)
      .translate(at + xOffset * scale, -yOffset * scale)
      .toSVG()
      .replace(/-?\d+\.\d+/g, (number) => String(round(Number(number))));
    at += xAdvance * scale;
    return path;
  });
  return { path: paths.join(''), width: at };
}

/** Words that are no wider, with an ellipsis where something is left out. */
export function fitWords(words: string, size: number, width: number): string {
  if (shapeOf(words, size).width <= width) return words;
  const letters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(words)].map(({ segment }) => segment);
  while (letters.length > 1 && shapeOf(`${letters.join('')}…`, size).width > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

type Placed = { x: number; y: number; size: number; color: string; anchor?: 'start' | 'middle' | 'end' };

/** Words as a part of an SVG. */
export function drawWords(words: string, { x, y, size, color, anchor = 'start' }: Placed): string {
  const { path, width } = shapeOf(words, size);
  const left = anchor === 'start' ? x : anchor === 'middle' ? x - width / 2 : x - width;
  return `<path transform="translate(${round(left)} ${round(y)})" fill="${color}" d="${path}"/>`;
}
