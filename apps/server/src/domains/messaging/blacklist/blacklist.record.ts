import { sql } from 'kysely';
import { defineRecord, type Snapshot } from '#platform/audit/record.ts';
import type { Read } from '#platform/db/database.ts';
import { maskNumber } from '../../customer/door.ts';

/** The audit trail's snapshots of entries; a lifted entry is gone. */
export async function readSnapshots(
  tx: Read,
  enterpriseId: string,
  entryIds: readonly string[],
): Promise<(Snapshot & { entryId: string })[]> {
  if (entryIds.length === 0) return [];
  const rows = await tx
    .selectFrom('blacklist as b')
    .leftJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 'b.enterpriseId').onRef('c.channelId', '=', 'b.channelId'))
    .select(['b.entryId', 'b.address', 'b.kind', 'b.reason', 'b.source', 'b.channelId', 'c.name as channelName'])
    .select(
      sql<string | null>`(select p.customer_id from customers p where p.enterprise_id = b.enterprise_id
      and p.number = any(number_spellings(b.address)) and p.number <> '' and p.deleted_at is null
      order by p.number = b.address desc, p.customer_id limit 1)`.as('customerId'),
    )
    .where('b.enterpriseId', '=', enterpriseId)
    .where('b.entryId', 'in', entryIds)
    .where('b.removedAt', 'is', null)
    .orderBy('b.entryId')
    .execute();
  return rows.map(({ address, channelId, ...row }) => ({
    ...row,
    channelId: channelId ?? '',
    ...(address.includes('@') ? { email: address } : { phone: address }),
  }));
}

/** A number that gets nothing, or no marketing. Its name shows the end of the number alone: names are not masked by roles. */
export const blacklistRecord = defineRecord({
  kind: 'blacklist',
  module: 'sending',
  tables: ['blacklist'],
  fields: { phone: 'phone', email: 'email', kind: 'plain', reason: 'plain', source: 'plain', channelName: 'plain', channelId: 'plain' },
  read: async (tx, enterpriseId, id) => (await readSnapshots(tx, enterpriseId, [id]))[0],
  nameOf: ({ phone }) => (phone ? maskNumber(String(phone)) : ''),
  customerOf: (_id, { customerId }) => (customerId ? String(customerId) : undefined),
  link: () => '/campaigns/blacklist',
});
