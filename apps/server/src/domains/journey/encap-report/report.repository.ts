import type { Value } from '@parley/journey';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

/** Links of an encap that were made on some days, of one launch or of all; those of tests are no part of any report. */
export type Asked = { enterpriseId: string; encapId: string; launchId: string; from: Date | null; to: Date | null };

const made = ({ enterpriseId, encapId, launchId, from, to }: Asked): RawBuilder<unknown> => sql`
  l.enterprise_id = ${enterpriseId} and l.journey_id = ${encapId} and l.launch_id is not null
  ${launchId === '' ? sql`` : sql`and l.launch_id = ${launchId}`}
  ${from === null ? sql`` : sql`and l.created_at >= ${from}`} ${to === null ? sql`` : sql`and l.created_at < ${to}`}`;

export type DataRow = {
  linkId: string;
  launchName: string;
  outcome: string;
  /** Answers of the forms in the walk, each with its version */
  answers: { formId: string; number: number; answers: Record<string, Value>; isSealed: boolean }[];
};

/** Finds what the people behind links have said. */
export async function listData(tx: Read, enterpriseId: string, linkIds: readonly string[]): Promise<Map<string, DataRow>> {
  if (linkIds.length === 0) return new Map();
  const { rows } = await sql<DataRow>`
    select l.link_id, a.name as launch_name, coalesce(i.outcome, '') as outcome,
      coalesce((select jsonb_agg(jsonb_build_object('formId', f.form_id, 'number', f.number, 'answers', f.answers, 'isSealed', f.sealed is not null)
        order by f.answer_id) from form_answers f where f.enterprise_id = l.enterprise_id and f.instance_id = l.instance_id), '[]') as answers
    from encap_links l join encap_launches a on a.enterprise_id = l.enterprise_id and a.launch_id = l.launch_id
      left join journey_instances i on i.enterprise_id = l.enterprise_id and i.instance_id = l.instance_id
    where l.enterprise_id = ${enterpriseId} and l.link_id = any(${[...linkIds]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.linkId, row]));
}

/** Versions of forms that were answered in the walks of an encap. */
export async function listAnswered(tx: Read, enterpriseId: string, encapId: string): Promise<[formId: string, number: number][]> {
  const { rows } = await sql<{ formId: string; number: number }>`
    select distinct f.form_id, f.number from form_answers f where f.enterprise_id = ${enterpriseId} and f.instance_id in (
      select l.instance_id from encap_links l where l.enterprise_id = ${enterpriseId} and l.journey_id = ${encapId} and l.launch_id is not null
        and l.instance_id is not null)
    order by f.form_id, f.number desc limit 100`.execute(tx);
  return rows.map(({ formId, number }) => [formId, number]);
}

/** Milestones that the walks behind links have reached. Walks that two links lead to count once. */
const reached = (asked: Asked): RawBuilder<unknown> => sql`
  select distinct on (m.instance_id, m.milestone_id) m.instance_id, m.milestone_id, m.customer_id, m.at, l.begun_at as started_at, l.link_id
  from encap_links l join journey_milestones m on m.enterprise_id = l.enterprise_id and m.instance_id = l.instance_id
  where ${made(asked)} order by m.instance_id, m.milestone_id, l.link_id`;

export async function countStarted(tx: Read, asked: Asked): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct l.instance_id)::int as count from encap_links l where ${made(asked)} and l.instance_id is not null`.execute(tx);
  return rows[0]?.count ?? 0;
}

export type Step = { id: string; count: number; people: number; both: number; stepMs: number | null };
/** Counts the walks of each milestone, and those that had reached the one before it. @param ids in their order */
export async function countSteps(tx: Read, asked: Asked, ids: readonly string[]): Promise<Step[]> {
  const { rows } = await sql<Step>`
    with reached as (${reached(asked)}),
    ordered as (select w.id, w.place, lag(w.id) over (order by w.place) as former from unnest(${[...ids]}::text[]) with ordinality w(id, place))
    select o.id, count(r.instance_id)::int as count, count(distinct r.customer_id)::int as people, count(f.instance_id)::int as both,
      round(percentile_cont(0.5) within group (order by extract(epoch from r.at - f.at) * 1000) filter (where f.instance_id is not null))::float8 as step_ms
    from ordered o left join reached r on r.milestone_id = o.id
      left join reached f on f.milestone_id = o.former and f.instance_id = r.instance_id and f.at <= r.at
    group by o.id, o.place order by o.place`.execute(tx);
  return rows;
}

export async function listReached(tx: Read, asked: Asked): Promise<string[]> {
  const { rows } = await sql<{ milestoneId: string }>`select distinct r.milestone_id from (${reached(asked)}) r order by 1`.execute(tx);
  return rows.map(({ milestoneId }) => milestoneId);
}

export type Point = { from: Date; to: Date; counts: Record<string, number> };
/** Counts milestones by the hour or day on which their walk began; hours and days without any are left out. */
export async function countPoints(tx: Read, asked: Asked, unit: 'hour' | 'day', zone: string): Promise<Point[]> {
  const { rows } = await sql<Point>`
    with counted as (select date_trunc(${unit}, r.started_at, ${zone}) as slot, r.milestone_id, count(*)::int as count
      from (${reached(asked)}) r where r.started_at is not null group by 1, 2)
    select c.slot as "from", (c.slot at time zone ${zone} + ${unit === 'hour' ? '1 hour' : '1 day'}::interval) at time zone ${zone} as "to",
      jsonb_object_agg(c.milestone_id, c.count) as counts from counted c group by 1 order by 1`.execute(tx);
  return rows;
}

export type ReachedRow = { launchName: string; phone: string; name: string; milestoneId: string; at: Date; startedAt: Date | null };
export async function listReachedRows(tx: Read, asked: Asked, milestoneId: string, most: number): Promise<ReachedRow[]> {
  const { rows } = await sql<ReachedRow>`
    select a.name as launch_name, k.phone, k.name, r.milestone_id, r.at, r.started_at from (${reached(asked)}) r
      join encap_links k on k.enterprise_id = ${asked.enterpriseId} and k.link_id = r.link_id
      join encap_launches a on a.enterprise_id = k.enterprise_id and a.launch_id = k.launch_id
    ${milestoneId === '' ? sql`` : sql`where r.milestone_id = ${milestoneId}`} order by r.at desc limit ${most}`.execute(tx);
  return rows;
}

export type LogRow = {
  instanceId: string;
  turn: number;
  at: Date;
  input: { kind: string; text: string };
  visits: { node: string; exit: string | null; sets: { name: string; value: string }[]; warnings: string[] }[];
  version: number;
  environment: string;
};
/** Turns of the walks on the page of an encap, the newest first. */
export async function listTurns(
  tx: Read,
  enterpriseId: string,
  encapId: string,
  {
    since,
    includesTests,
    onlyErrors,
    from,
    limit,
  }: { since: Date; includesTests: boolean; onlyErrors: boolean; from: number; limit: number },
): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select t.instance_id, t.turn, t.at, t.input, t.visits, i.version, i.environment
    from journey_instances i join journey_turns t on t.enterprise_id = i.enterprise_id and t.instance_id = i.instance_id and t.at >= ${since}
    where i.enterprise_id = ${enterpriseId} and i.journey_id = ${encapId} and i.changed_at >= ${since}
      ${includesTests ? sql`` : sql`and i.environment = 'production'`}
      ${onlyErrors ? sql`and jsonb_path_exists(t.visits, '$[*].warnings[*]')` : sql``}
    order by t.at desc, t.instance_id, t.turn desc limit ${limit} offset ${from}`.execute(tx);
  return rows;
}
