import { dateFormat } from '@parley/contract/format/intl';
import { canonical } from '../document/canonical.ts';
import { isTagged, toJson, type Value } from '../expression/value.ts';

/** Stand in a pattern for whatever is there each time. The name of a variable has no blank in it, so none of them is one. */
export const anyNumber = '⟨any number⟩';
export const anyDate = '⟨any date⟩';
export const anyTime = '⟨any time⟩';
export const anyId = '⟨any id⟩';
export type PatternWords = { anyNumber: string; anyDate: string; anyTime: string; anyId: string };
/** A pattern as people read it: its kinds in their language. */
export const patternInWords = (pattern: string, words: PatternWords): string =>
  pattern
    .replaceAll(anyNumber, holderOf(words.anyNumber))
    .replaceAll(anyDate, holderOf(words.anyDate))
    .replaceAll(anyTime, holderOf(words.anyTime))
    .replaceAll(anyId, holderOf(words.anyId));

/** The value of a variable, or of a field of the customer */
const holderOf = (name: string): string => `⟨${name}⟩`;
const holders = /⟨[A-Za-z_][\w.]*⟩/;

/** Shorter values stand in other words by chance. */
const leastValue = 3;

const isoDate = /\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?/g;
const numericDate = /(?<!\d)\d{1,2}([./-])\d{1,2}\1\d{2,4}(?!\d)/g;
const time = /(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\b\.?)?/gi;
const uuid = /(?<![\w-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/gi;
/** Letters and digits in one long word, as ids and tokens have them */
const longId = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{16,}(?![\w-])/gi;
/** Not of a word such as A4 */
const number = /(?<![\p{L}\p{Nd}])\p{Nd}+(?:[.,]\p{Nd}+)*/gu;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const monthDates = new Map<string, RegExp>();
const mostLanguages = 50;

/** A day whose month stands in words, such as Jan 7, 2026 or 7 January. */
function monthDate(language: string): RegExp {
  const held = monthDates.get(language);
  if (held) return held;
  const names = (['long', 'short'] as const).flatMap((month) =>
    Array.from({ length: 12 }, (_, place) => dateFormat(language, { month, timeZone: 'UTC' }).format(Date.UTC(2026, place, 15))),
  );
  // The longest first: a short name may begin a long one. Languages that count their months have no names for them.
  const words = [...new Set(names)].filter((name) => /\p{L}{2}/u.test(name)).toSorted((a, b) => b.length - a.length);
  const month = words.length === 0 ? '(?!)' : `(?:${words.map(escaped).join('|')})\\.?(?!\\p{L})`;
  const made = new RegExp(
    `(?<![\\p{L}\\p{Nd}])(?:\\p{Nd}{1,2}\\.?\\s+${month}(?:,?\\s+\\p{Nd}{4})?|${month}\\s+\\p{Nd}{1,2}(?!\\p{Nd})(?:,?\\s+\\p{Nd}{4})?)`,
    'gu',
  );
  if (monthDates.size >= mostLanguages) monthDates.clear();
  monthDates.set(language, made);
  return made;
}

/** Words without what changes by itself: dates, times, ids and numbers. */
const withoutVolatile = (words: string, language: string): string =>
  words
    .replaceAll('⟨', '‹')
    .replaceAll('⟩', '›')
    .replace(isoDate, anyDate)
    .replace(numericDate, anyDate)
    .replace(monthDate(language), anyDate)
    .replace(time, anyTime)
    .replace(uuid, anyId)
    .replace(longId, anyId)
    .replace(number, anyNumber);

const isWordCharacter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** The parts of a text around each place where a value stands as a word of its own. */
function splitAt(text: string, value: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
    if (isWordCharacter(text[at - 1]) || isWordCharacter(text[at + value.length])) continue;
    parts.push(text.slice(from, at));
    from = at + value.length;
  }
  return [...parts, text.slice(from)];
}

/** Name of a value of the conversation, with the text that a message shows of it. */
export type NamedText = { name: string; text: string };

/**
 * A text by its pattern: values of variables by their names, and dates, times, ids and numbers by their kinds. What is left are its author's words.
 * @param named what the conversation knows by name
 */
export function patternOf(text: string, named: readonly NamedText[], language: string): string {
  const known = named
    .filter((one) => one.text.length >= leastValue)
    .toSorted((a, b) => b.text.length - a.text.length || (a.name < b.name ? -1 : 1));
  const write = (words: string, place: number): string => {
    const one = known[place];
    if (!one) return withoutVolatile(words, language);
    return splitAt(words, one.text)
      .map((part) => write(part, place + 1))
      .join(holderOf(one.name));
  };
  return write(text, 0);
}

/**
 * Tells whether a text is one of a pattern.
 * @param plain the text by the pattern that knows no names: a variable of the pattern stands for any part of it
 */
export function isOfPattern(pattern: string, plain: string): boolean {
  const [first = '', ...others] = pattern.split(holders);
  if (others.length === 0) return pattern === plain;
  if (!plain.startsWith(first)) return false;
  const last = others.at(-1) ?? '';
  let at = first.length;
  for (const words of others.slice(0, -1)) {
    // A variable stands for one character at least.
    const found = plain.indexOf(words, at + 1);
    if (found < 0) return false;
    at = found + words.length;
  }
  return plain.length - last.length > at && plain.endsWith(last);
}

const isWhole = (pattern: RegExp, text: string): boolean => text.replace(pattern, '') === '' && text !== '';

function kindOf(value: Value): Value {
  if (typeof value === 'string') {
    if (isWhole(isoDate, value)) return anyDate;
    return isWhole(uuid, value) || isWhole(longId, value) ? anyId : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(kindOf);
  if (isTagged(value)) {
    if (value.$ === 'instant' || value.$ === 'day') return anyDate;
    return value.$ === 'media' ? { kind: value.kind } : value;
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, kindOf(inner)]));
}

/** A value as a saved conversation compares it, as JSON: a date is a date and an id an id, whichever it is; everything else is itself. */
export const valuePattern = (value: Value): unknown => toJson(kindOf(value));

export const isSameValue = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);
