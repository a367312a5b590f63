import { presentNumber, readQuantity, round } from './number.ts';
import type { Reading, Scene } from './scene.ts';
import { isGlued, Lexicon, skipPhrase, textAt } from './tokens.ts';
import { toIsoInstant, toWallTime } from './zone.ts';

export type SpanUnit = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second';
export type Span = Partial<Record<SpanUnit, number>>;

export const spanUnits = new Lexicon<SpanUnit>([
  ['year years yr yrs साल सालों वर्ष वर्षों बरस saal saalon varsh', 'year'],
  ['month months mth mths महीना महीने महीनों माह mahina mahine mahinon maheena maheene mahiney', 'month'],
  ['week weeks wk wks हफ़्ता हफ़्ते हफ़्तों सप्ताह hafta hafte hafton haftey saptah', 'week'],
  ['day days night nights दिन दिनों रातें din dinon dino', 'day'],
  ['hour hours hr hrs घंटा घंटे घंटों घण्टा घण्टे ghanta ghante ghanton ghantey', 'hour'],
  ['minute minutes min mins मिनट मिनटों minat minit', 'minute'],
  ['second seconds sec secs सेकंड सेकेंड सेकण्ड sekand', 'second'],
]);
const order: readonly SpanUnit[] = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'];
const letters: Record<SpanUnit, string> = { year: 'Y', month: 'M', week: 'W', day: 'D', hour: 'H', minute: 'M', second: 'S' };
const secondsOf: Record<SpanUnit, number> = {
  year: 31_557_600,
  month: 2_629_800,
  week: 604_800,
  day: 86_400,
  hour: 3_600,
  minute: 60,
  second: 1,
};
/** Smaller unit in which half a unit is expressed. */
const smaller: Partial<Record<SpanUnit, { unit: SpanUnit; count: number }>> = {
  year: { unit: 'month', count: 12 },
  week: { unit: 'day', count: 7 },
  day: { unit: 'hour', count: 24 },
  hour: { unit: 'minute', count: 60 },
  minute: { unit: 'second', count: 60 },
};
const largestAmount = 100_000;
/** A hundred years: what is further away is no appointment. */
const longestAway = 3_155_760_000;

/** One length of time, however many units it is told in: "two hours and fifteen minutes" is one. */
export function readDuration(scene: Scene, at: number): Reading | undefined {
  const read = readSpan(scene, at);
  if (read === undefined) return undefined;
  // "Twice a day" tells how often.
  if (/^(?:once|twice|thrice|times|often)$/.test(textAt(scene.tokens, at - 1)) && textAt(scene.tokens, at) === 'a') return undefined;
  const seconds = toSeconds(read.span);
  const isOfHours = read.span.hour !== undefined || read.span.minute !== undefined || read.span.second !== undefined;
  const away = isOfHours && seconds < longestAway ? findInstant(scene, at, read.next, seconds) : undefined;
  // "Give me a second" asks for patience, not for a duration.
  if (away === undefined && /^(?:a|one)$/.test(textAt(scene.tokens, at)) && read.next === at + 2 && read.span.second !== undefined)
    return undefined;
  return {
    next: away?.next ?? read.next,
    value: presentSpan(read.span),
    data: away === undefined ? { seconds } : { seconds, at: away.at },
  };
}

/** The instant that hours and minutes from now lead to: "in two hours", "10 minutes from now", "एक घंटे बाद", "half an hour ago". */
function findInstant(scene: Scene, at: number, next: number, seconds: number): { at: string; next: number } | undefined {
  const { tokens, now, timeZone } = scene;
  const hence = skipPhrase(tokens, next, ['from now', 'later', 'hence', 'बाद', 'के बाद', 'baad', 'ke baad']);
  const ago = hence === undefined ? skipPhrase(tokens, next, ['ago', 'back', 'पहले', 'pehle', 'pahle']) : undefined;
  if (hence === undefined && ago === undefined && textAt(tokens, at - 1) !== 'in') return undefined;
  const instant = new Date(now.getTime() + (ago === undefined ? seconds : -seconds) * 1000);
  return { at: toIsoInstant(toWallTime(instant, timeZone), timeZone), next: hence ?? ago ?? next };
}

/** @returns amounts by unit (whole, except of seconds and months), largest unit first; undefined when no length of time starts here */
export function readSpan(scene: Scene, at: number): { span: Span; next: number } | undefined {
  if (isGlued(scene.tokens, at) && scene.tokens[at - 1]?.kind === 'word') return undefined;
  let first = readPart(scene, at, undefined);
  if (first === undefined) return undefined;
  const span: Span = {};
  let next = at;
  let last: SpanUnit | undefined;
  while (first !== undefined) {
    addPart(span, first.unit, first.amount);
    next = first.next;
    last = first.unit;
    const joined = skipPhrase(scene.tokens, next, [', and', 'and', ',', 'और', 'aur', '&']) ?? next;
    first = readPart(scene, joined, last);
  }
  return { span, next };
}

