/** Longest text that is read for entities, in UTF-16 units; what follows is left alone, so that any message costs a bounded time. */
export const longestText = 10_000;

/** A text in the form in which words are compared, each unit of it knowing where it stands in the original. */
export type AlignedText = { original: string; text: string; starts: Int32Array; ends: Int32Array };

/** A character with the marks that follow it: what compatibility forms are made of. */
const clusterPattern = /[\s\S]\p{M}*/gu;
const invisiblePattern = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|\ufe0f/u;
const devanagariZero = 0x0966;

/**
 * Compatibility form, lower case, ASCII digits for Devanagari ones, without characters of no width. Offsets stay those of the original:
 * unit `i` of `text` was made of `original.slice(starts[i], ends[i])`. Reads `longestText` units at most.
 */
export function alignText(original: string): AlignedText {
  const read = original.length > longestText ? original.slice(0, longestText).replace(/[\ud800-\udbff]$/, '') : original;
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  for (const cluster of read.matchAll(clusterPattern)) {
    const start = cluster.index;
    // Nearly all characters are of this kind.
    if (cluster[0].length === 1 && cluster[0] < '\u0080') {
      starts.push(start);
      ends.push(start + 1);
      text += cluster[0].toLowerCase();
      continue;
    }
    let written = '';
    for (const char of cluster[0]) if (!invisiblePattern.test(char)) written += char;
    const folded = foldDigits(written.normalize('NFKC').toLowerCase());
    for (let unit = 0; unit < folded.length; unit++) {
      starts.push(start);
      ends.push(start + cluster[0].length);
    }
    text += folded;
  }
  return { original, text, starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
}

/** The span of the original that units `start` to `end` (exclusive) of the aligned text were made of. */
export function toOriginalSpan(aligned: AlignedText, start: number, end: number): { start: number; end: number; text: string } {
  const from = aligned.starts[start] ?? 0;
  const to = aligned.ends[end - 1] ?? from;
  return { start: from, end: to, text: aligned.original.slice(from, to) };
}

function foldDigits(text: string): string {
  return text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - devanagariZero));
}
