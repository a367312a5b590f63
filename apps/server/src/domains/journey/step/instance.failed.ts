import type { Instance } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { notify } from '../../account/door.ts';
import { listOwners } from '../document/journey.repository.ts';
import type { RunningVersion } from '../row/instance.versions.ts';
import { insertFailures } from './step.repository.ts';

export type Failed = { running: RunningVersion; instance: Instance; error: string };

/** The node of its own stream at which a walk has failed, by the name that people have given it. */
function nodeOf({ running, instance }: Failed): { id: string; name: string } {
  const id = instance.frames[0]?.node ?? '';
  const node = running.compiled.main.nodes.get(id);
  return { id, name: node?.name || id };
}

/**
 * Tells the owners of a stream that walks fail in it where no exit is for that: once for stream, node and hour, however many do.
 * Source: journeys.md 2, Error without exit.
 */
export async function tellFailures(ctx: EnterpriseContext, tx: Tx, failed: readonly Failed[]): Promise<void> {
  if (failed.length === 0) return;
  const { enterpriseId } = ctx;
  const now = ctx.now();
  const hour = now.toISOString().slice(0, 13);
  const byKey = new Map(failed.map((one) => [`failed ${one.running.journeyId} ${nodeOf(one).id} ${hour}`, one]));
  // Sorts the keys everywhere: two batches that fail at the same nodes would otherwise wait for each other.
  for (const requestKey of await insertFailures(tx, enterpriseId, [...byKey.keys()].sort(), now)) {
    const one = byKey.get(requestKey) as Failed;
    const { journeyId, name: stream } = one.running;
    await notify(ctx, tx, await listOwners(tx, enterpriseId, journeyId), {
      kind: 'stream_failed',
      code: 'stream.failed',
      values: { stream, node: nodeOf(one).name, reason: one.error },
      link: `/journey/monitor?journeyId=${journeyId}&state=FAILED`,
      cause: requestKey,
    });
  }
}
