import type { AnswerFace, AnswerFilter, FormFigures } from '@parley/contract';
import type { Value } from '@parley/journey';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import type { FormConflict } from '#platform/db/schema.journey.ts';

export type AnswerRow = {
  answerId: string;
  number: number;
  faces: AnswerFace[];
  environment: 'production' | 'sandbox';
  customerId: string | null;
  customerName: string | null;
  instanceId: string | null;
  streamName: string | null;
  answers: Record<string, Value>;
  sealed: string | null;
  conflicts: FormConflict[];
  seconds: number;
  at: Date;
  erasedAt: Date | null;
};
/** @property from, to the days of the filter as instants of the enterprise's zone; undefined: open */
export type AnswerSpan = { from?: Date | undefined; to?: Date | undefined };

const within = (alias: 'a.at' | 'l.opened_at', { from, to }: AnswerSpan): RawBuilder<unknown> =>
  sql`${from ? sql`and ${sql.ref(alias)} >= ${from}` : sql``} ${to ? sql`and ${sql.ref(alias)} < ${to}` : sql``}`;

const select = (where: RawBuilder<unknown>) => sql<AnswerRow>`
  select a.answer_id, a.number, a.faces, a.environment, a.customer_id, c.name as customer_name, a.instance_id, j.name as stream_name,
    a.answers, a.sealed, a.conflicts, a.seconds, a.at, a.erased_at
  from form_answers a
    left join customers c on c.enterprise_id = a.enterprise_id and c.customer_id = a.customer_id
    left join journey_instances i on i.enterprise_id = a.enterprise_id and i.instance_id = a.instance_id
    left join journeys j on j.enterprise_id = i.enterprise_id and j.journey_id = i.journey_id
  where ${where}`;

type Wanted = AnswerFilter & { span: AnswerSpan };
const matching = (enterpriseId: string, formId: string, { number, face, environment, search, span }: Wanted) => sql`
  a.enterprise_id = ${enterpriseId} and a.form_id = ${formId} and a.environment = ${environment}
  ${number === 0 ? sql`` : sql`and a.number = ${number}`} ${face === '' ? sql`` : sql`and ${face} = any(a.faces)`}
  ${search.trim() === '' ? sql`` : sql`and a.search_text ilike ${containing(search.trim())}`} ${within('a.at', span)}`;

export async function listAnswers(
  tx: Read,
  enterpriseId: string,
  formId: string,
  wanted: Wanted,
  { from, limit }: { from: number; limit: number },
): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`${select(matching(enterpriseId, formId, wanted))}
    order by a.answer_id desc limit ${limit} offset ${from}`.execute(tx);
  return rows;
}

/** The same for a file, behind the last one of the page before. */
export async function listAnswersAfter(
  tx: Read,
  enterpriseId: string,
  formId: string,
  wanted: Wanted,
  { after, limit }: { after: string; limit: number },
): Promise<AnswerRow[]> {
  const behind = after === '' ? sql`` : sql`and a.answer_id < ${after}`;
  const { rows } = await sql<AnswerRow>`${select(sql`${matching(enterpriseId, formId, wanted)} ${behind}`)}
    order by a.answer_id desc limit ${limit}`.execute(tx);
  return rows;
}

export async function findAnswer(tx: Read, enterpriseId: string, formId: string, answerId: string): Promise<AnswerRow | undefined> {
  const { rows } = await select(sql`a.enterprise_id = ${enterpriseId} and a.form_id = ${formId} and a.answer_id = ${answerId}`).execute(tx);
  return rows[0];
}

type Scope = Pick<AnswerFilter, 'number' | 'environment'> & { span: AnswerSpan };
export type Counted = Omit<FormFigures, 'screens'> & { seen: Record<string, number>; left: Record<string, number> };

/** Counts of the fillings that were opened in a span: their states, the screens that were seen, and those on which somebody has left. */
export async function countFillings(
  tx: Read,
  enterpriseId: string,
  formId: string,
  { number, environment, span }: Scope,
): Promise<Counted> {
  const fillings = sql`l.enterprise_id = ${enterpriseId} and l.form_id = ${formId} and l.environment = ${environment}
    ${number === 0 ? sql`` : sql`and l.number = ${number}`} ${within('l.opened_at', span)}`;
  const { rows } = await sql<Omit<Counted, 'medianSeconds' | 'faces'>>`
    with f as (select l.state, l.seen, l.screen from form_fillings l where ${fillings})
    select count(*)::integer as opened, count(*) filter (where state = 'SUBMITTED')::integer as submitted,
      count(*) filter (where state = 'OPEN')::integer as open, count(*) filter (where state = 'CLOSED')::integer as closed,
      count(*) filter (where state = 'EXPIRED')::integer as expired,
      (select coalesce(jsonb_object_agg(s, n), '{}') from (select s, count(*) as n from f, unnest(f.seen) s group by s) g) as seen,
      (select coalesce(jsonb_object_agg(screen, n), '{}') from (select screen, count(*) as n from f
        where state in ('CLOSED', 'EXPIRED') and screen <> '' group by screen) g) as left
    from f`.execute(tx);
  const answers = await sql<{ medianSeconds: number | null; faces: Record<string, number> | null }>`
    with a as (select a.seconds, a.faces from form_answers a join form_fillings l on l.enterprise_id = a.enterprise_id and l.filling_id = a.filling_id
      where ${fillings})
    select (select percentile_cont(0.5) within group (order by seconds) from a)::float8 as median_seconds,
      (select jsonb_object_agg(face, n) from (select face, count(*) as n from a, unnest(a.faces) face group by face) g) as faces`.execute(
    tx,
  );
  const [row] = rows;
  const [timed] = answers.rows;
  return {
    ...(row as Counted),
    medianSeconds: timed?.medianSeconds ?? null,
    faces: Object.entries(timed?.faces ?? {}).map(([face, answered]) => ({ face: face as AnswerFace, answered: Number(answered) })),
  };
}
