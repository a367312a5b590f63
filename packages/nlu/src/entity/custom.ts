import { largestPattern, mostPatternCost, mostPatternSteps, patternCost } from '@parley/contract/pattern-cost';
import type { RE2JS } from 're2js';
import { stemWord } from '../retrieval/stem.ts';
import { alignText, longestText, toOriginalSpan } from './aligned-text.ts';
import { commonWords } from './common-words.ts';
import { countEdits, deletionsOf } from './edit-distance.ts';
import { type Candidate, chooseMatches, type EntityMatch } from './match.ts';
import { readPattern } from './pattern.ts';
import { foldSound } from './sound.ts';

export type CustomEntityValue = {
  value: string;
  type: 'synonyms' | 'pattern';
  synonyms: readonly string[];
  pattern: readonly string[];
};
export type CustomEntity = { id: string; name: string; values: readonly CustomEntityValue[] };
/** `likeness` is 1 for what was written as the list has it (case, accents of form and punctuation apart), less for typos, 0.9 at least for inflections. */
export type CustomEntityMatch = EntityMatch & { likeness: number };
export type CustomEntityMatcher = {
  /** Matches of a text, none overlapping another; `only` names the ids of the entities to look for. Reads `longestText` characters. */
  find: (text: string, only?: readonly string[]) => CustomEntityMatch[];
};

/** An entity that cannot be compiled; names the entity, the value and, where it is one, the pattern. */
export class EntityError extends Error {
  readonly entity: string;
  readonly value: string;
  readonly pattern: string | undefined;

  constructor(entity: string, value: string, pattern: string | undefined, reason: string) {
    super(reason);
    this.name = 'EntityError';
    this.entity = entity;
    this.value = value;
    this.pattern = pattern;
  }
}

type Entry = { entity: string; value: string; rank: number };
type Spelling = Entry & { compact: string; wordCount: number };
type PatternEntry = Entry & { compiled: RE2JS };
type Token = { word: string; start: number; end: number; isAfterBreak: boolean };

