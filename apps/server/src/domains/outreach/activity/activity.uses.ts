import { reportWork, workShown } from '../../account/door.ts';
import { findActivity } from '../row/activity.repository.ts';
import { giveCampaigns } from '../row/campaign.repository.ts';
import { addEntry } from '../row/entry.repository.ts';
import { changingActivity, tellApprovers, tellMakers, wordsOf } from './activity.moves.ts';
import { countApproved, countPlannedCampaigns, listApproved, listPlanned, listPlannedCampaigns, nameApproved } from './uses.repository.ts';

/**
 * Campaigns of a user with an iteration that waits or runs: the user who takes them over is told how it goes. Their approvals stay as they
 * are.
 */
export const campaignsLeft = reportWork({
  kind: 'campaigns',
  isMoved: true,
  async find(tx, enterpriseId, userId) {
    const count = await countPlannedCampaigns(tx, enterpriseId, userId);
    return { count, first: await listPlannedCampaigns(tx, enterpriseId, userId, workShown) };
  },
  async move(ctx, tx, fromUserId, toUserId) {
    const rows = await listPlanned(tx, ctx.enterpriseId, fromUserId);
    if (toUserId === undefined || rows.length === 0) return;
    await giveCampaigns(tx, ctx.enterpriseId, [...new Set(rows.map(({ campaignId }) => campaignId))], toUserId);
    for (const { activityId } of rows)
      await changingActivity(ctx, tx, activityId, 'move', () => addEntry(ctx, tx, activityId, { kind: 'moved' }));
  },
});

/** Iterations that a user has approved and that have not started: the approval stays, and users who make or may approve them are told. */
export const approvalsLeft = reportWork({
  kind: 'approvals',
  isMoved: false,
  async find(tx, enterpriseId, userId) {
    const count = await countApproved(tx, enterpriseId, userId);
    return { count, first: await nameApproved(tx, enterpriseId, userId, workShown) };
  },
  async move(ctx, tx, fromUserId) {
    for (const activityId of await listApproved(tx, ctx.enterpriseId, fromUserId)) {
      const row = await findActivity(tx, ctx.enterpriseId, activityId, { lock: true });
      if (row?.approval !== 'Approved' || row.decidedBy !== fromUserId) continue;
      const user = row.checkerName ?? '';
      await changingActivity(ctx, tx, activityId, 'edit', () => addEntry(ctx, tx, activityId, { kind: 'checker_left', values: { user } }));
      const notice = { kind: 'approval_decided', code: 'activity.checker_left', values: { ...wordsOf(row), user } } as const;
      await tellMakers(ctx, tx, row, notice);
      await tellApprovers(ctx, tx, row, { ...notice, kind: 'approval_waiting' });
    }
  },
});
