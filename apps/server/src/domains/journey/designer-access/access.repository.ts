import { type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { DesignerAccessTable } from '#platform/db/schema.journey.ts';

export async function insertAccess(tx: Tx, access: Insertable<DesignerAccessTable>): Promise<void> {
  await tx.insertInto('designerAccesses').values(access).execute();
}

/** @returns whether there is such an access */
export async function renewAccessUntil(tx: Tx, enterpriseId: string, accessHash: Buffer, expiresAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('designerAccesses')
    .set({ expiresAt })
    .where('enterpriseId', '=', enterpriseId)
    .where('accessHash', '=', accessHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type DesignerAccess = { enterpriseId: string; userId: string; sessionId: string; journeyId: string | null; formId: string | null };

/** Finds an access of any enterprise that is not over. */
export async function findAccess(db: Read, accessHash: Buffer, now: Date): Promise<DesignerAccess | undefined> {
  const { rows } = await sql<DesignerAccess>`select * from find_designer_frame(${accessHash}, ${now})`.execute(db);
  return rows[0];
}
