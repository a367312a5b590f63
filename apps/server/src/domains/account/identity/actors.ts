import type { FeatureFlags } from '@parley/contract';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#platform/db/database.ts';
import type { Notices } from '#platform/db/notices.ts';
import { inEnterprise } from '#platform/db/transaction.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import type { Actor } from '../../../context.ts';
import { effectivePermissions, isAdministrator, maskedFields, widestScope } from '../access/access.rules.ts';

const seenEveryMs = 60_000; // "last seen" is shown in minutes, so one write a minute is enough
const rememberedMs = 30_000; // bounds what a lost notice could cost
const mostRemembered = 20_000;

type SessionRow = {
  enterpriseId: string;
  sessionId: string;
  userId: string;
  kind: 'password' | 'sso';
  lastSeenAt: Date;
  expiresAt: Date;
  name: string;
  email: string;
  roleCodes: number[];
  ownPermissions: string[];
  ownScopes: string[];
  ownMasks: string[];
  provedAt: Date | null;
  connectionId: string | null;
  departmentIds: string[];
  networks: string[];
  mustEnrol: boolean;
};

/** Who is behind a token. */
export type Actors = {
  /** What is remembered, without a question to the database. */
  recall: (token: string, now: Date) => Actor | undefined;
  /** Asks the database, and remembers. @returns undefined for a token that is unknown, ended or over */
  find: (token: string, now: Date) => Promise<Actor | undefined>;
  /** By the id of their session, with the rights of now. */
  ofSession: (enterpriseId: string, sessionId: string, now: Date) => Promise<Actor | undefined>;
};

type Database = { db: Db; pool: pg.Pool };
type Remembered = { actor: Actor; until: number };

/**
 * Finds the user behind a token, and remembers the answer until a session, user or role of the enterprise changes: the database announces
 * each such change as it commits, to every process, so an ended session, a deactivated user or a changed role counts on the next call
 * (docs/decisions/0007).
 */
export function createActors(database: Database, flags: FeatureFlags, notices: Notices): Actors {
  const remembered = new Map<string, Remembered>();
  let changes = 0;

  const forget = (matches: (actor: Actor) => boolean) => {
    changes += 1;
    for (const [token, { actor }] of remembered) if (matches(actor)) remembered.delete(token);
  };
  notices.onNotice((enterpriseId) => forget((actor) => actor.enterpriseId === enterpriseId));
  notices.onGap(() => forget(() => true));

  async function read(token: string, now: Date): Promise<Actor | undefined> {
    if (token.length > 200) return undefined;
    const before = changes;
    const { rows } = await sql<SessionRow>`select * from find_session(${hashToken(token)})`.execute(database.db);
    const [row] = rows;
    if (!row) return undefined;
    if (now.getTime() - row.lastSeenAt.getTime() > seenEveryMs) await noteSeen(database, row, now);
    const actor = toActor(row, flags);
    // An answer that a change may have overtaken is used this once.
    if (before === changes && notices.isListening()) {
      if (remembered.size >= mostRemembered) remembered.clear();
      remembered.set(token, { actor, until: Math.min(now.getTime() + rememberedMs, row.expiresAt.getTime()) });
    }
    return actor;
  }

  return {
    recall(token, now) {
      const known = remembered.get(token);
      return known && known.until > now.getTime() ? known.actor : undefined;
    },
    find: read,
    async ofSession(enterpriseId, sessionId, now) {
      const { rows } = await sql<SessionRow>`select * from find_session_by_id(${enterpriseId}, ${sessionId})`.execute(database.db);
      return rows[0] && rows[0].expiresAt > now ? toActor(rows[0], flags) : undefined;
    },
  };
}

const noteSeen = (database: Database, { enterpriseId, sessionId }: SessionRow, now: Date) =>
  inEnterprise(database, enterpriseId, (tx) =>
    tx
      .updateTable('sessions')
      .set({ lastSeenAt: now })
      .where('enterpriseId', '=', enterpriseId)
      .where('sessionId', '=', sessionId)
      .execute(),
  );

const toActor = (row: SessionRow, flags: FeatureFlags): Actor => ({
  enterpriseId: row.enterpriseId,
  userId: row.userId,
  sessionId: row.sessionId,
  sessionEndsAt: row.expiresAt,
  sessionKind: row.kind,
  name: row.name,
  email: row.email,
  roles: row.roleCodes,
  permissions: effectivePermissions(row.roleCodes, row.ownPermissions, flags),
  isAdministrator: isAdministrator(row.roleCodes),
  dataScope: widestScope(row.roleCodes, row.ownScopes),
  maskedFields: maskedFields(row.roleCodes, row.ownMasks),
  departments: row.departmentIds,
  networks: row.networks,
  provedAt: row.provedAt,
  connectionId: row.connectionId,
  mustEnrol: row.mustEnrol,
});
