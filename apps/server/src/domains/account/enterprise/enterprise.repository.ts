import type { Insertable } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseTable } from '#platform/db/schema.ts';

export async function insertEnterprise(tx: Tx, enterprise: Insertable<EnterpriseTable>): Promise<void> {
  await tx.insertInto('enterprises').values(enterprise).execute();
}
