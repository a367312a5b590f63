import { live } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Hub } from '#platform/realtime/hub.ts';
import type { Ctx } from '../../../context.ts';
import { deleteSessions, listOpenSessions } from './identity.repository.ts';
import { describeDevice } from './identity.rules.ts';
import { sessionRecord } from './session.record.ts';

/** An ended session counts at once for calls; its sockets are closed, which tells the page to sign out. */
export function closeSessions(hub: Pick<Hub, 'closeAll'>, sessionIds: readonly string[]): void {
  for (const sessionId of sessionIds) hub.closeAll(`session:${sessionId}`, live.invalidTokenClose, 'The session has ended.');
}

export function listOwnSessions(ctx: Ctx) {
  const { enterpriseId, userId, sessionId } = ctx.actor;
  return ctx.transaction(async (tx) => {
    const sessions = await listOpenSessions(tx, enterpriseId, userId, ctx.now());
    return sessions.map((session) => ({
      id: session.sessionId,
      device: describeDevice(session.userAgent),
      address: session.address,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      isCurrent: session.sessionId === sessionId,
    }));
  });
}

/** @throws DomainError session.not_found, for another user's too */
export async function endOwnSession(ctx: Ctx, sessionId: string): Promise<void> {
  const { enterpriseId, userId } = ctx.actor;
  const ended = await ctx.transaction((tx) => {
    recordChange(ctx, tx, { record: sessionRecord, id: sessionId, action: 'logout' });
    return deleteSessions(tx, enterpriseId, userId, { only: sessionId });
  });
  if (ended.length === 0) throw new DomainError('session.not_found', 'No such session.', {});
  closeSessions(ctx.hub, ended);
}
