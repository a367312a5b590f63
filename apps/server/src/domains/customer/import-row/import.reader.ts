import type { Read } from '#platform/db/database.ts';

import { listAttributes } from '../attribute/attribute.service.ts';
import type { ImportRow } from '../import/import.repository.ts';
import { toCountry } from '../number/customer.number.ts';
import { readMapping } from './import.mapping.ts';
import type { RowReader } from './import.rows.ts';

/**
 * Returns the reader of an import's rows. It is the same for all of its rows: an attribute that an unfinished import maps is neither
 * deleted nor given other rules.
 */
export async function readerOf(tx: Read, row: ImportRow): Promise<RowReader> {
  const attributes = await listAttributes(tx, row.enterpriseId);
  const { columns } = readMapping(row.headers, row.headerMapping, attributes, row.replaces);
  return { headers: row.headers, columns, attributes, country: toCountry(row.country), dateOrder: row.dateOrder, leavesOut: row.leavesOut };
}
