import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { reportWork, workShown } from '../../account/door.ts';
import { journeyRecord } from '../document/journey.record.ts';

const madeBy = (tx: Tx, enterpriseId: string, userId: string) =>
  tx
    .selectFrom('journeys')
    .where('enterpriseId', '=', enterpriseId)
    .where('createdBy', '=', userId)
    .where('state', '<>', 'DRAFT')
    .where('deletedAt', 'is', null);

/** Streams of a user that people may be in: the user who takes them over is told when they pause or fail. */
export const streamsLeft = reportWork({
  kind: 'streams',
  isMoved: true,
  async find(tx, enterpriseId, userId) {
    const made = madeBy(tx, enterpriseId, userId);
    const { count } = await made.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    const first = await made.select(['journeyId as id', 'name']).orderBy('name').limit(workShown).execute();
    return { count, first };
  },
  async move(ctx, tx, fromUserId, toUserId) {
    if (toUserId === undefined) return;
    const rows = await madeBy(tx, ctx.enterpriseId, fromUserId).select('journeyId').orderBy('journeyId').forUpdate().execute();
    for (const { journeyId } of rows) {
      const give = () =>
        tx
          .updateTable('journeys')
          .set({ createdBy: toUserId })
          .where('enterpriseId', '=', ctx.enterpriseId)
          .where('journeyId', '=', journeyId)
          .execute();
      await changing(ctx, tx, journeyRecord, journeyId, 'move', give);
    }
  },
});
