import { canonicalNumber, type FieldError, fieldError, numberSpellings } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Profile, ReplacedRow, SlotValues } from '#platform/db/schema.customer.ts';
import { writeBehind } from '#platform/db/transaction.ts';
import type { CsvRecord } from '../csv/csv.records.ts';
import type { CustomerChange } from '../customer/customer.changed.ts';
import { type CustomerValues, listChanges, listValueChanges, noValues, searchTextOfValues } from '../customer/customer.rules.ts';
import type { ImportRow, NewError } from '../import/import.repository.ts';
import { closestTo, numberColumns } from '../record/customer.repository.ts';
import { compareConsents, writeFileConsents } from './import.consents.ts';
import { fill, type GivenConsents, type ReadRow, type RowReader } from './import.rows.ts';

export type BatchRow = ReadRow & { record: CsvRecord };
/** @property changes what is known of customers now, where streams may begin by it; leftOut of accepted rows */
export type Written = {
  created: number;
  replaced: number;
  errors: NewError[];
  firstId: string | undefined;
  lastId: string | undefined;
  changes: CustomerChange[];
  leftOut: { line: number; fields: readonly string[] }[];
};

type NewCustomer = {
  customer_id: string;
  number: string;
  canonical_number: string | null;
  name: string;
  email: string;
  profile: Profile;
  data: SlotValues;
  search_text: string;
};
type Existing = {
  customerId: string;
  number: string;
  name: string;
  email: string;
  profile: Profile;
  data: SlotValues;
  searchText: string;
  version: number;
  importId: string | null;
  /** This import has been here already: the number stands in the file twice. */
  isMet: boolean;
};

/** Another writer made a customer between the look and the write: the batch is done again. */
export class BatchChanged extends Error {}

const repeated = fieldError('phoneNumber', 'row.repeated');
const exists = fieldError('phoneNumber', 'customer.exists');

const toError = ({ record }: BatchRow, faults: readonly FieldError[]): NewError => ({
  lineNumber: record.line,
  lineText: record.text,
  cells: record.cells ?? null,
  faults,
});

/** Finds the customers with these numbers by canonical number, and locks them in the common order for customers. */
async function findExisting(
  tx: Tx,
  { enterpriseId, importId }: ImportRow,
  numbers: readonly string[],
  lock: boolean,
): Promise<Map<string, Existing>> {
  if (numbers.length === 0) return new Map();
  const { rows } = await sql<Existing>`
    select c.customer_id, c.number, c.name, c.email, c.profile, c.data, c.search_text, c.version, c.import_id,
      coalesce(c.import_id = ${importId}, false) or exists (select from customer_changes h
        where h.enterprise_id = c.enterprise_id and h.import_id = ${importId} and h.customer_id = c.customer_id) as is_met
    from customers c
    where c.enterprise_id = ${enterpriseId} and c.number = any(${numbers.flatMap(numberSpellings)}::text[]) and c.number <> '' and c.deleted_at is null
    order by c.customer_id ${lock ? sql`for update of c` : sql``}`.execute(tx);
  const byLine = Map.groupBy(rows, ({ number }) => canonicalNumber(number));
  const existing = new Map<string, Existing>();
  for (const number of numbers) {
    const line = canonicalNumber(number);
    if (existing.has(line)) continue;
    const [holder] = (byLine.get(line) ?? []).toSorted(closestTo(number));
    if (holder) existing.set(line, holder);
  }
  return existing;
}

/** @returns numbers of those that are new now; the others belonged to somebody already */
async function insertNew(
  tx: Tx,
  row: ImportRow,
  setIds: readonly string[],
  customers: readonly NewCustomer[],
  now: Date,
): Promise<Set<string>> {
  if (customers.length === 0) return new Set();
  const { rows } = await sql<{ number: string }>`
    with made as (
      insert into customers (enterprise_id, customer_id, number, canonical_number, name, email, profile, data, search_text, import_id, updated_by, created_at, updated_at)
      select ${row.enterpriseId}::uuid, n.customer_id, n.number, n.canonical_number, n.name, n.email, n.profile, n.data, n.search_text, ${row.importId}::uuid, ${row.createdBy}::uuid,
        ${now}::timestamptz, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(customers)})
        as n (customer_id uuid, number text, canonical_number text, name text, email text, profile jsonb, data jsonb, search_text text)
      on conflict do nothing
      returning customer_id, number
    ), joined as (
      insert into customer_set_members (enterprise_id, set_id, customer_id)
      select ${row.enterpriseId}::uuid, s.set_id, m.customer_id from made m cross join unnest(${setIds}::uuid[]) as s (set_id)
    )
    select number from made`.execute(tx);
  return new Set(rows.map(({ number }) => number));
}

