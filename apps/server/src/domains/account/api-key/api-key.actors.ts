import type { ApiKeyScope, FeatureFlags } from '@parley/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Notices } from '#platform/db/notices.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import type { Actor, ActorsByToken } from '../../../context.ts';
import { type HeldRoles, rightsOf } from '../role/access.rules.ts';
import { createActorMemory } from '../session/actor-memory.ts';
import { isApiKey } from './api-key.rules.ts';

type KeyRow = HeldRoles & {
  enterpriseId: string;
  keyId: string;
  keyName: string;
  scopes: ApiKeyScope[];
  channelIds: string[];
  networks: string[];
  expiresAt: Date | null;
  userId: string;
  name: string;
  email: string;
  departmentIds: string[];
};

/** The actor behind a key: its maker, with the maker's current rights. */
export function createKeyActors(db: Db, flags: FeatureFlags, notices: Notices): ActorsByToken {
  const memory = createActorMemory(notices);
  return {
    recall: memory.recall,
    find: (key, now) =>
      memory.find(key, now, async () => {
        if (!isApiKey(key)) return undefined;
        const { rows } = await sql<KeyRow>`select * from find_api_key(${hashToken(key)})`.execute(db);
        return rows[0] && { actor: toActor(rows[0], flags), until: rows[0].expiresAt };
      }),
  };
}

const toActor = (row: KeyRow, flags: FeatureFlags): Actor => ({
  enterpriseId: row.enterpriseId,
  userId: row.userId,
  // A key has no session: nothing that one leads to (sockets, download links) is open to it.
  sessionId: '',
  sessionEndsAt: row.expiresAt ?? new Date(8.64e15),
  sessionKind: 'password',
  name: row.name,
  email: row.email,
  roles: row.roleCodes,
  ...rightsOf(row, flags),
  departments: row.departmentIds,
  networks: row.networks,
  provedAt: null,
  connectionId: null,
  mustEnrol: false,
  key: { id: row.keyId, name: row.keyName, scopes: row.scopes, channelIds: row.channelIds },
});
