import { listSentences, type Sentence, trimSpan } from './sentences.ts';

export type SplitOptions = {
  /** Largest passage in characters; a longer sentence is cut at a blank. default 1000. */
  longest?: number;
  /** Shorter paragraphs, as headings are, go with what follows. default 120. */
  shortest?: number;
};

/**
 * Cuts the text of a page into passages: paragraphs (parted by empty lines) where their size allows, else runs of whole sentences.
 * @returns passages in order, with UTF-16 offsets in the text; they cover all of it but blanks and never overlap
 */
export function splitPassages(text: string, options: SplitOptions = {}): { text: string; start: number; end: number }[] {
  const longest = Math.max(options.longest ?? 1_000, 1);
  const shortest = Math.min(options.shortest ?? 120, longest);
  const passages: Sentence[] = [];
  let open: Sentence | undefined;
  for (const piece of listParagraphs(text).flatMap((paragraph) => cutParagraph(text, paragraph, longest))) {
    const isShort = open !== undefined && open.end - open.start < shortest;
    if (open !== undefined && isShort && piece.end - open.start <= longest) open = { start: open.start, end: piece.end };
    else {
      if (open !== undefined) passages.push(open);
      open = piece;
    }
  }
  if (open !== undefined) passages.push(open);
  return passages.map(({ start, end }) => ({ text: text.slice(start, end), start, end }));
}

function listParagraphs(text: string): Sentence[] {
  const paragraphs: Sentence[] = [];
  let start = 0;
  const close = (end: number) => {
    const trimmed = trimSpan(text, start, end);
    if (trimmed.end > trimmed.start) paragraphs.push(trimmed);
  };
  for (const gap of text.matchAll(/\n[^\S\n]*\n/g)) {
    close(gap.index);
    start = gap.index + gap[0].length;
  }
  close(text.length);
  return paragraphs;
}

/** A paragraph that is too long as runs of sentences of about equal size. */
function cutParagraph(text: string, paragraph: Sentence, longest: number): Sentence[] {
  const size = paragraph.end - paragraph.start;
  if (size <= longest) return [paragraph];
  const even = Math.min(longest, Math.ceil((1.1 * size) / Math.ceil(size / longest)));
  const pieces: Sentence[] = [];
  for (const sentence of listSentences(text.slice(paragraph.start, paragraph.end)))
    for (const part of cutSentence(text, sentence.start + paragraph.start, sentence.end + paragraph.start, longest)) {
      const last = pieces.at(-1);
      if (last !== undefined && part.end - last.start <= even) last.end = part.end;
      else pieces.push({ ...part });
    }
  return pieces;
}

function cutSentence(text: string, start: number, end: number, longest: number): Sentence[] {
  const parts: Sentence[] = [];
  let from = start;
  while (end - from > longest) {
    const blank = text.lastIndexOf(' ', from + longest);
    let to = blank > from ? blank : from + longest;
    // A pair of surrogates is one character.
    if (/[\ud800-\udbff]/.test(text[to - 1] ?? '') && to - 1 > from) to--;
    const part = trimSpan(text, from, to);
    if (part.end > part.start) parts.push(part);
    from = to;
  }
  const rest = trimSpan(text, from, end);
  if (rest.end > rest.start) parts.push(rest);
  return parts;
}
