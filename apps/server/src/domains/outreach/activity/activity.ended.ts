import type { RunCounts } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { changingActivity, tellMakers, wordsOf } from './activity.change.ts';
import { addEntry, findActivity, standingOf, updateActivity } from './activity.repository.ts';
import { isAllowed } from './activity.rules.ts';

/** Everything that could leave has left: the iteration is completed, and who made it is told what did not leave. */
export async function completeActivity(ctx: EnterpriseContext, tx: Tx, activityId: string, counts: RunCounts): Promise<void> {
  const row = await findActivity(tx, ctx.enterpriseId, activityId, { lock: true });
  if (!row || !isAllowed('complete', { ...standingOf(row), state: row.state })) return;
  const { audience, skipped, failed } = counts;
  await changingActivity(ctx, tx, activityId, 'edit', async () => {
    await updateActivity(tx, row, { completedAt: ctx.now() }, { now: ctx.now() });
    await addEntry(ctx, tx, activityId, { kind: 'completed', values: { audience, skipped, failed } });
  });
  await tellMakers(ctx, tx, row, {
    kind: 'campaign_done',
    code: 'activity.done',
    values: { ...wordsOf(row), audience, left: audience - skipped - failed, skipped, failed },
  });
}
