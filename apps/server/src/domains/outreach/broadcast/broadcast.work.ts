import type { Tx } from '#platform/db/database.ts';
import { reportWork, workShown } from '../../account/door.ts';

const scheduledOf = (tx: Tx, enterpriseId: string, userId: string) =>
  tx
    .selectFrom('broadcasts as b')
    .innerJoin('sendRuns as r', (join) => join.onRef('r.enterpriseId', '=', 'b.enterpriseId').onRef('r.runId', '=', 'b.broadcastId'))
    .where('b.enterpriseId', '=', enterpriseId)
    .where('b.createdBy', '=', userId)
    .where('r.state', '=', 'scheduled');

/** Broadcasts that a user has scheduled: the user who takes them over is told how they went, and may cancel them. */
export const scheduledLeft = reportWork({
  kind: 'broadcasts',
  isMoved: true,
  async find(tx, enterpriseId, userId) {
    const scheduled = scheduledOf(tx, enterpriseId, userId);
    const { count } = await scheduled.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    const first = await scheduled.select(['b.broadcastId as id', 'b.name']).orderBy('r.startsAt').limit(workShown).execute();
    return { count, first };
  },
  async move(ctx, tx, fromUserId, toUserId) {
    const rows = await scheduledOf(tx, ctx.enterpriseId, fromUserId).select('b.broadcastId').execute();
    if (toUserId === undefined || rows.length === 0) return;
    const ids = rows.map(({ broadcastId }) => broadcastId);
    await tx
      .updateTable('broadcasts')
      // A key is unique to its maker, and only a maker's repeated submit asks for it.
      .set({ createdBy: toUserId, requestKey: '' })
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('broadcastId', 'in', ids)
      .execute();
  },
});
