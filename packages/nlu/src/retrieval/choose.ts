import { listUnits, spanAnswer, type Unit } from './answer.ts';
import type { WrittenBlock } from './block.ts';
import { findPostings, type Postings, rarity } from './postings.ts';
import { type Asked, definedIn, spellsOut, suits } from './question.ts';
import type { Sentence } from './sentences.ts';
import { gramsOf, hashTerm, termsOf } from './terms.ts';
import { spellWord, type Tables, type Wanted } from './wanted.ts';

const lengthPenalty = 0.2;
const typicalSentence = 25;
/** A word that most sentences of a passage have does not choose among them: its weight falls with this power of their number. */
const localPower = 0.5;
/** Figures, names, commands that a question asks for are a small point for a sentence that has some. */
const suitPoint = 0.05;
const stepPoint = 0.1;
/** The same among passages: for the kind that is asked for, and for an abbreviation that is spelled out. */
const kindPoint = 0.05;
const spelledPoint = 0.3;
const plainPoint = 0.3;
/** A heading that asks the question is answered by what stands below it: what the first sentence is worth then, and the kind of thing. */
const leadPoint = 0.3;
const definedPoint = 0.15;
/** Share of the question's telling words that the thing defined by a sentence must have. */
const definedShare = 0.6;
/** Share of the question's telling words from which on a heading has the question's topic. */
const headingMatch = 0.5;
/** Weight of a heading's word below that heading: everything there is about it. */
const headingWord = 0.25;
/** Share of the point for what follows a heading that stays where the question names more than the heading does. */
const leadBeside = 0.4;
/** Words that tell less than this in all are no match of a heading: the title of a document stands above all of it. */
const tellingMatch = 1.5;

export type Question = {
  words: readonly Wanted[];
  grams: readonly Wanted[];
  asked: ReadonlySet<Asked>;
  /** Acronym that the question wants spelled out, '' for most. */
  acronym: string;
};
export type Chosen = {
  sentence: Sentence;
  answer: Sentence;
  /** Score of the best sentence, 0 and up. */
  score: number;
  /** Share of the question's telling words that the nearest heading has, 0–1. */
  headingCoverage: number;
  /** True if it is the first passage under its heading. */
  isFirst: boolean;
  /** Bonus for an answer that has the kind of thing that is asked for. */
  kindPoint: number;
};

type Held = { unit: Unit; length: number; words: Set<number>; grams: Set<number>; written: string };

/** The sentence of a passage that is nearest to the question, and what to answer with it. */
export function chooseAnswer(tables: Tables, passage: number, question: Question): Chosen {
  const { text, headings = [] } = tables.passages[passage] ?? { text: '' };
  const before = tables.passages[passage - 1]?.headings ?? [];
  const isFirst = headings.length > 0 && (before.length !== headings.length || before.some((heading, at) => heading !== headings[at]));
  const listed = listUnits(text);
  const held = listed.units.map((unit): Held => ({ unit, ...hold(text.slice(unit.start, unit.end)) }));
  const nearest = hold(headings.at(-1) ?? '');
  const headingCoverage = coverByHeading(tables, question.words, nearest.words);
  const score = scoreUnits(tables, held, question);
  let best = 0;
  let most = -1;
  let said = 0;
  let mostSaid = -1;
  const weigh = headingCoverage >= headingMatch ? scoreUnits(tables, held, question, nearest) : score;
  const lead = isFirst ? headingCoverage ** 2 * (namesMore(held, question, nearest) ? leadBeside : 1) : 0;
  const worth = held.map((_, at) => weigh(at) + pointsOf(tables, question, listed.blocks, held, at, lead));
  for (const at of held.keys()) {
    const plain = score(at);
    if (plain > most) {
      most = plain;
      best = at;
    }
    const below = worth[at] ?? 0;
    if (below > mostSaid) {
      mostSaid = below;
      said = at;
    }
  }
  const { start, end } = listed.units[best] ?? { start: 0, end: text.length };
  const wantsAll = headingCoverage >= headingMatch && !isAboutOne(tables, held, said, question, nearest);
  return {
    sentence: { start, end },
    answer: spanAnswer(text, listed, said, { wantsAll, scores: (at) => worth[at] ?? 0, isWhether: question.asked.has('whether') }),
    score: most,
    headingCoverage,
    isFirst,
    kindPoint: kindPointOf(tables, question, held[said]),
  };
}

function hold(written: string): Omit<Held, 'unit'> {
  const terms = termsOf(written);
  return {
    written,
    length: terms.length,
    words: new Set(terms.flatMap(spellWord).map(hashTerm)),
    grams: new Set(terms.flatMap((term) => gramsOf(term.word).map(hashTerm))),
  };
}

/** Tells whether some units, and not most of them, have a word of the question that the heading has not. */
function namesMore(held: readonly Held[], { words }: Question, heading: Omit<Held, 'unit'>): boolean {
  return words.some(({ hash, isStop, share }) => {
    if (isStop || share < 1 || heading.words.has(hash)) return false;
    const count = held.filter((unit) => unit.words.has(hash)).length;
    return count > 0 && count * 2 <= held.length;
  });
}

/** @param lead how much the heading asks the question, for what follows it, 0–1 */
function pointsOf(
  tables: Tables,
  question: Question,
  blocks: readonly WrittenBlock[],
  held: readonly Held[],
  at: number,
  lead: number,
): number {
  const { asked } = question;
  const { unit } = held[at] as Held;
  const ofKind = question.acronym !== '' ? spelledPoint : asked.has('definition') ? definedPoint : suitPoint;
  let points = isOfKind(tables, question, held[at]) ? ofKind : 0;
  // Steps are written as a list, or lead to what is to be typed.
  const next = held[at + 1]?.unit.block === unit.block ? undefined : blocks[unit.block + 1];
  if ((asked.has('steps') || asked.has('command')) && unit.kind === 'paragraph' && (next?.kind === 'code' || next?.kind === 'item'))
    points += stepPoint;
  if (at === 0) points += leadPoint * lead * (asked.has('definition') ? 1.5 : 1);
  return points;
}

