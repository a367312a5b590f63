import type { Document } from '@parley/journey';
import { type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { JourneyEntryTable, JourneyVersionTable } from '#platform/db/schema.journey.ts';

const selectVersions = (tx: Read, enterpriseId: string, journeyId: string) =>
  tx
    .selectFrom('journeyVersions as v')
    .leftJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'v.enterpriseId').onRef('u.userId', '=', 'v.publishedBy'))
    .select(['v.version', 'v.note', 'v.fingerprint', 'v.passed', 'v.failed', 'v.waiver', 'v.publishedAt', 'u.name as by'])
    .select(sql<number>`jsonb_array_length(v.document->'nodes')`.as('nodes'))
    .select(
      sql<number>`(select count(*)::int from (select from journey_live l where l.enterprise_id = v.enterprise_id and l.journey_id = v.journey_id
        and l.version = v.version limit 100000) n)`.as('running'),
    )
    .where('v.enterpriseId', '=', enterpriseId)
    .where('v.journeyId', '=', journeyId);

export type PublishedRow = Awaited<ReturnType<ReturnType<typeof selectVersions>['execute']>>[number];

/** Gives new nodes their numbers; those that had one keep it, with the name that they have now. */
export async function numberNodes(tx: Tx, enterpriseId: string, journeyId: string, { nodes }: Document): Promise<void> {
  const [ids, names, types] = [nodes.map(({ id }) => id), nodes.map(({ name }) => name), nodes.map(({ type }) => type)];
  await sql`
    insert into journey_nodes (enterprise_id, journey_id, node_id, node_no, name, type)
    select ${enterpriseId}::uuid, ${journeyId}::uuid, n.id, coalesce(k.node_no, most.no + row_number() over (partition by k.node_no is null order by n.place)), n.name, n.type
    from unnest(${ids}::text[], ${names}::text[], ${types}::text[]) with ordinality n(id, name, type, place)
    left join journey_nodes k on k.enterprise_id = ${enterpriseId} and k.journey_id = ${journeyId} and k.node_id = n.id
    cross join (select coalesce(max(node_no), 0) as no from journey_nodes where enterprise_id = ${enterpriseId} and journey_id = ${journeyId}) most
    on conflict (enterprise_id, journey_id, node_id) do update set name = excluded.name, type = excluded.type`.execute(tx);
}

/** Lists the versions of a stream, the newest first. */
export const listPublished = (tx: Read, enterpriseId: string, journeyId: string): Promise<PublishedRow[]> =>
  selectVersions(tx, enterpriseId, journeyId).orderBy('v.version', 'desc').limit(500).execute();

export const getPublished = (tx: Read, enterpriseId: string, journeyId: string, version: number): Promise<PublishedRow> =>
  selectVersions(tx, enterpriseId, journeyId).where('v.version', '=', version).executeTakeFirstOrThrow();

/** Finds a version with its document. */
export const findPublishedDocument = (tx: Read, enterpriseId: string, journeyId: string, version: number) =>
  selectVersions(tx, enterpriseId, journeyId).where('v.version', '=', version).select('v.document').executeTakeFirst();

/** Finds what a new version is compared with. */
export const findFormer = (tx: Read, enterpriseId: string, journeyId: string, version: number) =>
  tx
    .selectFrom('journeyVersions')
    .select(['fingerprint', 'passed', 'failed', 'waiver'])
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .where('version', '=', version)
    .executeTakeFirst();

/** Finds the document of a version as it was stored. */
export async function findDocument(tx: Read, enterpriseId: string, journeyId: string, version: number): Promise<Document | undefined> {
  const stored = await tx
    .selectFrom('journeyVersions')
    .select('document')
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .where('version', '=', version)
    .executeTakeFirst();
  return stored?.document;
}

export async function insertVersion(tx: Tx, version: Insertable<JourneyVersionTable>): Promise<void> {
  await tx.insertInto('journeyVersions').values(version).execute();
}

/** Gives a stream its first version. @returns its fingerprint */
export async function publishFirst(tx: Tx, enterpriseId: string, journeyId: string): Promise<string> {
  const { fingerprint } = await tx
    .updateTable('journeys')
    .set({ state: 'PUBLISHED', version: 1 })
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .returning('fingerprint')
    .executeTakeFirstOrThrow();
  return fingerprint;
}

/** Adds a rule that begins a version. */
export async function insertRule(tx: Tx, rule: Insertable<JourneyEntryTable>): Promise<void> {
  await tx.insertInto('journeyEntries').values(rule).execute();
}
