import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { UrlLinkTable } from '#platform/db/schema.outreach.ts';

export async function insertUrlLinks(tx: Tx, links: readonly Insertable<UrlLinkTable>[]): Promise<void> {
  await tx.insertInto('urlLinks').values(links).execute();
}

export const forgetUrlLinks = async (db: Db, at: Date): Promise<void> => {
  await sql`select forget_url_links(${at})`.execute(db);
};
