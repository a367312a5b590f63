import type { StreamRange } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { isCounted } from '../walk/counted.repository.ts';

/** Days of the enterprise's zone with the moments between which they lie. */
export type Span = { fromDay: string; toDay: string; from: Date; to: Date; zone: string };

/** Finds the moments at which the first of these days begins, and the one behind the last. */
export async function findMoments(tx: Read, fromDay: string, toDay: string, zone: string): Promise<{ from: Date; to: Date }> {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select ${fromDay}::date::timestamp at time zone ${zone} as "from", (${toDay}::date + 1)::timestamp at time zone ${zone} as "to"`.execute(
    tx,
  );
  return rows[0] as { from: Date; to: Date };
}

export type Asked = Pick<StreamRange, 'version' | 'channelId' | 'environment'> & { enterpriseId: string; journeyId: string; span: Span };

const narrowed = ({ version, channelId, environment }: Asked, row: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${row}.environment = ${environment} ${version > 0 ? sql`and ${row}.version = ${version}` : sql``}
  ${channelId === '' ? sql`` : sql`and ${row}.channel_id = ${channelId}`}`;

/** Selects the figures of a report, of these kinds, as they are counted by now. */
export function selectCounts(asked: Asked, kinds: readonly string[]): RawBuilder<unknown> {
  const { enterpriseId, journeyId, span } = asked;
  const part = (table: 'journey_counts' | 'journey_count_changes') => sql`
    select c.hour, c.what, c.node_no, c.exit, c.count from ${sql.table(table)} c
    where c.enterprise_id = ${enterpriseId} and c.journey_id = ${journeyId} and c.hour >= ${span.from} and c.hour < ${span.to}
      and c.what = any(${[...kinds]}::text[]) and ${narrowed(asked, sql.ref('c'))}`;
  return sql`(${part('journey_counts')} union all ${part('journey_count_changes')})`;
}

/** Condition for the walks of a report, which are called `i`. */
export const walksWithin = (asked: Asked): RawBuilder<unknown> => sql`
  i.enterprise_id = ${asked.enterpriseId} and i.journey_id = ${asked.journeyId} and i.started_at >= ${asked.span.from}
  and i.started_at < ${asked.span.to} and ${narrowed(asked, sql.ref('i'))} and ${isCounted}`;
