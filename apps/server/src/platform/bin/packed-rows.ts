import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** Rows of a table as the database writes them in JSON: by the names of their columns. */
export type PackedRows = readonly Readonly<Record<string, unknown>>[];

/** @param where of the row `t` */
export async function packRows(tx: Tx, table: string, where: RawBuilder<unknown>): Promise<PackedRows> {
  const { rows } = await sql<{ packed: PackedRows }>`
    select coalesce(jsonb_agg(to_jsonb(t)), '[]') as packed from ${sql.table(table)} t where ${where}`.execute(tx);
  return rows[0]?.packed ?? [];
}

/** Puts rows back as they were. A column that the table has got since takes its default. */
export async function unpackRows(tx: Tx, table: string, rows: PackedRows): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(tx);
}
