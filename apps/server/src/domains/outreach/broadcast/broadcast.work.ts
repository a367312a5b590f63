import { reportWork, workShown } from '../../account/door.ts';
import { countScheduled, giveBroadcasts, listScheduled, nameScheduled } from './uses.repository.ts';

/** Broadcasts that a user has scheduled: the user who takes them over is told how they went, and may cancel them. */
export const scheduledLeft = reportWork({
  kind: 'broadcasts',
  isMoved: true,
  async find(tx, enterpriseId, userId) {
    const count = await countScheduled(tx, enterpriseId, userId);
    return { count, first: await nameScheduled(tx, enterpriseId, userId, workShown) };
  },
  async move(ctx, tx, fromUserId, toUserId) {
    const ids = await listScheduled(tx, ctx.enterpriseId, fromUserId);
    if (toUserId === undefined || ids.length === 0) return;
    await giveBroadcasts(tx, ctx.enterpriseId, ids, toUserId);
  },
});
