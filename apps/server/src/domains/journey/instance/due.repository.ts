import { sql } from 'kysely';
import type { Db, Read } from '#platform/db/database.ts';

export type DueWalk = { enterpriseId: string; instanceId: string };

/** Finds walks of all enterprises whose wait is over, in these shards. */
export async function findDueWaits(db: Read, shards: readonly number[], now: Date, most: number): Promise<DueWalk[]> {
  const { rows } = await sql<DueWalk>`select * from due_journey_waits(${shards}::smallint[], ${now}, ${most})`.execute(db);
  return rows;
}

/** Finds walks of all enterprises with something to read that came in before then: its wake was lost. */
export async function findUnreadInputs(db: Read, before: Date, most: number): Promise<DueWalk[]> {
  const { rows } = await sql<DueWalk>`select * from waiting_journey_inputs(${before}, ${most})`.execute(db);
  return rows;
}

/** Finds walks of all enterprises that have waited for another stream as long as they may. */
export async function findBusyWalks(db: Read, now: Date, most: number): Promise<DueWalk[]> {
  const { rows } = await sql<DueWalk>`select * from busy_journey_walks(${now}, ${most})`.execute(db);
  return rows;
}

/** Adds the newest changes of figures up, into their hours. */
export async function foldCounts(db: Db, most: number): Promise<void> {
  await sql`select fold_journey_counts(${most})`.execute(db);
}

/** Adds figures of past hours up, into their days. @returns how many */
export async function foldCountsToDays(db: Db, now: Date, most: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`select fold_journey_days(${now}, ${most}) as folded`.execute(db);
  return rows[0]?.folded ?? 0;
}

/** Makes the coming months of walks and turns, and removes what is kept for days alone. */
export async function tendJourneys(db: Db): Promise<void> {
  await sql`select tend_journeys()`.execute(db);
}

/** Removes turns and walks whose months are over. */
export async function forgetJourneys(db: Db, now: Date): Promise<void> {
  await sql`select forget_journeys(${now})`.execute(db);
}
