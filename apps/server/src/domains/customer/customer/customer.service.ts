import { canonicalNumber, fieldError, numberSpellings } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import type { Ctx } from '../../../context.ts';
import { listAttributes } from '../attribute/attribute.service.ts';
import { countryOf } from '../number/customer.country.ts';
import { readNumber } from '../number/customer.number.ts';
import { searchTextOf } from '../number/customer.text.ts';
import { accessCustomer } from '../query/customer.query.ts';
import { customerRecord } from '../record/customer.record.ts';
import { closestTo, findByNumber, numberColumns } from '../record/customer.repository.ts';
import { duplicate, invalid, valuesOf, writeChange } from './customer.save.ts';

export type KnownCustomer = { customerId: string; name: string };
/** The sender as the vendor describes them; the number in E.164, or ''. */
export type Person = { name: string; number: string };

/** A name to tell visitors apart by until they give one. Of a number it shows the end alone: names are read by more people than numbers. */
export const visitorName = (customerId: string, number: string) =>
  `Visitor ${number === '' ? customerId.slice(-4).toUpperCase() : number.slice(-3)}`;

/**
 * The customers behind addresses of a channel; a new address makes a new customer. Another spelling of a known number is an address of the same
 * customer, since it is what an answer must be sent to.
 */
export async function ensureCustomers(
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  addresses: readonly string[],
  now: Date,
  people: ReadonlyMap<string, Person> = new Map(),
): Promise<Map<string, KnownCustomer>> {
  const known = await readAddresses(tx, enterpriseId, channelId, addresses);
  const found = new Map(addresses.flatMap((address) => toKnown(known.get(address), address)));
  const missing = addresses.filter((address) => !found.has(address));
  if (missing.length === 0) return found;
  // Somebody of the phone book who writes for the first time is that customer, not a new one.
  const holders = await findHolders(tx, enterpriseId, [...people.values()]);
  const fresh = new Map<string, KnownCustomer & { number: string }>();
  const made = missing.map((address) => {
    const person = people.get(address);
    const holder = closestOf(known, address) ?? (person && holders.get(person.number));
    if (holder) return { address, ...holder };
    const line = canonicalNumber(person?.number || address);
    const customerId = fresh.get(line)?.customerId ?? idAt(now);
    const number = person?.number ?? '';
    const name = fresh.get(line)?.name ?? (person?.name.trim() || visitorName(customerId, number));
    if (!fresh.has(line)) fresh.set(line, { customerId, name, number });
    return { address, customerId, name };
  });
  if (fresh.size > 0)
    await tx
      .insertInto('customers')
      .values(
        [...fresh.values()].map(({ customerId, name, number }) => ({
          enterpriseId,
          customerId,
          name,
          ...numberColumns(number),
          searchText: searchTextOf(name, number),
          createdAt: now,
          updatedAt: now,
        })),
      )
      .execute();
  // Another process may have met the same address: its unique key fails this transaction, and the next try finds the other's customer.
  await tx
    .insertInto('customerAddresses')
    .values(made.map(({ address, customerId }) => ({ enterpriseId, channelId, address, customerId })))
    .execute();
  return new Map([...found, ...made.map(({ address, customerId, name }) => [address, { customerId, name }] as const)]);
}

/** Customers of the phone book by numbers, each as it is asked for, however the phone book writes it. */
async function findHolders(tx: Tx, enterpriseId: string, people: readonly Person[]): Promise<Map<string, KnownCustomer>> {
  const numbers = [...new Set(people.flatMap(({ number }) => (number === '' ? [] : [number])))];
  if (numbers.length === 0) return new Map();
  const rows = await tx
    .selectFrom('customers')
    .select(['customerId', 'name', 'number'])
    .where('enterpriseId', '=', enterpriseId)
    .where('number', 'in', numbers.flatMap(numberSpellings))
    .where('number', '<>', '')
    .where('deletedAt', 'is', null)
    .execute();
  const byLine = Map.groupBy(rows, ({ number }) => canonicalNumber(number));
  return new Map(
    numbers.flatMap((number) => {
      const [holder] = (byLine.get(canonicalNumber(number)) ?? []).toSorted(closestTo(number));
      return toKnown(holder, number);
    }),
  );
}

const toKnown = (found: KnownCustomer | undefined, address: string) =>
  found ? [[address, { customerId: found.customerId, name: found.name }] as const] : [];

/** Finds the customer with an address of a channel, as it is written, or in another spelling. */
const closestOf = (known: ReadonlyMap<string, KnownCustomer>, address: string): KnownCustomer | undefined =>
  known.get(address) ??
  numberSpellings(address)
    .map((spelling) => known.get(spelling))
    .find((found) => found !== undefined);

export async function findByAddresses(
  tx: Read,
  enterpriseId: string,
  channelId: string,
  addresses: readonly string[],
): Promise<Map<string, KnownCustomer>> {
  const known = await readAddresses(tx, enterpriseId, channelId, addresses);
  return new Map(addresses.flatMap((address) => toKnown(closestOf(known, address), address)));
}

/** Customers by the addresses of a channel that are these, or other spellings of these. */
async function readAddresses(
  tx: Read,
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
    .where('a.address', 'in', addresses.flatMap(numberSpellings))
    .execute();
  return new Map(rows.map(({ address, customerId, name }) => [address, { customerId, name }]));
}

export type CustomerFilter = { name: string; from: number; limit: number };

export function listCustomers(ctx: Ctx, filter: CustomerFilter) {
  return ctx.read((tx) =>
    tx
      .selectFrom('customers')
      .select(['customerId', 'name', 'number', 'email', 'createdAt'])
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('deletedAt', 'is', null)
      .$if(filter.name !== '', (query) => query.where('name', 'ilike', containing(filter.name)))
      .orderBy('customerId', 'desc')
      .$call(pageOf(filter))
      .execute(),
  );
}

export type ProfileChange = { name?: string; number?: string; email?: string };

/**
 * Saves an agent's corrections of a customer in a chat: the name is the agent's own to choose, a number is one of the phone book.
 * @throws DomainError customer.not_found, customer.invalid or customer.duplicate
 */
export async function changeCustomer(ctx: Ctx, tx: Tx, customerId: string, change: ProfileChange): Promise<void> {
  const { enterpriseId } = ctx;
  const row = await accessCustomer(tx, enterpriseId, customerId, { lock: true });
  const values = { ...valuesOf(row), ...change };
  if (change.number) {
    const { number, fault } = readNumber(change.number, await countryOf(tx, enterpriseId, ''));
    if (fault) throw invalid([fieldError('number', `phone.${fault}`)]);
    const holder = await findByNumber(tx, enterpriseId, number);
    if (holder && holder.customerId !== customerId) throw duplicate(holder);
    values.number = number;
  }
  const attributes = await listAttributes(tx, enterpriseId);
  await changing(ctx, tx, customerRecord, customerId, 'edit', () => writeChange(ctx, tx, row, values, attributes));
}
