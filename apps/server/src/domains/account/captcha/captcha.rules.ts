import { captchaAlphabet } from './captcha.glyphs.ts';

const letterCount = 5;

/** A whole number from 0 up to, and without, `below`. */
export type Pick = (below: number) => number;

export const makeCaptchaText = (pick: Pick): string =>
  Array.from({ length: letterCount }, () => captchaAlphabet[pick(captchaAlphabet.length)]).join('');

/** People write small letters and blanks; neither matters. */
export const normaliseCaptchaAnswer = (answer: string): string => answer.replace(/\s/g, '').toUpperCase();
