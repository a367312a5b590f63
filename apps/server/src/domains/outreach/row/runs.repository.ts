import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';

/** @property isFallback the run is that of its fallback */
export type RunOf = { runId: string; activityId: string; isFallback: boolean };

/** The iterations that runs belong to, by the ids of the runs: an iteration's own run has its id, the one of its fallback another. */
export async function iterationsOf(tx: Read, enterpriseId: string, runIds: readonly string[]): Promise<Map<string, RunOf>> {
  if (runIds.length === 0) return new Map();
  const { rows } = await sql<RunOf>`
    select a.activity_id as run_id, a.activity_id, false as is_fallback from activities a
      where a.enterprise_id = ${enterpriseId} and a.activity_id = any(${[...runIds]}::uuid[])
    union all
    select a.fallback_run_id, a.activity_id, true from activities a
      where a.enterprise_id = ${enterpriseId} and a.fallback_run_id = any(${[...runIds]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.runId, row]));
}

/** The same of one run. */
export const iterationOf = async (tx: Tx, enterpriseId: string, runId: string): Promise<RunOf | undefined> =>
  (await iterationsOf(tx, enterpriseId, [runId])).get(runId);

/** The run of an iteration's fallback: written before it can run, and never changed. */
export async function findFallbackRun(tx: Read, enterpriseId: string, activityId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('activities')
    .select('fallbackRunId')
    .where('enterpriseId', '=', enterpriseId)
    .where('activityId', '=', activityId)
    .executeTakeFirst();
  return row?.fallbackRunId ?? null;
}
