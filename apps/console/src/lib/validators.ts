import { emailPattern } from '@parley/contract/fields';

/** Patterns and checks that several forms share. A check gives true when the value may stay. */

/** An optional +, an optional 0 or 00, an optional 91 or 1, then ten digits of which the first is not 0. */
export const mobilePattern = /^\+?0{0,2}(?:91|1)?[1-9]\d{9}$/;

export const isMobile = (value: string) => mobilePattern.test(value);
export const isEmail = (value: string) => emailPattern.test(value);

/** False for a value made only of blanks; the empty value is for "required" to judge. */
export const hasInk = (value: string) => value === '' || value.trim() !== '';

export type TextFault = 'leading' | 'spacing';

/** The first fault of a one-line text: blanks in front, doubled between words, or behind. */
export function findTextFault(value: string): TextFault | undefined {
  if (/^\s/.test(value)) return 'leading';
  if (/\s{2,}|\s$/.test(value)) return 'spacing';
  return undefined;
}
