import { packBytes, unpackBytes } from './pack.ts';
import { buildPostings, findPostings, type Postings, rarity } from './postings.ts';
import { listSentences, type Sentence } from './sentences.ts';
import { gramsOf, hashTerm, type Term, termsOf } from './terms.ts';

export type Passage = { id: string; text: string };
export type PassageHit = {
  id: string;
  /** Nearness of passage and question, 0 and up; mostly 0.6 to 1.5 for a passage that answers. Comparable between questions. */
  score: number;
  /** The sentence of the passage that is nearest to the question; offsets are those of the passage. */
  sentence: Sentence & { text: string };
  /** Share of the question's telling words that the passage has, 0–1, rare words counting most; 0 when all are function words. */
  coverage: number;
  /** Whether the score reaches `relevanceLimit`. */
  isRelevant: boolean;
};
export type PassageIndex = {
  passageCount: number;
  /**
   * The nearest passages, best first.
   * @param count most hits that are given
   * @returns relevant hits alone, [] for a question that the passages do not answer; with `isAll` the others too, as a builder looks at them
   */
  search: (question: string, count: number, isAll?: boolean) => PassageHit[];
  toBytes: () => Uint8Array;
};

/** BM25's saturation and length weight. */
const k1 = 1.5;
const b = 0.6;
/** What a function word counts against another: among words, among character grams, and in the choice of a sentence. */
const stopShare = { words: 0.8, grams: 0.5, sentence: 0.5 };
const gramShare = 0.8;
const sentenceShare = 0.3;
/** Passages of the first look whose sentences are read. */
const readPassages = 10;
const lengthPenalty = 0.2;
const typicalSentence = 25;
/** A word that most sentences of a passage have does not choose among them: its weight falls with this power of their number. */
const localPower = 0.5;
/** Figures that a question asks for are a small point for a sentence that has some. */
const figurePoint = 0.05;
const asksFigure =
  /\b(?:how (?:many|much|long|old|far)|what (?:year|date|age)|when|percentage|number of|kitne|kitna|kitni|kab)\b|कितन|कब|किस (?:वर्ष|साल)|संख्या|प्रतिशत/iu;
const longestQuestion = 2_000;
const mark = 'PSG1';

/**
 * Score below which a passage shares words with the question rather than an answer. Measured on XQuAD with half of the articles indexed and the
 * questions of all asked: at 0.46 questions of the indexed articles keep a hit in 95 % (en) and 93 % (hi), those of the others are rejected in 95 %
 * of both (AUROC .99, .98).
 */
export const relevanceLimit = 0.46;
/** However rare its function words, a hit has some of what the question is about. */
const leastCoverage = 0.2;

/**
 * Indexes passages for questions in their own language and script: BM25 over stems and BM25 over character 4-grams, each as a share of the best that
 * the question could score, then the passages' sentences.
 * @param passages ids are the caller's; equal texts are equal hits, the first one first
 * Source: nlu.md 2, "Knowledge retrieval"; Robertson and Zaragoza 2009 for BM25.
 */
