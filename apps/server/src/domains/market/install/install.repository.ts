import type { Insertable, Selectable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { PackageInstallTable, PackageItemTable } from '#platform/db/schema.market.ts';

export type InstallRow = Selectable<PackageInstallTable>;
export type ItemRow = Selectable<PackageItemTable>;

/** Finds the install of a package that is not removed. */
export const findInstall = (tx: Read, enterpriseId: string, key: string): Promise<InstallRow | undefined> =>
  tx
    .selectFrom('packageInstalls')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('key', '=', key)
    .where('state', '<>', 'REMOVED')
    .executeTakeFirst();

export const findRequest = (tx: Read, enterpriseId: string, requestKey: string): Promise<InstallRow | undefined> =>
  tx
    .selectFrom('packageInstalls')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('requestKey', '=', requestKey)
    .executeTakeFirst();

export const listItems = (tx: Read, enterpriseId: string, installId: string): Promise<ItemRow[]> =>
  tx
    .selectFrom('packageItems')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('installId', '=', installId)
    .orderBy('path')
    .execute();

export async function insertInstall(tx: Tx, row: Insertable<PackageInstallTable>): Promise<void> {
  await tx.insertInto('packageInstalls').values(row).execute();
}

type Change = Partial<Pick<InstallRow, 'packageId' | 'name' | 'version' | 'updatedAt'>> & { state: 'UPDATED' | 'REMOVED' };
export async function changeInstall(tx: Tx, enterpriseId: string, installId: string, change: Change): Promise<void> {
  await tx.updateTable('packageInstalls').set(change).where('enterpriseId', '=', enterpriseId).where('installId', '=', installId).execute();
}

export type WrittenItem = Omit<ItemRow, 'enterpriseId' | 'installId'>;
export async function writeItems(tx: Tx, enterpriseId: string, installId: string, items: readonly WrittenItem[]): Promise<void> {
  if (items.length === 0) return;
  await tx
    .insertInto('packageItems')
    .values(items.map(({ base, ...item }) => ({ ...item, enterpriseId, installId, base: base === null ? null : JSON.stringify(base) })))
    .onConflict((conflict) =>
      conflict.columns(['enterpriseId', 'installId', 'path']).doUpdateSet((eb) => ({
        recordId: eb.ref('excluded.recordId'),
        isOwn: eb.ref('excluded.isOwn'),
        given: eb.ref('excluded.given'),
        base: eb.ref('excluded.base'),
      })),
    )
    .execute();
}

/** Finds what the audit trail keeps of an install. */
export const findRecordedInstall = (tx: Read, enterpriseId: string, installId: string) =>
  tx
    .selectFrom('packageInstalls')
    .select(['name', 'key', 'version', 'state'])
    .where('enterpriseId', '=', enterpriseId)
    .where('installId', '=', installId)
    .executeTakeFirst();
