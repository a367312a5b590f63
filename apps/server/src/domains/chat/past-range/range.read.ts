import type { ScenarioReasonTold } from '@parley/contract';
import { type Held, joinSpans, keyOf, limitOf, type Person, type Recorded, type Records, type Span } from '@parley/routing/replay';
import type { Read } from '#platform/db/database.ts';
import { toLocal } from '#platform/zone/local-time.ts';
import { addDays, startOfDay } from '#platform/zone/zone-days.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findHours, isCalendarChangedSince } from '../../account/door.ts';
import { findFilledSince } from '../course/facts.repository.ts';
import { type DeskRow, readDesks } from '../router/situation.repository.ts';
import { toRecorded } from './range.chats.ts';
import { reasonsOf } from './range.reasons.ts';
import {
  listChats,
  listFallbacks,
  listOffers,
  listPresence,
  listSaves,
  listSpells,
  type Range,
  type SettingsSave,
  type SpellOfRange,
} from './range.repository.ts';
import { configAt, fallbacksOf, isChangedWithin, openSpans, ownLimitAt, rulesOf } from './range.rules.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A chat that waits for an opening finds it within so many days. */
const hoursBehindMs = 15 * dayMs;
const hundredths = 100;

/** Facts that the replay of a range needs, and why nothing is told of some departments. */
export type RangeRead = { records: Records; found: Map<string, ScenarioReasonTold[]> };

/** Days by the enterprise's clocks, both of them whole. */
type AskedRange = { fromDate: string; toDate: string; departments: string[] };

/** Reads a range of one moment: the arrivals of the whole enterprise, since agents serve several departments. */
export async function readRange(tx: Read, ctx: EnterpriseContext, row: AskedRange): Promise<RangeRead> {
  const { enterpriseId } = ctx;
  const zone = await ctx.readTimeZone(tx);
  const range = rangeOf(enterpriseId, row, zone);
  const [chats, spells, offers] = [await listChats(tx, range), await listSpells(tx, range), await listOffers(tx, range)];
  const [saves, desks, presence] = [
    await listSaves(tx, enterpriseId),
    await readDesks(tx, enterpriseId, 'all'),
    await listPresence(tx, range),
  ];
  const recorded = toRecorded(chats, spells, offers, range, ctx.now());
  const keys = new Set(['', ...row.departments, ...recorded.chats.map(({ departmentId }) => keyOf(departmentId))]);
  const departments = await readRules(tx, enterpriseId, [...keys], saves, range);
  const limits = limitsOf(saves, desks, range.from);
  const people = peopleOf(desks, presence, limits);
  const records: Records = {
    from: range.from.getTime(),
    until: range.until.getTime(),
    ...clocksOf(range, zone),
    chats: recorded.chats,
    people,
    fixed: fixedOf(spells, recorded.chats, ctx.now()),
    departments,
    rampPerMinute: configAt(saves, '', range.from).rampPerMinute,
    ...limits,
  };
  const [filledSince, isCalendarChanged] = [
    await findFilledSince(tx, enterpriseId),
    await isCalendarChangedSince(tx, enterpriseId, range.from),
  ];
  const byUser = new Map(people.map((person) => [person.userId, person]));
  const told = row.departments.map((key): [string, ScenarioReasonTold[]] => [
    key,
    reasonsOf({
      config: configAt(saves, key, range.from),
      chats: recorded.chats.filter(({ departmentId }) => keyOf(departmentId) === key),
      people: byUser,
      byHand: recorded.byHand,
      isSettingChanged: isChangedWithin(saves, key, range.from, range.until),
      isCalendarChanged,
      isIncomplete: filledSince !== undefined && filledSince !== null && filledSince > range.from,
      all: recorded.chats.length,
    }),
  ]);
  return { records, found: new Map(told) };
}

const rangeOf = (enterpriseId: string, { fromDate, toDate }: AskedRange, zone: string): Range => ({
  enterpriseId,
  first: fromDate,
  last: toDate,
  from: startOfDay(fromDate, zone),
  until: startOfDay(addDays(toDate, 1), zone),
});

/** The hour of the day of each hour of the range, and its days. */
function clocksOf({ first, last, from, until }: Range, zone: string): Pick<Records, 'hourOfDay' | 'days'> {
  const days: { from: number; weekday: number }[] = [];
  for (let day = first; day <= last; day = addDays(day, 1))
    days.push({ from: startOfDay(day, zone).getTime(), weekday: new Date(`${day}T00:00:00Z`).getUTCDay() || 7 });
  const hours = Math.ceil((until.getTime() - from.getTime()) / hourMs);
  return {
    days,
    hourOfDay: Array.from({ length: hours }, (_, hour) => Number(toLocal(new Date(from.getTime() + hour * hourMs), zone).slice(11, 13))),
  };
}

async function readRules(
  tx: Read,
  enterpriseId: string,
  keys: readonly string[],
  saves: readonly SettingsSave[],
  { from, until }: Range,
): Promise<Records['departments']> {
  const next = new Map((await listFallbacks(tx, enterpriseId)).map(({ departmentId, fallbackId }) => [departmentId, fallbackId]));
  const rules: [string, Records['departments'][string]][] = [];
  for (const key of keys) {
    const hours = await findHours(tx, enterpriseId, key === '' ? null : key);
    const open = hours ? openSpans(hours, from.getTime() - dayMs, until.getTime() + hoursBehindMs) : null;
    rules.push([key, rulesOf(configAt(saves, key, from), open, fallbacksOf(key, next))]);
  }
  return Object.fromEntries(rules);
}

type Limits = Pick<Records, 'limits' | 'usualLimit'>;

function limitsOf(saves: readonly SettingsSave[], desks: readonly DeskRow[], at: Date): Limits {
  const ids = new Set(desks.flatMap(({ departmentIds }) => departmentIds));
  const own = [...ids].flatMap((id): [string, number][] => {
    const limit = ownLimitAt(saves, id, at);
    return limit === undefined ? [] : [[id, limit * hundredths]];
  });
  return { limits: Object.fromEntries(own), usualLimit: configAt(saves, '', at).maxOpenChats * hundredths };
}

function peopleOf(desks: readonly DeskRow[], presence: readonly { userId: string; from: Date; until: Date }[], limits: Limits): Person[] {
  const online = Map.groupBy(presence, ({ userId }) => userId);
  return desks.map(({ userId, departmentIds, languages, skills, priority, maxChats }) => {
    const person = { userId, departmentIds, languages, skills, priority, ownLimit: maxChats === null ? null : maxChats * hundredths };
    const spans = (online.get(userId) ?? []).map(({ from, until }): Span => [from.getTime(), until.getTime()]);
    return { ...person, limit: limitOf(person, limits), online: joinSpans(spans) };
  });
}

/** Times with chats that are no arrivals of the range: they fill desks as they did. */
function fixedOf(spells: readonly SpellOfRange[], chats: readonly Recorded[], now: Date): Held[] {
  const arrived = new Set(chats.map(({ chatId }) => chatId));
  return spells
    .filter(({ chatId }) => !arrived.has(chatId))
    .map(({ userId, deptId, weight, beganAt, endedAt, suspendedMs }) => {
      const from = beganAt.getTime();
      return { userId, departmentId: deptId, weight, from, until: Math.max(from, (endedAt ?? now).getTime() - suspendedMs) };
    });
}