type Replacement = {
  customer_id: string;
  name: string;
  email: string;
  profile: Profile;
  data: SlotValues;
  search_text: string;
  before: ReplacedRow;
  changes: { field: string; from: string; to: string }[];
};

async function writeReplacements(tx: Tx, row: ImportRow, changed: readonly Replacement[]): Promise<void> {
  if (changed.length === 0) return;
  await sql`update customers c set name = n.name, email = n.email, profile = n.profile, data = n.data, search_text = n.search_text,
      version = c.version + 1, updated_at = now(), updated_by = ${row.createdBy}
    from json_to_recordset(${JSON.stringify(changed)}) as n (customer_id uuid, name text, email text, profile jsonb, data jsonb, search_text text)
    where c.enterprise_id = ${row.enterpriseId} and c.customer_id = n.customer_id`.execute(tx);
}

/** Groups and labels are added to, never taken from. @returns who is newly in at least one */
async function joinSets(tx: Tx, row: ImportRow, setIds: readonly string[], customerIds: readonly string[]): Promise<Set<string>> {
  if (setIds.length === 0 || customerIds.length === 0) return new Set();
  const { rows } = await sql<{ customerId: string }>`
    insert into customer_set_members (enterprise_id, set_id, customer_id)
    select ${row.enterpriseId}::uuid, s.set_id, c.customer_id from unnest(${customerIds}::uuid[]) as c (customer_id) cross join unnest(${setIds}::uuid[]) as s (set_id)
    on conflict do nothing returning customer_id`.execute(tx);
  return new Set(rows.map(({ customerId }) => customerId));
}

async function recordReplacements(tx: Tx, row: ImportRow, touched: readonly (Replacement & { change_id: string })[]): Promise<void> {
  if (touched.length === 0) return;
  await sql`insert into customer_changes (enterprise_id, customer_id, change_id, kind, changed_by, changes, import_id, before)
    select ${row.enterpriseId}::uuid, n.customer_id, n.change_id, 'replaced', ${row.createdBy}::uuid, n.changes, ${row.importId}::uuid, n.before
    from json_to_recordset(${JSON.stringify(touched)}) as n (customer_id uuid, change_id uuid, changes jsonb, before jsonb)`.execute(tx);
}

const isSame = (one: CustomerValues, other: CustomerValues, reader: RowReader) => listChanges(one, other, reader.attributes).length === 0;

type Fresh = { row: BatchRow; customer: NewCustomer };
type Kept = { old: Existing; values: CustomerValues; consents: GivenConsents };
type Sorted = { fresh: Fresh[]; kept: Kept[]; errors: NewError[] };

/** Each row is a new customer's, an existing one's, or refused with all that is wrong with it and all that it lacks. */
function sortRows(rows: readonly BatchRow[], existing: ReadonlyMap<string, Existing>, reader: RowReader, makeId: () => string): Sorted {
  const sorted: Sorted = { fresh: [], kept: [], errors: [] };
  const met = new Set<string>();
  for (const row of rows) {
    if (!row.given) {
      sorted.errors.push(toError(row, row.faults));
      continue;
    }
    const line = canonicalNumber(row.number);
    const old = existing.get(line);
    const { values, lacking } = fill(old, row.given, reader.attributes);
    const faults = [...row.faults, ...lacking];
    if (old?.isMet || met.has(line)) faults.push(repeated);
    if (faults.length > 0) {
      sorted.errors.push(toError(row, faults));
      continue;
    }
    met.add(line);
    if (old) sorted.kept.push({ old, values, consents: row.consents });
    else sorted.fresh.push({ row, customer: toNewCustomer(values, reader, makeId()) });
  }
  return sorted;
}

function toRow(given: string): Pick<NewCustomer, 'number' | 'canonical_number'> {
  const { number, canonicalNumber: line } = numberColumns(given);
  return { number, canonical_number: line };
}

function toNewCustomer(values: CustomerValues, reader: RowReader, customerId: string): NewCustomer {
  const { name, number, email, profile, data } = values;
  return {
    customer_id: customerId,
    ...toRow(number),
    name,
    email,
    profile,
    data,
    search_text: searchTextOfValues(values, reader.attributes),
  };
}

/**
 * Writes the rows of one batch: new customers are made, existing ones replaced where the import replaces and refused where it does not.
 * Every row ends in one of three counts.
 */
