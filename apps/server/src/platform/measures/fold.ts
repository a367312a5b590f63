import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { asDay, type Counted, type Facts, inDays, toSql } from './facts.ts';
import { type Grain, isCounted, type Measure } from './measure.ts';

/**
 * Days that are over are counted once, from the facts, and kept. Whatever is late takes the mark back to the day before its own: that day
 * and all after it are counted anew. So there is nothing to add up at the time of a message, and nothing that could go astray.
 */

const daysOfStep = 62;
const lateMs = 3_600_000;

/** Days that are over everywhere on earth, and two hours more for what is still being stored. */
const lastClosed = sql`((now() at time zone 'UTC' - interval '14 hours')::date - 1)`;

/**
 * Takes days back that are counted already: facts of them are about to be stored. Nothing is asked of the database for facts of now.
 * @param facts of this transaction
 */
export async function noteLate(
  tx: Tx,
  grain: Pick<Grain, 'code'>,
  enterpriseId: string,
  facts: readonly { item: string; day: string; at: Date }[],
): Promise<void> {
  const now = Date.now();
  const late = new Map<string, string>();
  for (const { item, day, at } of facts) if (now - at.getTime() > lateMs && day < (late.get(item) ?? '9999')) late.set(item, day);
  // One order everywhere, so that two who come at once do not wait for each other.
  for (const [item, day] of [...late].sort()) await reopen(tx, grain, { enterpriseId, item }, day);
}

const reopen = (tx: Tx, grain: Pick<Grain, 'code'>, { enterpriseId, item }: Counted, day: string) =>
  sql`insert into measure_through as t (enterprise_id, grain, item, through_day)
    values (${enterpriseId}, ${grain.code}, ${item}, ${day}::date - 1)
    on conflict (enterprise_id, grain, item) do update set through_day = least(t.through_day, excluded.through_day)`.execute(tx);

/** Takes all counted days of an item back. */
export const recount = (tx: Tx, grain: Pick<Grain, 'code'>, counted: Counted): Promise<unknown> => reopen(tx, grain, counted, '0001-01-02');

/** The counts of days, as rows of measure_days. */
function countsOf({ code, measures }: Grain, facts: Facts, counted: Counted, days: RawBuilder<boolean>): RawBuilder<unknown> {
  const each = measures.filter(isCounted).map((measure) => sql`(${countOf(measure, facts, counted, days)})`);
  return sql`select ${counted.enterpriseId}::uuid, ${code}, ${counted.item}::uuid, c.is_sandbox, c.measure, c.day, c.sub, c.gap, c.count
    from (${sql.join(each, sql` union all `)}) c`;
}

function countOf(
  { code, kind, where, by }: Measure,
  facts: Facts,
  { enterpriseId, item }: Counted,
  days: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const sub = by === undefined ? sql`''` : sql`${sql.ref(`f.${by}`)}::text`;
  if ('distinct' in kind) {
    const subject = sql.ref(`f.${kind.distinct}`);
    // Days since a subject was there before: an earlier day is found by the subject, as its facts are indexed.
    const earlier = sql`(select max(e.day) from ${facts} e where e.enterprise_id = ${enterpriseId} and ${sql.ref(`e.${kind.distinct}`)} = s.subject
      and e.item = ${item} and e.is_sandbox = s.is_sandbox and e.day < s.day and ${toSql(where, 'e')})`;
    const gap = kind.within === 'range' ? sql`coalesce(s.day - ${earlier}, 0)` : sql`0`;
    return sql`select g.is_sandbox, ${code} as measure, g.day, '' as sub, g.gap, count(*) as count
      from (select s.is_sandbox, s.day, ${gap} as gap from (select distinct f.is_sandbox, f.day, ${subject} as subject from ${facts} f
        where ${days} and ${toSql(where)}) s) g group by 1, 2, 3, 4, 5`;
  }
  return sql`select f.is_sandbox, ${code} as measure, f.day, ${sub} as sub, 0 as gap, count(*) as count
    from ${facts} f where ${days} and ${toSql(where)} group by 1, 2, 3, 4`;
}

/**
 * Counts the next days of an item that are over, some weeks of them at a time.
 * @returns whether more of them are over. False too when another worker counts them
 */
export async function foldDays(tx: Tx, grain: Grain, facts: Facts, counted: Counted): Promise<boolean> {
  const { enterpriseId, item } = counted;
  const key = sql`enterprise_id = ${enterpriseId} and grain = ${grain.code} and item = ${item}`;
  await sql`insert into measure_through (enterprise_id, grain, item, through_day) values (${enterpriseId}, ${grain.code}, ${item}, '0001-01-01')
    on conflict (enterprise_id, grain, item) do nothing`.execute(tx);
  const { rows } = await sql<{ through: string; last: string }>`select through_day::text as through, ${lastClosed}::text as last
    from measure_through where ${key} for update skip locked`.execute(tx);
  const [mark] = rows;
  if (!mark || mark.through >= mark.last) return false;
  // The locks of late facts are waited for above; those that were stored meanwhile are seen from here on.
  await sql`delete from measure_days where ${key} and day > ${mark.through}::date`.execute(tx);
  const from = sql`(${mark.through}::date + 1)`;
  const first = (
    await sql<{
      day: string | null;
    }>`select min(f.day)::text as day from ${facts} f where f.enterprise_id = ${enterpriseId} and f.item = ${item}
      and f.day >= ${from} and f.day <= ${mark.last}::date`.execute(tx)
  ).rows[0]?.day;
  const until = first
    ? (await sql<{ day: string }>`select least(${first}::date + ${daysOfStep}::integer, ${mark.last}::date)::text as day`.execute(tx))
        .rows[0]?.day
    : mark.last;
  if (first && until)
    await sql`insert into measure_days (enterprise_id, grain, item, is_sandbox, measure, day, sub, gap, count)
      ${countsOf(grain, facts, counted, inDays(counted, asDay(first), asDay(until)))}`.execute(tx);
  await sql`update measure_through set through_day = ${until ?? mark.last}::date where ${key}`.execute(tx);
  return (until ?? mark.last) < mark.last;
}
