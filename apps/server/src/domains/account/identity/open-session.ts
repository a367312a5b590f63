import type { Tx } from '#platform/db/database.ts';
import { deleteSessions } from './identity.repository.ts';

/** Whether a session still opens the product: neither ended nor over, and its user active. */
export async function isSessionOpen(tx: Tx, enterpriseId: string, sessionId: string, now: Date): Promise<boolean> {
  const open = await tx
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 's.enterpriseId').onRef('u.userId', '=', 's.userId'))
    .select('s.sessionId')
    .where('s.enterpriseId', '=', enterpriseId)
    .where('s.sessionId', '=', sessionId)
    .where('s.expiresAt', '>', now)
    .where('u.state', '=', 1)
    .executeTakeFirst();
  return open !== undefined;
}

/** @returns the sessions that were open; their sockets are closed after the commit */
export const endSessionsOf = (tx: Tx, enterpriseId: string, userId: string): Promise<string[]> => deleteSessions(tx, enterpriseId, userId);
