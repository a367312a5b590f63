import { emailPattern } from '@parley/contract/fields';

/** Checks that several forms share: true when the value may stay. */

export const isEmail = (value: string) => emailPattern.test(value);

/** False for a value made only of blanks; the empty value is for "required" to judge. */
export const hasInk = (value: string) => value === '' || value.trim() !== '';
