import type { Read } from '#platform/db/database.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { windowEnd } from '../../messaging/door.talk.ts';
import { readPast } from '../inbox/instance.past.ts';
import type { RunningVersion } from '../row/instance.versions.ts';
import { readFacts } from '../step/instance.facts.ts';
import { findTurns, findWalks, type Place } from './past.repository.ts';
import type { PastWalk } from './replay.compare.ts';

/** The next walks, the newest first, each with what came in to it and the way that it took. */
export async function readWalks(
  ctx: EnterpriseContext,
  tx: Read,
  {
    secrets,
    running,
    since,
    after,
    most,
  }: { secrets: Secrets; running: RunningVersion; since: Date; after: Place | undefined; most: number },
): Promise<(PastWalk & Place)[]> {
  const { enterpriseId } = ctx;
  const rows = await findWalks(tx, enterpriseId, running, { since, after, most });
  if (rows.length === 0) return [];
  const ids = rows.map(({ instanceId }) => instanceId);
  const past = await readPast(tx, secrets, enterpriseId, ids);
  const turns = await findTurns(tx, enterpriseId, ids, since);
  const facts = await readFacts(
    ctx,
    tx,
    rows.map((row) => ({ ...row, running })),
  );
  const now = ctx.now();
  return rows.map((row) => {
    const known = facts.get(row.instanceId);
    const line = row.type === null ? null : { type: row.type, vendor: row.vendor ?? '', lastInboundAt: null };
    const windowMs = windowEnd(line as Parameters<typeof windowEnd>[0])?.getTime() ?? null;
    const came = past.get(row.instanceId);
    return {
      instanceId: row.instanceId,
      startedAt: row.startedAt,
      past: came === undefined ? [] : came,
      turns: turns.get(row.instanceId) ?? [],
      world: known?.isThere ? { facts: known.facts, hours: known.hours, windowMs } : null,
      // One that was stopped from outside heard nothing more.
      until: (row.state === 'STOPPED' && row.endedAt ? row.endedAt : now).getTime(),
    };
  });
}
