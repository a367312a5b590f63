import { readNumberWord, readQuantity } from './number.ts';
import type { Reading, Scene } from './scene.ts';
import { isGlued, Lexicon, skipPhrase, textAt } from './tokens.ts';

export type PartOfDay = 'morning' | 'noon' | 'afternoon' | 'evening' | 'night';
/** A time of day in minutes; `isHalfDay` when it could be before or after noon. */
export type TimeReading = { minutes: number; isHalfDay: boolean; next: number; part?: PartOfDay };

const hourMinutes = 60;
const halfDay = 12 * hourMinutes;
const wholeDay = 24 * hourMinutes;
/** Minutes from midnight for which a part of the day alone stands. */
export const minutesOfPart: Record<PartOfDay, number> = {
  morning: 9 * 60,
  noon: 12 * 60,
  afternoon: 15 * 60,
  evening: 18 * 60,
  night: 21 * 60,
};

const hindiParts = new Lexicon<PartOfDay>([
  ['सुबह सवेरे प्रातः subah savere subha subeh', 'morning'],
  ['दोपहर dopahar dopeher dophar dopaher dopher', 'afternoon'],
  ['शाम संध्या shaam sham', 'evening'],
  ['रात रात्रि raat', 'night'],
]);
const englishParts = new Lexicon<PartOfDay>([
  ['morning', 'morning'],
  ['afternoon', 'afternoon'],
  ['evening eve', 'evening'],
  ['night', 'night'],
]);
const clockWords = ["o'clock", 'oclock', 'o clock'];
const baje = ['बजे', 'baje', 'bje', 'bajey', 'bajhe', 'bajje'];
const bajkar = ['बजकर', 'बज कर', 'bajkar', 'baj kar', 'bajke'];

/**
 * A time of day by itself. Where neither am nor pm is said, the next one to come is meant, but none between eleven at night and seven in the morning.
 */
export function readTime(scene: Scene, at: number): Reading | undefined {
  const read = readClock(scene, at) ?? readHourAfterWord(scene, at) ?? readPartAlone(scene, at);
  if (read === undefined) return undefined;
  const value = presentMinutes(settleTime(read, scene.nowMinutes));
  return { next: read.next, value, data: read.part === undefined ? { iso: value } : { iso: value, part: read.part } };
}

