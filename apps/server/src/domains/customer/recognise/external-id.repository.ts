import { canonicalNumber, numberSpellings } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';

/** The customer whom the enterprise's own systems call so; one in the bin is nobody. */
export async function findByExternalId(tx: Read, enterpriseId: string, externalId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('customerExternalIds as x')
    .innerJoin('customers as c', (join) => join.onRef('c.enterpriseId', '=', 'x.enterpriseId').onRef('c.customerId', '=', 'x.customerId'))
    .select('c.customerId')
    .where('x.enterpriseId', '=', enterpriseId)
    .where('x.externalId', '=', externalId)
    .where('c.deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.customerId;
}

export async function listExternalIds(tx: Read, enterpriseId: string, customerId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('customerExternalIds')
    .select('externalId')
    .where('enterpriseId', '=', enterpriseId)
    .where('customerId', '=', customerId)
    .orderBy('createdAt')
    .execute();
  return rows.map(({ externalId }) => externalId);
}

/**
 * Two visitors with one name, browser, e-mail address or number at the same moment: the second waits for the first, and finds its customer.
 * Names come before the rest, always in this order.
 */
export async function lockClaimed(
  tx: Tx,
  enterpriseId: string,
  claimed: { externalId: string; browser: string; email: string; number: string },
): Promise<void> {
  const keys = Object.entries(claimed).flatMap(([what, value]) => (value === '' ? [] : [`claimed ${what} ${enterpriseId} ${value}`]));
  await sql`select pg_advisory_xact_lock(hashtextextended(k.key, 0)) from unnest(${keys}::text[]) with ordinality k(key, place) order by place`.execute(
    tx,
  );
}

/** A name whose customer is gone becomes another's. */
export async function keepExternalId(tx: Tx, enterpriseId: string, externalId: string, customerId: string): Promise<void> {
  await tx
    .insertInto('customerExternalIds')
    .values({ enterpriseId, externalId, customerId })
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'externalId']).doUpdateSet({ customerId }))
    .execute();
}

/**
 * Customers of the phone book with this e-mail address or number whom no browser and no name of the enterprise's systems belongs to yet: an
 * address that an anonymous visitor has told must not open the conversation to whoever proves to own it, nor theirs to the visitor.
 */
export async function findUnclaimed(
  tx: Read,
  enterpriseId: string,
  { email, number }: { email: string; number: string },
): Promise<string[]> {
  const { rows } = await sql<{ customerId: string; line: string }>`
    select c.customer_id, c.number as line from customers c
    where c.enterprise_id = ${enterpriseId} and c.deleted_at is null
      and ((${email} <> '' and c.email <> '' and lower(c.email) = lower(${email}))
        or (c.number <> '' and c.number = any(${number === '' ? [] : numberSpellings(number)}::text[])))
      and not exists (select from customer_external_ids x where x.enterprise_id = c.enterprise_id and x.customer_id = c.customer_id)
      and not exists (select from customer_addresses a where a.enterprise_id = c.enterprise_id and a.customer_id = c.customer_id
        and a.address ~ '^[0-9a-f]{64}$')
    order by c.customer_id limit 10`.execute(tx);
  const byNumber = rows.filter(({ line }) => number !== '' && line !== '' && canonicalNumber(line) === canonicalNumber(number));
  return (byNumber.length > 0 ? byNumber : rows).map(({ customerId }) => customerId);
}

/** The browser's address becomes this customer's, whoever had it. */
export async function giveAddress(
  tx: Tx,
  enterpriseId: string,
  { channelId, address }: { channelId: string; address: string },
  customerId: string,
): Promise<void> {
  await tx
    .insertInto('customerAddresses')
    .values({ enterpriseId, channelId, address, customerId })
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'channelId', 'address']).doUpdateSet({ customerId }))
    .execute();
}

/** Addresses of a customer on a channel, the newest first. */
export async function listAddresses(
  tx: Read,
  enterpriseId: string,
  channelId: string,
  customerId: string,
  most: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('customerAddresses')
    .select('address')
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where('customerId', '=', customerId)
    .orderBy('createdAt', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ address }) => address);
}
