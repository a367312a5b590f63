import { type CustomerFilter, noConditions, type Selection } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { listAttributes } from '../attribute/attribute.service.ts';
import { conditionOf, type ReadyFilter, readFilter } from '../filter/customer.filter.ts';
import { type Reading, seesAll } from '../record/customer.reading.ts';
import type { BulkRow } from './bulk.repository.ts';

/** A selection with what its author may read and why it was asked for, since the worker has no call of its own. */
export type StoredSelection = Selection & { eyes: Reading; why?: string };

const everything: CustomerFilter = { search: '', groups: [], tags: [], filterId: '', conditions: noConditions };

export type Chosen = { ids: readonly string[] | undefined; filter: CustomerFilter; ready: ReadyFilter };

/** Reads the selection of the job's requester, again for each step: a group that is gone in the meantime ends it. */
export async function readChosen(tx: Read, row: BulkRow): Promise<Chosen> {
  const { eyes, why: _why, ...selection } = row.selection as StoredSelection;
  const filter = 'filter' in selection ? selection.filter : everything;
  const attributes = await listAttributes(tx, row.enterpriseId);
  const ready = await readFilter(tx, row.enterpriseId, filter, attributes, !seesAll(eyes));
  return { ids: 'customerIds' in selection ? selection.customerIds : undefined, filter, ready };
}

export const reasonOf = ({ selection }: BulkRow): string => (selection as StoredSelection).why ?? '';

export async function countChosen(tx: Read, row: BulkRow, { ready }: Chosen): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from customers c
    where ${conditionOf(row.enterpriseId, ready)} and c.customer_id <= ${row.lastCustomerId}`.execute(tx);
  return rows[0]?.count ?? 0;
}
