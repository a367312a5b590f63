import { NgramScanner } from '../text/ngram-scanner.ts';
import { faultOfMarks } from './example-values.ts';
import { compareText, type Example, keyOf } from './examples.ts';

export type TrainingIssueKind = 'mark_misplaced' | 'few_phrases' | 'conflict' | 'near_duplicate' | 'intents_alike' | 'imbalance';

/** Something that training data suffers from. Intents and texts are sorted, so the same data gives the same list. */
export type TrainingIssue = {
  kind: TrainingIssueKind;
  /** An error keeps phrases from being learned; a warning makes the bot worse. */
  severity: 'error' | 'warning';
  intents: string[];
  /** The phrases concerned, as written; at most 10. */
  texts: string[];
  /** Text for people. */
  message: string;
};

const fewestPhrases = 2;
const mostTexts = 10;
/** Issues of one kind; data that has more is read in pieces anyway. */
const mostIssues = 200;
/** An intent with this many times the phrases of the middle one draws other intents' texts to itself. */
const imbalanceFactor = 10;
/** Two intents with this share of each other's phrases near-same, weighed by rarity, are one intent in two places. */
const alikeShare = 0.6;
const nearLikeness = 0.75;
/** Neighbours that a phrase is compared with in each sorted order; keeps 100,000 phrases linear. */
const neighbours = 4;
const sketchCount = 8;

type Phrase = { text: string; intent: string; key: string };

/**
 * Finds problems before training: marks of values that lie outside their phrase or overlap, intents with fewer than two phrases, the same phrase in two intents (case, spacing, punctuation and
 * characters without width aside), phrases of two intents that differ in a few letters, intents that say the same, and intents far larger
 * than the others. No pass is quadratic: 100,000 phrases take about 4 s.
 */
export function checkTrainingData(examples: readonly Example[]): TrainingIssue[] {
  const scanner = new NgramScanner(4, 4);
  const phrases = examples.map(({ text, intent }) => ({ text, intent, key: keyOf(text, scanner) }));
  const conflicts = groupConflicts(phrases);
  const unique = [
    ...new Map(phrases.filter(({ key }) => key !== '' && !conflicts.has(key)).map((phrase) => [phrase.key, phrase])).values(),
  ];
  const pairs = findNearPairs(unique, scanner);
  return [
    ...findMisplacedMarks(examples),
    ...[...conflicts.values()].slice(0, mostIssues).map(presentConflict),
    ...findFewPhrases(phrases, unique),
    ...presentNearPairs(pairs),
    ...findAlikeIntents(unique, scanner),
    ...findImbalance(unique),
  ];
}

function findMisplacedMarks(examples: readonly Example[]): TrainingIssue[] {
  const issues: TrainingIssue[] = [];
  for (const { text, intent, values = [] } of examples) {
    const message = faultOfMarks(text, values);
    if (message) issues.push({ kind: 'mark_misplaced', severity: 'warning', intents: [intent], texts: [text], message });
  }
  return issues.sort((one, other) => compareText(one.message, other.message)).slice(0, mostIssues);
}

function groupConflicts(phrases: readonly Phrase[]): Map<string, Phrase[]> {
  const byKey = new Map<string, Phrase[]>();
  for (const phrase of phrases) {
    if (phrase.key === '') continue;
    const group = byKey.get(phrase.key);
    if (group) group.push(phrase);
    else byKey.set(phrase.key, [phrase]);
  }
  for (const [key, group] of byKey) if (group.every(({ intent }) => intent === group[0]?.intent)) byKey.delete(key);
  return new Map([...byKey].sort(([one], [other]) => compareText(one, other)));
}

function presentConflict(group: readonly Phrase[]): TrainingIssue {
  const intents = sortedNames(group.map(({ intent }) => intent));
  const texts = sortedNames(group.map(({ text }) => text)).slice(0, mostTexts);
  return {
    kind: 'conflict',
    severity: 'error',
    intents,
    texts,
    message: `"${texts[0]}" stands in ${intents.length} intents (${intents.join(', ')}); none of them learns it.`,
  };
}

