import { type RawBuilder, sql } from 'kysely';
import type { Read } from '../db/database.ts';
import { asDay, type Counted, type Facts, inDays, toSql } from './facts.ts';
import { type Grain, isCounted, type Measure } from './measure.ts';

/** @property first with `last` the days by the enterprise's clocks, both of them whole */
export type Ask = Counted & { isSandbox: boolean; first: string; last: string };
export type Cell = { measure: string; day: string; sub: string; count: number };

/** Marks the days of an ask that are counted: up to `t.through`. Later ones are counted from the facts, in the same statement. */
const marked = ({ code }: Grain, { enterpriseId, item, first }: Ask) =>
  sql`t as (select coalesce((select m.through_day from measure_through m where m.enterprise_id = ${enterpriseId} and m.grain = ${code}
    and m.item = ${item}), ${first}::date - 1) as through)`;
const openFirst = ({ first }: Ask) => sql`(select greatest(${first}::date, t.through + 1) from t)`;
const isOpen = (ask: Ask) => sql`${inDays(ask, openFirst(ask), asDay(ask.last))} and f.is_sandbox = ${ask.isSandbox}`;
const isClosed = ({ code }: Grain, { enterpriseId, item, isSandbox, first, last }: Ask) =>
  sql`d.enterprise_id = ${enterpriseId} and d.grain = ${code} and d.item = ${item} and d.is_sandbox = ${isSandbox}
    and d.day between ${first}::date and least(${last}::date, (select t.through from t))`;

const openCount = ({ kind, where, by, code }: Measure): RawBuilder<unknown> => {
  if (by !== undefined || !isCounted({ kind } as Measure)) throw new Error(`${code} is not counted by the day alone.`);
  return 'distinct' in kind
    ? sql`count(distinct ${sql.ref(`f.${kind.distinct}`)}) filter (where ${toSql(where)})`
    : sql`count(*) filter (where ${toSql(where)})`;
};

/** Figures of each day that has any, of measures that are counted by the day alone. */
export async function figuresByDay(tx: Read, grain: Grain, facts: Facts, ask: Ask, measures: readonly Measure[]): Promise<Cell[]> {
  const codes = measures.map(({ code }) => code);
  const columns = measures.map((measure, index) => sql`${openCount(measure)} as ${sql.ref(`c${index}`)}`);
  const values = measures.map(({ code }, index) => sql`(${code}, ${sql.ref(`o.c${index}`)})`);
  const { rows } = await sql<Cell>`with ${marked(grain, ask)},
    o as (select f.day, ${sql.join(columns)} from ${facts} f where ${isOpen(ask)} group by 1)
    select d.measure, d.day::text as day, '' as sub, sum(d.count)::bigint as count from measure_days d
      where ${isClosed(grain, ask)} and d.measure = any(${codes}::text[]) group by 1, 2
    union all
    select v.measure, o.day::text, '', v.count from o cross join lateral (values ${sql.join(values)}) v (measure, count) where v.count > 0
    order by 2, 1`.execute(tx);
  return rows;
}

/** The largest parts of a measure over a whole range, by the column that it is counted apart by. */
export async function figuresBySub(
  tx: Read,
  grain: Grain,
  facts: Facts,
  ask: Ask,
  measure: Measure,
  most: number,
): Promise<Omit<Cell, 'day'>[]> {
  const by = sql.ref(`f.${measure.by}`);
  const { rows } = await sql<Omit<Cell, 'day'>>`with ${marked(grain, ask)}
    select ${measure.code} as measure, c.sub, sum(c.count)::bigint as count from (
      select d.sub, d.count from measure_days d where ${isClosed(grain, ask)} and d.measure = ${measure.code}
      union all
      select ${by}::text, count(*) from ${facts} f where ${isOpen(ask)} and ${toSql(measure.where)} group by 1) c
    group by c.sub order by 3 desc, 2 limit ${most}`.execute(tx);
  return rows;
}

/**
 * Different subjects of a whole range. One that was there on several days counts on the first of them alone: on a day whose gap reaches back
 * before the range. Of the days that are not counted yet, those count who were not there on a counted day of it.
 */
export async function distinctOf(tx: Read, grain: Grain, facts: Facts, ask: Ask, measure: Measure): Promise<number> {
  if (!('distinct' in measure.kind)) throw new Error(`${measure.code} counts no subjects.`);
  const column = measure.kind.distinct;
  const { rows } = await sql<{ count: number }>`with ${marked(grain, ask)}
    select (select coalesce(sum(d.count), 0) from measure_days d where ${isClosed(grain, ask)} and d.measure = ${measure.code}
        and (d.gap = 0 or d.day - d.gap < ${ask.first}::date))::bigint
      + (select count(*) from (select distinct ${sql.ref(`f.${column}`)} as subject from ${facts} f where ${isOpen(ask)} and ${toSql(measure.where)}) s
        where not exists (select from ${facts} e where e.enterprise_id = ${ask.enterpriseId} and ${sql.ref(`e.${column}`)} = s.subject
          and e.item = ${ask.item} and e.is_sandbox = ${ask.isSandbox} and e.day >= ${ask.first}::date and e.day <= (select t.through from t)
          and ${toSql(measure.where, 'e')})) as count`.execute(tx);
  return rows[0]?.count ?? 0;
}
