import { sql } from 'kysely';
import { firstIdAt } from '#platform/db/id-at.ts';
import { type Person, type PersonalData, personalRows, type RetainedData, stepOf } from '../../../personal-data.ts';

const calls = ({ enterpriseId, chatIds }: Person) => sql`c.enterprise_id = ${enterpriseId} and c.session_id = any(${chatIds}::uuid[])
  and (c.arguments <> '{}' or c.answer <> '' or c.customer_id is not null)`;

/** Calls of tools in a person's chats. What was called and when stays, so that limits count as they did. */
export const callsOfPerson: PersonalData = personalRows({
  kind: 'botToolCalls',
  tables: ['botToolCalls'],
  rows: (person) =>
    sql`select c.call_id::text as key, c.created_at, c.tool->>'title' as tool, c.state, c.arguments, c.answer, c.error from bot_tool_calls c
      where ${calls(person)}`,
  erase: async (_ctx, tx, person, { limit }) =>
    stepOf(
      await sql`update bot_tool_calls c set arguments = '{}', answer = '', error = '', customer_id = null
        where (c.enterprise_id, c.call_id) in (select c.enterprise_id, c.call_id from bot_tool_calls c where ${calls(person)} limit ${limit})`.execute(
        tx,
      ),
      limit,
    ),
});

/** Words of calls, by their own time: a turn that failed has left calls without a turn. Ids of calls are their times. */
export const retainedCalls: RetainedData = {
  kind: 'botToolCalls',
  setting: 'chats',
  async count(tx, enterpriseId, before, mark, most) {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (select 1 from bot_tool_calls c
      where c.enterprise_id = ${enterpriseId} and c.call_id > ${mark} and c.call_id < ${firstIdAt(before)} limit ${most}) found`.execute(
      tx,
    );
    return rows[0]?.count ?? 0;
  },
  // A call that still waits is refused: it must not leave without what it was asked with.
  async erase(ctx, tx, before, { limit, mark }) {
    const { rows } = await sql<{ erased: number; last: string | null }>`
      with page as materialized (
        select c.call_id from bot_tool_calls c where c.enterprise_id = ${ctx.enterpriseId} and c.call_id > ${mark}
          and c.call_id < ${firstIdAt(before)} order by c.call_id limit ${limit}
      ), gone as (
        update bot_tool_calls c set arguments = '{}', answer = '', error = '',
          state = case when c.state in ('PROPOSED', 'READY') then 'DENIED' else c.state end,
          ended_at = case when c.state in ('PROPOSED', 'READY') then ${ctx.now()}::timestamptz else c.ended_at end
        from page p where c.enterprise_id = ${ctx.enterpriseId} and c.call_id = p.call_id returning c.call_id
      )
      select (select count(*) from gone)::integer as erased, (select max(p.call_id::text) from page p) as last`.execute(tx);
    const { erased = 0, last = null } = rows[0] ?? {};
    return { erased, more: erased >= limit, ...(last ? { mark: last } : {}) };
  },
};
