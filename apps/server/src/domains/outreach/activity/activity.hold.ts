import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Hold } from '../../messaging/door.run.ts';
import { findActivity, lockActivity, updateActivity } from '../row/activity.repository.ts';
import { addEntry } from '../row/entry.repository.ts';
import { iterationOf } from '../row/runs.repository.ts';
import { changingActivity, tellMakersAndChecker, wordsOf } from './activity.moves.ts';

/** The program holds a run of an iteration, or lets it go on: its log and its makers say so. The run is locked. */
export async function noteHold(
  ctx: EnterpriseContext,
  tx: Tx,
  runId: string,
  { reason, isHeld }: { reason: Hold; isHeld: boolean },
  change: () => Promise<void>,
): Promise<void> {
  const { enterpriseId } = ctx;
  const of = await iterationOf(tx, enterpriseId, runId);
  // The run of a fallback is locked behind the first one: the holder of its lock does not ask for that one.
  if (of?.isFallback) await lockActivity(tx, enterpriseId, of.activityId);
  const row = of && (await findActivity(tx, enterpriseId, of.activityId, { lock: !of.isFallback }));
  if (!row) return change();
  const now = ctx.now();
  await changingActivity(ctx, tx, row.activityId, 'edit', async () => {
    await change();
    const wave = row.wave && { ...row.wave, lookAt: now.toISOString() };
    await updateActivity(tx, row, isHeld ? {} : { wave }, { now, isPaused: isHeld });
    await addEntry(ctx, tx, row.activityId, { kind: isHeld ? 'paused' : 'resumed', values: { pauseReason: reason } });
  });
  const code = !isHeld ? 'activity.template_back' : reason === 'LATE' ? 'activity.late' : 'activity.template_down';
  await tellMakersAndChecker(ctx, tx, row, { kind: 'run_paused', code, values: wordsOf(row) });
}
