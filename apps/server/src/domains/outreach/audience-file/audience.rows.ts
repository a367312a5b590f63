import { sql } from 'kysely';
import { texts } from '#platform/db/arrays.ts';
import type { Tx } from '#platform/db/database.ts';

/** @property address '' with the reason in `fault`: none that can be sent to */
export type NewAudienceRow = { address: string; given: string; fault: string; cells: string[] };

const clean = (text: string) => text.replaceAll('\u0000', '\ufffd').toWellFormed();

/** Rows of a file of numbers behind those that it has already. */
export async function insertAudienceRows(
  tx: Tx,
  enterpriseId: string,
  fileId: string,
  after: number,
  rows: readonly NewAudienceRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into audience_rows (enterprise_id, file_id, number, address, given, fault, cells)
    select ${enterpriseId}, ${fileId}, ${after} + place, address, given, fault, cells::jsonb from unnest(
      ${texts(rows, ({ address }) => address)}::text[], ${texts(rows, ({ given }) => clean(given))}::text[], ${texts(rows, ({ fault }) => fault)}::text[],
      ${texts(rows, ({ cells }) => JSON.stringify(cells.map(clean)))}::text[]
    ) with ordinality as g(address, given, fault, cells, place)`.execute(tx);
}
