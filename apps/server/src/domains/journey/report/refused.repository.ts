import { mostRefused, mostRefusing } from '@parley/contract';
import { mask } from '@parley/journey';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { type Asked, walksWithin } from '../span/span.repository.ts';

/** Warnings by which a turn tells that a question was asked again. */
const refusals = ['The answer did not pass the check.', 'The answer can be two days.'];

export type Refused = { node: string; fold: string; sample: string; count: number };

/**
 * Finds what was typed where a node asked again or gave up, from the turns themselves: they go after 90 days, and with their person, and hold
 * nothing of sensitive questions. @returns the most frequent of each node, and whether there are more walks than were looked at
 */
export async function findRefused(tx: Read, asked: Asked): Promise<{ answers: Refused[]; isCut: boolean }> {
  const { rows } = await sql<Refused & { walks: number }>`
    with walks as (
      select i.instance_id from journey_instances i where ${walksWithin(asked)} order by i.started_at desc limit ${mostRefusing + 1}),
    told as (
      select t.visits -> 0 ->> 'node' as node, trim(t.input ->> 'text') as text
      from walks w join journey_turns t on t.enterprise_id = ${asked.enterpriseId} and t.instance_id = w.instance_id
      where t.input ->> 'kind' = 'message' and t.visits -> 0 ->> 'stream' = ${asked.journeyId}
        and (t.visits -> 0 ->> 'exit' = 'invalid' or t.visits -> 0 -> 'warnings' ?| ${refusals}::text[])
        and t.input ->> 'text' not in ('', ${mask})),
    folded as (
      select node, regexp_replace(regexp_replace(lower(text), '\\s+', ' ', 'g'), '[[:digit:]]', '#', 'g') as fold, min(text) as sample,
        count(*)::int as count from told group by 1, 2),
    ranked as (select *, row_number() over (partition by node order by count desc, fold) as place from folded)
    select r.node, r.fold, r.sample, r.count, (select count(*) from walks)::int as walks from ranked r where r.place <= ${mostRefused}
    order by r.count desc, r.node, r.fold`.execute(tx);
  return { answers: rows.map(({ walks: _, ...answer }) => answer), isCut: (rows[0]?.walks ?? 0) > mostRefusing };
}
