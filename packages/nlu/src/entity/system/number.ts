import { numberFormat } from '@parley/contract/format/intl';
import type { Scene } from './scene.ts';
import { isGlued, Lexicon, type Token, textAt } from './tokens.ts';
import { englishScales, englishTeens, englishTens, englishUnits } from './words.en.ts';
import { hindiFractions, hindiHalf, hindiHalves, hindiNumbers, hindiScales, verbStems } from './words.hi.ts';

/** A quantity; `isPlain` tells digits without grouping, fraction or scale, as years and days of a month have. */
export type Quantity = { value: number; next: number; isPlain: boolean; isWords: boolean };

type NumberWord = { value: number; kind: 'unit' | 'teen' | 'tens' | 'hindi' };

const tag = (table: readonly (readonly [string, number])[], kind: NumberWord['kind']) =>
  table.map(([spellings, value]) => [spellings, { value, kind }] as const);
const words = new Lexicon<NumberWord>([
  ...tag(englishUnits, 'unit'),
  ...tag(englishTeens, 'teen'),
  ...tag(englishTens, 'tens'),
  ...tag(hindiNumbers, 'hindi'),
]);
const scales = new Lexicon<number>([...englishScales, ...hindiScales]);
const fractions = new Lexicon<number>(hindiFractions);
const halves = new Lexicon<number>(hindiHalves);
const halfWords = new Lexicon<number>([...hindiHalf, ['half', 0.5]]);
const stems = new Set(verbStems.split(' '));
/** English words that are Hindi numbers in a Hindi sentence. */
const romanOnly = new Set([
  'teen',
  'char',
  'do',
  'das',
  'dus',
  'tees',
  'che',
  'chai',
  'bara',
  'tera',
  'bees',
  'bais',
  'sola',
  'ded',
  'sade',
  'pone',
  'arab',
  'sau',
]);
/** Words that only a number precedes. */
const countable = /^(?:%|percent|km|kms|kilomet(?:er|re)s?|degrees?|rs|rupees?|lakhs?|crores?|log|logon|baje|bje)$/;
const notAfterDo = new Set([
  'you',
  'i',
  'we',
  'they',
  'he',
  'she',
  'it',
  'not',
  'the',
  'na',
  'to',
  'aur',
  'please',
  'jaldi',
  'bhai',
  'yaar',
  'mujhe',
]);
const mostTokens = 24;
const mostGroups = 6;

/**
 * Reads a quantity in digits (Western or Indian grouping, decimals, k, lakh, million …) or in words (English and Hindi, to the billions).
 * "half" and "आधा" are quantities only where `canBeHalf` is set, as before a unit.
 */
export function readQuantity(scene: Scene, at: number, canBeHalf = false): Quantity | undefined {
  const { tokens } = scene;
  const sign = textAt(tokens, at);
  if ((sign === 'minus' || sign === 'negative') && tokens[at + 1] !== undefined) return negate(readUnsigned(scene, at + 1, false));
  if (sign === '-' && tokens[at + 1]?.kind === 'digits' && isGlued(tokens, at + 1) && !isGlued(tokens, at))
    return negate(readUnsigned(scene, at + 1, false));
  return readUnsigned(scene, at, canBeHalf);
}

/** Tells whether the word at a place is a number word of its own, in the language of the sentence. */
export function readNumberWord(scene: Scene, at: number): NumberWord | undefined {
  const text = textAt(scene.tokens, at);
  const word = words.get(text);
  if (word === undefined || !isHindiHere(scene, at, text)) return undefined;
  return word;
}

function isHindiHere(scene: Scene, at: number, text: string): boolean {
  if (!romanOnly.has(text) || countable.test(textAt(scene.tokens, at + 1))) return true;
  if (!scene.isRomanHindi) return false;
  if (text !== 'do') return true;
  const next = scene.tokens[at + 1];
  // "Mere do bhai" are two brothers; "batao do bhai" asks a brother.
  if (next?.text === 'bhai') return /^(?:mere|hamare|humare|uske|iske|aapke)$/.test(textAt(scene.tokens, at - 1));
  return next?.kind === 'word' && !notAfterDo.has(next.text) && !stems.has(textAt(scene.tokens, at - 1));
}

function negate(quantity: Quantity | undefined): Quantity | undefined {
  return quantity === undefined ? undefined : { ...quantity, value: -quantity.value, isPlain: false };
}

