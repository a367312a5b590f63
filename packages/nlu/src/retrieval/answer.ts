import { listBlocks, type WrittenBlock } from './block.ts';
import { listSentences, type Sentence } from './sentences.ts';

/** A piece of a passage that can be said by itself: a sentence, a listing, or a row. */
export type Unit = Sentence & { block: number; kind: WrittenBlock['kind'] };

/** The pieces of a passage, in order. */
export function listUnits(text: string): { blocks: WrittenBlock[]; units: Unit[] } {
  const blocks = listBlocks(text);
  const units = blocks.flatMap(({ kind, start, end }, block): Unit[] =>
    kind === 'code' || kind === 'row'
      ? [{ start, end, block, kind }]
      : joinMarks(text, listSentences(text.slice(start, end))).map((sentence) => ({
          start: start + sentence.start,
          end: start + sentence.end,
          block,
          kind,
        })),
  );
  return { blocks, units };
}

/** The number of an item, "1.", is no sentence. */
function joinMarks(text: string, sentences: readonly Sentence[]): Sentence[] {
  const [first, second, ...rest] = sentences;
  return first && second && first.end - first.start <= 5 && text !== ''
    ? [{ start: first.start, end: second.end }, ...rest]
    : [...sentences];
}

/** Value of each unit for the question, by its place. */
export type Scores = (at: number) => number;

/** `wantsAll`: whether the question is about what the whole list is about, and not about one item of it; `isWhether`: it asks for yes or no. */
type Wishes = { wantsAll: boolean; scores: Scores; isWhether: boolean };

/** Limits of an answer: sentences, characters of sentences, characters with a list or a listing. */
export const answerLimits = { sentences: 3, characters: 600, listed: 1_100 };
const shortListed = 600;
/** Bonus of a sentence of the same paragraph over one of another, and of the next one over the one before. */
const nearPoint = 0.1;
const onPoint = 0.05;
/** Words with which a sentence goes on from the one before. */
const goesOn =
  /^(?:it|its|this|that|these|those|they|their|them|he|she|his|her|however|but|and|so|then|therefore|thus|otherwise|also|instead|such|for example|in that case|यह|ये|इस|इन|वह|वे|उस|उन|लेकिन|परन्तु|इसलिए|फिर|तब|और)(?=[\s,])/iu;

/** Tells whether a text begins with words for what was said before it. */
export const pointsBack = (text: string): boolean => goesOn.test(text);

/** Ends of a text that leads to what follows: a colon, or no sign at all. */
const promises = /(?:[:：]|[\p{L}\p{M}\p{N}])$/u;
/** Announces a list that comes next: words for several things. */
const announces =
  /\b(?:following|follows|below|these|(?:two|three|four|five|six|seven|several|some|many|various|different|[2-9]) (?:\p{L}+ ){0,2}(?:types?|ways?|methods?|steps?|kinds?|options?|parts?|things|reasons?|possibilities|choices|programmes?|versions?|files?))\b|निम्न|नीचे|इस प्रकार/iu;

const isListed = (block: WrittenBlock | undefined): boolean => block?.kind === 'item' || block?.kind === 'row';

/**
 * Returns the span to answer with for the best unit: with the sentences round it, and with the list or the listing that it is part of or
 * leads to.
 * @returns a span of the text, from the beginning of a unit to the end of one
 */
export function spanAnswer(
  text: string,
  { blocks, units }: ReturnType<typeof listUnits>,
  best: number,
  { wantsAll, scores, isWhether }: Wishes,
): Sentence {
  const unit = units[best];
  const block = unit && blocks[unit.block];
  if (!unit || !block) return { start: 0, end: text.length };
  if (isListed(block)) return spanList(text, { blocks, units }, unit, { wantsAll, scores, isWhether });
  if (unit.kind === 'code') return spanListing(text, { blocks, units }, unit);
  const spanned = spanSentences(text, { blocks, units }, best, scores);
  const start = isWhether ? startWithVerdict(text, units, spanned.start) : spanned.start;
  const { end, last } = spanned;
  const at = last.block;
  const next = blocks[at + 1];
  const isAtEnd = last.end === blocks[at]?.end;
  // A text that ends with a colon or in the middle of a sentence promises what comes next. A question about the title of a list asks for
  // the whole list.
  const opens = promises.test(text.slice(start, end)) || (isListed(next) && announces.test(text.slice(last.start, end)));
  if (!next || !isAtEnd || next.kind === 'paragraph' || !(opens || wantsAll || next.kind === 'code')) return { start, end };
  return { start, end: endOfList(text, blocks, at + 1, start + answerLimits.listed) };
}

const longestVerdict = 80;
const verdict = /^(?:yes|no|not|never|हाँ|हां|नहीं|जी)(?![\p{L}\p{M}])/iu;

