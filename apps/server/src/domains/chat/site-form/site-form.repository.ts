import { type Insertable, type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { SiteFormTable } from '#platform/db/schema.chat.ts';

/** @property name of the website */
export type SiteFormRow = Selectable<SiteFormTable> & { name: string };

export const findForm = (tx: Read, enterpriseId: string, channelId: string): Promise<SiteFormRow | undefined> =>
  tx
    .selectFrom('siteForms as f')
    .innerJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 'f.enterpriseId').onRef('c.channelId', '=', 'f.channelId'))
    .selectAll('f')
    .select('c.name')
    .where('f.enterpriseId', '=', enterpriseId)
    .where('f.channelId', '=', channelId)
    .executeTakeFirst();

/** Two people may save the first form of a website at once: one waits for the other. */
export async function lockForm(tx: Tx, enterpriseId: string, channelId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`site form ${enterpriseId} ${channelId}`}, 0))`.execute(tx);
}

export async function writeForm(tx: Tx, row: Insertable<SiteFormTable>): Promise<void> {
  const { enterpriseId: _enterprise, channelId: _channel, ...change } = row;
  await tx
    .insertInto('siteForms')
    .values(row)
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'channelId']).doUpdateSet(change))
    .execute();
}

/** Returns the names of the websites that ask for a field of the phone book. */
export async function listAsking(tx: Read, enterpriseId: string, attributeId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.name from site_forms f join channels c on c.enterprise_id = f.enterprise_id and c.channel_id = f.channel_id
    where f.enterprise_id = ${enterpriseId} and c.deleted_at is null
      and f.fields @> ${JSON.stringify([{ attributeId }])}::jsonb order by c.name`.execute(tx);
  return rows.map(({ name }) => name);
}
