import { activityStates } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Held } from '../../messaging/door.run.ts';
import { findActivity, lockActivity, updateActivity } from '../row/activity.repository.ts';
import { tellStanding } from '../row/activity.webhook.ts';
import { addEntry } from '../row/entry.repository.ts';
import { iterationOf } from '../row/runs.repository.ts';
import { changingActivity, tellMakersAndChecker, wordsOf } from './activity.moves.ts';

/** The program holds a run of an iteration, or lets it go on: its log and its makers say so. The run is locked. */
export async function noteHold(
  ctx: EnterpriseContext,
  tx: Tx,
  runId: string,
  { reason, isHeld }: Held,
  change: () => Promise<void>,
): Promise<void> {
  const { enterpriseId } = ctx;
  const of = await iterationOf(tx, enterpriseId, runId);
  // The run of a fallback is locked behind the first one: the holder of its lock does not ask for that one.
  if (of?.isFallback) await lockActivity(tx, enterpriseId, of.activityId);
  const row = of && (await findActivity(tx, enterpriseId, of.activityId, { lock: !of.isFallback }));
  if (!row) return change();
  const now = ctx.now();
  // The recharge came before anybody had told of the pause.
  if (reason === 'NO_BALANCE' && !row.isPauseTold)
    await tellStanding(ctx, tx, { before: { ...row, stateNow: activityStates.started }, after: row });
  await changingActivity(ctx, tx, row.activityId, 'edit', async () => {
    await change();
    const wave = row.wave && { ...row.wave, lookAt: now.toISOString() };
    // The next lack of money is told anew.
    const again = reason === 'NO_BALANCE' ? { isPauseTold: false } : {};
    await updateActivity(tx, row, isHeld ? {} : { wave, ...again }, { now, isPaused: isHeld });
    await addEntry(ctx, tx, row.activityId, { kind: isHeld ? 'paused' : 'resumed', values: { pauseReason: reason } });
  });
  // The recharge tells of itself.
  if (reason === 'NO_BALANCE') return;
  const held = { TEMPLATE: 'activity.template_down', CLOSED: 'activity.closed', LATE: 'activity.late' } as const;
  const back = { TEMPLATE: 'activity.template_back', CLOSED: 'activity.opens_again', LATE: 'activity.template_back' } as const;
  const code = (isHeld ? held : back)[reason];
  await tellMakersAndChecker(ctx, tx, row, { kind: 'run_paused', code, values: wordsOf(row) });
}
