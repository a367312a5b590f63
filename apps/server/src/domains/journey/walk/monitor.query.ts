import type { JourneyInstance, JourneyInstanceState, WalkFilter } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { type Reading, readingOf, shownAddress, shownName } from '../../customer/door.ts';
import { walkConditions } from './monitor.filter.ts';

export type InstanceFilter = WalkFilter & { from: number; perPage: number };
const mostShown = 200;
/** Customers that a search means; for an act it means all of them. */
const mostFound = 200;

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
export async function readListed(
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

const present = (row: Listed, eyes: Reading): JourneyInstance => ({
  id: row.instanceId,
  journeyId: row.journeyId,
  journeyName: row.journeyName ?? '',
  version: row.version,
  customerId: row.customerId,
  customerName: shownName(row.customerName ?? '', eyes),
  address: shownAddress(row.address, eyes),
  channelId: row.channelId,
  channelName: row.channelName ?? '',
  channelType: row.channelType ?? 0,
  state: row.state,
  reason: row.reason,
  outcome: row.outcome,
  node: row.nodeId ?? '',
  nodeName: row.nodeName ?? '',
  nodeType: row.nodeType ?? '',
  startedOn: row.startedAt.toISOString(),
  since: row.changedAt.toISOString(),
  endedOn: row.endedAt?.toISOString() ?? '',
  dueOn: row.dueAt?.toISOString() ?? '',
  lastError: row.lastError,
});

/** Read by index: those of a customer, of a stream, or all down their time. Nothing is counted that is not shown. */
export function listInstances(ctx: Ctx, filter: InstanceFilter): Promise<{ instances: JourneyInstance[]; more: boolean }> {
  const { enterpriseId } = ctx;
  const eyes = readingOf(ctx.actor);
  const limit = filter.perPage === -1 ? mostShown : filter.perPage;
  return ctx.read(async (tx) => {
    const conditions = await walkConditions(ctx, tx, filter, mostFound);
    const rows = await readListed(tx, enterpriseId, conditions, { from: filter.from, limit: limit + 1 });
    return { instances: rows.slice(0, limit).map((row) => present(row, eyes)), more: rows.length > limit };
  });
}

export const instanceNotFound = () => new DomainError('journey.instance_not_found', 'No such walk.', {});

/** @throws DomainError journey.instance_not_found */
export async function readInstance(ctx: Ctx, tx: Read, instanceId: string): Promise<JourneyInstance> {
  const [row] = await readListed(tx, ctx.enterpriseId, [sql`i.instance_id = ${instanceId}`], { from: 0, limit: 1 });
  if (!row) throw instanceNotFound();
  return present(row, readingOf(ctx.actor));
}
