import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { showNumber } from '@parley/contract/format/number';
import parsePhoneNumber, { type CountryCode, isSupportedCountry } from 'libphonenumber-js/min';
import { showValue } from '../show.ts';
import { largestValue, mostItems, toJson, type Value } from '../value.ts';
import type { Work } from '../work.ts';
import { define, FunctionFault } from './define.ts';

const text = ['Text'] as const;
const number = ['Number'] as const;

/** A text that a function makes, as long as a value may be. */
export function bounded(value: string): string {
  if (value.length > largestValue) throw new FunctionFault('range', `A text has at most ${largestValue} characters.`);
  return value;
}

const textOf = (value: Value | undefined): string => value as string;

function matcherOf(pattern: Value | undefined, value: Value | undefined, work: Work) {
  const found = work.pattern(textOf(pattern), textOf(value));
  if (typeof found === 'string') throw new FunctionFault('pattern', found);
  return found.matcher(textOf(value));
}

/** Luhn's check digit (ISO/IEC 7812-1), of digits with blanks and dashes between them. */
function isLuhn(value: string): boolean {
  const digits = value.replace(/[ -]/g, '');
  if (!/^\d{2,}$/.test(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const counted = place % 2 === 1 ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}

function toE164(value: string, country: string): Value {
  const found = parsePhoneNumber(value, isSupportedCountry(country) ? (country as CountryCode) : undefined);
  return found?.isValid() ? found.number : null;
}

/** Splits a text into the characters that people see, not its UTF-16 units. */
const characters = (value: string): string[] => Array.from(value);

export const textFunctions = define({
  lower: { params: [text], returns: 'Text', passesEmpty: true, apply: ([value]) => textOf(value).toLowerCase() },
  upper: { params: [text], returns: 'Text', passesEmpty: true, apply: ([value]) => bounded(textOf(value).toUpperCase()) },
  trim: { params: [text], returns: 'Text', passesEmpty: true, apply: ([value]) => textOf(value).trim() },
  contains: {
    params: [text, text],
    returns: 'Boolean',
    isComparison: true,
    apply: ([value, part]) => textOf(value).includes(textOf(part)),
  },
  startsWith: {
    params: [text, text],
    returns: 'Boolean',
    isComparison: true,
    apply: ([value, part]) => textOf(value).startsWith(textOf(part)),
  },
  endsWith: {
    params: [text, text],
    returns: 'Boolean',
    isComparison: true,
    apply: ([value, part]) => textOf(value).endsWith(textOf(part)),
  },
  // RE2, so that no pattern takes longer than the text is long; anywhere in the text, as in CEL.
  matches: {
    params: [text, text],
    returns: 'Boolean',
    isComparison: true,
    apply: ([value, pattern], _, work) => matcherOf(pattern, value, work).find(),
  },
  extract: {
    params: [text, text, number],
    least: 2,
    returns: 'Text',
    passesEmpty: true,
    apply([value, pattern, group = 0], _, work) {
      const matcher = matcherOf(pattern, value, work);
      if (!Number.isInteger(group) || (group as number) < 0 || (group as number) > matcher.groupCount())
        throw new FunctionFault('range', `The pattern has no group ${String(group)}.`);
      return matcher.find() ? (matcher.group(group as number) ?? null) : null;
    },
  },
  replace: {
    params: [text, text, text],
    returns: 'Text',
    passesEmpty: true,
    apply([value, from, to]) {
      const pieces = textOf(from) === '' ? [textOf(value)] : textOf(value).split(textOf(from));
      const length = textOf(value).length + (pieces.length - 1) * (textOf(to).length - textOf(from).length);
      if (length > largestValue) throw new FunctionFault('range', `A text has at most ${largestValue} characters.`);
      return pieces.join(textOf(to));
    },
  },
  split: {
    params: [text, text],
    returns: 'List',
    passesEmpty: true,
    apply([value, separator]) {
      const pieces = textOf(separator) === '' ? characters(textOf(value)) : textOf(value).split(textOf(separator));
      if (pieces.length > mostItems) throw new FunctionFault('range', `A list has at most ${showNumber(mostItems, 'en')} items.`);
      return pieces;
    },
  },
  join: {
    params: [['List'], text],
    least: 1,
    returns: 'Text',
    apply: ([list, separator = ''], { language, zone }) =>
      bounded((list as Value[]).map((item) => showValue(item, { language, zone })).join(textOf(separator))),
  },
  // The end stays visible, as on receipts; a text that is no longer than that shows nothing.
  mask: {
    params: [text, number],
    least: 1,
    returns: 'Text',
    passesEmpty: true,
    apply([value, shown = 4]) {
      const all = characters(textOf(value));
      const kept = all.length > (shown as number) ? Math.max(0, Math.trunc(shown as number)) : 0;
      return '•'.repeat(all.length - kept) + all.slice(all.length - kept).join('');
    },
  },
  json: { params: ['Any'], returns: 'Text', apply: ([value]) => bounded(JSON.stringify(toJson(value ?? null))) },
  text: { params: ['Any'], returns: 'Text', apply: ([value = null], { language, zone }) => bounded(showValue(value, { language, zone })) },
  e164: {
    work: 4000,
    params: [text, text],
    least: 1,
    returns: 'Text',
    passesEmpty: true,
    apply: ([value, country], surroundings) => toE164(textOf(value), country === undefined ? surroundings.country : textOf(country)),
  },
  luhn: { params: [text], returns: 'Boolean', isComparison: true, apply: ([value]) => isLuhn(textOf(value)) },
  hash: {
    // A text of one character takes a block, padded: three to four microseconds.
    work: 400,
    params: [text],
    returns: 'Text',
    passesEmpty: true,
    apply: ([value]) => bytesToHex(sha256(utf8ToBytes(textOf(value)))),
  },
});
