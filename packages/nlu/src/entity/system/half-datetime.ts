import { toOriginalSpan } from '../aligned-text.ts';
import { chooseMatches } from '../match.ts';
import { type Day, presentDay } from './calendar.ts';
import { readDay } from './date.ts';
import { readDateRange } from './date-range.ts';
import { type Scene, type SystemContext, setScene } from './scene.ts';
import { minutesOfPart, presentMinutes, readBareHour, readClock, readPart, settleTime, type TimeReading } from './time.ts';
import { textAt } from './tokens.ts';

/** The day of a day with a time, or its time. */
export type HalfDateTime = { entity: 'sys.date' | 'sys.time'; start: number; end: number; text: string; value: string };

export type HalfOptions = {
  /** '2026-11-24', when it is known already: "at 5" is then five o'clock of that day. */
  date?: string | undefined;
  /** The question was for this, so a number alone may be an hour. */
  isAsked: boolean;
};

const longestAnswer = 5; // tokens: more are a sentence, in which a number counts something

/**
 * Finds moments that a text names in part: the day ("tomorrow", "on Monday", "next week", which is its first day) or the time ("at 5", "शाम
 * को"). A text may hold both apart from each other; the first of each counts.
 * @throws RangeError when the time zone is not known
 */
export function findHalfDateTimes(text: string, context: SystemContext, { date, isAsked }: HalfOptions): HalfDateTime[] {
  const scene = setScene(text, context);
  const days = chooseMatches(scene.tokens.flatMap((_token, at) => toCandidate(scene, 'sys.date', at, readWhichDay(scene, at))));
  const [day] = days;
  const known = day?.value ?? date;
  const after = known === presentDay(scene.today) ? scene.nowMinutes : undefined;
  const times = scene.tokens.flatMap((_token, at) => {
    const time = readWhichTime(scene, at, isAsked);
    if (time === undefined) return [];
    const value = presentMinutes(settleTime(time, known === undefined ? scene.nowMinutes : after));
    return toCandidate(scene, 'sys.time', at, { next: time.next, value });
  });
  // "the 5th" is no five o'clock
  const [time] = chooseMatches(times.filter(({ match }) => days.every(({ start, end }) => match.end <= start || match.start >= end)));
  return [day, time].filter((half) => half !== undefined);
}

type Half = { next: number; value: string };

function readWhichDay(scene: Scene, at: number): Half | undefined {
  const day = readDay(scene, at);
  if (day !== undefined) return { next: day.next, value: presentDay(day.day) };
  const range = readDateRange(scene, at);
  const from = range?.data?.from;
  // "this week" has begun before today
  return range === undefined || typeof from !== 'string' ? undefined : { next: range.next, value: laterOf(from, scene.today) };
}

const laterOf = (date: string, today: Day): string => (date < presentDay(today) ? presentDay(today) : date);

function readWhichTime(scene: Scene, at: number, isAsked: boolean): TimeReading | undefined {
  const { tokens } = scene;
  const isAfterWord = /^(?:at|by|around|about|until|till|after|before|@)$/.test(textAt(tokens, at - 1));
  const clock = readClock(scene, at) ?? (isAfterWord || (isAsked && tokens.length <= longestAnswer) ? readBareHour(scene, at) : undefined);
  if (clock !== undefined) return clock;
  const part = readPart(scene, at);
  // "good morning" is a greeting
  const isGreeting = /^(?:good|शुभ|shubh)$/.test(textAt(tokens, at - 1));
  return part === undefined || isGreeting ? undefined : { minutes: minutesOfPart[part.part], isHalfDay: false, ...part };
}

function toCandidate(scene: Scene, entity: HalfDateTime['entity'], at: number, half: Half | undefined) {
  const token = scene.tokens[at];
  if (half === undefined || token === undefined) return [];
  const span = toOriginalSpan(scene.aligned, token.start, scene.tokens[half.next - 1]?.end ?? token.end);
  return [{ match: { entity, ...span, value: half.value }, likeness: 1, rank: 0 }];
}