/** Words, or one symbol that may be part of a name (C++, R&B); other punctuation only parts words. */
const tokenPattern = /[\p{L}\p{M}\p{N}]+|[\p{S}#@&%]/gu;
/** Longest name that is looked for, in words; a longer one is found by its exact spelling only up to here. */
const longestName = 12;
const symSpellPrefix = 8;
/** Likeness is worked out for so many spellings at one place of the text: a list of thousands of near-same names must not cost more. */
const mostLooks = 200;

/**
 * Compiles lists and patterns once for many texts.
 *
 * Lists match whole words, blind to case, punctuation and spacing ("new-delhi", "newdelhi"). They also match inflections of English and
 * Hindi (likeness .95), spellings of the same sound (.93) and typos. A typo is one edit from five letters on, two from nine on; never with a
 * digit involved, never on common words. The value is a synonym of itself.
 * Patterns match whole words too; the value of their match is the text that they matched, and `data.listed` the value's name.
 * Patterns beyond `mostPatternCost` together are left out: older ones, saved before the limit, must not hold up code that loads the bot.
 * @throws EntityError naming the value, and the pattern that cannot be read
 */
export function compileEntities(entities: readonly CustomEntity[]): CustomEntityMatcher {
  const steps = compileInSteps(entities);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same in steps of a millisecond or some: a caller with others waiting takes breaks between them. */
export function* compileInSteps(entities: readonly CustomEntity[]): Generator<void, CustomEntityMatcher> {
  const exact = new Map<string, Entry[]>();
  const joined = new Map<string, Spelling[]>();
  const inflected = new Map<string, Spelling[]>();
  const sounding = new Map<string, Spelling[]>();
  const misspelled = new Map<string, Spelling[]>();
  const patterns: PatternEntry[] = [];
  let longest = 1;
  let rank = 0;
  let cost = 0;
  for (const { id, values } of entities)
    for (const listed of values) {
      yield;
      const entry: Entry = { entity: id, value: listed.value, rank: rank++ };
      if (listed.type === 'pattern') {
        for (const pattern of listed.pattern) {
          yield;
          const own = patternCost(pattern);
          if (own > largestPattern || cost + own > mostPatternCost) continue;
          cost += own;
          const compiled = readPattern(pattern);
          if (typeof compiled === 'string') throw new EntityError(id, listed.value, pattern, compiled);
          patterns.push({ ...entry, compiled });
        }
        continue;
      }
      for (const synonym of new Set([listed.value, ...listed.synonyms])) {
        const words = tokensOf(alignText(synonym).text).map((token) => token.word);
        if (words.length === 0) {
          if (synonym.trim() === '') continue;
          throw new EntityError(id, listed.value, undefined, `"${synonym}" has no letter, digit or symbol to look for.`);
        }
        longest = Math.min(longestName, Math.max(longest, words.length));
        const spelling: Spelling = { ...entry, compact: words.join(''), wordCount: words.length };
        file(exact, words.join(' '), entry);
        file(joined, spelling.compact, spelling);
        if (words.some((word) => /\p{N}/u.test(word))) continue;
        file(inflected, words.map(stemWord).join(''), spelling);
        file(sounding, words.map(foldSound).join(' '), spelling);
        const edits = allowedEdits(spelling.compact);
        if (edits > 0) for (const left of deletionsOf(spelling.compact.slice(0, symSpellPrefix), edits)) file(misspelled, left, spelling);
      }
    }
  return {
    find: (text, only) => {
      const aligned = alignText(text);
      const isAsked = (entry: Entry) => only === undefined || only.includes(entry.entity);
      const candidates: Candidate<CustomEntityMatch>[] = [];
      const add = (entry: Entry, span: { start: number; end: number; text: string }, likeness: number, data?: EntityMatch['data']) =>
        candidates.push({
          match: {
            entity: entry.entity,
            ...span,
            value: data === undefined ? entry.value : span.text,
            ...(data === undefined ? {} : { data }),
            likeness,
          },
          likeness,
          rank: entry.rank,
        });
      const tokens = tokensOf(aligned.text);
      for (const [first, token] of tokens.entries()) {
        let spaced = '';
        let compact = '';
        let stems = '';
        let sounds = '';
        let isOneClause = true;
        let hasDigit = false;
        // One word more than the longest name has, for names that were written apart; a word beside a name is no typo of it.
        for (let last = first; last < tokens.length && last - first <= longest; last++) {
          const { word, end, isAfterBreak } = tokens[last] ?? token;
          if (last > first && isAfterBreak) isOneClause = false;
          spaced = last === first ? word : `${spaced} ${word}`;
          const wordCount = last - first + 1;
          compact += word;
          stems += stemWord(word);
          sounds = last === first ? foldSound(word) : `${sounds} ${foldSound(word)}`;
          hasDigit ||= /\p{N}/u.test(word);
          const span = toOriginalSpan(aligned, token.start, end);
          const written = exact.get(spaced)?.filter(isAsked) ?? [];
          for (const entry of written) add(entry, span, 1);
          if (written.length > 0 || !isOneClause) continue;
          const respaced = joined.get(compact)?.filter(isAsked) ?? [];
          for (const entry of respaced) add(entry, span, 0.98);
          if (respaced.length > 0 || hasDigit) continue;
          const forms = (inflected.get(stems) ?? []).filter(
            (entry) => isAsked(entry) && entry.wordCount === wordCount && isInflection(compact, entry.compact),
          );
          for (const entry of forms) add(entry, span, 0.95);
          if (forms.length > 0) continue;
          const alike = sounding.get(sounds)?.filter(isAsked) ?? [];
          for (const entry of alike) add(entry, span, 0.93);
          if (alike.length > 0 || (last === first && commonWords.has(word)) || (last > first && commonWords.has(token.word))) continue;
          for (const { entry, likeness } of findTypos(compact, misspelled, (entry) => isAsked(entry) && wordCount <= entry.wordCount))
            add(entry, span, likeness);
        }
      }
      // Bots of large patterns read less of a long text with them.
      const read = text.slice(0, Math.min(longestText, Math.floor(mostPatternSteps / Math.max(1, cost))));
      for (const entry of patterns) {
        if (!isAsked(entry)) continue;
        const matcher = entry.compiled.matcher(read);
        while (matcher.find()) {
          const start = matcher.start();
          const end = matcher.end();
          if (end > start && !isInsideWord(read, start) && !isInsideWord(read, end))
            add(entry, { start, end, text: read.slice(start, end) }, 1, { listed: entry.value });
        }
      }
      return chooseMatches(candidates);
    },
  };
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let before = 0;
  for (const found of text.matchAll(tokenPattern)) {
    const end = found.index + found[0].length;
    tokens.push({
      word: found[0].replace(/ँ/g, 'ं'),
      start: found.index,
      end,
      isAfterBreak: /[.,;:!?।\n]\s|\n/.test(text.slice(before, found.index)),
    });
    before = end;
  }
  return tokens;
}

function file<Item>(index: Map<string, Item[]>, key: string, item: Item): void {
  const filed = index.get(key);
  if (filed === undefined) index.set(key, [item]);
  else filed.push(item);
}

/** Letters that a name may be off by; marks of Devanagari count as the letters that they are typed as. */
function allowedEdits(compact: string): number {
  if (compact.length < 5) return 0;
  return compact.length < 9 ? 1 : 2;
}

/** Equal stems of words of very different length are chance rather than inflection. */
function isInflection(written: string, listed: string): boolean {
  return Math.abs(written.length - listed.length) <= 4 && Math.min(written.length, listed.length) >= 3;
}

function findTypos(
  compact: string,
  misspelled: ReadonlyMap<string, Spelling[]>,
  isCandidate: (entry: Spelling) => boolean,
): { entry: Spelling; likeness: number }[] {
  if (compact.length < 4 || compact.length > 100) return [];
  const looked = new Set<Spelling>();
  const found: { entry: Spelling; likeness: number }[] = [];
  for (const left of deletionsOf(compact.slice(0, symSpellPrefix), compact.length < 8 ? 1 : 2))
    for (const entry of misspelled.get(left) ?? []) {
      if (looked.size >= mostLooks) return found;
      if (looked.has(entry) || !isCandidate(entry)) continue;
      looked.add(entry);
      // People rarely miss the first letter of a short name; "mail" and "jail" are two words.
      if (entry.compact.length < 7 && entry.compact[0] !== compact[0]) continue;
      const limit = allowedEdits(entry.compact);
      const edits = countEdits(compact, entry.compact, limit);
      if (edits <= limit) found.push({ entry, likeness: 1 - edits / Math.max(entry.compact.length, compact.length) });
    }
  return found;
}

function isInsideWord(text: string, at: number): boolean {
  const wordUnit = /[\p{L}\p{M}\p{N}]/u;
  return at > 0 && at < text.length && wordUnit.test(text[at - 1] ?? '') && wordUnit.test(text[at] ?? '');
}
