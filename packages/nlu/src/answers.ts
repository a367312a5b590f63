import { findSystemEntities } from './entity/system/find.ts';

const alone = /^\s*(\d{1,2})\s*[./-]\s*(\d{1,2})\s*[./-]?\s*$/;
const withYear = /(?<![\d./-])(\d{1,2})\s*([./-])\s*(\d{1,2})\s*\2\s*(?:\d{2}|\d{4})(?!\d)/g;
/** Only a slash separates the parts of a date among words: 10.05 is a time, and 5-6 is from one to the other. */
const withSlash = /(?<![\d./-])(\d{1,2})\/(\d{1,2})(?![\d/])/g;

const devanagariZero = 0x0966;
const inLatinDigits = (text: string): string =>
  text.replace(/[\u0966-\u096f]/g, (digit) => String((digit.codePointAt(0) ?? devanagariZero) - devanagariZero));

/** Tells whether a day in digits can be two: each of its first numbers may be a month, and they differ. */
function isUnclear(given: string): boolean {
  const text = inLatinDigits(given);
  const whole = alone.exec(text);
  const pairs = [
    ...(whole ? [[whole[1], whole[2]]] : []),
    ...Array.from(text.matchAll(withYear), ([, first, , second]) => [first, second]),
    ...Array.from(text.matchAll(withSlash), ([, first, second]) => [first, second]),
  ].map((pair) => pair.map(Number));
  return pairs.some(([first = 0, second = 0]) => first <= 12 && second <= 12 && first !== second);
}

export type DateAnswer = { day: string } | { at: number };

/**
 * Reads answers wherever a stream is played: in walks, rehearsals and replays of the server, and in the designer. Reads numbers and days in
 * digits and in words, as the intent engine does; a text that holds more than one is no answer. The engine's models are not needed.
 */
export const answerReaders = {
  number(text: string): number | null {
    const found = findSystemEntities(text, { now: new Date(0), timeZone: 'UTC' }, ['sys.number']);
    const [match] = found;
    const value = match && Number(match.value);
    return found.length === 1 && value !== undefined && Number.isFinite(value) ? value : null;
  },
  /** 'unclear': it can be two days. @param now the instant that "tomorrow" is counted from, in the zone */
  date(text: string, { zone, now, hasTime }: { zone: string; now: number; hasTime: boolean }): DateAnswer | 'unclear' | null {
    if (isUnclear(text)) return 'unclear';
    const wanted = hasTime ? 'sys.datetime' : 'sys.date';
    const found = findSystemEntities(text, { now: new Date(now), timeZone: zone }, [wanted]);
    const [match] = found;
    if (found.length !== 1 || !match) return null;
    if (!hasTime) return /^\d{4}-\d{2}-\d{2}$/.test(match.value) ? { day: match.value } : null;
    const at = Date.parse(String(match.data?.iso ?? match.value));
    return Number.isNaN(at) ? null : { at };
  },
} as const;
