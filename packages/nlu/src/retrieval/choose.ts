import { listUnits, spanAnswer, type Unit } from './answer.ts';
import type { WrittenBlock } from './block.ts';
import { findPostings, type Postings, rarity } from './postings.ts';
import { type Asked, defines, suits } from './question.ts';
import type { Sentence } from './sentences.ts';
import { gramsOf, hashTerm, termsOf } from './terms.ts';
import { spellWord, type Tables, type Wanted } from './wanted.ts';

const lengthPenalty = 0.2;
const typicalSentence = 25;
/** A word that most sentences of a passage have does not choose among them: its weight falls with this power of their number. */
const localPower = 0.5;
/** Figures, names, commands that a question asks for are a small point for a sentence that has some. */
const suitPoint = 0.05;
/** A heading that asks the question is answered by what stands below it: what the first sentence is worth then, and the kind of thing. */
const leadPoint = 0.3;
const definedPoint = 0.08;
/** From this share of the question's telling words on, a heading is about what the question is about. */
const headingMatch = 0.5;
/** What a word of the heading counts below it: everything there is about it. */
const headingWord = 0.5;

export type Question = { words: readonly Wanted[]; grams: readonly Wanted[]; asked: ReadonlySet<Asked> };
export type Chosen = {
  sentence: Sentence;
  answer: Sentence;
  /** Of the best sentence, 0 and up. */
  score: number;
  /** Share of the question's telling words that the nearest heading has, 0–1. */
  headingCoverage: number;
  /** Whether it is the first passage under its heading. */
  isFirst: boolean;
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
  const headingCoverage = cover(tables, question.words, nearest.words);
  const score = scoreUnits(tables, held, question);
  let best = 0;
  let most = -1;
  let said = 0;
  let mostSaid = -1;
  const weigh = headingCoverage >= headingMatch ? scoreUnits(tables, held, question, nearest) : score;
  const worth = held.map((_, at) => weigh(at) + pointsOf(question.asked, listed.blocks, held, at, isFirst ? headingCoverage : 0));
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
    answer: spanAnswer(text, listed, said, { wantsAll, scores: (at) => worth[at] ?? 0 }),
    score: most,
    headingCoverage,
    isFirst,
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

function pointsOf(
  asked: ReadonlySet<Asked>,
  blocks: readonly WrittenBlock[],
  held: readonly Held[],
  at: number,
  headingCoverage: number,
): number {
  const { unit, written } = held[at] as Held;
  let points = suits(asked, written, unit.kind) ? suitPoint : 0;
  if (asked.has('definition') && defines(written, unit.kind)) points += definedPoint;
  // Steps are written as a list, or lead to what is to be typed.
  const next = held[at + 1]?.unit.block === unit.block ? undefined : blocks[unit.block + 1];
  if ((asked.has('steps') || asked.has('command')) && unit.kind === 'paragraph' && (next?.kind === 'code' || next?.kind === 'item'))
    points += suitPoint;
  if (at === 0) points += leadPoint * headingCoverage ** 2 * (asked.has('definition') ? 1.5 : 1);
  return points;
}

/** Share of the telling words of the question that are held. */
function cover(tables: Tables, words: readonly Wanted[], held: ReadonlySet<number>): number {
  let most = 0;
  let covered = 0;
  for (const { hash, isStop } of words) {
    if (isStop) continue;
    const { from, to } = findPostings(tables.words, hash);
    const weight = rarity(to - from, tables.passages.length);
    most += weight;
    if (held.has(hash)) covered += weight;
  }
  return most === 0 ? 0 : covered / most;
}

/** Whether one unit has what the question names beyond the heading, and most others have not. */
function isAboutOne(tables: Tables, held: readonly Held[], at: number, { words }: Question, heading: Omit<Held, 'unit'>): boolean {
  const unit = held[at];
  if (!unit) return false;
  const own = new Set([...unit.words].filter((hash) => !heading.words.has(hash)));
  const few = [...own].filter((hash) => held.filter((other) => other.words.has(hash)).length * 3 <= held.length);
  return cover(tables, words, new Set(few)) >= 0.2;
}

/** What each unit scores: the share of the question that it holds, less for long ones. */
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

/** What each wanted term is worth in the choice among a passage's units, as shares of the most that there is to have. */
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
