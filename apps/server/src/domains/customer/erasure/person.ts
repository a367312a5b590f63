import { numberSpellings } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { type Person, personalTraces } from '../../../personal-data.ts';

type Options = {
  /** Also what takes long to find: the ledger is read whole. Left out: what the phone book and the chats know. */
  isThorough?: boolean;
};

/** Everybody who was merged into a customer, and into those. */
async function withMerged(tx: Read, enterpriseId: string, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ customerId: string }>`
    with recursive merged as (
      select ${customerId}::uuid as customer_id
      union select c.customer_id from customers c join merged m on c.bin ->> 'mergedInto' = m.customer_id::text
        where c.enterprise_id = ${enterpriseId} and c.deleted_at is not null
    )
    select customer_id from merged`.execute(tx);
  return rows.map((row) => row.customerId);
}

/** Numbers, mail addresses and ids of networks that the phone book has, or had: changes are kept with the values of before. */
async function knownAddresses(tx: Read, enterpriseId: string, customerIds: readonly string[]): Promise<string[]> {
  const ids = [...customerIds];
  const { rows } = await sql<{ address: string }>`
    select distinct v.value as address from (
      select c.number as value from customers c where c.enterprise_id = ${enterpriseId} and c.customer_id = any(${ids}::uuid[])
      union all select c.email from customers c where c.enterprise_id = ${enterpriseId} and c.customer_id = any(${ids}::uuid[])
      union all select p.value from customers c cross join lateral jsonb_each_text(c.profile) p
        where c.enterprise_id = ${enterpriseId} and c.customer_id = any(${ids}::uuid[]) and p.key not in ('language', 'timeZone')
      union all select a.address from customer_addresses a where a.enterprise_id = ${enterpriseId} and a.customer_id = any(${ids}::uuid[])
      union all select unnest(array[h.before ->> 'email', h.before #>> '{profile,whatsAppNumber}']) from customer_changes h
        where h.enterprise_id = ${enterpriseId} and h.customer_id = any(${ids}::uuid[])
      union all select unnest(array[f.value ->> 'from', f.value ->> 'to']) from customer_changes h cross join lateral jsonb_array_elements(h.changes) f
        where h.enterprise_id = ${enterpriseId} and h.customer_id = any(${ids}::uuid[])
          and f.value ->> 'field' in ('Phone Number', 'WhatsApp Number', 'Email')
    ) v where v.value <> ''`.execute(tx);
  return rows.map(({ address }) => address);
}

/** Finds the addresses that now belong to somebody else. */
async function takenOver(
  tx: Read,
  enterpriseId: string,
  customerIds: readonly string[],
  addresses: readonly string[],
): Promise<Set<string>> {
  const [ids, wanted] = [[...customerIds], [...addresses]];
  const { rows } = await sql<{ address: string }>`
    select w.address from unnest(${wanted}::text[]) w(address) where exists (
        select from customers c where c.enterprise_id = ${enterpriseId} and c.number = w.address and c.number <> '' and c.deleted_at is null
          and c.customer_id <> all(${ids}::uuid[]))
      or exists (select from customer_addresses a where a.enterprise_id = ${enterpriseId} and a.address = w.address
          and a.customer_id <> all(${ids}::uuid[]))`.execute(tx);
  return new Set(rows.map(({ address }) => address));
}

/** Finds the person behind a customer, with every key of their data. */
export async function findPerson(
  ctx: Pick<EnterpriseContext, 'enterpriseId' | 'extensions'>,
  tx: Read,
  { customerId, name }: { customerId: string; name: string },
  { isThorough = false }: Options = {},
): Promise<Person> {
  const { enterpriseId } = ctx;
  const customerIds = await withMerged(tx, enterpriseId, customerId);
  const found = await knownAddresses(tx, enterpriseId, customerIds);
  const chatIds: string[] = [];
  for (const traces of ctx.extensions.of(personalTraces)) {
    if (traces.addresses && (isThorough || traces.chatIds)) found.push(...(await traces.addresses(tx, enterpriseId, customerIds)));
    if (traces.chatIds) chatIds.push(...(await traces.chatIds(tx, enterpriseId, customerIds)));
  }
  const all = [
    ...new Set(found.flatMap((address) => (address.includes('@') ? [address, address.toLowerCase()] : numberSpellings(address)))),
  ];
  const taken = await takenOver(tx, enterpriseId, customerIds, all);
  return {
    enterpriseId,
    customerIds,
    name,
    addresses: all.filter((address) => !taken.has(address)),
    sharedAddresses: [...taken],
    chatIds,
  };
}