function readUnsigned(scene: Scene, at: number, canBeHalf: boolean): Quantity | undefined {
  const { tokens } = scene;
  let position = at;
  let total = 0;
  /** The value that the next scale multiplies. */
  let current: number | undefined;
  let lastScale = Number.POSITIVE_INFINITY;
  let lastKind: NumberWord['kind'] | 'digits' | 'scale' | undefined;
  let isPlain = false;
  let isWords = true;

  const digits = readDigits(tokens, at);
  if (tokens[at]?.kind === 'digits') {
    if (digits === undefined) return undefined;
    ({ value: current, next: position, isPlain } = digits);
    lastKind = 'digits';
    isWords = false;
    if (textAt(tokens, position) === 'k' && isGlued(tokens, position))
      return { value: round(current * 1000), next: position + 1, isPlain: false, isWords };
  }
  while (position < tokens.length && position - at < mostTokens) {
    const text = textAt(tokens, position);
    const scale = scales.get(text);
    if (scale !== undefined && isHindiHere(scene, position, text)) {
      // A lone scale is a number in Hindi only: "सौ रुपये", but "a hundred"; "hundreds" counts nothing.
      if (current === undefined && (position !== at || !isLoneScale(text))) break;
      if (scale === 100 && current !== undefined && current >= 100) break;
      if (scale >= lastScale) break;
      const scaled = (current ?? 1) * scale;
      if (scale === 100) current = scaled;
      else {
        total += scaled;
        current = undefined;
        lastScale = scale;
      }
      lastKind = 'scale';
      isPlain = false;
      position++;
      continue;
    }
    const word = readNumberWord(scene, position);
    if (word !== undefined) {
      if (!canFollow(lastKind, word, current)) break;
      current = (current ?? 0) + word.value;
      lastKind = word.kind;
      position++;
      continue;
    }
    if (lastKind === 'scale' && tokens[position]?.kind === 'digits' && lastScale <= 1e7 && current === undefined) {
      const more = readDigits(tokens, position);
      if (more === undefined || more.value >= lastScale || scales.get(textAt(tokens, more.next)) === undefined) break;
      current = more.value;
      lastKind = 'digits';
      position = more.next;
      continue;
    }
    const jump = readJoin(scene, position, at, lastKind);
    if (jump !== undefined) {
      if ('skipTo' in jump) position = jump.skipTo;
      else {
        if (current !== undefined && lastKind !== 'scale' && jump.mode !== 'add') break;
        current = jump.mode === 'add' ? (current ?? 0) + jump.value : (current ?? 0) + jump.value;
        lastKind = 'hindi';
        position = jump.next;
      }
      isPlain = false;
      continue;
    }
    if (position === at && canBeHalf) {
      const half = halfWords.get(text);
      if (half !== undefined) {
        current = half;
        lastKind = 'hindi';
        position++;
        if (textAt(tokens, position) === 'a' || textAt(tokens, position) === 'an') position++;
        continue;
      }
    }
    break;
  }
  if (lastKind === undefined) return undefined;
  let value = total + (current ?? 0);
  if (textAt(tokens, position) === 'dozen' || /^(?:darjan|दर्जन)$/.test(textAt(tokens, position))) {
    value *= 12;
    position++;
    isPlain = false;
  }
  return { value: round(value), next: position, isPlain, isWords };
}

type Join = { skipTo: number } | { value: number; next: number; mode: 'start' | 'add' };

