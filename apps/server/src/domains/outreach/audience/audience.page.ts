import { type Audience, numberSpellings } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { addressSql } from '../../customer/door.ts';
import { type Addressee, type AudiencePage, type Columns, zonesOf } from '../../messaging/door.run.ts';
import { findByAddress, readRecipients } from '../message/recipient.repository.ts';
import { columnReader, toAddressee } from '../message/recipients.ts';
import { resultFile } from './audience.lacks.ts';
import { type AskedAudience, exclusionWhere, setsOf, withResult } from './audience.people.ts';

const noId = '00000000-0000-0000-0000-000000000000';

/** @property wantsZones whether it is told where each of them lives, which is looked up for the hours of a run alone */
export type PageAsk = { cursor: string; limit: number; columns: readonly string[]; wantsZones?: boolean };

/** The file's rows, then the people of each earlier iteration, then the phone book: 'f:2000', 'r:1:300', 'c:<id>' are what comes next. */
type Place = { part: 'file'; after: number } | { part: 'result'; index: number; after: number } | { part: 'customers'; after: string };

function placeOf(cursor: string, audience: Audience): Place {
  const [part = '', first = '', second = ''] = cursor.split(':');
  if (part === 'r') return { part: 'result', index: Number(first), after: Number(second) };
  if (part === 'c') return { part: 'customers', after: first };
  if (audience.fileId !== '') return { part: 'file', after: Number(first) };
  return startOfResults(audience);
}
const startOfResults = ({ results }: Audience, index = 0): Place =>
  index < results.length ? { part: 'result', index, after: 0 } : { part: 'customers', after: noId };
const cursorOf = (place: Place): string =>
  place.part === 'file' ? `f:${place.after}` : place.part === 'result' ? `r:${place.index}:${place.after}` : `c:${place.after}`;

/** A part of the audience in its order, without the excluded people. A page may be empty before the last. */
export async function readPage(tx: Read, enterpriseId: string, asked: AskedAudience, ask: PageAsk): Promise<AudiencePage> {
  const place = placeOf(ask.cursor, asked.audience);
  switch (place.part) {
    case 'file': {
      const rows = await listFileRows(tx, enterpriseId, asked.audience.fileId, place.after, ask.limit);
      const addressees = await known(tx, enterpriseId, asked, rows, ask);
      const last = rows.at(-1);
      const isOver = rows.length < ask.limit || !last;
      return { addressees, next: cursorOf(isOver ? startOfResults(asked.audience) : { part: 'file', after: last.number }) };
    }
    case 'result': {
      const rows = await listResults(tx, enterpriseId, asked.audience, place, ask.limit);
      const addressees = await known(tx, enterpriseId, asked, rows, ask);
      const last = rows.at(-1);
      const isOver = rows.length < ask.limit || !last;
      return {
        addressees,
        next: cursorOf(isOver ? startOfResults(asked.audience, place.index + 1) : { ...place, after: last.number }),
      };
    }
    case 'customers':
      return readCustomers(tx, enterpriseId, asked, place.after, ask);
  }
}

type FileRow = { number: number; address: string; given: string; columns: Columns };

async function listFileRows(tx: Read, enterpriseId: string, fileId: string, after: number, limit: number): Promise<FileRow[]> {
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

const columnsOfRow = (names: readonly string[], cells: readonly string[]): Columns =>
  Object.fromEntries(names.map((name, place) => [name, cells[place] ?? '']));

/** People of an earlier iteration by its rows; who came by a file there has the file's columns still. */
async function listResults(
  tx: Read,
  enterpriseId: string,
  { results }: Audience,
  place: Extract<Place, { part: 'result' }>,
  limit: number,
): Promise<FileRow[]> {
  const result = results[place.index];
  if (!result) return [];
  const { rows } = await sql<Pick<FileRow, 'number' | 'address'> & { names: string[] | null; cells: string[] | null }>`
    select m.number, m.address ${resultFile.columns} from messages m ${resultFile.joins}
    where ${withResult(enterpriseId, result)} and m.number > ${place.after} order by m.number limit ${limit}`.execute(tx);
  return rows.map(({ names, cells, ...row }) => ({
    ...row,
    given: row.address,
    columns: names && cells ? columnsOfRow(names, cells) : {},
  }));
}

/** Finds the phone book's data about given addresses; their own columns come before its fields. Excluded customers are left out. */
async function known(
  tx: Read,
  enterpriseId: string,
  asked: AskedAudience,
  rows: readonly FileRow[],
  { columns, wantsZones }: Pick<PageAsk, 'columns' | 'wantsZones'>,
): Promise<Addressee[]> {
  const { channelType } = asked;
  const readColumns = await columnReader(tx, enterpriseId, columns);
  const addresses = rows.flatMap(({ address }) => (address === '' ? [] : address));
  const customers = await findByAddress(tx, enterpriseId, channelType, addresses);
  const excluded = await findExcluded(
    tx,
    enterpriseId,
    asked,
    [...customers.values()].map(({ customerId }) => customerId),
  );
  return rows.flatMap(({ address, given, columns: own }): Addressee[] => {
    const customer = customers.get(address);
    const zones = (ownZone: string) => (wantsZones ? { timeZones: zonesOf(address, ownZone, new Date()) } : {});
    if (!customer) return [{ address: address === '' ? null : address, given, customerId: null, columns: own, ...zones('') }];
    if (excluded.has(customer.customerId)) return [];
    const addressee = toAddressee(customer, channelType, readColumns);
    const told = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== ''));
    return [{ ...addressee, address, given, columns: { ...addressee.columns, ...told }, ...zones(customer.profile.timeZone ?? '') }];
  });
}

