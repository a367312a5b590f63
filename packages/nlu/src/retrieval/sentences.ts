/** A sentence's place in its text: UTF-16 offsets, end exclusive, blanks at both ends left out. */
export type Sentence = { start: number; end: number };

/** Words after which a full stop does not end a sentence. */
const abbreviations = new Set(
  'mr mrs ms dr prof st sr jr vs etc eg ie no nos fig approx inc ltd co corp gen col lt sgt rev hon gov sen rep dept est vol pp ed al jan feb mar apr jun jul aug sep sept oct nov dec rs dr डॉ श्री रु'.split(
    ' ',
  ),
);

/** Cuts a text into sentences at full stops, question marks, exclamation marks, dandas and line ends. */
export function listSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  const close = (end: number) => {
    const trimmed = trimSpan(text, start, end);
    if (trimmed.end > trimmed.start) sentences.push(trimmed);
    start = end;
  };
  for (const { 0: stop, index } of text.matchAll(/[.!?।॥]+["'”’)\]]*(?=\s|$)|\n/g)) {
    if (stop === '.' && isAbbreviation(text, start, index)) continue;
    close(index + stop.length);
  }
  close(text.length);
  return sentences;
}

function isAbbreviation(text: string, start: number, stop: number): boolean {
  const word = /[\p{L}\p{M}.]*$/u.exec(text.slice(Math.max(start, stop - 12), stop))?.[0] ?? '';
  return abbreviations.has(word.toLowerCase()) || /^\p{Lu}$/u.test(word) || /^(?:\p{L}\.)+\p{L}$/u.test(word);
}

export function trimSpan(text: string, start: number, end: number): Sentence {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text[from] ?? '')) from++;
  while (to > from && /\s/.test(text[to - 1] ?? '')) to--;
  return { start: from, end: to };
}