/** Small words inside numbers: "a hundred", "twenty-five", "hundred and two", "one and a half", "two point five", "साढ़े तीन", "डेढ़". */
function readJoin(scene: Scene, position: number, start: number, lastKind: string | undefined): Join | undefined {
  const { tokens } = scene;
  const text = textAt(tokens, position);
  const after = textAt(tokens, position + 1);
  if (position === start) {
    if ((text === 'a' || text === 'an') && /^(?:hundred|thousand|lakh|lac|million|crore|billion|dozen)$/.test(after))
      return { value: 1, next: position + 1, mode: 'start' };
    if (text === 'half' && (after === 'a' || after === 'an') && scales.get(textAt(tokens, position + 2)) !== undefined)
      return { value: 0.5, next: position + 2, mode: 'start' };
    if (text === 'dozen') return undefined;
  }
  if (lastKind === undefined || lastKind === 'scale') {
    const half = halves.get(text);
    if (half !== undefined && isHindiHere(scene, position, text) && lastKind === undefined)
      return { value: half, next: position + 1, mode: 'start' };
    const fraction = lastKind === undefined && isHindiHere(scene, position, text) ? fractions.get(text) : undefined;
    if (fraction !== undefined) {
      const whole = readNumberWord(scene, position + 1);
      if (whole !== undefined && whole.value > 0) return { value: whole.value + fraction, next: position + 2, mode: 'start' };
      const digits = readDigits(tokens, position + 1);
      if (digits !== undefined) return { value: digits.value + fraction, next: digits.next, mode: 'start' };
      if (scales.get(after) !== undefined) return { value: 1 + fraction, next: position + 1, mode: 'start' };
    }
  }
  if (lastKind === undefined) return undefined;
  if (text === '-' && lastKind === 'tens' && readNumberWord(scene, position + 1)?.kind === 'unit') return { skipTo: position + 1 };
  if (
    text === 'and' &&
    lastKind === 'scale' &&
    readNumberWord(scene, position + 1) !== undefined &&
    !/^(?:one)$/.test(textAt(tokens, position + 2))
  )
    return { skipTo: position + 1 };
  if (text === 'and' && (after === 'a' || after === 'one') && textAt(tokens, position + 2) === 'half')
    return { value: 0.5, next: position + 3, mode: 'add' };
  if (text === 'point' && lastKind !== 'digits') {
    let shown = '';
    let end = position + 1;
    for (; end < position + 7; end++) {
      const digit = readNumberWord(scene, end);
      if (digit === undefined || digit.value > 9) break;
      shown += digit.value;
    }
    if (shown !== '') return { value: Number(`0.${shown}`), next: end, mode: 'add' };
  }
  return undefined;
}

const isLoneScale = (text: string) => !/s$|^(?:hundred|thousand|lakh|lac|million|mn|crore|cr|billion|bn|arab)$/.test(text);

function canFollow(lastKind: string | undefined, word: NumberWord, current: number | undefined): boolean {
  if (lastKind === undefined) return true;
  if (lastKind === 'scale') return current === undefined || (current % 100 === 0 && word.value < 100);
  return lastKind === 'tens' && word.kind === 'unit' && word.value > 0;
}

/** Digits with grouping and decimals: 1,250 · 12,50,000 · 2.5; nothing for versions and addresses such as 2.3.1. */
export function readDigits(tokens: readonly Token[], at: number): { value: number; next: number; isPlain: boolean } | undefined {
  const first = tokens[at];
  if (first?.kind !== 'digits' || first.text.length > 15) return undefined;
  let shown = first.text;
  let next = at + 1;
  const groups: string[] = [];
  while (
    groups.length < mostGroups &&
    textAt(tokens, next) === ',' &&
    isGlued(tokens, next) &&
    tokens[next + 1]?.kind === 'digits' &&
    isGlued(tokens, next + 1)
  ) {
    groups.push(textAt(tokens, next + 1));
    next += 2;
  }
  const isGrouped =
    groups.length > 0 &&
    first.text.length <= 3 &&
    groups.at(-1)?.length === 3 &&
    (groups.slice(0, -1).every((group) => group.length === 2) || groups.every((group) => group.length === 3));
  if (isGrouped) shown += groups.join('');
  else next = at + 1;
  let isPlain = !isGrouped;
  if (textAt(tokens, next) === '.' && isGlued(tokens, next) && tokens[next + 1]?.kind === 'digits' && isGlued(tokens, next + 1)) {
    const isVersion =
      textAt(tokens, next + 2) === '.' && isGlued(tokens, next + 2) && tokens[next + 3]?.kind === 'digits' && isGlued(tokens, next + 3);
    if (isVersion) return undefined;
    shown += `.${textAt(tokens, next + 1).slice(0, 10)}`;
    next += 2;
    isPlain = false;
  }
  return { value: Number(shown), next, isPlain };
}

/** Binary fractions are not shown: 0.1 + 0.2 reads 0.3. */
export const round = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(15)));

/** A number as it is read back, without an exponent. */
export function presentNumber(value: number): string {
  const shown = String(value);
  return shown.includes('e') ? numberFormat('en', { useGrouping: false, maximumFractionDigits: 15 }).format(value) : shown;
}
