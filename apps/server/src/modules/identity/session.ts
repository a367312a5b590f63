import type { FeatureFlags } from '@parley/contract';
import { sql } from 'kysely';
import { type Db, inEnterprise } from '#platform/db/database.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import type { Actor } from '../../context.ts';
import { effectivePermissions, isAdministrator, maskedFields, widestScope } from '../access/access.rules.ts';

const seenEveryMs = 60_000; // "last seen" is shown in minutes, so one write a minute is enough

type SessionRow = {
  enterpriseId: string;
  sessionId: string;
  userId: string;
  kind: 'password' | 'sso';
  lastSeenAt: Date;
  name: string;
  email: string;
  roleCodes: number[];
  ownPermissions: string[];
  ownScopes: string[];
  ownMasks: string[];
};

/**
 * The user behind a token, read afresh each time, so that an ended session, a deactivated user or a changed role counts on the next call.
 * @returns undefined for a token that is unknown, ended or over
 */
export async function findActor(db: Db, flags: FeatureFlags, token: string, now: Date): Promise<Actor | undefined> {
  if (token.length === 0 || token.length > 200) return undefined;
  const { rows } = await sql<SessionRow>`select * from find_session(${hashToken(token)})`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  if (now.getTime() - row.lastSeenAt.getTime() > seenEveryMs) {
    await inEnterprise(db, row.enterpriseId, (tx) =>
      tx
        .updateTable('sessions')
        .set({ lastSeenAt: now })
        .where('enterpriseId', '=', row.enterpriseId)
        .where('sessionId', '=', row.sessionId)
        .execute(),
    );
  }
  return {
    enterpriseId: row.enterpriseId,
    userId: row.userId,
    sessionId: row.sessionId,
    sessionKind: row.kind,
    name: row.name,
    email: row.email,
    roles: row.roleCodes,
    permissions: effectivePermissions(row.roleCodes, row.ownPermissions, flags),
    isAdministrator: isAdministrator(row.roleCodes),
    dataScope: widestScope(row.roleCodes, row.ownScopes),
    maskedFields: maskedFields(row.roleCodes, row.ownMasks),
  };
}