export async function writeBatch(
  tx: Tx,
  row: ImportRow,
  reader: RowReader,
  rows: readonly BatchRow[],
  makeId: () => string,
  now: Date,
): Promise<Written> {
  const setIds = [row.groupId, row.labelId].filter((id) => id !== null);
  const numbers = rows.map(({ number }) => number).filter((number) => number !== '');
  const existing = row.replaces ? await findExisting(tx, row, numbers, true) : new Map<string, Existing>();
  const { fresh, kept, errors } = sortRows(rows, existing, reader, makeId);
  const made = await insertNew(
    tx,
    row,
    setIds,
    fresh.map(({ customer }) => customer),
    now,
  );
  const refused = fresh.filter(({ customer }) => !made.has(customer.number));
  if (refused.length > 0) {
    if (row.replaces) throw new BatchChanged();
    const holders = await findExisting(
      tx,
      row,
      refused.map(({ customer }) => customer.number),
      false,
    );
    for (const { row: item, customer } of refused)
      errors.push(toError(item, [holders.get(canonicalNumber(customer.number))?.isMet ? repeated : exists]));
  }
  await replaceKept(tx, row, reader, kept, setIds, makeId, now);
  const agreed = fresh.filter(({ customer }) => made.has(customer.number));
  await writeFileConsents(
    tx,
    row,
    agreed.map(({ row: { consents }, customer }) => ({ customerId: customer.customer_id, consents })),
    now,
  );
  const ids = agreed.map(({ customer }) => customer.customer_id);
  const changes = row.startsStreams ? changesOf(agreed, kept, reader) : [];
  return {
    created: made.size,
    replaced: kept.length,
    errors,
    firstId: ids[0],
    lastId: ids.at(-1),
    changes,
    leftOut: leftOutOf(rows, errors),
  };
}

function leftOutOf(rows: readonly BatchRow[], errors: readonly NewError[]): Written['leftOut'] {
  const changed = rows.filter(({ leftOut }) => leftOut.length > 0);
  if (changed.length === 0) return [];
  const refused = new Set(errors.map(({ lineNumber }) => lineNumber));
  return changed.flatMap(({ record: { line }, leftOut }) => (refused.has(line) ? [] : [{ line, fields: leftOut }]));
}

const changesOf = (fresh: readonly Fresh[], kept: readonly Kept[], { attributes }: RowReader): CustomerChange[] => [
  ...fresh.map(({ customer }) => ({ customerId: customer.customer_id, values: listValueChanges(noValues, customer, attributes) })),
  ...kept.map(({ old, values }) => ({ customerId: old.customerId, values: listValueChanges(old, values, attributes) })),
];

async function replaceKept(
  tx: Tx,
  row: ImportRow,
  reader: RowReader,
  kept: readonly Kept[],
  setIds: readonly string[],
  makeId: () => string,
  now: Date,
): Promise<void> {
  if (kept.length === 0) return;
  const consenting = kept.map(({ old: { customerId }, consents }) => ({ customerId, consents }));
  const said = await compareConsents(tx, row.enterpriseId, consenting, now);
  await writeFileConsents(
    tx,
    row,
    [...said].map(([customerId, { changed }]) => ({ customerId, consents: changed })),
    now,
  );
  const replacements = kept.map(({ old, values }): Replacement & { isChanged: boolean } => {
    const before: CustomerValues = old;
    const { replaced = [], changes = [] } = said.get(old.customerId) ?? {};
    return {
      isChanged: changes.length > 0 || !isSame(before, values, reader),
      customer_id: old.customerId,
      name: values.name,
      email: values.email,
      profile: values.profile,
      data: values.data,
      search_text: searchTextOfValues(values, reader.attributes),
      before: {
        name: old.name,
        email: old.email,
        profile: old.profile,
        data: old.data,
        searchText: old.searchText,
        version: old.version,
        joined: [],
        ...(replaced.length > 0 ? { consents: replaced } : {}),
      },
      changes: [...listChanges(before, values, reader.attributes), ...changes],
    };
  });
  const changed = replacements.filter(({ isChanged }) => isChanged);
  writeBehind(tx, writeReplacements(tx, row, changed));
  const joined = await joinSets(
    tx,
    row,
    setIds,
    kept.map(({ old }) => old.customerId),
  );
  // Also one that stays as it was is recorded: its number counts as met in this file.
  const recorded = replacements.map(({ isChanged, ...replacement }) => ({
    ...replacement,
    change_id: makeId(),
    before: {
      ...replacement.before,
      version: replacement.before.version + (isChanged ? 1 : 0),
      joined: joined.has(replacement.customer_id) ? [...setIds] : [],
    },
  }));
  writeBehind(tx, recordReplacements(tx, row, recorded));
}
