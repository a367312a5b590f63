import type { MilestoneMeasure } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { isIn } from '#platform/measures/aggregate.ts';
import type { Facts } from '#platform/measures/facts.ts';
import type { Measure } from '#platform/measures/measure.ts';
import { measureOf, openedBy } from './milestone.measures.ts';

/** A fact as a row shows it. */
export type RecipientRow = {
  recipientId: string;
  milestoneId: string;
  activityId: string;
  number: number;
  customerId: string | null;
  name: string | null;
  address: string;
  at: Date;
  reachedAt: Date | null;
  timeMs: number | null;
};
export type CellOf = { measure: MilestoneMeasure; milestone: string; day: string; hour?: number | undefined };

/** The condition of a cell: that of its figure, and the milestone, the day and the hour that it is of. */
const conditionOf = (measure: Measure, { milestone, day, hour }: CellOf): RawBuilder<boolean> => sql<boolean>`${isIn(openedBy(measure))}
  ${milestone === '' ? sql`` : sql`and f.milestone_id = ${milestone}`}
  ${day === '' ? sql`` : sql`and f.reached_day = ${day}::date`} ${hour === undefined ? sql`` : sql`and f.reached_hour = ${hour}`}`;

/** Different values have one row each: that of the first milestone that was reached. */
function selectRows(facts: Facts, cell: CellOf): RawBuilder<unknown> {
  const { kind } = openedBy(measureOf(cell.measure));
  const where = conditionOf(measureOf(cell.measure), cell);
  if (!('distinct' in kind)) return sql`select f.* from ${facts} f where ${where}`;
  const column = sql.ref(`f.${kind.distinct}`);
  return sql`select distinct on (${column}) f.* from ${facts} f where ${where} order by ${column}, f.reached_at, f.milestone_id`;
}

export async function countRows(tx: Read, facts: Facts, cell: CellOf): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (${selectRows(facts, cell)}) r`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Recipients whom a figure counts, those who reached it last first. */
export async function readRecipients(
  tx: Read,
  facts: Facts,
  cell: CellOf,
  { from, limit }: { from: number; limit: number },
): Promise<RecipientRow[]> {
  const { rows } =
    await sql<RecipientRow>`select r.recipient_id, r.milestone_id, r.activity_id, r.number, r.customer_id, c.name, r.address, r.at, r.reached_at,
      r.time_ms
    from (${selectRows(facts, cell)}) r
      left join customers c on c.enterprise_id = r.enterprise_id and c.customer_id = r.customer_id and c.deleted_at is null
    order by coalesce(r.reached_at, r.at) desc, r.recipient_id desc, r.milestone_id limit ${limit} offset ${from}`.execute(tx);
  return rows;
}

/** Their customers in the phone book, each once. */
export async function listCustomers(tx: Read, facts: Facts, cell: CellOf, most: number): Promise<string[]> {
  const { rows } = await sql<{ customerId: string }>`select distinct r.customer_id from (${selectRows(facts, cell)}) r
    join customers c on c.enterprise_id = r.enterprise_id and c.customer_id = r.customer_id and c.deleted_at is null limit ${most}`.execute(
    tx,
  );
  return rows.map(({ customerId }) => customerId);
}
