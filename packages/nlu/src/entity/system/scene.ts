import { type AlignedText, alignText } from '../aligned-text.ts';
import { type Day, toDay } from './calendar.ts';
import { readTokens, type Token } from './tokens.ts';
import { pastWords, romanHindiWords } from './words.hi.ts';
import { toWallTime } from './zone.ts';

/** The instant a text is read at, and where: nothing here looks at a clock. */
export type SystemContext = {
  now: Date;
  /** IANA name, as 'Asia/Kolkata'. */
  timeZone: string;
};

/** All that a family of entities may look at. */
export type Scene = {
  aligned: AlignedText;
  tokens: Token[];
  today: Day;
  nowMinutes: number;
  now: Date;
  timeZone: string;
  /** The sentence tells of the past, so "कल" is yesterday. */
  isPast: boolean;
  /** Some word is Hindi in Latin letters, so "teen" may be three. */
  isRomanHindi: boolean;
};

/** Result of a family at a token: the first token after it, and its value. */
export type Reading = { next: number; value: string; data?: Record<string, string | number | boolean> };

const past = new Set(pastWords.split(' '));
const roman = new Set(romanHindiWords.split(' '));
/** Words of both languages do not tell. */
const alsoEnglish = new Set(['me', 'par', 'main', 'hum', 'is', 'on', 'bad', 'do', 'log', 'se', 'hu', 'ho', 'ki']);

export function setScene(text: string, context: SystemContext): Scene {
  const aligned = alignText(text);
  const tokens = readTokens(aligned.text);
  const wall = toWallTime(context.now, context.timeZone);
  return {
    aligned,
    tokens,
    today: toDay(wall.year, wall.month, wall.day),
    nowMinutes: wall.hour * 60 + wall.minute,
    now: context.now,
    timeZone: context.timeZone,
    isPast: tokens.some((token) => past.has(token.text)),
    isRomanHindi: tokens.some((token) => roman.has(token.text) && !alsoEnglish.has(token.text)),
  };
}
