import type { JourneyInstanceState } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';

export type Listed = {
  instanceId: string;
  journeyId: string;
  journeyName: string | null;
  version: number;
  customerId: string;
  customerName: string | null;
  address: string;
  channelId: string;
  channelName: string | null;
  channelType: number | null;
  state: JourneyInstanceState;
  reason: string;
  outcome: string;
  nodeId: string | null;
  nodeName: string | null;
  nodeType: string | null;
  startedAt: Date;
  changedAt: Date;
  endedAt: Date | null;
  dueAt: Date | null;
  lastError: string;
};

/** Walks with what a list shows of them, the newest first: their ids begin with the time of their start. */
export async function findListedWalks(
  tx: Read,
  enterpriseId: string,
  conditions: readonly RawBuilder<unknown>[],
  { from, limit }: { from: number; limit: number },
): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select i.instance_id, i.journey_id, j.name as journey_name, i.version, i.customer_id, p.name as customer_name, i.address, i.channel_id,
      c.name as channel_name, c.type as channel_type, i.state, i.reason, i.outcome, n.node_id, n.name as node_name, n.type as node_type,
      i.started_at, i.changed_at, i.ended_at, w.due_at, i.last_error
    from (select * from journey_instances i where ${sql.join(
      [sql`i.enterprise_id = ${enterpriseId}`, ...conditions],
      sql` and `,
    )} order by i.started_at desc, i.instance_id desc limit ${limit} offset ${from}) i
      left join journeys j on j.enterprise_id = i.enterprise_id and j.journey_id = i.journey_id
      left join customers p on p.enterprise_id = i.enterprise_id and p.customer_id = i.customer_id
      left join channels c on c.enterprise_id = i.enterprise_id and c.channel_id = i.channel_id
      left join journey_nodes n on n.enterprise_id = i.enterprise_id and n.journey_id = i.journey_id and n.node_no = i.node_no
      left join journey_waits w on w.enterprise_id = i.enterprise_id and w.instance_id = i.instance_id and not w.is_held
    order by i.started_at desc, i.instance_id desc`.execute(tx);
  return rows;
}

/** Holds those of these walks in their place that go on, in the order of their ids. */
export async function lockGoing(tx: Tx, enterpriseId: string, instanceIds: readonly string[]): Promise<void> {
  await sql`select from journey_live where enterprise_id = ${enterpriseId} and instance_id = any(${instanceIds}::uuid[]) order by instance_id for key share`.execute(
    tx,
  );
}

type Standing = { instanceId: string; isLive: boolean; isSuspended: boolean; isHeld: boolean };

/** Finds which of these walks go on, and what holds them. */
export async function findStanding(
  tx: Read,
  enterpriseId: string,
  walks: readonly Pick<Listed, 'instanceId' | 'journeyId'>[],
): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select i.instance_id, l.instance_id is not null as is_live, coalesce(l.is_suspended, false) as is_suspended, coalesce(j.state = 'PAUSED', false) as is_held
    from unnest(${walks.map(({ instanceId }) => instanceId)}::uuid[], ${walks.map(({ journeyId }) => journeyId)}::uuid[]) i(instance_id, journey_id)
    left join journey_live l on l.enterprise_id = ${enterpriseId} and l.instance_id = i.instance_id
    left join journeys j on j.enterprise_id = ${enterpriseId} and j.journey_id = i.journey_id`.execute(tx);
  return rows;
}

/** Finds walks by their ids with what a list shows of them. */
export const findListedWalksByIds = (tx: Read, enterpriseId: string, instanceIds: readonly string[]): Promise<Listed[]> =>
  findListedWalks(tx, enterpriseId, [sql`i.instance_id = any(${instanceIds}::uuid[])`], { from: 0, limit: instanceIds.length });

/** Finds a walk with what a list shows of it. */
export async function findListedWalk(tx: Read, enterpriseId: string, instanceId: string): Promise<Listed | undefined> {
  const [row] = await findListedWalks(tx, enterpriseId, [sql`i.instance_id = ${instanceId}`], { from: 0, limit: 1 });
  return row;
}
