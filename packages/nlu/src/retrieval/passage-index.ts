import { listUnits } from './answer.ts';
import { chooseAnswer } from './choose.ts';
import { conceptsOf } from './concepts.ts';
import { packBytes, unpackBytes } from './pack.ts';
import { buildPostings, findPostings, type Postings, rarity } from './postings.ts';
import { acronymOf, readAsked } from './question.ts';
import type { Sentence } from './sentences.ts';
import { gramsOf, hashTerm, type Term, termsOf } from './terms.ts';
import { conceptShare, listWanted, listWords, type Passage, spellWord, stopShare, type Tables, type Wanted } from './wanted.ts';

export type PassageHit = {
  id: string;
  /** Nearness of passage and question, 0 and up; mostly 0.6 to 1.5 for a passage that answers. Comparable between questions. */
  score: number;
  /** The sentence of the passage that is nearest to the question; offsets are those of the passage. */
  sentence: Sentence & { text: string };
  /**
   * The answer for a reader who does not see the passage: one to three sentences, or the list, listing or rows that the question is about.
   * At most `answerLimits` long; offsets are those of the passage.
   */
  answer: Sentence & { text: string };
  /** Share of the question's telling words that the passage has, 0–1, rare words counting most; 0 when all are function words. */
  coverage: number;
  /** True if its nearness reaches `relevanceLimit`, which the order of passages of one section has no part in, or its meaning is near enough. */
  isRelevant: boolean;
};
export type SearchOptions = {
  /** True if hits below the limit of relevance are given too, as a builder looks at them. */
  isAll?: boolean;
  /** Nearness of each passage to the question in meaning, as `measureMeaning` gives it; none where no endpoint embeds. */
  meaning?: Float32Array | undefined;
};
export type PassageIndex = {
  passageCount: number;
  /**
   * The nearest passages, best first.
   * @param count most hits that are given
   * @returns relevant hits alone, [] for a question that the passages do not answer
   */
  search: (question: string, count: number, options?: SearchOptions) => PassageHit[];
  toBytes: () => Uint8Array;
};

/** BM25's saturation and length weight. */
const k1 = 1.5;
const b = 0.6;
const gramShare = 0.8;
const sentenceShare = 0.3;
/** Passages of the first look whose sentences are read. */
const readPassages = 15;
/** Weights of the words of the nearest heading, and of the headings above it. */
const nearestCount = 2;
/** Bonus of a passage whose nearest heading asks or says what the question does. */
const headingShare = 0.2;
/** Further bonus of the first passage under that heading. */
const firstShare = 0.2;
/** Weight of nearness in meaning in a passage's score, and the nearness from which on it answers whatever its words are. */
const meaningShare = 0.3;
const meantLimit = 0.85;
const longestQuestion = 2_000;
const mark = 'PSG1';

/**
 * Score below which a passage shares words with the question rather than an answer. Measured on XQuAD with half of the articles indexed and the
 * questions of all asked: at 0.46 questions of the indexed articles keep a hit in 95 % (en) and 93 % (hi), those of the others are rejected in 95 %
 * of both (AUROC .99, .98).
 */
export const relevanceLimit = 0.46;
/** However rare its function words, a hit has some of what the question is about. */
const leastCoverage = 0.27;

/** A second passage is quoted beside the best one when its score comes so near that either may be the answer. */
const nearScore = 0.8;

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Tells whether one of two answers has all words of the other in their order: manuals say the same on several pages. */
function saysSame(one: string, other: string): boolean {
  const [first, second] = [` ${wordsOf(one)} `, ` ${wordsOf(other)} `];
  return first.includes(second) || second.includes(first);
}

/**
 * Returns the hits to quote for a question: the best passage, and the next one that says something else where nothing tells which of the two
 * answers. @param hits as `search` gives them
 */