/** Seconds of a length of time; years and months are those of the mean calendar. */
export const toSeconds = (span: Span): number => round(order.reduce((sum, unit) => sum + (span[unit] ?? 0) * secondsOf[unit], 0));

/** ISO 8601: 'PT2H15M', 'P1Y3M', 'P2W'; weeks beside other units are told in days. */
export function presentSpan(span: Span): string {
  const told: Span = { ...span };
  if (told.week !== undefined && Object.keys(told).length > 1) {
    told.day = (told.day ?? 0) + told.week * 7;
    delete told.week;
  }
  const write = (units: readonly SpanUnit[]) =>
    units.map((unit) => (told[unit] === undefined ? '' : `${presentNumber(told[unit])}${letters[unit]}`)).join('');
  const time = write(['hour', 'minute', 'second']);
  return `P${write(['year', 'month', 'week', 'day'])}${time === '' ? '' : `T${time}`}`;
}

type Part = { amount: number; unit: SpanUnit; next: number };

function readPart(scene: Scene, at: number, larger: SpanUnit | undefined): Part | undefined {
  const part = readPhrase(scene, at) ?? readCounted(scene, at, larger);
  if (part === undefined || part.amount < 0 || part.amount > largestAmount) return undefined;
  return larger === undefined || order.indexOf(part.unit) > order.indexOf(larger) ? part : undefined;
}

function readPhrase({ tokens }: Scene, at: number): Part | undefined {
  for (const [phrases, amount, unit] of [
    [['three quarters of an hour', 'three-quarters of an hour'], 45, 'minute'],
    [['quarter of an hour', 'a quarter of an hour', 'quarter hour', 'a quarter hour'], 15, 'minute'],
    [['fortnight', 'a fortnight', 'one fortnight'], 2, 'week'],
    [['पौन घंटा', 'पौना घंटा', 'paun ghanta', 'pauna ghanta'], 45, 'minute'],
  ] as const) {
    const next = skipPhrase(tokens, at, phrases);
    if (next !== undefined) return { amount, unit, next };
  }
  return undefined;
}

function readCounted(scene: Scene, at: number, larger: SpanUnit | undefined): Part | undefined {
  const { tokens } = scene;
  const couple = skipPhrase(tokens, at, ['a couple of', 'couple of', 'a couple']);
  const article = skipPhrase(tokens, at, ['half a', 'half an']) === undefined ? skipPhrase(tokens, at, ['a', 'an']) : undefined;
  const quarter = /^(?:सवा|sava|sawa)$/.test(textAt(tokens, at)) && spanUnits.get(textAt(tokens, at + 1)) !== undefined;
  const quantity = readQuantity(scene, at, true);
  const count =
    couple !== undefined
      ? { value: 2, next: couple }
      : quarter
        ? { value: 1.25, next: at + 1 }
        : (quantity ?? (article === undefined ? undefined : { value: 1, next: article }));
  if (count === undefined) return undefined;
  const unitAt = textAt(tokens, count.next) === '-' && isGlued(tokens, count.next) ? count.next + 1 : count.next;
  const unit = spanUnits.get(textAt(tokens, unitAt)) ?? readShortUnit(scene, unitAt, larger);
  if (unit === undefined) return undefined;
  const half = skipPhrase(tokens, unitAt + 1, ['and a half', 'and half']);
  return { amount: half === undefined ? count.value : count.value + 0.5, unit, next: half ?? unitAt + 1 };
}

/** "2h", "2h 15m", "30s": single letters right after digits; an m means minutes only after hours, as it is metres elsewhere. */
function readShortUnit({ tokens }: Scene, at: number, larger: SpanUnit | undefined): SpanUnit | undefined {
  if (!isGlued(tokens, at) || tokens[at - 1]?.kind !== 'digits') return undefined;
  const text = textAt(tokens, at);
  if (text === 'h') return 'hour';
  if (text === 'm' && larger === 'hour') return 'minute';
  return text === 's' && larger === 'minute' ? 'second' : undefined;
}

function addPart(span: Span, unit: SpanUnit, amount: number): void {
  const part = smaller[unit];
  const whole = part === undefined ? amount : Math.floor(amount);
  if (whole > 0 || amount === 0) span[unit] = round((span[unit] ?? 0) + whole);
  const rest = round(amount - whole);
  if (part !== undefined && rest > 0) addPart(span, part.unit, round(rest * part.count));
}
