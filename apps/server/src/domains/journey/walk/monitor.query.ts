import type { JourneyInstance, WalkFilter } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { type Reading, readingOf, shownAddress, shownName } from '../../customer/door.ts';
import { walkConditions } from './monitor.filter.ts';
import { findListedWalk, findListedWalks, type Listed } from './walk.repository.ts';

export type InstanceFilter = WalkFilter & { from: number; perPage: number };
const mostShown = 200;
/** Customers that a search means; for an act it means all of them. */
const mostFound = 200;

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
    const rows = await findListedWalks(tx, enterpriseId, conditions, { from: filter.from, limit: limit + 1 });
    return { instances: rows.slice(0, limit).map((row) => present(row, eyes)), more: rows.length > limit };
  });
}

export const instanceNotFound = () => new DomainError('journey.instance_not_found', 'No such walk.', {});

/** @throws DomainError journey.instance_not_found */
export async function readInstance(ctx: Ctx, tx: Read, instanceId: string): Promise<JourneyInstance> {
  const row = await findListedWalk(tx, ctx.enterpriseId, instanceId);
  if (!row) throw instanceNotFound();
  return present(row, readingOf(ctx.actor));
}
