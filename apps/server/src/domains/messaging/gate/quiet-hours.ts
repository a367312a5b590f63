import type { SendingSettings } from '@parley/contract';
import { hoursIn } from '@parley/hours';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { readKnownHours, readTimeZone } from '../../account/door.ts';
import { readSendingSettings } from '../blacklist/settings.service.ts';
import { afterAllQuietHours, afterQuietHours, firstAllowed, type QuietHours } from './gate.ts';
import { zonesOf } from './zones.ts';

/** Quiet hours of a run, which are kept in each recipient's zone; null: the enterprise's, in its own. */
export type RunHours = { from: string; to: string } | null;
/** Bounds of the hours in which messages leave: quiet ones for marketing, and the open ones of a calendar for all. */
export type SendingHours = { isMarketing: boolean; quietHours: RunHours; calendarId: string | null };
/**
 * The quiet hours of the enterprise's settings, in its zone, and the hours of calendars that runs name.
 * @property frequencyCap of the same settings
 * @property opensAt null: the calendar is gone, or opens no more
 */
export type OwnHours = {
  hours: QuietHours;
  frequencyCap: SendingSettings['frequencyCap'];
  timeZone: string;
  opensAt: (calendarId: string, at: Date) => Date | null;
};

/** Claims that send by the hours of calendars hold this lock, shared: a save of a calendar waits for those that went by the former hours. */
const turnsOf = (enterpriseId: string) => sql`hashtextextended(${`sending hours ${enterpriseId}`}, 0)`;

/** Waits until each turn that began before is committed. */
export async function awaitSendingTurns(tx: Tx, enterpriseId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${turnsOf(enterpriseId)})`.execute(tx);
}

/** Keeps the hours of calendars as they are for a claim. @returns whether it does: not while a save of a calendar waits for other claims */
export async function tryTurn(tx: Tx, enterpriseId: string): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`select pg_try_advisory_xact_lock_shared(${turnsOf(enterpriseId)}) as is_held`.execute(tx);
  return rows[0]?.isHeld === true;
}

/**
 * Reads the hours. Turns that write by them hold the lock of their run, which a save of a calendar asks for behind its commit.
 * @param calendarIds those that runs name; none: nobody reads hours
 */
export async function readOwnHours(tx: Read, enterpriseId: string, calendarIds: readonly string[] = []): Promise<OwnHours> {
  const [{ quietHours: hours, frequencyCap }, timeZone, known] = await Promise.all([
    readSendingSettings(tx, enterpriseId),
    readTimeZone(tx, enterpriseId),
    readKnownHours(tx, enterpriseId, calendarIds),
  ]);
  const hoursOf = hoursIn(known(null));
  return {
    hours,
    frequencyCap,
    timeZone,
    opensAt(calendarId, at) {
      const opens = hoursOf(calendarId)?.opensAt(at.getTime()) ?? null;
      return opens === null ? null : new Date(opens);
    },
  };
}

/**
 * Returns the time at which a message may leave: now, or when it is neither quiet nor closed; null: never, as long as the calendar stays as it is.
 * @param zones where the recipient may live; none: as the enterprise
 */
export type LeaveClock = (bounds: SendingHours, zones: readonly string[]) => Date | null;

export function createLeaveClock({ hours, timeZone, opensAt }: Omit<OwnHours, 'frequencyCap'>, now: Date): LeaveClock {
  const times = new Map<string, Date | null>();
  return ({ isMarketing, quietHours, calendarId }, zones) => {
    const places = quietHours === null || zones.length === 0 ? [timeZone] : zones;
    const key = JSON.stringify([calendarId, isMarketing && (quietHours ? [quietHours.from, quietHours.to, ...places] : '')]);
    const known = times.get(key);
    if (known !== undefined) return known;
    const afterQuiet = (at: Date): Date => {
      if (!isMarketing) return at;
      return quietHours === null ? afterQuietHours(at, hours, timeZone) : afterAllQuietHours(at, { isOn: true, ...quietHours }, places);
    };
    const time = calendarId === null ? afterQuiet(now) : firstAllowed(now, afterQuiet, (at) => opensAt(calendarId, at));
    times.set(key, time);
    return time;
  };
}

/** A run whose calendar opens no more is held by the program within seconds; until then its messages wait. */
const neverMs = 60_000;

/** Bounds that are the same for all recipients: quiet hours of the run's own are the recipient's, and another one may get it now. */
const commonOf = (bounds: SendingHours): SendingHours => (bounds.quietHours === null ? bounds : { ...bounds, isMarketing: false });

/** Tells whether the hours of a run let anything of it leave at all, however late. */
export const leavesEver = (own: OwnHours, bounds: SendingHours, now: Date): boolean =>
  createLeaveClock(own, now)(commonOf(bounds), []) !== null;

/** Tells whether a recipient of a run never gets it, since the calendar is open within the recipient's quiet hours alone. */
export const isNeverReached = (clock: LeaveClock, bounds: SendingHours, zones: readonly string[]): boolean =>
  clock(bounds, zones) === null && clock(commonOf(bounds), []) !== null;

/** Returns the time until which nothing of a run leaves, whoever gets it; null: something may leave now. */
export function closedUntil(own: OwnHours, bounds: SendingHours, now: Date): Date | null {
  const time = createLeaveClock(own, now)(commonOf(bounds), []);
  if (time === null) return new Date(now.getTime() + neverMs);
  return time > now ? time : null;
}

type Waiting = { address: string; customerId: string | null };

/**
 * Finds the time until which messages to these people have to wait; people who may get them now are absent.
 * @returns `never` those whom their hours never reach
 */
export async function findQuiet<R extends Waiting>(
  tx: Tx,
  enterpriseId: string,
  own: OwnHours,
  rows: readonly { row: R; bounds: SendingHours }[],
  now: Date,
): Promise<{ until: Map<R, Date>; never: ReadonlySet<R> }> {
  const clock = createLeaveClock(own, now);
  const isPersonal = ({ isMarketing, quietHours }: SendingHours) => isMarketing && quietHours !== null;
  const personal = rows.filter(({ bounds }) => isPersonal(bounds));
  const zones = await readZones(
    tx,
    enterpriseId,
    personal.flatMap(({ row }) => row.customerId ?? []),
  );
  const until = new Map<R, Date>();
  const never = new Set<R>();
  for (const { row, bounds } of rows) {
    const places = isPersonal(bounds) ? zonesOf(row.address, zones.get(row.customerId ?? '') ?? '', now) : [];
    if (isNeverReached(clock, bounds, places)) never.add(row);
    else {
      const time = clock(bounds, places) ?? new Date(now.getTime() + neverMs);
      if (time > now) until.set(row, time);
    }
  }
  return { until, never };
}

/** The zones that the phone book says of customers. */
async function readZones(tx: Tx, enterpriseId: string, customerIds: readonly string[]): Promise<Map<string, string>> {
  if (customerIds.length === 0) return new Map();
  const { rows } = await sql<{ customerId: string; timeZone: string }>`
    select customer_id, profile->>'timeZone' as time_zone from customers
    where enterprise_id = ${enterpriseId} and customer_id = any(${[...new Set(customerIds)]}::uuid[]) and coalesce(profile->>'timeZone', '') <> ''`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.customerId, row.timeZone]));
}