export function chooseQuotes<T extends Pick<PassageHit, 'score'> & { answer: { text: string } }>([best, ...others]: readonly T[]): T[] {
  if (best === undefined) return [];
  const next = others.find(({ answer }) => !saysSame(answer.text, best.answer.text));
  return next !== undefined && next.score >= best.score * nearScore ? [best, next] : [best];
}

/**
 * Indexes passages for questions in their own language and script: BM25 over stems and BM25 over character 4-grams, each as a share of the best that
 * the question could score, then the passages' sentences.
 * @param passages ids are the caller's; equal texts are equal hits, the first one first
 * Source: nlu.md 2, "Knowledge retrieval"; Robertson and Zaragoza 2009 for BM25.
 */
export function buildPassageIndex(passages: readonly Passage[]): PassageIndex {
  const words: number[][][] = [];
  const grams: number[][][] = [];
  for (const { text, headings = [] } of passages) {
    const titles = headings.flatMap((heading, at) => Array.from({ length: at === headings.length - 1 ? nearestCount : 1 }, () => heading));
    const written = [...titles, ...listUnits(text).units.map(({ start, end }) => text.slice(start, end))];
    const sentences = written.map(termsOf);
    words.push(sentences.map((terms) => terms.flatMap(spellWord).map(hashTerm)));
    grams.push(sentences.map((terms) => terms.flatMap((term) => gramsOf(term.word).map(hashTerm))));
  }
  const sentenceCount = words.reduce((sum, sentences) => sum + sentences.length, 0);
  return toIndex({ passages: [...passages], words: buildPostings(words), grams: buildPostings(grams), sentenceCount });
}

/** @throws RangeError when the bytes are not those of an index's `toBytes` */
export function loadPassageIndex(bytes: Uint8Array): PassageIndex {
  const { head, arrays } = unpackBytes(mark, bytes);
  const { passages, sentenceCount } = head as { passages: Passage[]; sentenceCount: number };
  return toIndex({ passages, words: toPostings(arrays.slice(0, 6)), grams: toPostings(arrays.slice(6)), sentenceCount });
}

function toIndex(tables: Tables): PassageIndex {
  return {
    passageCount: tables.passages.length,
    search: (question, count, options = {}) => searchTables(tables, question, count, options),
    toBytes: () => {
      const { passages, words, grams, sentenceCount } = tables;
      return packBytes(mark, { head: { passages, sentenceCount }, arrays: [...listArrays(words), ...listArrays(grams)] });
    },
  };
}

const listArrays = (table: Postings) => [table.keys, table.sentenceCounts, table.offsets, table.passages, table.counts, table.lengths];

function toPostings(arrays: ReturnType<typeof unpackBytes>['arrays']): Postings {
  const [keys, sentenceCounts, offsets, passages, counts, lengths] = arrays as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint16Array,
    Uint32Array,
  ];
  return { keys, sentenceCounts, offsets, passages, counts, lengths };
}

