import { type Day, partsOf, presentDay } from './calendar.ts';
import { readDay } from './date.ts';
import type { Reading, Scene } from './scene.ts';
import {
  minutesOfPart,
  type PartOfDay,
  placeInPart,
  presentMinutes,
  readBareHour,
  readClock,
  readPart,
  settleTime,
  type TimeReading,
} from './time.ts';
import { isGlued, skipPhrase, textAt } from './tokens.ts';
import { toIsoInstant } from './zone.ts';

/** A day with a time or a part of it: "tomorrow at 5pm", "5pm tomorrow", "tonight", "कल शाम 5 बजे", "now". */
export function readDateTime(scene: Scene, at: number): Reading | undefined {
  const { tokens, today } = scene;
  const now = skipPhrase(tokens, at, ['now', 'right now', 'just now', 'अभी', 'abhi', 'इसी समय']);
  if (now !== undefined) {
    // "Now" opens many sentences without being about time.
    return at === 0 && now < tokens.length && textAt(tokens, at) === 'now' ? undefined : present(scene, today, scene.nowMinutes, now);
  }
  return readDayFirst(scene, at) ?? readTimeFirst(scene, at);
}

const dayParts: readonly (readonly [readonly string[], PartOfDay])[] = [
  [['tonight', 'to night', 'this night'], 'night'],
  [['this morning'], 'morning'],
  [['this afternoon'], 'afternoon'],
  [['this evening'], 'evening'],
];

function readDayPart(scene: Scene, at: number): { part: PartOfDay; next: number } | undefined {
  for (const [phrases, part] of dayParts) {
    const next = skipPhrase(scene.tokens, at, phrases);
    if (next !== undefined) return { part, next };
  }
  return undefined;
}

function readDayFirst(scene: Scene, at: number): Reading | undefined {
  const { tokens, today } = scene;
  const dayPart = readDayPart(scene, at);
  const read = dayPart === undefined ? readDay(scene, at) : { day: today, next: dayPart.next };
  if (read === undefined) return undefined;
  const { day } = read;
  const joined = skipJoin(scene, read.next);
  const later = dayPart ?? readPart(scene, joined);
  const afterPart = dayPart !== undefined ? joined : later === undefined ? joined : skipJoin(scene, later.next);
  const isTimeSaid =
    afterPart > (later?.next ?? read.next) &&
    /^(?:at|around|by|about|@|approximately|from|after|before)$/.test(textAt(tokens, afterPart - 1));
  const isGluedT = textAt(tokens, read.next) === 't' && isGlued(tokens, read.next) && isGlued(tokens, read.next + 1);
  const time =
    readClock(scene, isGluedT ? read.next + 1 : afterPart) ??
    (later === undefined ? undefined : readClock(scene, joined)) ??
    (isTimeSaid ? readBareHour(scene, afterPart) : undefined);
  if (time !== undefined) {
    const placed = later === undefined || time.part !== undefined ? time : placeInPart(time, later.part);
    return present(scene, day, settle(scene, day, placed), placed.next);
  }
  return later === undefined ? undefined : present(scene, day, minutesOfPart[later.part], later.next, later.part);
}

function readTimeFirst(scene: Scene, at: number): Reading | undefined {
  const { tokens } = scene;
  const clock = readClock(scene, at);
  const time = clock ?? (/^(?:at|by|around|@|for|until|till)$/.test(textAt(tokens, at - 1)) ? readBareHour(scene, at) : undefined);
  if (time === undefined) return undefined;
  const joined = skipPhrase(tokens, time.next, [', on', 'on', ',', 'on the', 'of']) ?? time.next;
  const dayPart = readDayPart(scene, joined);
  const start = dayPart === undefined && textAt(tokens, joined - 1) === 'the' ? joined - 1 : joined;
  const read = dayPart === undefined ? readDay(scene, start) : { day: scene.today, next: dayPart.next };
  if (read === undefined) return undefined;
  const later = dayPart ?? readPart(scene, read.next);
  const placed = later === undefined || time.part !== undefined ? time : placeInPart(time, later.part);
  return present(scene, read.day, settle(scene, read.day, placed), later?.next ?? read.next);
}

const settle = (scene: Scene, day: Day, time: TimeReading) => settleTime(time, day === scene.today ? scene.nowMinutes : undefined);

function skipJoin(scene: Scene, at: number): number {
  return (
    skipPhrase(scene.tokens, at, [
      'at',
      'around',
      'by',
      'about',
      '@',
      ',',
      ', at',
      'at around',
      'at about',
      'from',
      'after',
      'before',
      'को',
      'ko',
      'के',
      'ke',
      'की',
      'ki',
      'in the',
      '-',
    ]) ?? at
  );
}

function present(scene: Scene, day: Day, minutes: number, next: number, part?: PartOfDay): Reading {
  const { year, month, dayOfMonth } = partsOf(day);
  const wall = { year, month, day: dayOfMonth, hour: Math.floor(minutes / 60), minute: minutes % 60 };
  const data = { iso: toIsoInstant(wall, scene.timeZone), date: presentDay(day), time: presentMinutes(minutes) };
  return { next, value: `${presentDay(day)} ${presentMinutes(minutes)}`, data: part === undefined ? data : { ...data, part } };
}
