import type { Scene } from './scene.ts';
import { Lexicon, textAt } from './tokens.ts';
import { englishComing, englishDays, englishLast, englishMonths, englishNext, englishThis, englishWeekdays } from './words.en.ts';
import { hindiComing, hindiDays, hindiLast, hindiMonths, hindiNext, hindiThis, hindiTurning, hindiWeekdays } from './words.hi.ts';

export const months = new Lexicon<number>([...englishMonths, ...hindiMonths]);
export const weekdays = new Lexicon<number>([...englishWeekdays, ...hindiWeekdays]);
export const dayWords = new Lexicon<number>([...englishDays, ...hindiDays]);
/** Words for a day before today as well as after it. */
export const turningDays = new Set(hindiTurning.split(' '));

export type Which = 'this' | 'next' | 'coming' | 'last';
const whichWords = new Lexicon<Which>([
  [`${englishThis} ${hindiThis}`, 'this'],
  [`${englishNext} ${hindiNext}`, 'next'],
  [`${englishComing} ${hindiComing}`, 'coming'],
  [`${englishLast} ${hindiLast}`, 'last'],
]);

/** "may", "march", "sat" and "sun" are words of their own, so they need company to be dates. */
export const doubtfulWords = new Set(['may', 'march', 'mar', 'sat', 'sun', 'wed', 'mon', 'mai', 'मई', 'dec', 'jan']);

/** "is" is Hindi for "this" in a Hindi sentence only. */
export function readWhich(scene: Scene, at: number): Which | undefined {
  const text = textAt(scene.tokens, at);
  return text === 'is' && !scene.isRomanHindi ? undefined : whichWords.get(text);
}
