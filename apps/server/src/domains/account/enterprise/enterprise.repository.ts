import type { Insertable } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseTable } from '#platform/db/schema.ts';

export async function insertEnterprise(tx: Tx, enterprise: Insertable<EnterpriseTable>): Promise<void> {
  await tx.insertInto('enterprises').values(enterprise).execute();
}

export async function getEnterpriseName(tx: Tx, enterpriseId: string): Promise<string> {
  const row = await tx.selectFrom('enterprises').select('name').where('enterpriseId', '=', enterpriseId).executeTakeFirstOrThrow();
  return row.name;
}
