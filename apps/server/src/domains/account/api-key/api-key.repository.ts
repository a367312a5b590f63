import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import type { ApiKeyTable } from '#platform/db/schema.account.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { hashToken } from '#platform/secrets/secrets.ts';

export type ApiKeyRow = Selectable<ApiKeyTable> & { createdByName: string };

const rows = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('apiKeys as k')
    .innerJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'k.enterpriseId').onRef('u.userId', '=', 'k.createdBy'))
    .selectAll('k')
    .select('u.name as createdByName')
    .where('k.enterpriseId', '=', enterpriseId);

/** Finds the expiry time of an expired key that nobody stopped; undefined for every other key. */
export async function findExpiry(db: Db, key: string): Promise<Date | undefined> {
  const { rows: found } = await sql<{ expiredAt: Date | null }>`select expired_api_key(${hashToken(key)}) as expired_at`.execute(db);
  return found[0]?.expiredAt ?? undefined;
}

/** The newest first. */
export const listApiKeyRows = (tx: Read, enterpriseId: string, limit: number): Promise<ApiKeyRow[]> =>
  rows(tx, enterpriseId).orderBy('k.createdAt', 'desc').orderBy('k.keyId', 'desc').limit(limit).execute();

/** @throws DomainError key.not_found */
export async function accessApiKey(tx: Read, enterpriseId: string, keyId: string): Promise<ApiKeyRow> {
  const row = await rows(tx, enterpriseId).where('k.keyId', '=', keyId).executeTakeFirst();
  if (!row) throw new DomainError('key.not_found', 'No such key.', {});
  return row;
}

export async function insertApiKey(tx: Tx, key: Insertable<ApiKeyTable>): Promise<void> {
  await tx.insertInto('apiKeys').values(key).execute();
}

export async function deleteApiKey(tx: Tx, enterpriseId: string, keyId: string): Promise<void> {
  await tx.deleteFrom('apiKeys').where('enterpriseId', '=', enterpriseId).where('keyId', '=', keyId).execute();
}

const mostSeenNetworks = 50;

/** @returns whether the key was used before, and never from this network */
export async function noteKeyUse(
  tx: Tx,
  enterpriseId: string,
  keyId: string,
  { address, network, at }: { address: string; network: string; at: Date },
): Promise<{ isNewNetwork: boolean }> {
  const before = await tx
    .selectFrom('apiKeys')
    .select('seenNetworks')
    .where('enterpriseId', '=', enterpriseId)
    .where('keyId', '=', keyId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return { isNewNetwork: false };
  const isKnown = before.seenNetworks.includes(network);
  await tx
    .updateTable('apiKeys')
    .set({
      lastUsedAt: at,
      lastAddress: address,
      ...(isKnown ? {} : { seenNetworks: [network, ...before.seenNetworks].slice(0, mostSeenNetworks) }),
    })
    .where('enterpriseId', '=', enterpriseId)
    .where('keyId', '=', keyId)
    .execute();
  return { isNewNetwork: !isKnown && before.seenNetworks.length > 0 };
}

export async function stopApiKey(tx: Tx, enterpriseId: string, keyId: string, stoppedAt: Date): Promise<void> {
  await tx.updateTable('apiKeys').set({ stoppedAt }).where('enterpriseId', '=', enterpriseId).where('keyId', '=', keyId).execute();
}
