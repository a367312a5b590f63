import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { AttributeTable } from '#platform/db/schema.customer.ts';

export type AttributeRow = Selectable<AttributeTable>;

/** Lists attributes in their order. */
export function listAttributeRows(tx: Read, enterpriseId: string): Promise<AttributeRow[]> {
  return tx
    .selectFrom('attributes')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .orderBy('slot')
    .execute();
}

/** Definitions change one after the other, so that positions and names are decided on what is there. */
export async function lockAttributes(tx: Tx, enterpriseId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`attributes:${enterpriseId}`}, 0))`.execute(tx);
}

/** None is changed or deleted until the end of the transaction; others may keep them at the same time. */
export async function keepAttributes(tx: Tx, enterpriseId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${`attributes:${enterpriseId}`}, 0))`.execute(tx);
}

export async function nextSlot(tx: Tx, enterpriseId: string): Promise<number> {
  const { slot } = await tx
    .selectFrom('attributes')
    .select((eb) => eb.fn.coalesce(eb.fn.max('slot'), sql<number>`0`).as('slot'))
    .where('enterpriseId', '=', enterpriseId)
    .executeTakeFirstOrThrow();
  return slot + 1;
}

export async function insertAttribute(tx: Tx, row: Insertable<AttributeTable>): Promise<void> {
  await tx.insertInto('attributes').values(row).execute();
}

export async function updateAttribute(
  tx: Tx,
  enterpriseId: string,
  attributeId: string,
  change: Updateable<AttributeTable>,
): Promise<void> {
  await tx.updateTable('attributes').set(change).where('enterpriseId', '=', enterpriseId).where('attributeId', '=', attributeId).execute();
}

/** The ids in their new order. */
export async function placeAttributes(tx: Tx, enterpriseId: string, attributeIds: readonly string[]): Promise<void> {
  await sql`update attributes a set position = o.position
    from unnest(${attributeIds}::uuid[]) with ordinality as o (attribute_id, position)
    where a.enterprise_id = ${enterpriseId} and a.attribute_id = o.attribute_id`.execute(tx);
}

export type StoredValue = { customerId: string; name: string; value: string };

/** Values of one slot, customer by customer from `after` on. Looks at so many customers and no more. */
export async function listValues(
  tx: Read,
  enterpriseId: string,
  slot: number,
  after: string,
  customerCount: number,
): Promise<{ values: StoredValue[]; last: string | undefined }> {
  const { rows } = await sql<StoredValue & { hasValue: boolean }>`
    select customer_id, name, coalesce(data ->> ${String(slot)}, '') as value from customers
    where enterprise_id = ${enterpriseId} and deleted_at is null and customer_id > ${after}
    order by customer_id limit ${customerCount}`.execute(tx);
  return { values: rows, last: rows.length < customerCount ? undefined : rows.at(-1)?.customerId };
}
