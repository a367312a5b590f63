import { sql } from 'kysely';
import type { EnterpriseContext } from '../../../context.ts';
import { type Person, type PersonalData, personalRows, type RetainedData } from '../../../personal-data.ts';

/** Conversations that are theirs, and those of a move that was not run yet, by the address that they were led with. */
const theirs = ({ enterpriseId, customerIds, addresses }: Person) => sql`c.enterprise_id = ${enterpriseId}
  and (c.customer_id = any(${customerIds}::uuid[]) or (c.customer_id is null and c.contact_address <> '' and c.contact_address = any(${addresses}::text[])))`;

/** Words of a person in another product go as a whole: nothing counts them. */
export const movedChatsOfPerson: PersonalData = personalRows({
  kind: 'movedChats',
  tables: ['movedChats', 'movedParts'],
  rows: (person) => sql`
    select c.moved_id::text || lpad(coalesce(p.part, 0)::text, 20, '0') as key, c.source, c.key as number, c.subject, c.started_at, c.ended_at, c.contact_name,
      c.contact_address, c.inbox_name as channel, c.labels, p.messages
    from moved_chats c left join moved_parts p on p.enterprise_id = c.enterprise_id and p.moved_id = c.moved_id
    where ${theirs(person)}`,
  async erase(_ctx, tx, person, { limit }) {
    const { rows } = await sql<{ count: number }>`with next as materialized (
        select c.moved_id from moved_chats c where ${theirs(person)} order by c.moved_id limit ${limit}
      ), parts as (delete from moved_parts p using next n where p.enterprise_id = ${person.enterpriseId} and p.moved_id = n.moved_id),
      gone as (delete from moved_chats c using next n where c.enterprise_id = ${person.enterpriseId} and c.moved_id = n.moved_id returning 1)
      select count(*)::integer as count from gone`.execute(tx);
    const erased = rows[0]?.count ?? 0;
    return { erased, more: erased >= limit };
  },
});

const old = (enterpriseId: string, before: Date) =>
  sql`c.enterprise_id = ${enterpriseId} and c.is_in and c.texts_erased_at is null and c.ended_at < ${before}`;

/** Old conversations keep their row; their words go with the days that chats are kept. */
export const retainedMovedChats: RetainedData = {
  kind: 'movedChats',
  setting: 'chats',
  async count(tx, enterpriseId, before, _mark, most) {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
      select 1 from moved_chats c where ${old(enterpriseId, before)} limit ${most}) found`.execute(tx);
    return rows[0]?.count ?? 0;
  },
  async erase(ctx: EnterpriseContext, tx, before, { limit }) {
    const { rows } = await sql<{ count: number }>`with next as materialized (
        select c.moved_id from moved_chats c where ${old(ctx.enterpriseId, before)} order by c.ended_at limit ${limit}
      ), parts as (delete from moved_parts p using next n where p.enterprise_id = ${ctx.enterpriseId} and p.moved_id = n.moved_id),
      emptied as (update moved_chats c set subject = '', words = null, texts_erased_at = ${ctx.now()} from next n
        where c.enterprise_id = ${ctx.enterpriseId} and c.moved_id = n.moved_id returning 1)
      select count(*)::integer as count from emptied`.execute(tx);
    const erased = rows[0]?.count ?? 0;
    return { erased, more: erased >= limit };
  },
};
