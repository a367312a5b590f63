import { sql } from 'kysely';
import { firstIdAt } from '#platform/db/id-at.ts';
import type { RetainedData } from '../../../personal-data.ts';

/** Words of turns; what was understood stays for the bot's reports. Ids of turns are their times. */
export const retainedTurns: RetainedData = {
  kind: 'botTurns',
  setting: 'chats',
  async count(tx, enterpriseId, before, mark, most) {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (select 1 from bot_turns t
      where t.enterprise_id = ${enterpriseId} and t.turn_id > ${mark} and t.turn_id < ${firstIdAt(before)} and t.asked_at < ${before} limit ${most}) found`.execute(
      tx,
    );
    return rows[0]?.count ?? 0;
  },
  async erase(ctx, tx, before, { limit, mark }) {
    const { rows } = await sql<{ erased: number; last: string | null }>`
      with page as materialized (
        select t.turn_id, t.asked_at from bot_turns t where t.enterprise_id = ${ctx.enterpriseId} and t.turn_id > ${mark}
          and t.turn_id < ${firstIdAt(before)} and t.asked_at < ${before} order by t.turn_id limit ${limit}
      ), gone as (
        update bot_turns t set text = '', reply = '' from page p where t.enterprise_id = ${ctx.enterpriseId} and t.turn_id = p.turn_id
          and t.asked_at = p.asked_at returning t.session_id
      ), sessions as (
        update bot_sessions s set state = '{}', collected = case when s.collected is null then null else '{}'::jsonb end
        where s.enterprise_id = ${ctx.enterpriseId} and s.last_at < ${before} and s.session_id in (select g.session_id from gone g)
      )
      select (select count(*) from gone)::integer as erased, (select max(p.turn_id::text) from page p) as last`.execute(tx);
    const { erased = 0, last = null } = rows[0] ?? {};
    return { erased, more: erased >= limit, ...(last ? { mark: last } : {}) };
  },
};