/** '17:00' */
export function presentMinutes(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/**
 * Minutes of the day of a time that may be of either half.
 * @param after minutes of the day that the time should be later than, undefined on another day than today
 */
export function settleTime({ minutes, isHalfDay }: TimeReading, after: number | undefined): number {
  if (!isHalfDay) return minutes;
  const early = minutes % halfDay;
  const late = early + halfDay;
  const isWaking = (time: number) => time >= 7 * 60 && time < 23 * 60;
  const usual = isWaking(early) ? early : late;
  if (after === undefined) return usual;
  return [early, late].find((time) => time > after && isWaking(time)) ?? usual;
}

/** Puts a time into a part of the day: "8 in the morning", "रात के 12 बजे". */
export function placeInPart(time: TimeReading, part: PartOfDay): TimeReading {
  if (!time.isHalfDay) return { ...time, part };
  const early = time.minutes % halfDay;
  const hour = Math.floor(early / hourMinutes);
  const isLate = part === 'noon' || part === 'evening' || (part === 'afternoon' && hour < 11) || (part === 'night' && hour >= 5);
  return { ...time, minutes: isLate ? early + halfDay : early, isHalfDay: false, part };
}

/** A time that says by its form that it is one: 5pm, 17:45, half past five, noon, शाम 5 बजे. */
export function readClock(scene: Scene, at: number): TimeReading | undefined {
  const { tokens } = scene;
  if (
    isGlued(tokens, at) &&
    /^[\p{L}\d:.,/+-]$/u.test(textAt(tokens, at - 1).slice(-1)) &&
    tokens[at]?.kind === 'digits' &&
    textAt(tokens, at - 1) !== '-' &&
    textAt(tokens, at - 1) !== 't'
  )
    return undefined;
  const noon = skipPhrase(tokens, at, ['noon', 'midday', 'noontime', 'twelve noon', '12 noon']);
  if (noon !== undefined) return { minutes: halfDay, isHalfDay: false, next: noon, part: 'noon' };
  const midnight = skipPhrase(tokens, at, ['midnight', 'twelve midnight', '12 midnight', 'आधी रात', 'aadhi raat']);
  if (midnight !== undefined) return { minutes: 0, isHalfDay: false, next: midnight };
  const hindi = readHindiClock(scene, at);
  if (hindi !== undefined) return hindi;
  const read = readRelativeClock(scene, at) ?? readDigitalClock(scene, at) ?? readSpokenClock(scene, at);
  return read === undefined ? undefined : readPartAfter(scene, read);
}

/** 5:30, 17:45, 5.30pm, 5 pm, 1830 hrs. */
function readDigitalClock(scene: Scene, at: number): TimeReading | undefined {
  const { tokens } = scene;
  const hourText = textAt(tokens, at);
  if (tokens[at]?.kind !== 'digits') return undefined;
  if (hourText.length === 3 || hourText.length === 4) return readRunTogether(scene, at);
  const hour = Number(hourText);
  if (hour > 24) return undefined;
  const separator = textAt(tokens, at + 1);
  const minuteText = textAt(tokens, at + 2);
  const hasMinutes =
    /^[:.]$/.test(separator) &&
    isGlued(tokens, at + 1) === isGlued(tokens, at + 2) &&
    (separator === ':' || isGlued(tokens, at + 1)) &&
    /^\d\d$/.test(minuteText) &&
    Number(minuteText) < 60;
  let next = hasMinutes ? at + 3 : at + 1;
  if (
    hasMinutes &&
    separator === ':' &&
    textAt(tokens, next) === ':' &&
    /^\d\d$/.test(textAt(tokens, next + 1)) &&
    isGlued(tokens, next + 1)
  )
    next += 2;
  const minutes = hour * 60 + (hasMinutes ? Number(minuteText) : 0);
  const half = readHalf(scene, next);
  if (half !== undefined && hour >= 1 && hour <= 12)
    return { ...half, minutes: (minutes % halfDay) + (half.isLate ? halfDay : 0), isHalfDay: false };
  // "17:30 pm" is said too.
  if (half !== undefined && ((hasMinutes && hour > 12 && hour < 24) || hour === 0)) return { minutes, isHalfDay: false, next: half.next };
  const clock = skipPhrase(tokens, next, clockWords);
  if (clock !== undefined && !hasMinutes && hour < 24)
    return readSpokenHalf(scene, { minutes, isHalfDay: hour >= 1 && hour <= 12, next: clock });
  if (!hasMinutes && hour >= 1 && hour <= 12 && readPartPhrase(scene, next) !== undefined) return { minutes, isHalfDay: true, next };
  if (!hasMinutes || separator !== ':' || minutes >= wholeDay) return undefined;
  const hours = skipPhrase(tokens, next, ['hrs', 'hours']);
  return {
    minutes,
    isHalfDay: hour >= 1 && hour <= 12 && !hourText.startsWith('0'),
    next: hours ?? next,
  };
}

/** 1830 hrs, 545 pm. */
function readRunTogether(scene: Scene, at: number): TimeReading | undefined {
  const { tokens } = scene;
  const written = textAt(tokens, at);
  const hour = Number(written.slice(0, -2));
  const minute = Number(written.slice(-2));
  if (minute > 59 || hour > 23) return undefined;
  const minutes = hour * 60 + minute;
  if (written.length === 4 && /^(?:hrs|hours)$/.test(textAt(tokens, at + 1))) return { minutes, isHalfDay: false, next: at + 2 };
  const half = readHalf(scene, at + 1);
  if (half === undefined || hour < 1 || hour > 12) return undefined;
  return { minutes: (minutes % halfDay) + (half.isLate ? halfDay : 0), isHalfDay: false, next: half.next };
}

function readHalf(scene: Scene, at: number): { isLate: boolean; next: number } | undefined {
  const { tokens } = scene;
  const short = textAt(tokens, at);
  if (short === 'am' || short === 'pm') return { isLate: short === 'pm', next: at + 1 };
  if ((short === 'a' || short === 'p') && textAt(tokens, at + 1) === '.' && textAt(tokens, at + 2) === 'm')
    return { isLate: short === 'p', next: textAt(tokens, at + 3) === '.' && isGlued(tokens, at + 3) ? at + 4 : at + 3 };
  if ((short === 'a' || short === 'p') && textAt(tokens, at + 1) === 'm') return { isLate: short === 'p', next: at + 2 };
  return undefined;
}

/** "six thirty pm", "seven o'clock": words need one of the marks of a time behind them. */
function readSpokenClock(scene: Scene, at: number): TimeReading | undefined {
  const hour = readNumberWord(scene, at);
  if (hour === undefined || hour.value > 23) return undefined;
  const o = skipPhrase(scene.tokens, at + 1, clockWords);
  if (hour.value < 1 || hour.value > 12) return o === undefined ? undefined : { minutes: hour.value * 60, isHalfDay: false, next: o };
  const minute = readQuantity(scene, at + 1);
  const hasMinutes = minute?.isWords === true && Number.isInteger(minute.value) && minute.value >= 5 && minute.value < 60;
  const next = hasMinutes ? minute.next : at + 1;
  const minutes = hour.value * 60 + (hasMinutes ? minute.value : 0);
  const half = readHalf(scene, next);
  if (half !== undefined) return { ...half, minutes: (minutes % halfDay) + (half.isLate ? halfDay : 0), isHalfDay: false };
  const clock = skipPhrase(scene.tokens, next, clockWords);
  if (clock !== undefined) return readSpokenHalf(scene, { minutes, isHalfDay: true, next: clock });
  const part = readPartPhrase(scene, next);
  return part === undefined ? undefined : { minutes, isHalfDay: true, next };
}

function readSpokenHalf(scene: Scene, time: TimeReading): TimeReading {
  const half = readHalf(scene, time.next);
  return half === undefined ? time : { minutes: (time.minutes % halfDay) + (half.isLate ? halfDay : 0), isHalfDay: false, next: half.next };
}

/** Half past five, quarter to six, ten past two, twenty minutes to nine. */
function readRelativeClock(scene: Scene, at: number): TimeReading | undefined {
  const { tokens } = scene;
  const start = textAt(tokens, at) === 'a' ? at + 1 : at;
  const name = textAt(tokens, start);
  const spoken = name === 'half' ? 30 : name === 'quarter' ? 15 : undefined;
  const counted = spoken === undefined && start === at ? readQuantity(scene, at) : undefined;
  const offset = spoken ?? counted?.value;
  if (offset === undefined || !Number.isInteger(offset) || offset < 1 || offset > 30) return undefined;
  let position = counted?.next ?? start + 1;
  const minutesWord = skipPhrase(tokens, position, ['minutes', 'minute', 'mins', 'min']);
  position = minutesWord ?? position;
  const way = textAt(tokens, position);
  const isBefore = way === 'to' || way === 'before' || way === 'till';
  if (!isBefore && way !== 'past' && way !== 'after') return undefined;
  const isDigits = tokens[position + 1]?.kind === 'digits';
  const hour = isDigits ? readQuantity(scene, position + 1) : undefined;
  const word = isDigits ? undefined : readNumberWord(scene, position + 1);
  const value = hour?.value ?? word?.value;
  const next = hour?.next ?? position + 2;
  if (value === undefined || !Number.isInteger(value) || value < 1 || value > 12) return undefined;
  // "3 to 5" is a range far more often than a time; words and round minutes tell the time.
  if (counted !== undefined && !counted.isWords && minutesWord === undefined && !(way === 'past' && offset % 5 === 0)) return undefined;
  if (counted !== undefined && minutesWord === undefined && offset % 5 !== 0) return undefined;
  const minutes = (value * 60 + (isBefore ? -offset : offset) + wholeDay) % wholeDay;
  const clock = skipPhrase(tokens, next, ["o'clock", 'oclock']) ?? next;
  const half = readHalf(scene, clock);
  if (half === undefined) return { minutes, isHalfDay: true, next: clock };
  const early = minutes % halfDay;
  // "quarter to twelve pm" stays in its half.
  const isLate = isBefore && value === 12 ? !half.isLate : half.isLate;
  return { minutes: early + (isLate ? halfDay : 0), isHalfDay: false, next: half.next };
}

const partPhrases: readonly (readonly [readonly string[], PartOfDay])[] = [
  [['in the morning', 'this morning', 'in morning'], 'morning'],
  [['in the afternoon', 'this afternoon', 'in afternoon', 'afternoon'], 'afternoon'],
  [['in the evening', 'this evening', 'in evening', 'evening'], 'evening'],
  [['at night', 'in the night', 'tonight'], 'night'],
];

function readPartPhrase(scene: Scene, at: number): { part: PartOfDay; next: number } | undefined {
  for (const [phrases, part] of partPhrases) {
    const next = skipPhrase(scene.tokens, at, phrases);
    if (next !== undefined && !/^(?:this|tonight)$/.test(textAt(scene.tokens, at))) return { part, next };
  }
  return undefined;
}

function readPartAfter(scene: Scene, time: TimeReading): TimeReading {
  const part = readPartPhrase(scene, time.next);
  return part === undefined ? time : placeInPart({ ...time, next: part.next }, part.part);
}

/** A part of the day as it stands beside a date: "morning", "शाम को". */
export function readPart(scene: Scene, at: number): { part: PartOfDay; next: number } | undefined {
  const phrase = readPartPhrase(scene, at);
  if (phrase !== undefined) return phrase;
  const start = textAt(scene.tokens, at) === 'the' ? at + 1 : at;
  const english = englishParts.get(textAt(scene.tokens, start));
  if (english !== undefined) return { part: english, next: start + 1 };
  const hindi = hindiParts.get(textAt(scene.tokens, at));
  return hindi === undefined ? undefined : { part: hindi, next: at + 1 };
}

/** [शाम] [के] साढ़े पाँच बजे, 5 bajkar 20 minute. */
function readHindiClock(scene: Scene, at: number): TimeReading | undefined {
  const { tokens } = scene;
  const part = hindiParts.get(textAt(tokens, at));
  const start = part === undefined ? at : (skipPhrase(tokens, at + 1, ['के', 'को', 'में', 'ke', 'ko', 'mein', 'ki']) ?? at + 1);
  const digital = tokens[start]?.kind === 'digits' ? readDigitalClock(scene, start) : undefined;
  const quantity = digital === undefined ? readQuantity(scene, start) : undefined;
  const sava = /^(?:सवा|sava|sawa)$/.test(textAt(tokens, start)) && skipPhrase(tokens, start + 1, baje) !== undefined;
  const count = sava ? { value: 1.25, next: start + 1 } : quantity;
  const minutes = digital?.minutes ?? (count === undefined ? Number.NaN : count.value * 60);
  const counted = digital?.next ?? count?.next ?? start;
  const isDigitalOnly = digital !== undefined && !digital.isHalfDay;
  if (!Number.isInteger(minutes) || minutes < 0 || minutes >= wholeDay) return undefined;
  const glue = skipPhrase(tokens, counted, bajkar);
  const extra = glue === undefined ? undefined : readQuantity(scene, glue);
  const isExtra = extra !== undefined && Number.isInteger(extra.value) && extra.value > 0 && extra.value < 60;
  const end = isExtra ? skipPhrase(tokens, extra.next, ['मिनट', 'minute', 'minat', 'min']) : skipPhrase(tokens, counted, baje);
  if (end === undefined) {
    // "शाम 5:30" and "shaam 6" are told without बजे.
    if (
      part === undefined ||
      counted === start ||
      (digital === undefined && tokens[start]?.kind !== 'digits') ||
      !isEndOfTime(scene, counted)
    )
      return undefined;
    return placeInPart({ minutes, isHalfDay: !isDigitalOnly, next: counted }, part);
  }
  const time: TimeReading = {
    minutes: minutes + (isExtra ? extra.value : 0),
    isHalfDay: !isDigitalOnly && minutes < 13 * 60 && minutes >= 45,
    next: end,
  };
  if (part !== undefined) return placeInPart(time, part);
  const after = hindiParts.get(textAt(tokens, end));
  return after === undefined ? time : placeInPart({ ...time, next: end + 1 }, after);
}

/** Reads "at 3", "by 11": an hour needs a word before it, and nothing behind it that it could count. */
function readHourAfterWord(scene: Scene, at: number): TimeReading | undefined {
  if (!/^(?:at|by|around|until|till|after|before|@)$/.test(textAt(scene.tokens, at - 1))) return undefined;
  return readBareHour(scene, at);
}

/** A number from 1 to 12 that can be an hour, followed by nothing that it counts. */
export function readBareHour(scene: Scene, at: number): TimeReading | undefined {
  const { tokens } = scene;
  if (isGlued(tokens, at) && tokens[at - 1]?.kind === 'word') return undefined;
  const quantity = readQuantity(scene, at);
  if (quantity === undefined || !(quantity.isPlain || quantity.isWords) || !Number.isInteger(quantity.value)) return undefined;
  if (quantity.value < 1 || quantity.value > 12) return undefined;
  // "at eight thirty"
  const minute = quantity.isWords ? readQuantity(scene, quantity.next) : undefined;
  if (
    minute?.isWords === true &&
    Number.isInteger(minute.value) &&
    minute.value >= 5 &&
    minute.value < 60 &&
    isEndOfTime(scene, minute.next)
  )
    return readPartAfter(scene, { minutes: quantity.value * 60 + minute.value, isHalfDay: true, next: minute.next });
  if (!isEndOfTime(scene, quantity.next)) return undefined;
  return readPartAfter(scene, { minutes: quantity.value * 60, isHalfDay: true, next: quantity.next });
}

function isEndOfTime(scene: Scene, at: number): boolean {
  const after = scene.tokens[at];
  if (after === undefined) return true;
  if (after.kind === 'mark')
    return (
      /^[,.?!;)]$/.test(after.text) &&
      !(isGlued(scene.tokens, at) && scene.tokens[at + 1]?.kind === 'digits' && isGlued(scene.tokens, at + 1))
    );
  return /^(?:today|tomorrow|tmrw|tonight|on|in|from|for|please|sharp|this|next|and|or|if|to|with|because|so|but|at|then|ko|को|tak|तक|aaj|kal|parso|आज|कल|parson|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/.test(
    after.text,
  );
}

/** Reads "in the evening", शाम को: a part of the day alone, where it is not a greeting. */
function readPartAlone(scene: Scene, at: number): TimeReading | undefined {
  const part = readPartPhrase(scene, at);
  if (part !== undefined && /^(?:in|at)$/.test(textAt(scene.tokens, at)))
    return { minutes: minutesOfPart[part.part], isHalfDay: false, ...part };
  const hindi = hindiParts.get(textAt(scene.tokens, at));
  if (hindi === undefined || /^(?:शुभ|shubh)$/.test(textAt(scene.tokens, at - 1))) return undefined;
  return {
    minutes: minutesOfPart[hindi],
    isHalfDay: false,
    part: hindi,
    next: skipPhrase(scene.tokens, at + 1, ['को', 'ko', 'में', 'mein']) ?? at + 1,
  };
}
