import { changing } from '#platform/audit/trail.ts';
import { reportWork, workShown } from '../../account/door.ts';
import { journeyRecord } from '../document/journey.record.ts';
import { countMadeBy, findMadeBy, lockMadeBy, updateMaker } from './maker.repository.ts';

/** Streams of a user that people may be in: the user who takes them over is told when they pause or fail. */
export const streamsLeft = reportWork({
  kind: 'streams',
  isMoved: true,
  async find(tx, enterpriseId, userId) {
    const count = await countMadeBy(tx, enterpriseId, userId);
    const first = await findMadeBy(tx, enterpriseId, userId, workShown);
    return { count, first };
  },
  async move(ctx, tx, fromUserId, toUserId) {
    if (toUserId === undefined) return;
    for (const journeyId of await lockMadeBy(tx, ctx.enterpriseId, fromUserId)) {
      const give = () => updateMaker(tx, ctx.enterpriseId, journeyId, toUserId);
      await changing(ctx, tx, journeyRecord, journeyId, 'move', give);
    }
  },
});