/** Tells whether a unit has the kind of thing that is asked for, or says what it is that is asked about. */
function isOfKind(tables: Tables, { asked, acronym, words }: Question, held: Held | undefined): boolean {
  if (held === undefined) return false;
  if (suits(asked, held.written, held.unit.kind)) return true;
  if (!asked.has('definition')) return false;
  if (acronym !== '') return spellsOut(held.written, acronym);
  return isDefinition(tables, words, held);
}

function isDefinition(tables: Tables, words: readonly Wanted[], held: Held): boolean {
  const defined = definedIn(held.written, held.unit.kind);
  return defined !== undefined && cover(tables, words, hold(defined).words) >= definedShare;
}

/** Tells whether a sentence begins with hardly more than what is asked about: "Ledger is …" to "what is Ledger?". */
function isPlainDefinition(tables: Tables, words: readonly Wanted[], held: Held): boolean {
  const telling = words.filter(({ isStop, share }) => !isStop && share === 1).length;
  const defined = definedIn(held.written, held.unit.kind);
  return defined !== undefined && hold(defined).length <= telling + 1 && isDefinition(tables, words, held);
}

function kindPointOf(tables: Tables, question: Question, held: Held | undefined): number {
  if (!held || !isOfKind(tables, question, held)) return 0;
  if (question.acronym !== '') return spelledPoint;
  if (!question.asked.has('definition')) return kindPoint;
  return isPlainDefinition(tables, question.words, held) ? plainPoint : definedPoint;
}

/** The same of a heading, which has to be telling at all. */
function coverByHeading(tables: Tables, words: readonly Wanted[], held: ReadonlySet<number>): number {
  const telling = words
    .filter(({ hash, isStop }) => !isStop && held.has(hash))
    .reduce((sum, { hash, share }) => sum + weightOf(tables, hash) * share, 0);
  return cover(tables, words, held) * Math.min(1, telling / tellingMatch);
}

const weightOf = (tables: Tables, hash: number): number => {
  const { from, to } = findPostings(tables.words, hash);
  return rarity(to - from, tables.passages.length);
};

/** Share of the telling words of the question that are held. */
function cover(tables: Tables, words: readonly Wanted[], held: ReadonlySet<number>): number {
  let most = 0;
  let covered = 0;
  for (const { hash, isStop, share } of words) {
    if (isStop) continue;
    const weight = weightOf(tables, hash) * share;
    most += weight;
    if (held.has(hash)) covered += weight;
  }
  return most === 0 ? 0 : covered / most;
}

/** Tells whether one unit has what the question names beyond the heading, and most others have not. */
function isAboutOne(tables: Tables, held: readonly Held[], at: number, { words }: Question, heading: Omit<Held, 'unit'>): boolean {
  const unit = held[at];
  if (!unit) return false;
  const own = new Set([...unit.words].filter((hash) => !heading.words.has(hash)));
  const few = [...own].filter((hash) => held.filter((other) => other.words.has(hash)).length * 3 <= held.length);
  return cover(tables, words, new Set(few)) >= 0.2;
}

/** Returns the score of each unit: the share of the question that it holds, less for long ones. */
function scoreUnits(
  tables: Tables,
  held: readonly Held[],
  { words, grams, asked }: Question,
  heading?: Omit<Held, 'unit'>,
): (at: number) => number {
  const wordWeights = weighLocally(
    tables,
    tables.words,
    words,
    (hash) => held.reduce((sum, unit) => sum + Number(unit.words.has(hash)), 0),
    heading?.words,
  );
  const gramWeights = weighLocally(
    tables,
    tables.grams,
    grams,
    (hash) => held.reduce((sum, unit) => sum + Number(unit.grams.has(hash)), 0),
    heading?.grams,
  );
  const isFigureAsked = asked.has('count') || asked.has('time');
  return (at) => {
    const unit = held[at];
    if (!unit) return -1;
    const point = heading === undefined && isFigureAsked && /\d|[०-९]/.test(unit.written) ? suitPoint : 0;
    const shared = sumHeld(wordWeights, unit.words) + sumHeld(gramWeights, unit.grams) + point;
    return shared / (1 + (lengthPenalty * unit.length) / typicalSentence);
  };
}

/** Weights each wanted term for the choice among a passage's units, as shares of the highest possible sum. */
function weighLocally(
  tables: Tables,
  table: Postings,
  wanted: readonly Wanted[],
  countHolding: (hash: number) => number,
  heading?: ReadonlySet<number>,
): Map<number, number> {
  const weights = new Map<number, number>();
  let most = 0;
  for (const { hash, sentenceShare: share } of wanted) {
    const weight = rarity(findPostings(table, hash).sentenceCount, tables.sentenceCount) * share;
    most += weight;
    const holding = countHolding(hash);
    if (holding > 0) weights.set(hash, (weight * (heading?.has(hash) ? headingWord : 1)) / holding ** localPower);
  }
  for (const [hash, weight] of weights) weights.set(hash, weight / most);
  return weights;
}

function sumHeld(weights: ReadonlyMap<number, number>, held: ReadonlySet<number>): number {
  let sum = 0;
  for (const [hash, weight] of weights) if (held.has(hash)) sum += weight;
  return sum;
}