async function findExcluded(tx: Read, enterpriseId: string, { audience }: AskedAudience, ids: readonly string[]): Promise<Set<string>> {
  const where = exclusionWhere(enterpriseId, audience);
  if (!where || ids.length === 0) return new Set();
  const { rows } = await sql<{ customerId: string }>`
    select c.customer_id from customers c where c.enterprise_id = ${enterpriseId} and c.deleted_at is null and c.customer_id = any(${ids}::uuid[]) and ${where}`.execute(
    tx,
  );
  return new Set(rows.map(({ customerId }) => customerId));
}

async function readCustomers(tx: Read, enterpriseId: string, asked: AskedAudience, after: string, ask: PageAsk): Promise<AudiencePage> {
  const ids = await listCustomerIds(tx, enterpriseId, asked, after, ask.limit);
  const [last] = ids.slice(-1);
  const readColumns = await columnReader(tx, enterpriseId, ask.columns);
  const found = new Map((await readRecipients(tx, enterpriseId, ids)).map((row) => [row.customerId, row]));
  const excluded = await findExcluded(tx, enterpriseId, asked, ids);
  const addressees = ids.flatMap((id) => {
    const row = found.get(id);
    if (!row || excluded.has(id)) return [];
    const addressee = toAddressee(row, asked.channelType, readColumns);
    return [ask.wantsZones ? { ...addressee, timeZones: zonesOf(addressee.address, row.profile.timeZone ?? '', new Date()) } : addressee];
  });
  return { addressees, next: ids.length < ask.limit || last === undefined ? null : cursorOf({ part: 'customers', after: last }) };
}

/** Ids in their order: of sets alone by the members of each, otherwise by the key of the phone book. */
async function listCustomerIds(
  tx: Read,
  enterpriseId: string,
  { audience, filter }: AskedAudience,
  after: string,
  limit: number,
): Promise<string[]> {
  const sets = setsOf(audience);
  if (sets.length === 0 && !filter) return [];
  const query: RawBuilder<{ customerId: string }> = filter
    ? sql`select c.customer_id from customers c where c.enterprise_id = ${enterpriseId} and c.customer_id > ${after} and c.deleted_at is null and (${filter} ${
        sets.length > 0
          ? sql`or exists (select from customer_set_members h where h.enterprise_id = ${enterpriseId} and h.customer_id = c.customer_id and h.set_id = any(${sets}::uuid[]))`
          : sql``
      }) order by c.customer_id limit ${limit}`
    : sql`select distinct customer_id from unnest(${sets}::uuid[]) as s(set_id) cross join lateral (
        select h.customer_id from customer_set_members h
        where h.enterprise_id = ${enterpriseId} and h.set_id = s.set_id and h.customer_id > ${after} order by h.customer_id limit ${limit}) as members
      order by customer_id limit ${limit}`;
  return (await query.execute(tx)).rows.map(({ customerId }) => customerId);
}

/** The one of an audience who has this address. */
export async function findPerson(
  tx: Read,
  enterpriseId: string,
  asked: AskedAudience,
  address: string,
  columns: readonly string[],
): Promise<Addressee | undefined> {
  const { audience, filter, channelType } = asked;
  const spellings = numberSpellings(address);
  if (audience.fileId !== '') {
    const [found] = await known(tx, enterpriseId, asked, await findFileRow(tx, enterpriseId, audience.fileId, address), { columns });
    if (found) return found;
  }
  for (const result of audience.results) {
    const { rows } =
      await sql`select from messages m where ${withResult(enterpriseId, result)} and m.address = any(${spellings}::text[]) limit 1`.execute(
        tx,
      );
    const given = { number: 0, address, given: address, columns: {} };
    const [found] = rows.length > 0 ? await known(tx, enterpriseId, asked, [given], { columns }) : [];
    if (found) return found;
  }
  const sets = setsOf(audience);
  const parts = [
    ...(filter ? [filter] : []),
    ...(sets.length > 0
      ? [
          sql`exists (select from customer_set_members h where h.enterprise_id = ${enterpriseId} and h.customer_id = c.customer_id and h.set_id = any(${sets}::uuid[]))`,
        ]
      : []),
  ];
  if (parts.length === 0) return undefined;
  const { rows } = await sql<{ customerId: string }>`
    select c.customer_id from customers c where c.enterprise_id = ${enterpriseId} and c.deleted_at is null
      and ${addressSql(channelType)} = any(${spellings}::text[])
      and (c.number = any(${spellings}::text[]) or c.email = ${address}
        or c.profile->>'whatsAppNumber' = any(${spellings}::text[]) and c.profile->>'whatsAppNumber' <> '') and (${sql.join(parts, sql` or `)}) limit 1`.execute(
    tx,
  );
  const [member] = await readRecipients(
    tx,
    enterpriseId,
    rows.map(({ customerId }) => customerId),
  );
  if (!member || (await findExcluded(tx, enterpriseId, asked, [member.customerId])).size > 0) return undefined;
  return toAddressee(member, channelType, await columnReader(tx, enterpriseId, columns));
}

async function findFileRow(tx: Read, enterpriseId: string, fileId: string, address: string): Promise<FileRow[]> {
  const { rows } = await sql<Omit<FileRow, 'columns'> & { names: string[]; cells: string[] }>`
    select r.number, r.address, r.given, f.columns as names, r.cells from audience_rows r
    join audience_files f on f.enterprise_id = r.enterprise_id and f.file_id = r.file_id
    where r.enterprise_id = ${enterpriseId} and r.file_id = ${fileId} and r.address = any(${numberSpellings(address)}::text[]) order by r.number limit 1`.execute(
    tx,
  );
  return rows.map(({ names, cells, ...row }) => ({ ...row, columns: columnsOfRow(names, cells) }));
}