function findFewPhrases(phrases: readonly Phrase[], unique: readonly Phrase[]): TrainingIssue[] {
  const counts = countByIntent(unique);
  const few = new Map<string, string[]>();
  for (const { text, intent } of phrases) {
    if ((counts.get(intent) ?? 0) >= fewestPhrases) continue;
    const texts = few.get(intent);
    if (texts) texts.push(text);
    else few.set(intent, [text]);
  }
  return [...few]
    .sort(([one], [other]) => compareText(one, other))
    .slice(0, mostIssues)
    .map(([intent, texts]) => {
      const isEmpty = !counts.has(intent);
      const message = isEmpty
        ? `"${intent}" has no phrase that can be learned.`
        : `"${intent}" has one phrase; give at least ${fewestPhrases}.`;
      return {
        kind: 'few_phrases',
        severity: isEmpty ? 'error' : 'warning',
        intents: [intent],
        texts: sortedNames(texts).slice(0, mostTexts),
        message,
      };
    });
}

type NearPair = { one: Phrase; other: Phrase; likeness: number };

/**
 * Phrases of two intents that are nearly the same: each phrase has a few sketches (the smallest hashes of its letters under different
 * mixings, and its words sorted); phrases are sorted by each sketch and compared with their next neighbours only.
 */
function findNearPairs(phrases: readonly Phrase[], scanner: NgramScanner): NearPair[] {
  const grams = phrases.map(({ key }) => gramsOf(key, scanner));
  const found = new Map<string, NearPair>();
  for (let sketch = 0; sketch < sketchCount; sketch++) {
    const marks = grams.map((list) => smallestMix(list, sketch));
    const order = Uint32Array.from(phrases.keys()).sort((one, other) => (marks[one] as number) - (marks[other] as number));
    for (let at = 0; at < order.length; at++) {
      for (let next = at + 1; next <= at + neighbours && next < order.length; next++) {
        const [first, second] = [order[at] as number, order[next] as number].sort((one, other) => one - other) as [number, number];
        if (marks[first] !== marks[second]) break;
        const [one, other] = [phrases[first] as Phrase, phrases[second] as Phrase];
        if (one.intent === other.intent || found.has(`${first} ${second}`)) continue;
        const likeness = overlapOf(grams[first] as Int32Array, grams[second] as Int32Array);
        if (likeness >= nearLikeness) found.set(`${first} ${second}`, { one, other, likeness });
      }
    }
  }
  return [...found.values()].sort(
    (one, other) => other.likeness - one.likeness || compareText(one.one.key, other.one.key) || compareText(one.other.key, other.other.key),
  );
}

/** Distinct character 4-grams of a phrase, ascending; short words give what they have. */
function gramsOf(key: string, scanner: NgramScanner): Int32Array {
  scanner.scan(key);
  const list = new Int32Array(scanner.characterCount + scanner.wordCount);
  list.set(scanner.characters.subarray(0, scanner.characterCount));
  list.set(scanner.words.subarray(0, scanner.wordCount), scanner.characterCount);
  list.sort();
  return list.filter((gram, at) => at === 0 || gram !== list[at - 1]);
}

function smallestMix(grams: Int32Array, sketch: number): number {
  const factor = (0x9e3779b1 + sketch * 0x3c6ef372) | 1;
  let smallest = 0xffffffff;
  for (const gram of grams) smallest = Math.min(smallest, Math.imul(gram ^ (sketch * 0x85ebca6b), factor) >>> 0);
  return smallest;
}

/** Shared part of two ascending lists: their common members as a ratio of all their members. */
function overlapOf(one: Int32Array, other: Int32Array): number {
  let shared = 0;
  for (let left = 0, right = 0; left < one.length && right < other.length; ) {
    const difference = (one[left] as number) - (other[right] as number);
    if (difference === 0) shared++;
    if (difference <= 0) left++;
    if (difference >= 0) right++;
  }
  return shared / Math.max(1, one.length + other.length - shared);
}

function presentNearPairs(pairs: readonly NearPair[]): TrainingIssue[] {
  return pairs.slice(0, mostIssues).map(({ one, other }) => ({
    kind: 'near_duplicate',
    severity: 'warning',
    intents: sortedNames([one.intent, other.intent]),
    texts: sortedNames([one.text, other.text]),
    message: `"${one.text}" (${one.intent}) and "${other.text}" (${other.intent}) are nearly the same.`,
  }));
}

