import { numberSpellings } from '@parley/contract';
import { sql } from 'kysely';
import { texts } from '#platform/db/arrays.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import type { Columns } from '../../messaging/door.run.ts';

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

/** A row of a file of numbers with its values by the columns of the file. */
export type AudienceFileRow = { number: number; address: string; given: string; columns: Columns };

export const columnsOfRow = (names: readonly string[], cells: readonly string[]): Columns =>
  Object.fromEntries(names.map((name, place) => [name, cells[place] ?? '']));

export async function listFileRows(
  tx: Read,
  enterpriseId: string,
  fileId: string,
  after: number,
  limit: number,
): Promise<AudienceFileRow[]> {
  const file = await tx
    .selectFrom('audienceFiles')
    .select('columns')
    .where('enterpriseId', '=', enterpriseId)
    .where('fileId', '=', fileId)
    .executeTakeFirstOrThrow();
  const rows = await tx
    .selectFrom('audienceRows')
    .select(['number', 'address', 'given', 'cells'])
    .where('enterpriseId', '=', enterpriseId)
    .where('fileId', '=', fileId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map(({ cells, ...row }) => ({ ...row, columns: columnsOfRow(file.columns, cells) }));
}

/** The row of a file with this address, in any spelling; [] where there is none. */
export async function findFileRow(tx: Read, enterpriseId: string, fileId: string, address: string): Promise<AudienceFileRow[]> {
  const { rows } = await sql<Omit<AudienceFileRow, 'columns'> & { names: string[]; cells: string[] }>`
    select r.number, r.address, r.given, f.columns as names, r.cells from audience_rows r
    join audience_files f on f.enterprise_id = r.enterprise_id and f.file_id = r.file_id
    where r.enterprise_id = ${enterpriseId} and r.file_id = ${fileId} and r.address = any(${numberSpellings(address)}::text[]) order by r.number limit 1`.execute(
    tx,
  );
  return rows.map(({ names, cells, ...row }) => ({ ...row, columns: columnsOfRow(names, cells) }));
}

export type BadRow = { number: number; given: string; fault: string };

const badRows = (tx: Read, enterpriseId: string, fileId: string) =>
  tx
    .selectFrom('audienceRows')
    .select(['number', 'given', 'fault'])
    .where('enterpriseId', '=', enterpriseId)
    .where('fileId', '=', fileId)
    .where('address', '=', '')
    .orderBy('number');

/** All rows without a valid address. */
export const listAllBadRows = (tx: Read, enterpriseId: string, fileId: string): Promise<BadRow[]> =>
  badRows(tx, enterpriseId, fileId).execute();

/** A page of them. */
export const listBadRows = (tx: Read, enterpriseId: string, fileId: string, after: number, limit: number): Promise<BadRow[]> =>
  badRows(tx, enterpriseId, fileId).where('number', '>', after).limit(limit).execute();

/** Counts the rows with an address, and these addresses, each once. */
export async function countAddresses(tx: Read, enterpriseId: string, fileId: string): Promise<{ valid: number; accepted: number }> {
  const { rows } = await sql<{ valid: number; accepted: number }>`
    select count(*) filter (where address <> '')::integer as valid, count(distinct address) filter (where address <> '')::integer as accepted
    from audience_rows where enterprise_id = ${enterpriseId} and file_id = ${fileId}`.execute(tx);
  return rows[0] ?? { valid: 0, accepted: 0 };
}
