import type { AuditFilter, AuditKind } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
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

const filtered = (tx: Read, enterpriseId: string, { from, until }: Bounds, filter: AuditFilter) => {
  const { userId, module, action, kind, recordId, search } = filter;
  return tx
    .selectFrom('auditEntries as e')
    .where('e.enterpriseId', '=', enterpriseId)
    .where('e.at', '>=', from)
    .where('e.at', '<', until)
    .$if(userId !== '', (query) => query.where('e.actorId', '=', userId))
    .$if(module !== '', (query) => query.where('e.module', '=', module))
    .$if(action !== '', (query) => query.where('e.action', '=', action))
    .$if(kind !== '', (query) => query.where('e.kind', '=', kind))
    .$if(recordId !== '', (query) => query.where('e.recordId', '=', recordId))
    .$if(search !== '', (query) =>
      query.where((where) =>
        where.or([
          where('e.recordName', 'ilike', containing(search)),
          where('e.actorName', 'ilike', containing(search)),
          where('e.address', '=', search),
          where('e.recordId', '=', search),
        ]),
      ),
    );
};

/** The newest first. Ids begin with their time, so their order is the entries'. */
export const listEntries = (
  tx: Read,
  enterpriseId: string,
  bounds: Bounds,
  filter: AuditFilter,
  { after, from, limit }: { after: string; from: number; limit: number },
) =>
  filtered(tx, enterpriseId, bounds, filter)
    .select(columns)
    .$if(after !== '', (query) => query.where('e.entryId', '<', after))
    .orderBy('e.entryId', 'desc')
    .limit(limit)
    .offset(from)
    .execute();

/** Sealed ones with their details and their place in the chain, the oldest first. */
export const readSealedEntries = (
  tx: Read,
  enterpriseId: string,
  bounds: Bounds,
  filter: AuditFilter,
  { after, limit }: { after: string; limit: number },
) =>
  filtered(tx, enterpriseId, bounds, filter)
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('auditChain as c')
          .select(['c.number', 'c.link'])
          .whereRef('c.enterpriseId', '=', 'e.enterpriseId')
          .whereRef('c.entryId', '=', 'e.entryId')
          .offset(0)
          .as('place'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('auditDetails as d')
          .select(['d.salt', 'd.details'])
          .whereRef('d.enterpriseId', '=', 'e.enterpriseId')
          .whereRef('d.entryId', '=', 'e.entryId')
          .offset(0)
          .as('told'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('auditChain as b')
          .select('b.link as linkBefore')
          .whereRef('b.enterpriseId', '=', 'e.enterpriseId')
          .whereRef('b.number', '=', sql<number>`place.number - 1`)
          .offset(0)
          .as('before'),
      (join) => join.onTrue(),
    )
    .selectAll('e')
    .select(['place.number', 'place.link', 'before.linkBefore', 'told.salt', 'told.details'])
    .$if(after !== '', (query) => query.where('e.entryId', '>', after))
    .orderBy('e.entryId')
    .limit(limit)
    .execute();

export type SealedEntry = Awaited<ReturnType<typeof readSealedEntries>>[number];

/** Names that stand in details, since they are of persons. */
export async function findDetails(tx: Read, enterpriseId: string, entryIds: readonly string[]): Promise<Map<string, string>> {
  if (entryIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('auditDetails')
    .select(['entryId', 'details'])
    .where('enterpriseId', '=', enterpriseId)
    .where('entryId', 'in', entryIds)
    .execute();
  return new Map(rows.map(({ entryId, details }) => [entryId, details]));
}

export const findEntry = (tx: Read, enterpriseId: string, entryId: string) =>
  tx
    .selectFrom('auditEntries as e')
    .leftJoin('auditChain as c', (join) => join.onRef('c.enterpriseId', '=', 'e.enterpriseId').onRef('c.entryId', '=', 'e.entryId'))
    .select([...columns, 'e.requestId', 'e.reason', 'e.detailsHash', 'e.hash', 'c.number'])
    .where('e.enterpriseId', '=', enterpriseId)
    .where('e.entryId', '=', entryId)
    .executeTakeFirst();

export async function isErased(tx: Read, enterpriseId: string, entryId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('auditErasures')
    .select('entryId')
    .where('enterpriseId', '=', enterpriseId)
    .where('entryId', '=', entryId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the author and the time of a record's last change. */
export async function findLastChange(
  tx: Read,
  enterpriseId: string,
  kind: AuditKind,
  recordId: string,
): Promise<{ by: string; at: Date } | undefined> {
  return tx
    .selectFrom('auditEntries')
    .select(['actorName as by', 'at'])
    .where('enterpriseId', '=', enterpriseId)
    .where('kind', '=', kind)
    .where('recordId', '=', recordId)
    .where('result', '=', 'done')
    .where('action', 'not in', ['test', 'export'])
    .orderBy('entryId', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Lists the choices of the filter: the users of the enterprise, deactivated ones too. */
export const listPeople = (tx: Read, enterpriseId: string) =>
  tx.selectFrom('users').select(['userId as id', 'name']).where('enterpriseId', '=', enterpriseId).orderBy('name').limit(1000).execute();
