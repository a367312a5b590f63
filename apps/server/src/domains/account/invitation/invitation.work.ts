import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { reportWork, workShown } from '../user/user.work.ts';
import { invitationRecord } from './invitation.record.ts';
import { updateInvitation } from './invitation.repository.ts';

const pendingOf = (tx: Tx, enterpriseId: string, userId: string) =>
  tx.selectFrom('invitations').where('enterpriseId', '=', enterpriseId).where('invitedBy', '=', userId).where('state', '=', 'pending');

/** Invitations that a user has sent and nobody has accepted: without somebody who stands for them they are revoked. */
export const invitationsLeft = reportWork({
  kind: 'invitations',
  isMoved: false,
  async find(tx, enterpriseId, userId) {
    const pending = pendingOf(tx, enterpriseId, userId);
    const { count } = await pending.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    const first = await pending.select(['invitationId as id', 'email as name']).orderBy('invitationId', 'desc').limit(workShown).execute();
    return { count, first };
  },
  async move(ctx, tx, fromUserId, toUserId) {
    const rows = await pendingOf(tx, ctx.enterpriseId, fromUserId).select('invitationId').execute();
    const [action, change] = toUserId ? (['move', { invitedBy: toUserId }] as const) : (['cancel', { state: 'revoked' as const }] as const);
    for (const { invitationId } of rows)
      await changing(ctx, tx, invitationRecord, invitationId, action, () => updateInvitation(tx, ctx.enterpriseId, invitationId, change));
  },
});
