import { emailPattern } from '@parley/contract/fields';

/** Checks that several forms share: true when the value may stay. */

export const isEmail = (value: string) => emailPattern.test(value);

/** False for a value made only of blanks; the empty value is for "required" to judge. */
export const hasInk = (value: string) => value === '' || value.trim() !== '';

/** False for blanks at the start or the end, and for two in a row (FORMAT-019). */
export const isWellSpaced = (value: string) => value === value.trim() && !/\s{2}/.test(value);

/** Ten digits that begin with 1 to 9; the +, the prefix 0 or 00 and the country code 91 or 1 may be left out (FORMAT-020). */
const mobilePattern = /^\+?0{0,2}(?:91|1)?[1-9]\d{9}$/;
const international = /^\+[1-9]\d{6,14}$/;
/** Signs that people put between the digits. */
const between = /[\s().-]/g;

export const isMobile = (value: string) => mobilePattern.test(value);

/** True for a number that can be called: of the mobile pattern, or with the code of any other country. Blanks and dashes may stand in it. */
export function isPhone(value: string): boolean {
  const digits = value.replace(between, '');
  return isMobile(digits) || international.test(digits);
}
