import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '#platform/db/database.ts';
import { pageOf } from '#platform/db/page.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../context.ts';

export type KnownCustomer = { customerId: string; name: string };

/** A name to tell visitors apart by until they give one. */
const visitorName = (customerId: string) => `Visitor ${customerId.slice(-4).toUpperCase()}`;

/** The customers behind addresses of a channel; a new address makes a new customer. */
export async function ensureCustomers(
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  addresses: readonly string[],
  now: Date,
): Promise<Map<string, KnownCustomer>> {
  const found = await findByAddresses(tx, enterpriseId, channelId, addresses);
  const missing = addresses.filter((address) => !found.has(address));
  if (missing.length === 0) return found;
  const made = missing.map((address) => {
    const customerId = randomUUIDv7();
    return { address, customerId, name: visitorName(customerId) };
  });
  await tx
    .insertInto('customers')
    .values(made.map(({ customerId, name }) => ({ enterpriseId, customerId, name, createdAt: now })))
    .execute();
  // Another process may have met the same address: its unique key fails this transaction, and the next try finds the other's customer.
  await tx
    .insertInto('customerAddresses')
    .values(made.map(({ address, customerId }) => ({ enterpriseId, channelId, address, customerId })))
    .execute();
  return new Map([...found, ...made.map(({ address, ...customer }) => [address, customer] as const)]);
}

export async function findByAddresses(
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  addresses: readonly string[],
): Promise<Map<string, KnownCustomer>> {
  const rows = await tx
    .selectFrom('customerAddresses as a')
    .innerJoin('customers as c', (join) => join.onRef('c.enterpriseId', '=', 'a.enterpriseId').onRef('c.customerId', '=', 'a.customerId'))
    .select(['a.address', 'c.customerId', 'c.name'])
    .where('a.enterpriseId', '=', enterpriseId)
    .where('a.channelId', '=', channelId)
    .where('a.address', 'in', addresses)
    .execute();
  return new Map(rows.map(({ address, customerId, name }) => [address, { customerId, name }]));
}

const contains = (text: string) => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;

export type CustomerFilter = { name: string; from: number; limit: number };

export function listCustomers(ctx: Ctx, filter: CustomerFilter) {
  return ctx.read((tx) =>
    tx
      .selectFrom('customers')
      .selectAll()
      .where('enterpriseId', '=', ctx.enterpriseId)
      .$if(filter.name !== '', (query) => query.where('name', 'ilike', contains(filter.name)))
      .orderBy('createdAt', 'desc')
      .orderBy('customerId', 'desc')
      .$call(pageOf(filter))
      .execute(),
  );
}

export async function changeCustomer(
  tx: Tx,
  enterpriseId: string,
  customerId: string,
  change: { name?: string; number?: string; email?: string },
): Promise<void> {
  const values = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  if (Object.keys(values).length === 0) return;
  const { numUpdatedRows } = await tx
    .updateTable('customers')
    .set(values)
    .where('enterpriseId', '=', enterpriseId)
    .where('customerId', '=', customerId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new DomainError('customer.not_found', 'No such customer.', {});
}
