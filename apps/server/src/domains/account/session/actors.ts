import type { FeatureFlags } from '@parley/contract';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#platform/db/database.ts';
import type { Notices } from '#platform/db/notices.ts';
import { inEnterprise } from '#platform/db/transaction.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import type { Actor, ActorsByToken } from '../../../context.ts';
import { type HeldRoles, rightsOf } from '../role/access.rules.ts';
import { createActorMemory } from './actor-memory.ts';

const seenEveryMs = 60_000; // "last seen" is shown in minutes, so one write a minute is enough

type SessionRow = HeldRoles & {
  enterpriseId: string;
  sessionId: string;
  userId: string;
  kind: 'password' | 'sso';
  lastSeenAt: Date;
  expiresAt: Date;
  name: string;
  email: string;
  provedAt: Date | null;
  connectionId: string | null;
  departmentIds: string[];
  networks: string[];
  mustEnrol: boolean;
};

/** The actor behind the token of a session. */
export type Actors = ActorsByToken & {
  /** Finds the actor by the id of their session, with their current rights. */
  ofSession: (enterpriseId: string, sessionId: string, now: Date) => Promise<Actor | undefined>;
};

type Database = { db: Db; pool: pg.Pool };
/** Finds the user behind the token of a session. */
export function createActors(database: Database, flags: FeatureFlags, notices: Notices): Actors {
  const memory = createActorMemory(notices);
  return {
    recall: memory.recall,
    find: (token, now) =>
      memory.find(token, now, async () => {
        if (token.length > 200) return undefined;
        const { rows } = await sql<SessionRow>`select * from find_session(${hashToken(token)})`.execute(database.db);
        const [row] = rows;
        if (!row) return undefined;
        if (now.getTime() - row.lastSeenAt.getTime() > seenEveryMs) await noteSeen(database, row, now);
        return { actor: toActor(row, flags), until: row.expiresAt };
      }),
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
  ...rightsOf(row, flags),
  departments: row.departmentIds,
  networks: row.networks,
  provedAt: row.provedAt,
  connectionId: row.connectionId,
  mustEnrol: row.mustEnrol,
});
