import type { ActJob, ActOutcome } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { JourneyActTable } from '#platform/db/schema.journey.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { findUserNames } from '../../account/door.ts';
import type { Acted, StreamCounts } from './monitor.acts.ts';

export type ActRow = Selectable<JourneyActTable>;

export const isOverAct = ({ state }: Pick<ActRow, 'state'>): boolean => state === 'completed' || state === 'cancelled';

export const findAct = (tx: Read, enterpriseId: string, actId: string, { lock = false } = {}): Promise<ActRow | undefined> =>
  tx
    .selectFrom('journeyActs')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('actId', '=', actId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();

/** @throws DomainError journey.act_not_found, for another enterprise's too */
export async function accessAct(tx: Read, enterpriseId: string, actId: string, options: { lock?: boolean } = {}): Promise<ActRow> {
  const row = await findAct(tx, enterpriseId, actId, options);
  if (!row) throw new DomainError('journey.act_not_found', 'No such act.', {});
  return row;
}

export async function updateAct(
  tx: Tx,
  { enterpriseId, actId }: Pick<ActRow, 'enterpriseId' | 'actId'>,
  change: Partial<ActRow>,
): Promise<void> {
  const { apiKey: _never, ...set } = change;
  await tx.updateTable('journeyActs').set(set).where('enterpriseId', '=', enterpriseId).where('actId', '=', actId).execute();
}

export async function presentActs(tx: Read, enterpriseId: string, rows: readonly ActRow[]): Promise<ActJob[]> {
  const names = await findUserNames(
    tx,
    enterpriseId,
    rows.map(({ createdBy }) => createdBy),
  );
  return rows.map(({ actId, act, state, total, done, held, refused, apiKey, createdAt, finishedAt }, place) => ({
    id: actId,
    act,
    state,
    total,
    done,
    held,
    refused,
    createdBy: apiKey?.name ?? names[place] ?? '',
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }));
}

/** The people of an act who are still to be handled, in their order. */
export const nextPeople = (tx: Tx, { enterpriseId, actId }: ActRow, most: number) =>
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
  tx: Tx,
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
