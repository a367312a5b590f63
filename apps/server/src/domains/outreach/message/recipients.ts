import { canonicalNumber, channelTypes, customerFields, emailPattern, faultTexts, numberSpellings } from '@parley/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { CustomerTable } from '#platform/db/schema.customer.ts';
import { addressOf, countryOf, listAttributes, readNumber, shownAttributes } from '../../customer/door.ts';
import type { Addressee, Columns } from '../../messaging/door.run.ts';

type CustomerRow = Pick<Selectable<CustomerTable>, 'customerId' | 'name' | 'number' | 'email' | 'profile' | 'data'>;
type Own = (typeof customerFields)[number]['name'];

const ownValues: Record<Own, (row: CustomerRow) => string> = {
  phoneNumber: (row) => row.number,
  name: (row) => row.name,
  emailId: (row) => row.email,
  whatsAppNumber: (row) => row.profile.whatsAppNumber ?? '',
  facebookId: (row) => row.profile.facebookId ?? '',
  instaId: (row) => row.profile.instaId ?? '',
  twitterId: (row) => row.profile.twitterId ?? '',
  language: (row) => row.profile.language ?? '',
  timeZone: (row) => row.profile.timeZone ?? '',
};

/** Fields of the phone book that a mapping may name. */
export async function listMappingColumns(tx: Read, enterpriseId: string): Promise<{ name: string; label: string }[]> {
  const attributes = shownAttributes(await listAttributes(tx, enterpriseId));
  return [
    ...customerFields.map(({ name, label }) => ({ name: name as string, label: label as string })),
    ...attributes.map(({ fieldName, label }) => ({ name: fieldName, label })),
  ];
}

type Reader = (row: CustomerRow) => Columns;

/** Reads the wanted columns of a customer; a column that is gone reads as empty. */
export async function columnReader(tx: Read, enterpriseId: string, wanted: readonly string[]): Promise<Reader> {
  const slots = new Map((await listAttributes(tx, enterpriseId)).map(({ fieldName, slot }) => [fieldName, slot]));
  return (row) =>
    Object.fromEntries(
      wanted.map((name) => {
        const own = ownValues[name as Own];
        const slot = slots.get(name);
        return [name, own ? own(row) : slot === undefined ? '' : (row.data[slot] ?? '')];
      }),
    );
}

const ownSql: Record<Own, RawBuilder<string>> = {
  phoneNumber: sql`c.number`,
  name: sql`c.name`,
  emailId: sql`c.email`,
  whatsAppNumber: sql`c.profile->>'whatsAppNumber'`,
  facebookId: sql`c.profile->>'facebookId'`,
  instaId: sql`c.profile->>'instaId'`,
  twitterId: sql`c.profile->>'twitterId'`,
  language: sql`c.profile->>'language'`,
  timeZone: sql`c.profile->>'timeZone'`,
};

/** Returns the values of `columnReader` as SQL, for customers called `c` in a query. */
export async function columnSql(tx: Read, enterpriseId: string): Promise<(name: string) => RawBuilder<string | null>> {
  const slots = new Map((await listAttributes(tx, enterpriseId)).map(({ fieldName, slot }) => [fieldName, slot]));
  return (name) => {
    const slot = slots.get(name);
    return ownSql[name as Own] ?? (slot === undefined ? sql`''` : sql`c.data->>${String(slot)}`);
  };
}

export type ReadAddress = { address: string; reason: '' } | { address: null; reason: string };

/** A typed number, or e-mail address for a channel of mails, as the ledger keeps it. */
export async function addressReader(
  tx: Read,
  enterpriseId: string,
  channelType: number,
  country: string,
): Promise<(given: string) => ReadAddress> {
  if (channelType === channelTypes.EMAIL)
    return (given) =>
      emailPattern.test(given.trim())
        ? { address: given.trim().toLowerCase(), reason: '' }
        : { address: null, reason: 'No e-mail address' };
  const home = await countryOf(tx, enterpriseId, country);
  return (given) => {
    const { number, fault } = readNumber(given, home);
    return number !== '' ? { address: number, reason: '' } : { address: null, reason: fault ? faultTexts[`phone.${fault}`] : 'No number' };
  };
}

const columns = ['customerId', 'name', 'number', 'email', 'profile', 'data'] as const;

/** Finds the customers of these numbers (or mail addresses), keyed as they are given, in any spelling of the phone book. */
export async function findByAddress(
  tx: Read,
  enterpriseId: string,
  channelType: number,
  addresses: readonly string[],
): Promise<Map<string, CustomerRow>> {
  if (addresses.length === 0) return new Map();
  const field = channelType === channelTypes.EMAIL ? 'email' : 'number';
  const rows = await tx
    .selectFrom('customers')
    .select(columns)
    .where('enterpriseId', '=', enterpriseId)
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`${sql.ref(field)} = any(${addresses.flatMap(numberSpellings)}::text[])`)
    .where(field, '<>', '')
    .execute();
  const exact = new Map(rows.map((row) => [row[field], row]));
  const byLine = new Map(rows.map((row) => [canonicalNumber(row[field]), row]));
  return new Map(
    addresses.flatMap((address) => {
      const row = exact.get(address) ?? byLine.get(canonicalNumber(address));
      return row ? [[address, row] as const] : [];
    }),
  );
}

export function findCustomers(tx: Tx, enterpriseId: string, ids: readonly string[]): Promise<CustomerRow[]> {
  return tx.selectFrom('customers').select(columns).where('enterpriseId', '=', enterpriseId).where('customerId', 'in', ids).execute();
}

/** Finds those of these customers who are in the phone book. */
export function readRecipients(tx: Read, enterpriseId: string, ids: readonly string[]): Promise<CustomerRow[]> {
  const rows = tx.selectFrom('customers').select(columns).where('enterpriseId', '=', enterpriseId).where('deletedAt', 'is', null);
  return rows.where(sql<boolean>`customer_id = any(${ids}::uuid[])`).execute();
}

/** Members of a group in the order of their ids. */
export function listMembers(tx: Tx, enterpriseId: string, groupId: string, after: string, limit: number): Promise<CustomerRow[]> {
  return (
    tx
      .selectFrom('customerSetMembers as m')
      .innerJoin('customers as c', (join) => join.onRef('c.enterpriseId', '=', 'm.enterpriseId').onRef('c.customerId', '=', 'm.customerId'))
      .select(columns.map((column) => `c.${column}` as const))
      .where('m.enterpriseId', '=', enterpriseId)
      .where('m.setId', '=', groupId)
      .where('m.customerId', '>', after)
      // Said of both sides: a merge of the two would begin at the first customer of the enterprise for each page.
      .where('c.customerId', '>', after)
      .where('c.deletedAt', 'is', null)
      .orderBy('m.customerId')
      .limit(limit)
      .execute()
  );
}

export const toAddressee = (row: CustomerRow, channelType: number, readColumns: Reader): Addressee => ({
  address: addressOf(row, channelType),
  given: row.number,
  customerId: row.customerId,
  columns: readColumns(row),
});
