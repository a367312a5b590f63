/**
 * Makes packages/nlu/models/words.bin, which says how telling common words are, from the training parts of CLINC150 (CC BY 3.0), SNIPS (CC0),
 * Hinglish-TOP and GoEmotions (both Apache-2.0) and our own list of stop words: node packages/nlu/scripts/weigh-words.ts [folder] [file to write]
 * A word that many kinds of text use tells little: what counts is the mean over all labels of the root of the word's share of the label's
 * texts, so that "playlist", which half of all texts about music have and no others, stays telling. Only hashes are kept.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { stopWords } from '../src/retrieval/stop-words.ts';
import { NgramScanner } from '../src/text/ngram-scanner.ts';
import { writeTellingWords } from '../src/text/telling-words.ts';
import { wordsOf } from '../src/text/tokens.ts';

type Labelled = { intent: string; text: string };

const folder = process.argv[2] ?? new URL('../../../../shared/data', import.meta.url).pathname;
const target = process.argv[3] ?? new URL('../models/words.bin', import.meta.url).pathname;

const readLines = (name: string): string[] => readFileSync(`${folder}/${name}`, 'utf8').trim().split('\n');
const readJson = (name: string): Labelled[] => readLines(name).map((line) => JSON.parse(line) as Labelled);
const readTable = (name: string): Labelled[] =>
  readLines(name).map((line) => ({ intent: line.slice(0, line.indexOf('\t')), text: line.slice(line.indexOf('\t') + 1) }));

/** Requests of many kinds, and talk of many kinds, weigh most; SNIPS has only seven kinds. */
const sources: { texts: Labelled[]; weight: number }[] = [
  { texts: readTable('clinc150/train.tsv'), weight: 1 },
  { texts: readTable('goemotions/train.tsv').filter(({ intent }) => !intent.includes(',')), weight: 1 },
  { texts: readJson('hinglish-top/train.jsonl'), weight: 0.5 },
  { texts: readJson('snips/train.jsonl'), weight: 0.3 },
];
/** Labels with fewer texts would make a word of one text common. */
const fewestTexts = 20;
/** A word of every hundredth text tells nothing, one of every ten thousandth or less tells most. */
const commonRatio = 1e-2;
const rareRatio = 1e-4;
/** A lower limit for stop words, of which the data may show too little: none of it is Devanagari. */
const stopWordRatio = 5e-3;

const roots = new Map<string, number>();
for (const { texts, weight } of sources) {
  const groups = [...Map.groupBy(texts, ({ intent }) => intent).values()].filter((group) => group.length >= fewestTexts);
  for (const group of groups) {
    const counts = new Map<string, number>();
    for (const { text } of group) for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts)
      roots.set(word, (roots.get(word) ?? 0) + (weight / groups.length) * Math.sqrt(count / group.length));
  }
}
const weightSum = sources.reduce((sum, { weight }) => sum + weight, 0);
const ratios = new Map([...roots].map(([word, root]) => [word, (root / weightSum) ** 2]));
for (const word of stopWords) ratios.set(word, Math.max(stopWordRatio, ratios.get(word) ?? 0));

const scanner = new NgramScanner(2, 2);
const weighed = [...ratios]
  .map(([word, ratio]) => {
    scanner.scan(word);
    const rarity = Math.log(commonRatio / ratio) / Math.log(commonRatio / rareRatio);
    return { hash: scanner.words[0] as number, code: Math.round(255 * Math.min(1, Math.max(0, rarity))) };
  })
  .filter(({ code }) => code < 255)
  .sort((one, other) => (one.hash >>> 0) - (other.hash >>> 0));
const bytes = writeTellingWords({
  hashes: Int32Array.from(weighed, ({ hash }) => hash),
  codes: Uint8Array.from(weighed, ({ code }) => code),
});
writeFileSync(target, bytes);
console.log(`${target}: ${weighed.length} words, ${bytes.length} bytes`);
