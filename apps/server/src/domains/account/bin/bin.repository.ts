import type { AuditKind } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import { type Bin, type BinParent, type Deleted, daysInBin } from '#platform/bin/deleted.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import type { BinEntryTable } from '#platform/db/schema.account.ts';

export type BinRow = Selectable<BinEntryTable>;

/** One statement however many there are. */
export async function insertBinEntries(
  tx: Tx,
  enterpriseId: string,
  { by, now, reason, records }: { by: string | null; now: Date; reason: string; records: readonly Deleted[] },
): Promise<void> {
  if (records.length === 0) return;
  const rows = records.map(({ kind, recordId, name, contains = {}, parents = [], ownerId = null, packed = null }) => ({
    kind,
    record_id: recordId,
    name,
    contains,
    parents,
    owner_id: ownerId,
    packed,
  }));
  await sql`insert into bin_entries
      (enterprise_id, entry_id, kind, record_id, name, contains, parents, owner_id, packed, deleted_by, deleted_at, reason, purge_at)
    select ${enterpriseId}::uuid, gen_random_uuid(), r.kind, r.record_id, r.name, r.contains, r.parents, r.owner_id,
      nullif(r.packed, 'null'), ${by}::uuid, ${now}::timestamptz, ${reason.slice(0, 300)}, ${now}::timestamptz + make_interval(days => ${daysInBin}::integer)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      r (kind text, record_id text, name text, contains jsonb, parents jsonb, owner_id uuid, packed jsonb)`.execute(tx);
}

/** The bin of one enterprise, for `ctx`. @param why the reason for records that are put there without one of their own */
export const openBin = (enterpriseId: string, now: () => Date, why = ''): Bin => ({
  put: (tx, by, records, reason = why) => insertBinEntries(tx, enterpriseId, { by, now: now(), reason, records }),
  take: (tx, kind, recordId) => takeFromBin(tx, enterpriseId, kind, recordId),
});

export type BinFilter = { kinds: readonly AuditKind[]; search: string; userId: string; viewerId: string };

const waiting = (tx: Read, enterpriseId: string) =>
  tx.selectFrom('binEntries').where('enterpriseId', '=', enterpriseId).where('state', '=', 'waiting');

/** The newest first. Records that their owner alone may see are in nobody else's list. */
export function listBinEntries(tx: Read, enterpriseId: string, filter: BinFilter, page: { from: number; limit: number }) {
  if (filter.kinds.length === 0) return Promise.resolve([]);
  return waiting(tx, enterpriseId)
    .select(['entryId', 'kind', 'recordId', 'name', 'contains', 'deletedBy', 'deletedAt', 'reason', 'purgeAt'])
    .where('kind', 'in', [...filter.kinds])
    .where((eb) => eb.or([eb('ownerId', 'is', null), eb('ownerId', '=', filter.viewerId)]))
    .$if(filter.search !== '', (query) => query.where('name', 'ilike', containing(filter.search)))
    .$if(filter.userId !== '', (query) => query.where('deletedBy', '=', filter.userId))
    .orderBy('deletedAt', 'desc')
    .orderBy('entryId', 'desc')
    .$call(pageOf(page))
    .execute();
}

/** Lists the users who deleted the records in the bin, for the filter. */
export async function listDeleters(tx: Read, enterpriseId: string): Promise<string[]> {
  const rows = await waiting(tx, enterpriseId).select('deletedBy').distinct().where('deletedBy', 'is not', null).limit(200).execute();
  return rows.flatMap(({ deletedBy }) => deletedBy ?? []);
}

export const lockBinEntry = (tx: Tx, enterpriseId: string, entryId: string): Promise<BinRow | undefined> =>
  tx
    .selectFrom('binEntries')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('entryId', '=', entryId)
    .forUpdate()
    .executeTakeFirst();

/** Locks those of the records that wait in the bin. */
export async function lockWaiting(tx: Tx, enterpriseId: string, records: readonly BinParent[]): Promise<BinRow[]> {
  if (records.length === 0) return [];
  return waiting(tx, enterpriseId)
    .selectAll()
    .where((eb) => eb.or(records.map(({ kind, id }) => eb.and({ kind, recordId: id }))))
    .orderBy('entryId')
    .forUpdate()
    .execute();
}

/** Locks the entries that cannot exist without one of these records. */
export async function lockChildren(tx: Tx, enterpriseId: string, records: readonly BinParent[]): Promise<BinRow[]> {
  if (records.length === 0) return [];
  return waiting(tx, enterpriseId)
    .selectAll()
    .where((eb) => eb.or(records.map((record) => sql<boolean>`parents @> ${JSON.stringify([{ ...record, isNeeded: true }])}::jsonb`)))
    .orderBy('entryId')
    .forUpdate()
    .execute();
}

const someDue = 1000;

/** Locks entries whose time is over, so many at a time; another worker takes others. */
export const lockDue = (tx: Tx, enterpriseId: string, now: Date): Promise<BinRow[]> =>
  waiting(tx, enterpriseId).selectAll().where('purgeAt', '<=', now).orderBy('purgeAt').limit(someDue).forUpdate().skipLocked().execute();

export async function endBinEntries(
  tx: Tx,
  enterpriseId: string,
  entryIds: readonly string[],
  state: 'restored' | 'purged',
): Promise<void> {
  if (entryIds.length === 0) return;
  await tx
    .updateTable('binEntries')
    .set({ state, packed: null, ...(state === 'purged' ? { name: '' } : {}) })
    .where('enterpriseId', '=', enterpriseId)
    .where('entryId', 'in', [...entryIds])
    .execute();
}

export async function takeFromBin(tx: Tx, enterpriseId: string, kind: AuditKind, recordId: string): Promise<void> {
  await tx
    .updateTable('binEntries')
    .set({ state: 'restored', packed: null })
    .where('enterpriseId', '=', enterpriseId)
    .where('state', '=', 'waiting')
    .where('kind', '=', kind)
    .where('recordId', '=', recordId)
    .execute();
}

const keptMs = 30 * 86_400_000;

/** Deletes restored and purged entries; they stay listed for as long again as they lay in the bin. */
export async function forgetEnded(tx: Tx, enterpriseId: string, now: Date): Promise<void> {
  await tx
    .deleteFrom('binEntries')
    .where('enterpriseId', '=', enterpriseId)
    .where('state', '<>', 'waiting')
    .where('purgeAt', '<=', new Date(now.getTime() - keptMs))
    .execute();
}
