import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import type { RichCardTable } from '#platform/db/schema.card.ts';

export type CardRow = Selectable<RichCardTable>;
export type CardFilter = { name: string; kind: string; from: number; limit: number };

/** Lists cards by name. */
export const listCardRows = (tx: Read, enterpriseId: string, { name, kind, from, limit }: CardFilter): Promise<CardRow[]> =>
  tx
    .selectFrom('richCards')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .$if(name !== '', (query) => query.where('name', 'ilike', containing(name)))
    .$if(kind !== '', (query) => query.where('kind', '=', kind as CardRow['kind']))
    .orderBy(sql`lower(name)`)
    .orderBy('cardId')
    .offset(from)
    .limit(limit)
    .execute();

export const findCard = (tx: Read, enterpriseId: string, cardId: string): Promise<CardRow | undefined> =>
  tx.selectFrom('richCards').selectAll().where('enterpriseId', '=', enterpriseId).where('cardId', '=', cardId).executeTakeFirst();

export const lockCard = (tx: Tx, enterpriseId: string, cardId: string): Promise<CardRow | undefined> =>
  tx
    .selectFrom('richCards')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('cardId', '=', cardId)
    .forUpdate()
    .executeTakeFirst();

export const findCardByName = (tx: Read, enterpriseId: string, name: string): Promise<{ id: string; name: string } | undefined> =>
  tx
    .selectFrom('richCards')
    .select(['cardId as id', 'name'])
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();

export const isCardName = async (tx: Read, enterpriseId: string, name: string): Promise<boolean> =>
  (await findCardByName(tx, enterpriseId, name)) !== undefined;

export async function countCards(tx: Read, enterpriseId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('richCards')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterpriseId', '=', enterpriseId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertCard(tx: Tx, row: Insertable<RichCardTable>): Promise<void> {
  await tx.insertInto('richCards').values(row).execute();
}

export async function changeCard(tx: Tx, enterpriseId: string, cardId: string, change: Updateable<RichCardTable>): Promise<void> {
  await tx.updateTable('richCards').set(change).where('enterpriseId', '=', enterpriseId).where('cardId', '=', cardId).execute();
}

export async function deleteCard(tx: Tx, enterpriseId: string, cardId: string): Promise<void> {
  await tx.deleteFrom('richCards').where('enterpriseId', '=', enterpriseId).where('cardId', '=', cardId).execute();
}

/** Cards that show one of these files of the library. */
export async function listCardsShowing(
  tx: Read,
  enterpriseId: string,
  artifactIds: readonly string[],
): Promise<{ artifactId: string; name: string }[]> {
  const { rows } = await sql<{ artifactId: string; name: string }>`
    select distinct m.id as artifact_id, c.name from rich_cards c
      cross join lateral (select jsonb_path_query(c.document, '$.**.media.id') #>> '{}' as id) m
    where c.enterprise_id = ${enterpriseId} and m.id = any(${[...artifactIds]}::text[]) order by c.name`.execute(tx);
  return rows;
}
