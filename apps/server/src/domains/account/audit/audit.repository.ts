import type { AuditFilter } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';

export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

/** Times between which entries lie; the partitions of other months are not read. */
export type Bounds = { from: Date; until: Date };

const columns = [
  'e.entryId',
  'e.at',
  'e.actorKind',
  'e.actorId',
  'e.actorName',
  'e.address',
  'e.module',
  'e.action',
  'e.kind',
  'e.recordId',
  'e.recordName',
  'e.result',
] as const;

/** The newest first. Ids begin with their time, so their order is the entries'. */
export function listEntries(
  tx: Tx,
  enterpriseId: string,
  { from, until }: Bounds,
  filter: AuditFilter,
  { after, from: skipped, limit }: { after: string; from: number; limit: number },
) {
  let query = tx
    .selectFrom('auditEntries as e')
    .select(columns)
    .where('e.enterpriseId', '=', enterpriseId)
    .where('e.at', '>=', from)
    .where('e.at', '<', until)
    .orderBy('e.entryId', 'desc')
    .limit(limit)
    .offset(skipped);
  if (after !== '') query = query.where('e.entryId', '<', after);
  if (filter.userId !== '') query = query.where('e.actorId', '=', filter.userId);
  if (filter.module !== '') query = query.where('e.module', '=', filter.module);
  if (filter.action !== '') query = query.where('e.action', '=', filter.action);
  if (filter.kind !== '') query = query.where('e.kind', '=', filter.kind);
  if (filter.recordId !== '') query = query.where('e.recordId', '=', filter.recordId);
  if (filter.search !== '')
    query = query.where((where) =>
      where.or([
        where('e.recordName', 'ilike', containing(filter.search)),
        where('e.actorName', 'ilike', containing(filter.search)),
        where('e.address', '=', filter.search),
        where('e.recordId', '=', filter.search),
      ]),
    );
  return query.execute();
}

/** Names that stand in details, since they are of persons. */
export async function findDetails(tx: Tx, enterpriseId: string, entryIds: readonly string[]): Promise<Map<string, string>> {
  if (entryIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('auditDetails')
    .select(['entryId', 'details'])
    .where('enterpriseId', '=', enterpriseId)
    .where('entryId', 'in', entryIds)
    .execute();
  return new Map(rows.map(({ entryId, details }) => [entryId, details]));
}

export const findEntry = (tx: Tx, enterpriseId: string, entryId: string) =>
  tx
    .selectFrom('auditEntries as e')
    .leftJoin('auditChain as c', (join) => join.onRef('c.enterpriseId', '=', 'e.enterpriseId').onRef('c.entryId', '=', 'e.entryId'))
    .select([...columns, 'e.requestId', 'e.reason', 'e.detailsHash', 'e.hash', 'c.number'])
    .where('e.enterpriseId', '=', enterpriseId)
    .where('e.entryId', '=', entryId)
    .executeTakeFirst();

export async function isErased(tx: Tx, enterpriseId: string, entryId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('auditErasures')
    .select('entryId')
    .where('enterpriseId', '=', enterpriseId)
    .where('entryId', '=', entryId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whoever can be chosen in the filter: the users of the enterprise, deactivated ones too. */
export const listPeople = (tx: Tx, enterpriseId: string) =>
  tx.selectFrom('users').select(['userId as id', 'name']).where('enterpriseId', '=', enterpriseId).orderBy('name').limit(1000).execute();