export function buildPassageIndex(passages: readonly Passage[]): PassageIndex {
  const words: number[][][] = [];
  const grams: number[][][] = [];
  for (const { text } of passages) {
    const sentences = listSentences(text).map(({ start, end }) => termsOf(text.slice(start, end)));
    words.push(sentences.map((terms) => terms.map((term) => hashTerm(term.stem))));
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

type Tables = { passages: Passage[]; words: Postings; grams: Postings; sentenceCount: number };

function toIndex(tables: Tables): PassageIndex {
  return {
    passageCount: tables.passages.length,
    search: (question, count, isAll = false) => searchTables(tables, question, count, isAll),
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

/** A term of the question: how rare it is among passages and among sentences, times what its kind of word counts. */
type Wanted = { hash: number; share: number; sentenceShare: number; isStop: boolean };

function searchTables(tables: Tables, question: string, count: number, isAll: boolean): PassageHit[] {
  const terms = termsOf(question.slice(0, longestQuestion));
  if (terms.length === 0 || tables.passages.length === 0 || count < 1) return [];
  const words = listWanted(terms, (term) => [term.stem], stopShare.words);
  const grams = listWanted(terms, (term) => gramsOf(term.word), stopShare.grams);
  const wordScores = scorePassages(tables.words, words, tables.passages.length);
  const gramScores = scorePassages(tables.grams, grams, tables.passages.length);
  const firstLook = tables.passages
    .map((_, passage) => ({ passage, score: (wordScores[passage] ?? 0) + gramShare * (gramScores[passage] ?? 0) }))
    .filter(({ score }) => score > 0)
    .sort((a, c) => c.score - a.score || a.passage - c.passage)
    .slice(0, Math.max(readPassages, count));
  const isFigureAsked = asksFigure.test(question);
  return firstLook
    .map(({ passage, score }) => {
      const best = chooseSentence(tables, passage, words, grams, isFigureAsked);
      return {
        passage,
        score: score + sentenceShare * best.score,
        sentence: best.sentence,
        coverage: measureCoverage(tables, passage, terms),
      };
    })
    .sort((a, c) => c.score - a.score || a.passage - c.passage)
    .map(({ passage, score, sentence, coverage }) => {
      const { id, text } = tables.passages[passage] ?? { id: '', text: '' };
      const { start, end } = sentence;
      return {
        id,
        score,
        sentence: { start, end, text: text.slice(start, end) },
        coverage,
        isRelevant: score >= relevanceLimit && coverage >= leastCoverage,
      };
    })
    .filter((hit) => isAll || hit.isRelevant)
    .slice(0, count);
}

function listWanted(terms: readonly Term[], spell: (term: Term) => string[], share: number): Wanted[] {
  const wanted = new Map<number, Wanted>();
  for (const term of terms)
    for (const spelled of spell(term)) {
      const hash = hashTerm(spelled);
      if (wanted.get(hash)?.isStop === false) continue;
      wanted.set(hash, { hash, share: term.isStop ? share : 1, sentenceShare: term.isStop ? stopShare.sentence : 1, isStop: term.isStop });
    }
  return [...wanted.values()];
}

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

function chooseSentence(tables: Tables, passage: number, words: readonly Wanted[], grams: readonly Wanted[], isFigureAsked: boolean) {
  const text = tables.passages[passage]?.text ?? '';
  const read = listSentences(text).map((sentence) => {
    const written = text.slice(sentence.start, sentence.end);
    const terms = termsOf(written);
    return {
      sentence,
      length: terms.length,
      hasFigure: /\d|[०-९]/.test(written),
      words: new Set(terms.map((term) => hashTerm(term.stem))),
      grams: new Set(terms.flatMap((term) => gramsOf(term.word).map(hashTerm))),
    };
  });
  const wordWeights = weighLocally(tables, tables.words, words, (hash) =>
    read.reduce((sum, { words: held }) => sum + Number(held.has(hash)), 0),
  );
  const gramWeights = weighLocally(tables, tables.grams, grams, (hash) =>
    read.reduce((sum, { grams: held }) => sum + Number(held.has(hash)), 0),
  );
  let best = { sentence: { start: 0, end: text.length }, score: -1 };
  for (const { sentence, length, hasFigure, words: heldWords, grams: heldGrams } of read) {
    const shared = sumHeld(wordWeights, heldWords) + sumHeld(gramWeights, heldGrams) + (isFigureAsked && hasFigure ? figurePoint : 0);
    const score = shared / (1 + (lengthPenalty * length) / typicalSentence);
    if (score > best.score) best = { sentence, score };
  }
  return best;
}

/** What each wanted term is worth in the choice among a passage's sentences, as shares of the most that there is to have. */
function weighLocally(
  tables: Tables,
  table: Postings,
  wanted: readonly Wanted[],
  countHolding: (hash: number) => number,
): Map<number, number> {
  const weights = new Map<number, number>();
  let most = 0;
  for (const { hash, sentenceShare: share } of wanted) {
    const weight = rarity(findPostings(table, hash).sentenceCount, tables.sentenceCount) * share;
    most += weight;
    const holding = countHolding(hash);
    if (holding > 0) weights.set(hash, weight / holding ** localPower);
  }
  for (const [hash, weight] of weights) weights.set(hash, weight / most);
  return weights;
}

function sumHeld(weights: ReadonlyMap<number, number>, held: ReadonlySet<number>): number {
  let sum = 0;
  for (const [hash, weight] of weights) if (held.has(hash)) sum += weight;
  return sum;
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
    if (holds(tables.words, hashTerm(term.stem), passage)) covered += weight;
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