/** "No, it cannot." before what is said goes with it, short as it is: without it the reasons say anything. */
function startWithVerdict(text: string, units: readonly Unit[], start: number): number {
  const before = units.findLast((unit) => unit.end <= start);
  const isVerdict =
    before?.kind === 'paragraph' && before.end - before.start <= longestVerdict && verdict.test(text.slice(before.start, before.end));
  return isVerdict ? before.start : start;
}

function spanSentences(
  text: string,
  { blocks, units }: ReturnType<typeof listUnits>,
  best: number,
  scores: Scores,
): Sentence & { last: Unit } {
  const unit = units[best] as Unit;
  let from = best;
  let to = best;
  const count = (): number => units.slice(from, to + 1).filter(({ kind }) => kind !== 'code').length;
  const takes = (at: number, isFar: boolean): boolean => {
    const other = units[at];
    if (!other || (other.block !== unit.block && !isFar) || isListed(blocks[other.block]) || count() >= answerLimits.sentences)
      return false;
    const [first, last] = [units[Math.min(from, at)] as Unit, units[Math.max(to, at)] as Unit];
    return last.end - first.start <= answerLimits.characters;
  };
  const dangles = (at: number): boolean => pointsBack(text.slice(units[at]?.start));
  while (dangles(from) && takes(from - 1, true)) from--;
  const worth = (at: number): number =>
    takes(at, true) ? scores(at) + (units[at]?.block === unit.block ? nearPoint : 0) + (at > to ? onPoint : 0) : -1;
  for (;;) {
    // A sentence that continues one outside the answer does not begin an answer.
    const [before, after] = [dangles(from - 1) ? -1 : worth(from - 1), worth(to + 1)];
    if (before < 0 && after < 0) break;
    if (after >= before) to++;
    else from--;
  }
  return { start: units[from]?.start ?? unit.start, end: units[to]?.end ?? unit.end, last: units[to] ?? unit };
}

/**
 * Returns the end of the list, table or listing that begins with a block: at the last block of it that keeps to the limit, or in the first
 * at a line.
 */
function endOfList(text: string, blocks: readonly WrittenBlock[], first: number, limit: number): number {
  const [begun] = blocks.slice(first, first + 1);
  if (!begun) return limit;
  let end: number | undefined;
  for (const [at, block] of blocks.entries()) {
    if (at < first) continue;
    if (block.kind !== begun.kind || block.end > limit || (block.kind === 'paragraph' && at > first)) break;
    end = block.end;
  }
  if (end !== undefined) return end;
  const line = text.lastIndexOf('\n', limit);
  const sentence = listSentences(text.slice(begun.start, limit)).at(-2);
  return line > begun.start ? line : begun.start + (sentence?.end ?? limit - begun.start);
}

/** The words that lead to a block, when they say that something follows or are short. */
function leadTo(text: string, blocks: readonly WrittenBlock[], units: readonly Unit[], at: number): number | undefined {
  const lead = blocks[at - 1];
  if (lead?.kind !== 'paragraph') return undefined;
  const last = units.findLast((unit) => unit.block === at - 1);
  return last && (/[:：]$/u.test(text.slice(0, last.end)) || last.end - last.start < 200) ? last.start : undefined;
}

function spanList(text: string, { blocks, units }: ReturnType<typeof listUnits>, unit: Unit, { wantsAll, scores }: Wishes): Sentence {
  const { kind } = unit;
  let first = unit.block;
  let last = unit.block;
  while (blocks[first - 1]?.kind === kind) first--;
  while (blocks[last + 1]?.kind === kind) last++;
  const lead = leadTo(text, blocks, units, first);
  const start = lead ?? blocks[first]?.start ?? unit.start;
  const end = blocks[last]?.end ?? unit.end;
  if (end - start <= (wantsAll ? answerLimits.listed : shortListed)) return { start, end };
  const block = blocks[unit.block];
  if (!block) return unit;
  if (wantsAll && block.end - start <= answerLimits.listed)
    return { start, end: endOfList(text, blocks, first, start + answerLimits.listed) };
  if (block.end - block.start > answerLimits.listed)
    return spanSentences(
      text,
      { blocks: blocks.map((each) => ({ ...each, kind: 'paragraph' as const })), units },
      units.indexOf(unit),
      scores,
    );
  // A listing or a paragraph that an item leads to is its own.
  const isLead = /[:：]$/u.test(text.slice(block.start, block.end)) && blocks[unit.block + 1] !== undefined;
  return { start: block.start, end: isLead ? endOfList(text, blocks, unit.block + 1, block.start + answerLimits.listed) : block.end };
}

function spanListing(text: string, { blocks, units }: ReturnType<typeof listUnits>, unit: Unit): Sentence {
  const start = leadTo(text, blocks, units, unit.block) ?? unit.start;
  return { start, end: endOfList(text, blocks, unit.block, start + answerLimits.listed) };
}
