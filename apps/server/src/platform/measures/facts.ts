import { type RawBuilder, sql } from 'kysely';
import type { Where } from './measure.ts';

/**
 * Facts of a grain as a statement reads them: a subquery with the columns enterprise_id, item, is_sandbox, day (by the enterprise's clocks),
 * at (the instant) and those that its measures name.
 */
export type Facts = RawBuilder<unknown>;

/** @property item what the facts are counted of, such as a bot */
export type Counted = { enterpriseId: string; item: string };

/** The condition as SQL, of facts with this alias. */
export function toSql(where: Where, alias = 'f'): RawBuilder<boolean> {
  const parts = Object.entries(where).map(([column, wanted]) => {
    const name = sql.ref(`${alias}.${column}`);
    if (wanted === 'notNull') return sql`${name} is not null`;
    if (typeof wanted !== 'object') return sql`${name} = ${wanted}`;
    return 'not' in wanted ? sql`${name} <> ${wanted.not}` : sql`${name} > ${wanted.above}`;
  });
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`;
}

const day = (value: RawBuilder<unknown>) => sql`(${value})::timestamp at time zone 'UTC'`;

/**
 * The facts of days, of one item. A day of any zone lies within a day more on both sides in UTC, which keeps the statement to the few months
 * that it needs.
 */
export const inDays = ({ enterpriseId, item }: Counted, first: RawBuilder<unknown>, last: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`f.enterprise_id = ${enterpriseId} and f.item = ${item} and f.at >= ${day(first)} - interval '1 day'
    and f.at < ${day(last)} + interval '2 days' and f.day between ${first} and ${last}`;

export const asDay = (value: string): RawBuilder<unknown> => sql`${value}::date`;
