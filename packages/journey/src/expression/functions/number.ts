import { isMap, type Value } from '../value.ts';
import { define, FunctionFault } from './define.ts';

const number = ['Number'] as const;
const mostPlaces = 10;

/**
 * A result of arithmetic as people reckon: 0.1 + 0.2 is 0.3. A double keeps 15 decimal digits whatever they are, so rounding to them drops
 * nothing but the error of the sum; whole numbers are exact up to 2^53 and stay as they are.
 * @throws FunctionFault range: no number holds it
 */
export function tidy(result: number): number {
  if (!Number.isFinite(result)) throw new FunctionFault('range', 'The result is too large.');
  if (Number.isInteger(result)) return result === 0 ? 0 : result;
  return Number(result.toPrecision(15));
}

/** Half goes away from zero, and is taken of the decimal digits that are shown: 1.005 is 1.01. */
export function roundTo(value: number, places: number): number {
  if (!Number.isInteger(places) || places < 0 || places > mostPlaces)
    throw new FunctionFault('range', `Round to between 0 and ${mostPlaces} places.`);
  const [digits = '0', exponent = '0'] = String(Math.abs(value)).split('e');
  const moved = Math.round(Number(`${digits}e${Number(exponent) + places}`));
  const [movedDigits = '0', movedExponent = '0'] = String(moved).split('e');
  return tidy(Math.sign(value) * Number(`${movedDigits}e${Number(movedExponent) - places}`));
}

const grouped = /^[+-]?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/;
const plain = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/;

/** Digits, with commas between thousands and lakhs where somebody writes them; Empty for what is no number, as `12,50`. */
export function readNumber(text: string): number | null {
  const bare = text.trim().replace(/[\s_’']/g, '');
  const digits = grouped.test(bare) ? bare.replaceAll(',', '') : bare;
  return plain.test(digits) && Number.isFinite(Number(digits)) ? Number(digits) : null;
}

const numbersOf = (args: readonly Value[]): number[] => {
  const items = args.length === 1 && Array.isArray(args[0]) ? args[0] : args;
  return items.map((item) => {
    if (typeof item !== 'number') throw new FunctionFault('type', 'Every item must be a number.');
    return item;
  });
};
const listOrNumber = ['List', 'Number'] as const;
const several = [listOrNumber, number, number, number, number, number, number, number];

export const numberFunctions = define({
  round: {
    params: [number, number],
    least: 1,
    returns: 'Number',
    apply: ([value, places = 0]) => roundTo(value as number, places as number),
  },
  abs: { params: [number], returns: 'Number', apply: ([value]) => Math.abs(value as number) },
  min: {
    params: several,
    least: 1,
    returns: 'Number',
    apply(args) {
      const numbers = numbersOf(args);
      return numbers.length === 0 ? null : numbers.reduce((least, one) => Math.min(least, one));
    },
  },
  max: {
    params: several,
    least: 1,
    returns: 'Number',
    apply(args) {
      const numbers = numbersOf(args);
      return numbers.length === 0 ? null : numbers.reduce((most, one) => Math.max(most, one));
    },
  },
  sum: { params: [['List']], returns: 'Number', apply: (args) => tidy(numbersOf(args).reduce((sum, one) => sum + one, 0)) },
  number: {
    params: [['Text', 'Number', 'Boolean']],
    returns: 'Number',
    passesEmpty: true,
    apply([value]) {
      if (typeof value === 'string') return readNumber(value);
      return Number(value);
    },
  },
  size: {
    // Lists and maps know how long they are.
    looks: ([value]) => (typeof value === 'string' ? 1 : 0),
    params: [['Text', 'List', 'Map', 'Empty']],
    returns: 'Number',
    apply([value = null]) {
      if (typeof value === 'string') return Array.from(value).length;
      if (Array.isArray(value)) return value.length;
      return isMap(value) ? Object.keys(value).length : 0;
    },
  },
});
