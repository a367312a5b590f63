import { sql } from 'kysely';
import { firstIdAt } from '#platform/db/id-at.ts';
import { type Person, type PersonalData, personalRows, type RetainedData, stepOf } from '../../../personal-data.ts';
import type { CustomerTrace } from '../../customer/door.sql.ts';

const said = ({ enterpriseId, customerIds }: Person) =>
  sql`s.enterprise_id = ${enterpriseId} and s.customer_id = any(${customerIds}::uuid[])`;
const emptied = sql`text = '', original_text = null, is_hidden = true, error = '', version = s.version + 1`;

/** Words of a person's recordings. Length, confidence and cost stay, so that sums are what they were. */
export const speechOfPerson: PersonalData = personalRows({
  kind: 'speech',
  tables: ['speechMessages'],
  rows: (person) =>
    sql`select s.speech_id::text as key, s.at, s.source, s.status, s.language, s.text, s.original_text from speech_messages s where ${said(person)}`,
  erase: async (_ctx, tx, person, { limit }) =>
    stepOf(
      await sql`update speech_messages s set ${emptied}, customer_id = null, file_id = null where (s.enterprise_id, s.speech_id) in (
        select s.enterprise_id, s.speech_id from speech_messages s where ${said(person)} limit ${limit})`.execute(tx),
      limit,
    ),
});

/** Words go with those of chats; ids are their times. */
export const retainedSpeech: RetainedData = {
  kind: 'speech',
  setting: 'chats',
  async count(tx, enterpriseId, before, mark, most) {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (select 1 from speech_messages s
      where s.enterprise_id = ${enterpriseId} and s.speech_id > ${mark} and s.speech_id < ${firstIdAt(before)} limit ${most}) found`.execute(
      tx,
    );
    return rows[0]?.count ?? 0;
  },
  async erase(ctx, tx, before, { limit, mark }) {
    const { rows } = await sql<{ erased: number; last: string | null }>`
      with page as materialized (
        select s.speech_id from speech_messages s where s.enterprise_id = ${ctx.enterpriseId} and s.speech_id > ${mark}
          and s.speech_id < ${firstIdAt(before)} order by s.speech_id limit ${limit}
      ), gone as (
        update speech_messages s set ${emptied} from page p where s.enterprise_id = ${ctx.enterpriseId} and s.speech_id = p.speech_id
        returning s.speech_id
      )
      select (select count(*) from gone)::integer as erased, (select max(p.speech_id::text) from page p) as last`.execute(tx);
    const { erased = 0, last = null } = rows[0] ?? {};
    return { erased, more: erased >= limit, ...(last ? { mark: last } : {}) };
  },
};

/** Recordings of a customer who is merged into another one are the other's. */
export const speechTrace: CustomerTrace = {
  move: async (tx, enterpriseId, from, to) => {
    await sql`update speech_messages set customer_id = ${to} where enterprise_id = ${enterpriseId} and customer_id = ${from}`.execute(tx);
  },
};
