/** A font of the transcript, by the name under which it is registered. */
export type FontName = 'regular' | 'bold' | 'emoji';
/** Part of a line in one font. @property text what is drawn */
export type Run = { font: FontName; text: string; width: number };
export type Line = { runs: Run[]; width: number };
export type Face = 'regular' | 'bold';

/**
 * Questions of the makers of lines to the fonts.
 * @property has tells whether a font draws a code point
 * @property measure returns the width of a text in a font, shaped
 */
export type Fonts = { has: (font: FontName, codePoint: number) => boolean; measure: (font: FontName, text: string) => number };
/** Glyphs that no font has. */
export type Missing = { count: number };

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Graphemes that are drawn as pictures wherever both fonts have them. */
const asEmoji = /\p{Emoji_Presentation}|\uFE0F|\u20E3|\p{Regional_Indicator}/u;
const ignorable = /^\p{Default_Ignorable_Code_Point}$/u;
/** Letters that each is a grapheme, and that a font of text draws; most words have no others. */
const plain = /^[ -~]*$/;
const control = /[\p{Cc}\p{Cs}\p{Co}\u2028\u2029]/gu;

/** Cuts a text into runs of one font. A grapheme is never cut: its parts are shaped together. */
function toRuns(text: string, face: Face, fonts: Fonts, missing: Missing): Omit<Run, 'width'>[] {
  if (plain.test(text)) return [{ font: face, text }];
  const runs: Omit<Run, 'width'>[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const { font, drawn } = choose(segment, face, fonts, missing);
    const last = runs.at(-1);
    if (last?.font === font) last.text += drawn;
    else runs.push({ font, text: drawn });
  }
  return runs;
}

function choose(grapheme: string, face: Face, fonts: Fonts, missing: Missing): { font: FontName; drawn: string } {
  const order: FontName[] = asEmoji.test(grapheme) ? ['emoji', face] : [face, 'emoji'];
  const points = [...grapheme].filter((point) => !ignorable.test(point));
  const font = order.find((name) => points.every((point) => fonts.has(name, point.codePointAt(0) ?? 0)));
  if (font) return { font, drawn: grapheme };
  missing.count += points.length;
  return {
    font: face,
    drawn: points.map((point) => `[U+${(point.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`).join(''),
  };
}

/** Breaks a text into lines that are no wider than `width`: at spaces, and a word that is wider between its graphemes. */
export function toLines(text: string, face: Face, width: number, fonts: Fonts, missing: Missing): Line[] {
  const lines: Line[] = [];
  for (const paragraph of text.replaceAll('\t', '    ').split(/\r\n|[\r\n\u2028\u2029]/)) {
    let line: Line = { runs: [], width: 0 };
    const put = (run: Omit<Run, 'width'>, size: number) => {
      const last = line.runs.at(-1);
      if (last?.font === run.font) {
        last.text += run.text;
        last.width += size;
      } else line.runs.push({ ...run, width: size });
      line.width += size;
    };
    const end = () => {
      lines.push(line);
      line = { runs: [], width: 0 };
    };
    for (const word of paragraph.replaceAll(control, '').match(/ +|[^ ]+/g) ?? []) {
      const runs = toRuns(word, face, fonts, missing).map((run) => ({ run, size: fonts.measure(run.font, run.text) }));
      const size = runs.reduce((sum, one) => sum + one.size, 0);
      const isSpace = word.startsWith(' ');
      if (line.width + size > width && line.width > 0) {
        end();
        // The space at the end of a line is not seen.
        if (isSpace) continue;
      }
      if (size <= width) for (const one of runs) put(one.run, one.size);
      else if (!isSpace)
        for (const { run } of runs)
          for (const { segment } of graphemes.segment(run.text)) {
            const part = fonts.measure(run.font, segment);
            if (line.width + part > width && line.width > 0) end();
            put({ font: run.font, text: segment }, part);
          }
    }
    end();
  }
  return lines;
}
