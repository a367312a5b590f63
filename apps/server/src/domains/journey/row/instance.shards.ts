import { giveBackLeases, installationId, takeLeases } from '#platform/jobs/lease.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';

/** Lease time of a shard: as long as a worker may be silent, and ten seconds at the most. */
export const holdMs = ({ config }: Pick<Deps, 'config'>): number => Math.min(10_000, config.workerSilenceSeconds * 1000);
/** A shard as the id of a piece of work. */
const idOf = (shard: number): string => `00000000-0000-4000-8000-${String(shard).padStart(12, '0')}`;

/**
 * The shards of waits that this worker looks after; those of a worker that has died are taken over within ten seconds. Leases are for speed
 * alone: two workers at one shard lock the same walks, and the second finds nothing to read.
 */
export const holdShards = (deps: Deps, workerId: string, count: number): Promise<number[]> =>
  enterpriseContext(deps, installationId).transaction(async (tx) => {
    const taken = await takeLeases(
      tx,
      'journey',
      Array.from({ length: count }, (_, shard) => idOf(shard)),
      holdMs(deps),
      workerId,
    );
    return taken.map((id) => Number(id.slice(-12)));
  });

export const leaveShards = (deps: Deps, workerId: string): Promise<void> =>
  enterpriseContext(deps, installationId).transaction((tx) => giveBackLeases(tx, 'journey', workerId));
