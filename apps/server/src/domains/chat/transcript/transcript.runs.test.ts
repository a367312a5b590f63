import { describe, expect, test } from 'vitest';
import { type Fonts, type Missing, toLines } from './transcript.runs.ts';

/** Letters of Latin and Devanagari are in the faces, pictures in the font of emoji; each grapheme is ten wide. */
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const fonts: Fonts = {
  has: (font, point) => (font === 'emoji' ? point > 0x1f000 || point === 0x2764 || point === 0x20e3 || point === 0x31 : point < 0x980),
  measure: (_font, text) => [...segmenter.segment(text)].length * 10,
};
const linesOf = (text: string, width = 1000, missing: Missing = { count: 0 }) =>
  toLines(text, 'regular', width, fonts, missing).map(({ runs }) => runs.map(({ font, text: drawn }) => `${font}:${drawn}`));

describe('runs of one font', () => {
  test('emoji are drawn by their own font as whole graphemes, and letters beside them by the face', () => {
    expect(linesOf('नमस्ते 👨‍👩‍👧ok ❤️ 1️⃣ 12')).toEqual([
      ['regular:नमस्ते ', 'emoji:👨‍👩‍👧', 'regular:ok ', 'emoji:❤️', 'regular: ', 'emoji:1️⃣', 'regular: 12'],
    ]);
  });

  test('a glyph that no font has stands as its code point, and is counted', () => {
    const missing = { count: 0 };
    expect(linesOf('a中文', 1000, missing)).toEqual([['regular:a[U+4E2D][U+6587]']]);
    expect(missing.count).toBe(2);
  });

  test('control characters and halves of pairs are not drawn', () => {
    expect(linesOf('a\u0007b\uD800c\u2029d\te')).toEqual([['regular:abc'], ['regular:d    e']]);
  });
});

describe('lines', () => {
  test('break at spaces, which are not seen at the end of a line', () => {
    expect(linesOf('one two three', 80)).toEqual([['regular:one two '], ['regular:three']]);
    expect(linesOf('one  two', 40)).toEqual([['regular:one'], ['regular:two']]);
  });

  test('a wide word breaks between graphemes, never within one', () => {
    const word = 'क्षत्रियक्षत्रिय';
    const graphemes = Array.from(segmenter.segment(word), ({ segment }) => segment);
    const lines = linesOf(word, 30).map(([run = '']) => run.replace('regular:', ''));
    expect(lines).toEqual([graphemes.slice(0, 3).join(''), graphemes.slice(3, 6).join('')]);
    expect(linesOf('👨‍👩‍👧👨‍👩‍👧', 10)).toEqual([['emoji:👨‍👩‍👧'], ['emoji:👨‍👩‍👧']]);
  });

  test('an empty line stays', () => {
    expect(linesOf('a\n\nb')).toEqual([['regular:a'], [], ['regular:b']]);
  });
});
