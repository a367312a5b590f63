import { type BlacklistKind, type BlacklistSource, channelTypeNames, numberSpellings } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import type { BlacklistTable } from '#platform/db/schema.sending.ts';

export type BlacklistRow = Selectable<BlacklistTable>;
export type ListedEntry = BlacklistRow & {
  channelName: string | null;
  channelType: number | null;
  userName: string | null;
  customerName: string | null;
};
export type BlacklistFilter = { search: string; kind: BlacklistKind | ''; source: BlacklistSource | ''; channelId: string };

const listed = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('blacklist')
    .leftJoin('channels', (join) =>
      join.onRef('channels.enterpriseId', '=', 'blacklist.enterpriseId').onRef('channels.channelId', '=', 'blacklist.channelId'),
    )
    .leftJoin('users', (join) =>
      join.onRef('users.enterpriseId', '=', 'blacklist.enterpriseId').onRef('users.userId', '=', 'blacklist.createdBy'),
    )
    .selectAll('blacklist')
    .select(['channels.name as channelName', 'channels.type as channelType', 'users.name as userName'])
    .select((eb) =>
      eb
        .selectFrom('customers')
        .select('customers.name')
        .whereRef('customers.enterpriseId', '=', 'blacklist.enterpriseId')
        .where(sql<boolean>`customers.number = any(number_spellings(blacklist.address))`)
        .where('customers.number', '<>', '')
        .where('customers.deletedAt', 'is', null)
        .orderBy(sql`customers.number = blacklist.address`, 'desc')
        .orderBy('customers.customerId')
        .limit(1)
        .as('customerName'),
    )
    .where('blacklist.enterpriseId', '=', enterpriseId)
    .where('blacklist.removedAt', 'is', null);

/** Newest first. */
export function listEntries(
  tx: Read,
  enterpriseId: string,
  filter: BlacklistFilter & { searchesAddresses: boolean },
  page: { from: number; limit: number },
): Promise<ListedEntry[]> {
  return listed(tx, enterpriseId)
    .$if(filter.search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          ...(filter.searchesAddresses
            ? [eb('blacklist.address', 'ilike', containing(filter.search)), eb('blacklist.address', 'in', spellingsOf(filter.search))]
            : []),
          eb('blacklist.reason', 'ilike', containing(filter.search)),
        ]),
      ),
    )
    .$if(filter.kind !== '', (query) => query.where('blacklist.kind', '=', filter.kind as BlacklistKind))
    .$if(filter.source !== '', (query) => query.where('blacklist.source', '=', filter.source as BlacklistSource))
    .$if(filter.channelId !== '', (query) => query.where('blacklist.channelId', '=', filter.channelId))
    .orderBy('blacklist.entryId', 'desc')
    .$call(pageOf(page))
    .execute();
}

export const findEntries = (tx: Read, enterpriseId: string, entryIds: readonly string[]): Promise<ListedEntry[]> =>
  listed(tx, enterpriseId)
    .where('blacklist.entryId', 'in', [...entryIds])
    .orderBy('blacklist.entryId', 'desc')
    .execute();

/** All spellings of the searched number, if it is a whole one with its country. */
const spellingsOf = (search: string): readonly string[] => numberSpellings(`+${search.replace(/[^0-9]/g, '')}`);

export type NewEntry = Pick<BlacklistRow, 'entryId' | 'address' | 'kind' | 'reason' | 'source' | 'channelId' | 'createdBy'>;
/** Existing entries, in any spelling of their number, stay as they are. @returns the ids of the new ones */
export async function insertEntries(tx: Tx, enterpriseId: string, entries: readonly NewEntry[], now: Date): Promise<string[]> {
  const { rows } = await sql<{
    entryId: string;
  }>`insert into blacklist (enterprise_id, entry_id, address, kind, reason, source, channel_id, created_by, created_at)
    select ${enterpriseId}, e.entry_id, e.address, e.kind, e.reason, e.source, e.channel_id, e.created_by, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(
      entries.map((entry) => ({
        entry_id: entry.entryId,
        address: entry.address,
        kind: entry.kind,
        reason: entry.reason,
        source: entry.source,
        channel_id: entry.channelId,
        created_by: entry.createdBy,
      })),
    )}::jsonb) e (entry_id uuid, address text, kind text, reason text, source text, channel_id uuid, created_by uuid)
    where not exists (select from blacklist b where b.enterprise_id = ${enterpriseId} and b.address = any(number_spellings(e.address)) and b.kind = e.kind
      and b.channel_id is not distinct from e.channel_id and b.removed_at is null)
    on conflict do nothing returning entry_id`.execute(tx);
  return rows.map(({ entryId }) => entryId);
}

export const channelTypeOf = (type: number | null): string =>
  type === null ? '' : (channelTypeNames[type as keyof typeof channelTypeNames] ?? '');
