import { endpoints } from '@parley/contract';
import { changing, recordChange } from '#platform/audit/trail.ts';
import type { BinDefinition } from '#platform/bin/bin.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { assertMove } from '../activity/activity.moves.ts';
import { activityRecord } from '../row/activity.record.ts';
import { accessActivity, updateActivity } from '../row/activity.repository.ts';
import { campaignNotFound } from '../row/campaign.access.ts';
import { deletedActivity } from './activity.schedule.ts';

/** Moves an iteration into the bin; its messages stay in the ledger. @throws DomainError activity.state_invalid while it waits or runs */
export const deleteActivity = (ctx: Ctx, activityId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const row = await accessActivity(tx, ctx.actor, activityId, { lock: true });
    assertMove(ctx.actor, 'delete', row);
    const before = await activityRecord.read(tx, ctx.enterpriseId, activityId);
    await updateActivity(tx, row, { deletedAt: ctx.now() }, { now: ctx.now() });
    await ctx.bin.put(tx, ctx.actor.userId, [deletedActivity(row)]);
    recordChange(ctx, tx, { record: activityRecord, id: activityId, action: 'delete', before });
  });

async function purge(tx: Tx, enterpriseId: string, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('activities')
    .where('enterpriseId', '=', enterpriseId)
    .where('activityId', 'in', [...ids])
    .where('deletedAt', 'is not', null)
    .execute();
}

export const activityBin: BinDefinition = {
  edit: endpoints.activities.update,
  async restore(ctx, tx, { recordId }) {
    const { enterpriseId } = ctx;
    const row = await tx
      .selectFrom('activities as a')
      .innerJoin('campaigns as c', (join) => join.onRef('c.enterpriseId', '=', 'a.enterpriseId').onRef('c.campaignId', '=', 'a.campaignId'))
      .select(['a.number', 'c.name', 'c.deletedAt'])
      .where('a.enterpriseId', '=', enterpriseId)
      .where('a.activityId', '=', recordId)
      .forUpdate('a')
      .executeTakeFirstOrThrow();
    if (row.deletedAt) throw campaignNotFound();
    await changing(ctx, tx, activityRecord, recordId, 'restore', () =>
      tx
        .updateTable('activities')
        // A rejection counts from now on: it would be on its way back otherwise.
        .set((eb) => ({ deletedAt: null, version: eb('version', '+', 1), updatedAt: ctx.now(), dueAt: null }))
        .where('enterpriseId', '=', enterpriseId)
        .where('activityId', '=', recordId)
        .execute(),
    );
    return { name: `${row.name} #${row.number}`, missing: [] };
  },
  purge: ({ enterpriseId }, tx, entries) =>
    purge(
      tx,
      enterpriseId,
      entries.map(({ recordId }) => recordId),
    ),
};