/** Words that stand in more intents than this tell none of them apart, and would make the comparison quadratic. */
const mostSharing = 40;

/** Intents whose words, weighed by how few intents use them, point the same way. */
function findAlikeIntents(phrases: readonly Phrase[], scanner: NgramScanner): TrainingIssue[] {
  const weights = wordWeightsByIntent(phrases, scanner);
  const byWord = new Map<number, string[]>();
  for (const [intent, words] of weights) {
    for (const word of words.keys()) {
      const intents = byWord.get(word);
      if (intents) intents.push(intent);
      else byWord.set(word, [intent]);
    }
  }
  const products = new Map<string, { one: string; other: string; product: number }>();
  for (const [word, intents] of byWord) {
    if (intents.length < 2 || intents.length > mostSharing) continue;
    for (const [at, one] of intents.entries()) {
      for (const other of intents.slice(at + 1)) {
        const key = `${one}\u0000${other}`;
        const pair = products.get(key) ?? { one, other, product: 0 };
        pair.product += (weights.get(one)?.get(word) as number) * (weights.get(other)?.get(word) as number);
        products.set(key, pair);
      }
    }
  }
  return [...products.values()]
    .filter(({ product }) => product >= alikeShare)
    .sort((one, other) => other.product - one.product || compareText(one.one, other.one) || compareText(one.other, other.other))
    .slice(0, mostIssues)
    .map(({ one, other }) => ({
      kind: 'intents_alike',
      severity: 'warning',
      intents: [one, other],
      texts: [],
      message: `"${one}" and "${other}" use the same words; join them, or give each what only its customers say.`,
    }));
}

/** Returns the words and pairs of words of each intent, weighted by frequency and rarity across intents, scaled to length 1. */
function wordWeightsByIntent(phrases: readonly Phrase[], scanner: NgramScanner): Map<string, Map<number, number>> {
  const counts = new Map<string, Map<number, number>>();
  const spread = new Map<number, number>();
  for (const { key, intent } of phrases) {
    const words = counts.get(intent) ?? new Map<number, number>();
    counts.set(intent, words);
    scanner.scan(key);
    for (const list of [scanner.words.subarray(0, scanner.wordCount), scanner.pairs.subarray(0, scanner.pairCount)]) {
      for (const word of list) {
        if (!words.has(word)) spread.set(word, (spread.get(word) ?? 0) + 1);
        words.set(word, (words.get(word) ?? 0) + 1);
      }
    }
  }
  for (const words of counts.values()) {
    let squares = 0;
    for (const [word, count] of words) {
      const weight = (1 + Math.log(count)) * Math.log(1 + counts.size / (spread.get(word) as number));
      words.set(word, weight);
      squares += weight * weight;
    }
    for (const [word, weight] of words) words.set(word, weight / Math.sqrt(squares));
  }
  return new Map([...counts].sort(([one], [other]) => compareText(one, other)));
}

function findImbalance(phrases: readonly Phrase[]): TrainingIssue[] {
  const counts = [...countByIntent(phrases)].sort(([one], [other]) => compareText(one, other));
  if (counts.length < 2) return [];
  const sizes = counts.map(([, count]) => count).sort((one, other) => one - other);
  const middle = sizes[Math.floor((sizes.length - 1) / 2)] as number;
  return counts
    .filter(([, count]) => count > middle * imbalanceFactor)
    .slice(0, mostIssues)
    .map(([intent, count]) => ({
      kind: 'imbalance',
      severity: 'warning',
      intents: [intent],
      texts: [],
      message: `"${intent}" has ${count} phrases where the middle intent has ${middle}; it will draw other texts to itself.`,
    }));
}

function countByIntent(phrases: readonly Phrase[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { intent } of phrases) counts.set(intent, (counts.get(intent) ?? 0) + 1);
  return counts;
}

const sortedNames = (names: readonly string[]): string[] => [...new Set(names)].sort(compareText);
