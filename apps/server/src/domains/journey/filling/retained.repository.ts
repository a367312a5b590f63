import { sql } from 'kysely';
import { firstIdAt } from '#platform/db/id-at.ts';
import type { RetainedData } from '../../../personal-data.ts';

/** Answers of forms, kept as long as chats are: values go, rows and counts stay. */
export const retainedForms: RetainedData = {
  kind: 'formAnswers',
  setting: 'chats',
  async count(tx, enterpriseId, before, mark, most) {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (select 1 from form_answers a
      where a.enterprise_id = ${enterpriseId} and a.answer_id > ${mark} and a.answer_id < ${firstIdAt(before)} limit ${most}) found`.execute(
      tx,
    );
    return rows[0]?.count ?? 0;
  },
  async erase(ctx, tx, before, { limit, mark }) {
    const { rows } = await sql<{ erased: number; last: string | null }>`
      with page as materialized (
        select a.answer_id from form_answers a where a.enterprise_id = ${ctx.enterpriseId} and a.answer_id > ${mark}
          and a.answer_id < ${firstIdAt(before)} order by a.answer_id limit ${limit}
      ), gone as (
        update form_answers a set answers = '{}', sealed = null, conflicts = '[]', search_text = '', erased_at = ${ctx.now()} from page p
        where a.enterprise_id = ${ctx.enterpriseId} and a.answer_id = p.answer_id returning a.answer_id
      )
      select (select count(*) from gone)::integer as erased, (select max(p.answer_id::text) from page p) as last`.execute(tx);
    const { erased = 0, last = null } = rows[0] ?? {};
    return { erased, more: erased >= limit, ...(last ? { mark: last } : {}) };
  },
};
