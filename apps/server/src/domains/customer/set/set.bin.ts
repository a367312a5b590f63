import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { changing } from '#platform/audit/trail.ts';
import type { BinDefinition } from '#platform/bin/bin.ts';
import type { Deleted } from '#platform/bin/deleted.ts';
import { findFreeName } from '#platform/bin/free-name.ts';
import { type PackedRows, packRows, unpackRows } from '#platform/bin/packed-rows.ts';
import type { Tx } from '#platform/db/database.ts';
import { type SetKind, setRecords } from './set.record.ts';

type Packed = { rows: PackedRows; members: string[] };
const longestName = 60;

/** A group or label with its members. */
export async function packSet(
  tx: Tx,
  enterpriseId: string,
  kind: SetKind,
  { setId, name }: { setId: string; name: string },
): Promise<Deleted> {
  const rows = await packRows(tx, 'customer_sets', sql`t.enterprise_id = ${enterpriseId} and t.set_id = ${setId}`);
  const { rows: found } = await sql<{ members: string[] }>`
    select coalesce(jsonb_agg(customer_id), '[]') as members from customer_set_members
    where enterprise_id = ${enterpriseId} and set_id = ${setId}`.execute(tx);
  const members = found[0]?.members ?? [];
  return { kind, recordId: setId, name, contains: { customers: members.length }, packed: { rows, members } satisfies Packed };
}

/** Members in the phone book are in it again, and members in the bin will be. @returns how many are gone */
async function bringMembersBack(tx: Tx, enterpriseId: string, setId: string, members: readonly string[]): Promise<number> {
  const list = JSON.stringify(members);
  const { rows } = await sql<{ found: number }>`
    with wanted as (select value::uuid as customer_id from jsonb_array_elements_text(${list}::jsonb)),
    known as (
      select c.customer_id, c.deleted_at is null as is_live from customers c join wanted using (customer_id)
      where c.enterprise_id = ${enterpriseId} and not coalesce(c.bin ? 'mergedInto' or (c.bin ->> 'isEmptied')::boolean, false)
    ), joined as (
      insert into customer_set_members (enterprise_id, set_id, customer_id)
      select ${enterpriseId}::uuid, ${setId}::uuid, customer_id from known where is_live on conflict do nothing
    ), kept as (
      update customers c set bin = jsonb_set(c.bin, '{sets}', coalesce(c.bin -> 'sets', '[]') || to_jsonb(${setId}::text))
      from known where c.enterprise_id = ${enterpriseId} and c.customer_id = known.customer_id and not known.is_live
    ) select count(*)::int as found from known`.execute(tx);
  return members.length - (rows[0]?.found ?? 0);
}

export const setBin = (kind: SetKind): BinDefinition => ({
  edit: kind === 'group' ? endpoints.phoneBook.saveGroup : endpoints.phoneBook.saveLabel,
  async restore(ctx, tx, { recordId, name: former, packed }) {
    const { enterpriseId } = ctx;
    const { rows, members } = packed as Packed;
    const isTaken = async (candidate: string) =>
      (await tx
        .selectFrom('customerSets')
        .select('setId')
        .where('enterpriseId', '=', enterpriseId)
        .where('kind', '=', kind)
        .where(sql`lower(name)`, '=', candidate.toLowerCase())
        .executeTakeFirst()) !== undefined;
    const name = await findFreeName(former, isTaken, { longest: longestName });
    const goneCount = await changing(ctx, tx, setRecords[kind], recordId, 'restore', async () => {
      // The count is kept by the members' rows.
      const back = rows.map((row) => ({ ...row, name, customer_count: 0, version: Number(row.version) + 1 }));
      await unpackRows(tx, 'customer_sets', back);
      return bringMembersBack(tx, enterpriseId, recordId, members);
    });
    return { name, missing: goneCount > 0 ? [{ kind: 'customer', count: goneCount }] : [] };
  },
  purge: () => Promise.resolve(),
});
