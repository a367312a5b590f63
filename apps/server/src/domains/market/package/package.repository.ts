import type { PackageItem } from '@parley/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { PackagePublisherTable, PackageTable } from '#platform/db/schema.market.ts';

export type PackageRow = Selectable<PackageTable>;
export type PublisherRow = Selectable<PackagePublisherTable>;
export type ListedRow = Omit<PackageRow, 'manifest' | 'publicKey' | 'signature'>;

/** Changes of an enterprise's packages and installs wait for each other. */
export async function lockMarket(tx: Tx, enterpriseId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`market:${enterpriseId}`}, 0))`.execute(tx);
}

const shown = [
  'enterpriseId',
  'packageId',
  'key',
  'version',
  'name',
  'purpose',
  'industry',
  'languages',
  'kinds',
  'publisher',
  'fingerprint',
  'isOwn',
  'addedBy',
  'addedAt',
] as const;
/** Lists all packages; an enterprise has a few hundred at the most. */
export const listPackageRows = (tx: Read, enterpriseId: string): Promise<ListedRow[]> =>
  tx.selectFrom('packages').select(shown).where('enterpriseId', '=', enterpriseId).execute();

export const findPackage = (tx: Read, enterpriseId: string, packageId: string): Promise<PackageRow | undefined> =>
  tx.selectFrom('packages').selectAll().where('enterpriseId', '=', enterpriseId).where('packageId', '=', packageId).executeTakeFirst();

export const findVersion = (tx: Read, enterpriseId: string, key: string, version: string): Promise<PackageRow | undefined> =>
  tx
    .selectFrom('packages')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('key', '=', key)
    .where('version', '=', version)
    .executeTakeFirst();

/** Finds the publisher to whom a key belongs here. */
export const findKeyHolder = (tx: Read, enterpriseId: string, key: string) =>
  tx
    .selectFrom('packages')
    .select(['fingerprint', 'publisher'])
    .where('enterpriseId', '=', enterpriseId)
    .where('key', '=', key)
    .executeTakeFirst();

export async function countPackages(tx: Read, enterpriseId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('packages')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('enterpriseId', '=', enterpriseId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertPackage(tx: Tx, row: Insertable<PackageTable>, parts: ReadonlyMap<string, string>): Promise<void> {
  const { enterpriseId, packageId } = row;
  await tx.insertInto('packages').values(row).execute();
  for (const [path, content] of parts) await tx.insertInto('packageParts').values({ enterpriseId, packageId, path, content }).execute();
}

export async function readParts(tx: Read, enterpriseId: string, packageId: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('packageParts')
    .select(['path', 'content'])
    .where('enterpriseId', '=', enterpriseId)
    .where('packageId', '=', packageId)
    .orderBy('path')
    .execute();
  return new Map(rows.map(({ path, content }) => [path, content]));
}

/** Finds what the audit trail keeps of a package. */
export const findRecordedPackage = (tx: Read, enterpriseId: string, packageId: string) =>
  tx
    .selectFrom('packages')
    .select(['name', 'key', 'version', 'publisher', 'fingerprint'])
    .where('enterpriseId', '=', enterpriseId)
    .where('packageId', '=', packageId)
    .executeTakeFirst();

export const listPublishers = (tx: Read, enterpriseId: string): Promise<PublisherRow[]> =>
  tx.selectFrom('packagePublishers').selectAll().where('enterpriseId', '=', enterpriseId).orderBy(sql`lower(name)`).execute();

export const findPublisher = (tx: Read, enterpriseId: string, fingerprint: string): Promise<PublisherRow | undefined> =>
  tx
    .selectFrom('packagePublishers')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();

export const findOwnPublisher = (tx: Read, enterpriseId: string): Promise<PublisherRow | undefined> =>
  tx
    .selectFrom('packagePublishers')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('privateKey', 'is not', null)
    .executeTakeFirst();

export async function insertPublisher(tx: Tx, row: Insertable<PackagePublisherTable>): Promise<void> {
  await tx.insertInto('packagePublishers').values(row).execute();
}

export async function deletePublisher(tx: Tx, enterpriseId: string, fingerprint: string): Promise<void> {
  await tx.deleteFrom('packagePublishers').where('enterpriseId', '=', enterpriseId).where('fingerprint', '=', fingerprint).execute();
}

/** Finds what the audit trail keeps of a publisher. */
export const findRecordedPublisher = (tx: Read, enterpriseId: string, fingerprint: string) =>
  tx
    .selectFrom('packagePublishers')
    .select(['name', 'fingerprint'])
    .where('enterpriseId', '=', enterpriseId)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();

/** Versions that are installed, by the key of their package. */
export async function listInstalled(tx: Read, enterpriseId: string): Promise<Map<string, PackageItem['installed']>> {
  const rows = await tx
    .selectFrom('packageInstalls')
    .select(['key', 'version'])
    .where('enterpriseId', '=', enterpriseId)
    .where('state', '<>', 'REMOVED')
    .execute();
  return new Map(rows.map(({ key, version }) => [key, version]));
}
