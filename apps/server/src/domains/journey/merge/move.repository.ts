import type { Instance } from '@parley/journey';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { LiveRow } from '../row/instance.repository.ts';

/** Finds the next walks that are in an older version of a stream. @param after id of the last one that was looked at */
export const findOlder = (
  tx: Read,
  enterpriseId: string,
  { journeyId, version, after, most }: { journeyId: string; version: number; after: string; most: number },
): Promise<LiveRow[]> =>
  tx
    .selectFrom('journeyLive')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .where('version', '<', version)
    .where('instanceId', '>', after)
    .orderBy('instanceId')
    .limit(most)
    .execute();

/** A walk as it goes on in another version. @property former its version before; @property node_no where it stands; null: nowhere */
type MovedRow = { instance_id: string; started_at: Date; former: number; turn: number; node_no: number | null; instance: Instance };

/** Writes walks with the version that they go on in, and the move as one of their turns; what they have counted moves with them. */
export async function writeMoved(tx: Tx, enterpriseId: string, version: number, rows: readonly MovedRow[], now: Date): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (instance_id uuid, started_at timestamptz, former int, turn int, node_no int, instance jsonb)),
    written as (
      update journey_instances i set version = ${version}, instance = g.instance, turn = g.turn, changed_at = ${now} from given g
      where i.enterprise_id = ${enterpriseId} and i.instance_id = g.instance_id and i.started_at = g.started_at returning i.*, g.former, g.node_no as standing),
    seated as (
      update journey_live l set version = ${version} from given g where l.enterprise_id = ${enterpriseId} and l.instance_id = g.instance_id),
    told as (
      insert into journey_turns (enterprise_id, instance_id, turn, at, input, visits)
      select ${enterpriseId}, g.instance_id, g.turn, ${now}, jsonb_build_object('kind', 'move', 'text', g.former::text), '[]' from given g)
    -- Whoever has moved counts as started where they will end, and as having entered their node where they will leave it.
    insert into journey_count_changes (enterprise_id, journey_id, version, hour, channel_id, environment, what, node_no, count)
    select enterprise_id, journey_id, v.version, date_bin('15 minutes', started_at, 'epoch'), channel_id, environment, w.what, w.node_no, v.change
    from written
    cross join lateral (values (former, -1), (version, 1)) v(version, change)
    cross join lateral (values ('started', 0), ('entered', standing)) w(what, node_no)
    where w.node_no is not null`.execute(tx);
}
