import { ExpressionFault, type Place } from './fault.ts';

export type Token = { place: Place } & (
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'name'; value: string }
  | { kind: 'mark'; value: string }
  | { kind: 'end' }
);

const marks = [
  '??',
  '||',
  '&&',
  '==',
  '!=',
  '<=',
  '>=',
  '<',
  '>',
  '+',
  '-',
  '*',
  '/',
  '%',
  '!',
  '?',
  ':',
  ',',
  '.',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '|',
];
const space = /[\t\n\f\r ]+|\/\/[^\n]*/y;
const number =
  /0[xX][0-9a-fA-F]+[uU]?|(?:[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?)|[0-9]+[uU]?/y;
const name = /[_a-zA-Z][_a-zA-Z0-9]*/y;
const quote = /([rR]?)("""|'''|"|')/y;

const simpleEscapes: Record<string, string> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
for (const character of ['\\', '?', '"', "'", '`']) simpleEscapes[character] = character;
const digitEscapes = [
  { start: 'x', length: 2 },
  { start: 'X', length: 2 },
  { start: 'u', length: 4 },
  { start: 'U', length: 8 },
] as const;

/** Reads a source of CEL's lexical grammar (without bytes) into tokens; the last one is the end. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(source);
  };
  while (at < source.length) {
    const start = at;
    const blank = match(space);
    if (blank) {
      at += blank[0].length;
      continue;
    }
    const opening = match(quote);
    if (opening) {
      const { value, end } = readText(source, start + opening[0].length, opening[2] ?? '', opening[1] !== '');
      at = end;
      tokens.push({ kind: 'text', value, place: { start, end } });
      continue;
    }
    const digits = match(number);
    if (digits) {
      at += digits[0].length;
      const place = { start, end: at };
      const value = Number(digits[0].replace(/[uU]$/, ''));
      if (!Number.isFinite(value)) throw new ExpressionFault('range', 'This number is too large.', place);
      if (match(name)) throw new ExpressionFault('syntax', 'A name cannot begin with a digit.', { start, end: at + 1 });
      tokens.push({ kind: 'number', value, place });
      continue;
    }
    const word = match(name);
    if (word) {
      at += word[0].length;
      tokens.push({ kind: 'name', value: word[0], place: { start, end: at } });
      continue;
    }
    const mark = marks.find((one) => source.startsWith(one, at));
    if (mark === undefined) {
      const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
      const hint = character === '=' ? ' Compare with ==.' : '';
      throw new ExpressionFault('syntax', `“${character}” does not belong here.${hint}`, { start, end: start + character.length });
    }
    at += mark.length;
    tokens.push({ kind: 'mark', value: mark, place: { start, end: at } });
  }
  tokens.push({ kind: 'end', place: { start: at, end: at } });
  return tokens;
}

/** Reads a text from behind the opening quotes up to the closing ones. */
function readText(source: string, from: number, quotes: string, isRaw: boolean): { value: string; end: number } {
  let value = '';
  for (let at = from; at < source.length; ) {
    if (source.startsWith(quotes, at)) return { value, end: at + quotes.length };
    const character = source[at] ?? '';
    if (quotes.length === 1 && (character === '\n' || character === '\r')) break;
    if (character !== '\\' || isRaw) {
      // A quote behind a backslash does not end a raw text, and both stay.
      const length = character === '\\' ? 2 : 1;
      value += source.slice(at, at + length);
      at += length;
      continue;
    }
    const read = readEscape(source, at);
    value += read.value;
    at = read.end;
  }
  throw new ExpressionFault('syntax', `The text has no closing ${quotes}`, { start: from - quotes.length, end: source.length });
}

function readEscape(source: string, at: number): { value: string; end: number } {
  const letter = source[at + 1] ?? '';
  const simple = simpleEscapes[letter];
  if (simple !== undefined) return { value: simple, end: at + 2 };
  const refuse = (end: number) => new ExpressionFault('syntax', 'This escape is not known.', { start: at, end });
  const byDigits = digitEscapes.find(({ start }) => start === letter);
  const digits = byDigits ? source.slice(at + 2, at + 2 + byDigits.length) : source.slice(at + 1, at + 4);
  const end = byDigits ? at + 2 + byDigits.length : at + 4;
  const isWellFormed = byDigits ? digits.length === byDigits.length && /^[0-9a-fA-F]+$/.test(digits) : /^[0-3][0-7]{2}$/.test(digits);
  if (!isWellFormed) throw refuse(Math.min(end, source.length));
  const code = Number.parseInt(digits, byDigits ? 16 : 8);
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) throw refuse(end);
  return { value: String.fromCodePoint(code), end };
}