function searchTables(tables: Tables, question: string, count: number, { isAll = false, meaning }: SearchOptions): PassageHit[] {
  const terms = termsOf(question.slice(0, longestQuestion));
  if (terms.length === 0 || tables.passages.length === 0 || count < 1) return [];
  const words = listWords(tables.words, terms);
  const grams = listWanted(terms, (term) => gramsOf(term.word), stopShare.grams);
  const wordScores = scorePassages(tables.words, words, tables.passages.length);
  const gramScores = scorePassages(tables.grams, grams, tables.passages.length);
  const lexical = (passage: number): number => (wordScores[passage] ?? 0) + gramShare * (gramScores[passage] ?? 0);
  const looked = Math.max(readPassages, count);
  const firstLook = new Set(listBest(tables.passages.length, lexical, looked));
  if (meaning) for (const passage of listBest(tables.passages.length, (at) => meaning[at] ?? 0, looked)) firstLook.add(passage);
  const asked = readAsked(question);
  return [...firstLook]
    .map((passage) => {
      const score = lexical(passage);
      const chosen = chooseAnswer(tables, passage, { words, grams, asked, acronym: asked.has('definition') ? acronymOf(question) : '' });
      return {
        ...chosen,
        passage,
        // Terms that only order passages of the same words do not show whether they answer.
        nearness: score + sentenceShare * chosen.score + headingShare * chosen.headingCoverage,
        order:
          (chosen.isFirst ? firstShare * chosen.headingCoverage : 0) +
          chosen.kindPoint +
          meaningShare * Math.min(1, meaning?.[passage] ?? 0),
        coverage: measureCoverage(tables, passage, terms),
        isMeant: (meaning?.[passage] ?? 0) >= meantLimit,
      };
    })
    .sort((a, c) => c.nearness + c.order - a.nearness - a.order || a.passage - c.passage)
    .map(({ passage, nearness, order, sentence, answer, coverage, isMeant }) => {
      const { id, text } = tables.passages[passage] ?? { id: '', text: '' };
      const slice = ({ start, end }: Sentence) => ({ start, end, text: text.slice(start, end) });
      return {
        id,
        score: nearness + order,
        sentence: slice(sentence),
        answer: slice(answer),
        coverage,
        isRelevant: isMeant || (nearness >= relevanceLimit && coverage >= leastCoverage),
      };
    })
    .filter((hit) => isAll || hit.isRelevant)
    .slice(0, count);
}

/** The passages that score best, and anything at all, the best first. */
const listBest = (total: number, score: (passage: number) => number, count: number): number[] =>
  Array.from({ length: total }, (_, passage) => ({ passage, score: score(passage) }))
    .filter((each) => each.score > 0)
    .sort((a, c) => c.score - a.score || a.passage - c.passage)
    .slice(0, count)
    .map(({ passage }) => passage);

/** BM25 of every passage as a share of the sum that a passage full of the question would get. */
function scorePassages(table: Postings, wanted: readonly Wanted[], total: number): Float64Array {
  const scores = new Float64Array(total);
  const mean = table.lengths.reduce((sum, length) => sum + length, 0) / Math.max(total, 1) || 1;
  let most = 0;
  for (const { hash, share, isStop } of wanted) {
    const { from, to } = findPostings(table, hash);
    // A function word that no passage happens to have says nothing about the question.
    if (isStop && from === to) continue;
    const weight = rarity(to - from, total) * share * (k1 + 1);
    most += weight;
    for (let at = from; at < to; at++) {
      const passage = table.passages[at] ?? 0;
      const count = table.counts[at] ?? 0;
      const length = (table.lengths[passage] ?? 0) / mean;
      scores[passage] = (scores[passage] ?? 0) + (weight * count) / (count + k1 * (1 - b + b * length));
    }
  }
  return most === 0 ? scores : scores.map((score) => score / most);
}

/** Share of the question's telling words that a passage has; a word that it has by most of its grams counts in part. */
function measureCoverage(tables: Tables, passage: number, terms: readonly Term[]): number {
  const told = terms.filter((term) => !term.isStop);
  let most = 0;
  let covered = 0;
  for (const term of new Map(told.map((each) => [each.stem, each])).values()) {
    const { from, to } = findPostings(tables.words, hashTerm(term.stem));
    const weight = rarity(to - from, tables.passages.length);
    most += weight;
    const others = conceptsOf(term.stem);
    if (holds(tables.words, hashTerm(term.stem), passage)) covered += weight;
    else if (others.some((other) => holds(tables.words, hashTerm(other), passage))) covered += weight * conceptShare.alone;
    else {
      const grams = gramsOf(term.word);
      const share = grams.filter((gram) => holds(tables.grams, hashTerm(gram), passage)).length / grams.length;
      if (share >= 0.6) covered += weight * share;
    }
  }
  return most === 0 ? 0 : covered / most;
}

function holds(table: Postings, hash: number, passage: number): boolean {
  const { from, to } = findPostings(table, hash);
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((table.passages[middle] ?? 0) < passage) low = middle + 1;
    else high = middle;
  }
  return low < to && table.passages[low] === passage;
}
