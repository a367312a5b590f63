import { changing, recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { holdLease, renewLease, takeLease } from '#platform/jobs/lease.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { removeDoomed } from '../../file/door.ts';
import { removeOldCopies } from '../copy/copy.service.ts';
import { privacyRecord } from './privacy.record.ts';
import { endWaiting, findSettings, findWaiting, lockSettings, updateSettings } from './retention.repository.ts';
import { boundary, markOf, retainedKinds } from './retention.service.ts';

const stepSize = 1000;
const holdMs = 15_000;

/** A shorter time holds when its day is over. */
async function applyWaiting(ctx: EnterpriseContext, tx: Tx): Promise<void> {
  const { enterpriseId } = ctx;
  const waiting = await findWaiting(tx, enterpriseId);
  if (!waiting || waiting.effectiveAt > ctx.now()) return;
  const { version } = await lockSettings(tx, enterpriseId);
  await changing(ctx, tx, privacyRecord, enterpriseId, 'edit', async () => {
    await endWaiting(tx, enterpriseId, 'applied');
    await updateSettings(tx, enterpriseId, { retention: waiting.retention, version: version + 1 });
  });
}

async function setMark(tx: Tx, enterpriseId: string, kind: string, lastId: string): Promise<void> {
  await tx
    .insertInto('retentionMarks')
    .values({ enterpriseId, kind, lastId })
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'kind']).doUpdateSet({ lastId }))
    .execute();
}

/**
 * Erases what is older than the enterprise keeps it, a step in a transaction at a time, under a lease: a worker that is killed has erased what
 * it has, and the next one goes on. One entry of the trail tells how much went.
 */
export async function runRetention(ctx: EnterpriseContext): Promise<void> {
  const { enterpriseId } = ctx;
  const lease = await ctx.transaction((tx) => takeLease(tx, { enterpriseId, work: 'retention', workId: enterpriseId }, holdMs));
  if (!lease) return;
  await holdLease(ctx, lease, async (lost) => {
    await ctx.transaction((tx) => applyWaiting(ctx, tx));
    const { retention } = await ctx.read((tx) => findSettings(tx, enterpriseId));
    const counts: Record<string, number> = {};
    for (const { kind, setting, erase } of retainedKinds(ctx)) {
      const days = retention[setting];
      if (days === null) continue;
      const before = boundary(ctx.now(), days);
      let isOver = false;
      while (!isOver && !lost.aborted)
        isOver = await ctx.transaction(async (tx) => {
          if (!(await renewLease(tx, lease))) return true;
          const { erased, more, mark } = await erase(ctx, tx, before, { limit: stepSize, mark: await markOf(tx, enterpriseId, kind) });
          if (mark) await setMark(tx, enterpriseId, kind, mark);
          if (erased > 0) counts[kind] = (counts[kind] ?? 0) + erased;
          return !more;
        });
    }
    if (Object.keys(counts).length > 0)
      await ctx.transaction(async (tx) => recordChange(ctx, tx, { record: privacyRecord, id: enterpriseId, action: 'purge', counts }));
    await removeOldCopies(ctx);
    await removeDoomed(ctx);
  });
}
