import type { LateCause } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { columnOf, isIn } from '#platform/measures/aggregate.ts';
import type { Measure } from '#platform/measures/measure.ts';
import { type Asked, chatFacts, chatFactsAt, isAsked } from '../analytics/facts.repository.ts';

/** Days that were over at a moment, and that moment. */
export type LateAsked = Asked & { at: Date };
/** A part of the chats that changed. @property opened the measure whose rows the figure opens */
export type LateOf = { cause?: LateCause | undefined; opened?: Measure | undefined };

/**
 * Facts of those chats that have changed since: as they were, or as they are.
 * @param opened marks the chats that this measure counts, and takes its value of them
 */
function sideOf(facts: RawBuilder<unknown>, asked: Asked, opened: Measure | undefined): RawBuilder<unknown> {
  const column = opened && columnOf(opened.kind);
  return sql`(select f.chat_id, f.at, ${opened ? isIn(opened) : sql`true`} as is_in, ${column ? sql.ref(`f.${column}`) : sql`null`}::float8 as value
    from ${facts} f where f.chat_id in (select k.chat_id from k) and ${isAsked(asked, false)})`;
}

/** Changed chats `k`, and how those that are asked for counted then, `t`, and count now, `n`. Of a measure: those that it counts otherwise. */
function changed(asked: LateAsked, { cause, opened }: LateOf): { changes: RawBuilder<unknown>; found: RawBuilder<unknown> } {
  const { at, ...now } = asked;
  const { enterpriseId, first, last } = asked;
  return {
    changes: sql`k as materialized (select c.chat_id, max(c.change_no) as last_no, array_agg(c.cause order by c.change_no) as causes,
        array_agg(c.changed_at order by c.change_no) as times
      from chat_late_changes c where c.enterprise_id = ${enterpriseId} and c.changed_at >= ${at} and c.local_day between ${first}::date and ${last}::date
      group by 1)`,
    found: sql`k left join ${sideOf(chatFactsAt(enterpriseId, at), asked, opened)} t on t.chat_id = k.chat_id
        left join ${sideOf(chatFacts, now, opened)} n on n.chat_id = k.chat_id
      where (t.chat_id is not null or n.chat_id is not null)
        ${cause === undefined ? sql`` : sql`and ${cause} = any(k.causes)`}
        ${
          opened === undefined
            ? sql``
            : sql`and (coalesce(t.is_in, false), case when t.is_in then t.value end)
                is distinct from (coalesce(n.is_in, false), case when n.is_in then n.value end)`
        }`,
  };
}

/** Counts the chats that have changed, and those of each cause. */
export async function countLate(tx: Read, asked: LateAsked): Promise<{ whole: number; causes: { cause: LateCause; chats: number }[] }> {
  const { changes, found } = changed(asked, {});
  const { rows } = await sql<{
    cause: LateCause | null;
    chats: number;
  }>`with ${changes}, l as materialized (select k.chat_id, k.causes from ${found})
    select null as cause, count(*) as chats from l
    union all select u.cause, count(distinct l.chat_id) from l cross join lateral unnest(l.causes) u (cause) group by 1 order by 2 desc, 1`.execute(
    tx,
  );
  return {
    whole: Number(rows.find(({ cause }) => cause === null)?.chats ?? 0),
    causes: rows.flatMap(({ cause, chats }) => (cause === null ? [] : [{ cause, chats: Number(chats) }])),
  };
}

export async function countLateOf(tx: Read, asked: LateAsked, of: LateOf): Promise<number> {
  const { changes, found } = changed(asked, of);
  const { rows } = await sql<{ chats: number }>`with ${changes} select count(*) as chats from ${found}`.execute(tx);
  return Number(rows[0]?.chats ?? 0);
}

export type LateFact = {
  chatId: string;
  lastNo: number;
  at: Date;
  causes: LateCause[];
  times: Date[];
  wasCounted: boolean;
  isCounted: boolean;
  was: number | null;
  is: number | null;
};

/** A page of changed chats, those that changed last first. */
export async function listLate(tx: Read, asked: LateAsked, of: LateOf, after: string | undefined, most: number): Promise<LateFact[]> {
  const { changes, found } = changed(asked, of);
  const { rows } = await sql<LateFact>`with ${changes} select k.chat_id, k.last_no, coalesce(n.at, t.at) as at, k.causes, k.times,
      coalesce(t.is_in, false) as was_counted, coalesce(n.is_in, false) as is_counted,
      case when t.is_in then t.value end as was, case when n.is_in then n.value end as "is"
    from ${found} ${after === undefined ? sql`` : sql`and k.last_no < ${after}::bigint`}
    order by k.last_no desc limit ${most}`.execute(tx);
  return rows;
}
