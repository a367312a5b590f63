import type { WhiteLabel } from '@parley/contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import type { BrandingTable, BrandingVersionTable } from '#platform/db/schema.account.ts';

const columns = ['host', 'draft', 'published', 'publishedHost', 'publishedAt', 'publishedBy', 'version', 'updatedBy', 'updatedAt'] as const;
const shownVersions = 20;

export function findBranding(tx: Read, enterpriseId: string) {
  return tx.selectFrom('brandings').select(columns).where('enterpriseId', '=', enterpriseId).executeTakeFirst();
}
export type BrandingRow = NonNullable<Awaited<ReturnType<typeof findBranding>>>;

/** Makes the row if the enterprise has none yet and locks it, so that of two saves the later one sees the earlier. */
export async function lockBranding(tx: Tx, row: Insertable<BrandingTable>): Promise<BrandingRow> {
  await tx
    .insertInto('brandings')
    .values(row)
    .onConflict((conflict) => conflict.column('enterpriseId').doNothing())
    .execute();
  return tx.selectFrom('brandings').select(columns).where('enterpriseId', '=', row.enterpriseId).forUpdate().executeTakeFirstOrThrow();
}

export async function updateBranding(tx: Tx, enterpriseId: string, change: Updateable<BrandingTable>): Promise<void> {
  await tx.updateTable('brandings').set(change).where('enterpriseId', '=', enterpriseId).execute();
}

export async function insertBrandingVersion(tx: Tx, version: Insertable<BrandingVersionTable>): Promise<void> {
  await tx.insertInto('brandingVersions').values(version).execute();
}

/** Published versions, newest first. */
export function listBrandingVersions(tx: Tx, enterpriseId: string) {
  return tx
    .selectFrom('brandingVersions')
    .select(['versionId', 'host', 'brand', 'publishedBy', 'publishedAt'])
    .where('enterpriseId', '=', enterpriseId)
    .orderBy('publishedAt', 'desc')
    .orderBy('versionId', 'desc')
    .limit(shownVersions)
    .execute();
}
export type BrandingVersionRow = Awaited<ReturnType<typeof listBrandingVersions>>[number];

export function findBrandingVersion(tx: Tx, enterpriseId: string, versionId: string): Promise<BrandingVersionRow | undefined> {
  return tx
    .selectFrom('brandingVersions')
    .select(['versionId', 'host', 'brand', 'publishedBy', 'publishedAt'])
    .where('enterpriseId', '=', enterpriseId)
    .where('versionId', '=', versionId)
    .executeTakeFirst();
}

/** The published brand of a host, of any enterprise: browsers ask before sign-in. */
export async function findBrandOfHost(db: Db | Tx, host: string): Promise<WhiteLabel | undefined> {
  const { rows } = await sql<{ brand: WhiteLabel | null }>`select find_brand_of_host(${host}) as brand`.execute(db);
  return rows[0]?.brand ?? undefined;
}

export async function isHostTaken(tx: Tx, host: string, enterpriseId: string): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`select is_host_taken(${host}, ${enterpriseId}) as is_taken`.execute(tx);
  return rows[0]?.isTaken ?? false;
}

export async function isFirstEnterprise(tx: Tx, enterpriseId: string): Promise<boolean> {
  const { rows } = await sql<{ isFirst: boolean }>`select is_first_enterprise(${enterpriseId}) as is_first`.execute(tx);
  return rows[0]?.isFirst ?? false;
}
