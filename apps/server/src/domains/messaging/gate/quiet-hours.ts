import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { readTimeZone } from '../../account/door.ts';
import { readSendingSettings } from '../blacklist/settings.service.ts';
import { afterAllQuietHours, afterQuietHours, type QuietHours } from './gate.ts';
import { zonesOf } from './zones.ts';

/** Quiet hours of a run, which are kept in each recipient's zone; null: the enterprise's, in its own. */
export type RunHours = { from: string; to: string } | null;
/** The quiet hours of the enterprise's settings, in its zone. */
export type OwnHours = { hours: QuietHours; timeZone: string };

export async function readOwnHours(tx: Read, enterpriseId: string): Promise<OwnHours> {
  const [{ quietHours: hours }, timeZone] = await Promise.all([readSendingSettings(tx, enterpriseId), readTimeZone(tx, enterpriseId)]);
  return { hours, timeZone };
}

/**
 * Returns the time at which marketing may leave: now, or at the end of the quiet hours. @param zones where the recipient may live; none: as
 * the enterprise
 */
export type QuietClock = (runHours: RunHours, zones: readonly string[]) => Date;

export function createQuietClock({ hours, timeZone }: OwnHours, now: Date): QuietClock {
  const ends = new Map<string, Date>();
  return (runHours, zones) => {
    const places = runHours === null || zones.length === 0 ? [timeZone] : zones;
    const key = runHours === null ? '' : `${runHours.from} ${runHours.to} ${places.join(' ')}`;
    const known = ends.get(key);
    if (known) return known;
    const end = runHours === null ? afterQuietHours(now, hours, timeZone) : afterAllQuietHours(now, { isOn: true, ...runHours }, places);
    ends.set(key, end);
    return end;
  };
}

/** Returns the end of the quiet hours that apply now by the enterprise's clock: its own, or those of a plan; null: there are none now. */
export async function quietNow(tx: Tx, enterpriseId: string, planHours: RunHours, now: Date): Promise<Date | null> {
  const until = createQuietClock(await readOwnHours(tx, enterpriseId), now)(planHours, []);
  return until > now ? until : null;
}

type Waiting = { address: string; customerId: string | null };

/** Finds the time until which marketing to these people has to wait; people who may get it now are absent. */
export async function findQuiet<R extends Waiting>(
  tx: Tx,
  enterpriseId: string,
  own: OwnHours,
  rows: readonly { row: R; runHours: RunHours }[],
  now: Date,
): Promise<Map<R, Date>> {
  const clock = createQuietClock(own, now);
  const personal = rows.filter(({ runHours }) => runHours !== null);
  const zones = await readZones(
    tx,
    enterpriseId,
    personal.flatMap(({ row }) => row.customerId ?? []),
  );
  return new Map(
    rows.flatMap(({ row, runHours }): [R, Date][] => {
      const places = runHours === null ? [] : zonesOf(row.address, zones.get(row.customerId ?? '') ?? '', now);
      const until = clock(runHours, places);
      return until > now ? [[row, until]] : [];
    }),
  );
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
