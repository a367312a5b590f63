import { endpoints } from '@parley/contract';
import { changing, recordChange } from '#platform/audit/trail.ts';
import type { BinDefinition } from '#platform/bin/bin.ts';
import type { Ctx } from '../../../context.ts';
import { assertMove } from '../activity/activity.moves.ts';
import { activityRecord } from '../row/activity.record.ts';
import { accessActivity, findActivity, updateActivity } from '../row/activity.repository.ts';
import { tellStanding } from '../row/activity.webhook.ts';
import { lockDeletedActivity, purgeActivities, restoreActivity } from '../row/bin.repository.ts';
import { campaignNotFound } from '../row/campaign.access.ts';
import { deletedActivity } from './activity.schedule.ts';

/** Moves an iteration into the bin; its messages stay in the ledger. @throws DomainError activity.state_invalid while it waits or runs */
export const deleteActivity = (ctx: Ctx, activityId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const row = await accessActivity(tx, ctx.actor, activityId, { lock: true });
    assertMove(ctx.actor, 'delete', row);
    const before = await activityRecord.read(tx, ctx.enterpriseId, activityId);
    await updateActivity(tx, row, { deletedAt: ctx.now() }, { now: ctx.now() });
    await tellStanding(ctx, tx, { before: row });
    await ctx.bin.put(tx, ctx.actor.userId, [deletedActivity(row)]);
    recordChange(ctx, tx, { record: activityRecord, id: activityId, action: 'delete', before });
  });

export const activityBin: BinDefinition = {
  edit: endpoints.activities.update,
  async restore(ctx, tx, { recordId }) {
    const { enterpriseId } = ctx;
    const row = await lockDeletedActivity(tx, enterpriseId, recordId);
    if (row.deletedAt) throw campaignNotFound();
    await changing(ctx, tx, activityRecord, recordId, 'restore', () => restoreActivity(tx, enterpriseId, recordId, ctx.now()));
    const after = await findActivity(tx, enterpriseId, recordId);
    if (after) await tellStanding(ctx, tx, { after });
    return { name: `${row.name} #${row.number}`, missing: [] };
  },
  purge: ({ enterpriseId }, tx, entries) =>
    purgeActivities(
      tx,
      enterpriseId,
      entries.map(({ recordId }) => recordId),
    ),
};
