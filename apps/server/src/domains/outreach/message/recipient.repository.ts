import { canonicalNumber, channelTypes, type customerFields, numberSpellings } from '@parley/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { CustomerTable } from '#platform/db/schema.customer.ts';
import { listAttributes } from '../../customer/door.ts';

/** Customers of the phone book as recipients, with what messages need of them. */

export type CustomerRow = Pick<Selectable<CustomerTable>, 'customerId' | 'name' | 'number' | 'email' | 'profile' | 'data'>;
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

export function findCustomers(tx: Read, enterpriseId: string, ids: readonly string[]): Promise<CustomerRow[]> {
  return tx.selectFrom('customers').select(columns).where('enterpriseId', '=', enterpriseId).where('customerId', 'in', ids).execute();
}

/** Finds those of these customers who are in the phone book. */
export function readRecipients(tx: Read, enterpriseId: string, ids: readonly string[]): Promise<CustomerRow[]> {
  const rows = tx.selectFrom('customers').select(columns).where('enterpriseId', '=', enterpriseId).where('deletedAt', 'is', null);
  return rows.where(sql<boolean>`customer_id = any(${ids}::uuid[])`).execute();
}

/** Members of a group in the order of their ids. */
export function listMembers(tx: Read, enterpriseId: string, groupId: string, after: string, limit: number): Promise<CustomerRow[]> {
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

type Own = (typeof customerFields)[number]['name'];

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
