import type { ActOutcome } from '@parley/contract';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { JourneyActTable } from '#platform/db/schema.journey.ts';
import type { Acted, StreamCounts } from './monitor.acts.ts';

export type ActRow = Selectable<JourneyActTable>;

export const findAct = (tx: Read, enterpriseId: string, actId: string, { lock = false } = {}): Promise<ActRow | undefined> =>
  tx
    .selectFrom('journeyActs')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('actId', '=', actId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();

export async function updateAct(
  tx: Tx,
  { enterpriseId, actId }: Pick<ActRow, 'enterpriseId' | 'actId'>,
  change: Partial<ActRow>,
): Promise<void> {
  const { apiKey: _never, ...set } = change;
  await tx.updateTable('journeyActs').set(set).where('enterpriseId', '=', enterpriseId).where('actId', '=', actId).execute();
}

/** The people of an act who are still to be handled, in their order. */
export const findNextPeople = (tx: Read, { enterpriseId, actId }: ActRow, most: number) =>
  tx
    .selectFrom('journeyActPeople')
    .select(['place', 'instanceId'])
    .where('enterpriseId', '=', enterpriseId)
    .where('actId', '=', actId)
    .where('outcome', '=', '')
    .orderBy('place')
    .limit(most)
    .execute();

/** Writes the outcome for each person, at the place that each has. */
export async function writePeople(
  tx: Tx,
  { enterpriseId, actId }: ActRow,
  people: readonly { place: number }[],
  acted: readonly Pick<Acted, 'outcome' | 'code' | 'walk'>[],
): Promise<void> {
  await sql`
    update journey_act_people p set outcome = g.outcome, code = g.code, node_id = g.node_id
    from unnest(${people.map(({ place }) => place)}::int[], ${acted.map(({ outcome }) => outcome)}::text[], ${acted.map(({ code }) => code)}::text[],
      ${acted.map(({ walk }) => walk?.nodeId ?? '')}::text[]) g(place, outcome, code, node_id)
    where p.enterprise_id = ${enterpriseId} and p.act_id = ${actId} and p.place = g.place`.execute(tx);
}

/** Counts the outcomes in each stream whose walks are in the act; '': still to come. */
export async function countByStreams(
  tx: Read,
  { enterpriseId, actId }: Pick<ActRow, 'enterpriseId' | 'actId'>,
): Promise<Map<string, Partial<Record<ActOutcome | '', number>>>> {
  const { rows } = await sql<{ journeyId: string; outcome: ActOutcome | ''; count: number }>`
    select i.journey_id, p.outcome, count(*)::int as count from journey_act_people p
    join journey_instances i on i.enterprise_id = p.enterprise_id and i.instance_id = p.instance_id
    where p.enterprise_id = ${enterpriseId} and p.act_id = ${actId} group by 1, 2`.execute(tx);
  const counts = new Map<string, Partial<Record<ActOutcome | '', number>>>();
  for (const { journeyId, outcome, count } of rows) counts.set(journeyId, { ...counts.get(journeyId), [outcome]: count });
  return counts satisfies StreamCounts as Map<string, Partial<Record<ActOutcome | '', number>>>;
}

const matching = (enterpriseId: string, conditions: readonly RawBuilder<unknown>[], most: number): RawBuilder<unknown> => sql`
  select i.instance_id, i.started_at from journey_instances i where ${sql.join([sql`i.enterprise_id = ${enterpriseId}`, ...conditions], sql` and `)}
  order by i.started_at desc, i.instance_id desc limit ${most}`;

/** Counts the walks that match, up to a limit. */
export async function countMatching(
  tx: Read,
  enterpriseId: string,
  conditions: readonly RawBuilder<unknown>[],
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${matching(enterpriseId, conditions, most)}) i`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Finds the walks that match, the newest first, up to a limit. */
export async function findMatching(
  tx: Read,
  enterpriseId: string,
  conditions: readonly RawBuilder<unknown>[],
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ instanceId: string }>`${matching(enterpriseId, conditions, most)}`.execute(tx);
  return rows.map(({ instanceId }) => instanceId);
}

/** Finds the act that a user has asked for with this key. */
export const findActByKey = (tx: Read, enterpriseId: string, userId: string, key: string): Promise<ActRow | undefined> =>
  tx
    .selectFrom('journeyActs')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('createdBy', '=', userId)
    .where('requestKey', '=', key)
    .executeTakeFirst();

export const findNewestActs = (tx: Read, enterpriseId: string, most: number): Promise<ActRow[]> =>
  tx.selectFrom('journeyActs').selectAll().where('enterpriseId', '=', enterpriseId).orderBy('actId', 'desc').limit(most).execute();

export async function insertAct(tx: Tx, act: Insertable<JourneyActTable>): Promise<void> {
  await tx.insertInto('journeyActs').values(act).execute();
}

/** Adds the walks that match as the people of an act, the newest first. @returns how many */
export async function insertPeople(
  tx: Tx,
  { enterpriseId, actId }: Pick<ActRow, 'enterpriseId' | 'actId'>,
  conditions: readonly RawBuilder<unknown>[],
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with meant as (
      insert into journey_act_people (enterprise_id, act_id, place, instance_id)
      select ${enterpriseId}, ${actId}, row_number() over (order by m.started_at desc, m.instance_id desc), m.instance_id
      from (${matching(enterpriseId, conditions, most)}) m returning 1)
    select count(*)::int as count from meant`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Finds the people of an act who have an outcome, in their order. @param outcome '': any */
export const findActed = (
  tx: Read,
  { enterpriseId, actId }: Pick<ActRow, 'enterpriseId' | 'actId'>,
  { outcome, from, limit }: { outcome: ActOutcome | ''; from: number; limit: number },
) =>
  tx
    .selectFrom('journeyActPeople as p')
    .select(['p.instanceId', 'p.outcome', 'p.code', 'p.nodeId'])
    .where('p.enterpriseId', '=', enterpriseId)
    .where('p.actId', '=', actId)
    .where('p.outcome', outcome === '' ? '<>' : '=', outcome)
    .orderBy('p.place')
    .limit(limit)
    .offset(from)
    .execute();

/** Finds nodes of these streams by their ids. */
export const findNodes = (tx: Read, enterpriseId: string, nodeIds: readonly string[], journeyIds: readonly string[]) =>
  tx
    .selectFrom('journeyNodes')
    .select(['journeyId', 'nodeId', 'name', 'type'])
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`node_id = any(${[...new Set(nodeIds)]}::text[])`)
    .where(sql<boolean>`journey_id = any(${[...new Set(journeyIds)]}::uuid[])`)
    .execute();
