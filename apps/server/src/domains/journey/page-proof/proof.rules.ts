import { randomInt } from 'node:crypto';

const [second, minute, hour] = [1000, 60_000, 3_600_000];
/** Life of a code, and tries that it stands. */
export const codeLifeMs = 10 * minute;
export const mostTries = 5;
/** Pause between two codes of one link, and codes of one link or one number within a day. */
export const resendMs = 30 * second;
export const mostOfLink = 10;
export const mostOfNumber = 10;
export const dayMs = 24 * hour;
/** Life of a proof in a browser. */
export const sessionMs = 12 * hour;
/** Addresses that one link may ask for within a day. */
export const mostAddresses = 5;

const digits = 6;
export const makeCode = (): string => String(randomInt(10 ** digits)).padStart(digits, '0');
/** Digits of whatever was typed: people write spaces between them. */
export const digitsOf = (typed: string): string => typed.replaceAll(/[\s-]/g, '').slice(0, 20);

export type MadeCode = { madeAt: Date };
/** Tells whether one more may be made for a link now. @param made those of the last day */
export function refusalOfCode(made: readonly MadeCode[], most: number, now: Date): '' | 'soon' | 'many' {
  if (made.length >= most) return 'many';
  return made.some(({ madeAt }) => now.getTime() - madeAt.getTime() < resendMs) ? 'soon' : '';
}

type Code = { tries: number; expiresAt: Date; usedAt: Date | null };
/** A code that may still be tried. */
export const isOpenCode = ({ tries, expiresAt, usedAt }: Code, now: Date): boolean =>
  usedAt === null && tries < mostTries && expiresAt > now;
