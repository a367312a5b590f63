import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { TracedVisit } from '../inbox/instance.trace.ts';
import type { RunningVersion } from '../row/instance.versions.ts';
import type { PastWalk } from './replay.compare.ts';

/** Walks of a version that began since then. */
const begun = (enterpriseId: string, { journeyId, version }: RunningVersion, since: Date) => sql`
  journey_instances i where i.enterprise_id = ${enterpriseId} and i.journey_id = ${journeyId} and i.version = ${version}
    and i.started_at >= ${since} and i.turn > 0`;

export async function countWalks(tx: Read, enterpriseId: string, running: RunningVersion, since: Date): Promise<number> {
  const { rows } = await sql<{ walks: number }>`select count(*)::int as walks from ${begun(enterpriseId, running, since)}`.execute(tx);
  return rows[0]?.walks ?? 0;
}

/** The last one that was read. */
export type Place = { startedAt: Date; instanceId: string };

type Row = Place & {
  customerId: string;
  channelId: string;
  address: string;
  state: string;
  endedAt: Date | null;
  type: number | null;
  vendor: string | null;
};

export async function findTurns(
  tx: Read,
  enterpriseId: string,
  ids: readonly string[],
  since: Date,
): Promise<Map<string, PastWalk['turns']>> {
  const { rows } = await sql<{ instanceId: string; kind: string; visits: TracedVisit[] }>`
    select instance_id, input->>'kind' as kind, visits from journey_turns
    where enterprise_id = ${enterpriseId} and instance_id = any(${[...ids]}::uuid[]) and at >= ${since} order by instance_id, turn`.execute(
    tx,
  );
  return Map.groupBy(rows, ({ instanceId }) => instanceId);
}

/** Finds the next walks, the newest first, each with the type and vendor of its channel. */
export async function findWalks(
  tx: Read,
  enterpriseId: string,
  running: RunningVersion,
  { since, after, most }: { since: Date; after: Place | undefined; most: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select w.*, c.type, c.vendor from (
      select i.enterprise_id, i.instance_id, i.started_at, i.customer_id, i.channel_id, i.address, i.state, i.ended_at
      from ${begun(enterpriseId, running, since)}
        ${after ? sql`and (i.started_at, i.instance_id) < (${after.startedAt}, ${after.instanceId}::uuid)` : sql``}
      order by i.started_at desc, i.instance_id desc limit ${most}) w
    left join channels c on c.enterprise_id = w.enterprise_id and c.channel_id = w.channel_id
    order by w.started_at desc, w.instance_id desc`.execute(tx);
  return rows;
}
