import { chatStates } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { handlesChats } from '../access/chat.people.ts';

/** @property count waiting chats that the agent may take, the one that has begun to wait included */
export type AwayAgent = { userId: string; count: number };

/**
 * Finds those of the users who may take a chat that begins to wait, and have no console open. Who only looks over chats is left out: nobody calls
 * them back for one.
 * @param chat its row is written behind this; `offeredTo`: departments whose agents may take it; none: all agents
 */
export async function listAwayForChat(
  tx: Tx,
  enterpriseId: string,
  userIds: readonly string[],
  { chatId, offeredTo, passedBy }: { chatId: string; offeredTo: readonly string[]; passedBy: readonly string[] },
): Promise<AwayAgent[]> {
  const { rows } = await sql<AwayAgent>`
    with away as (
      select u.user_id, array(select m.department_id from department_members m
        where m.enterprise_id = u.enterprise_id and m.user_id = u.user_id) as departments
      from users u
      where u.enterprise_id = ${enterpriseId} and u.user_id = any(${[...userIds]}::uuid[]) and u.user_id <> all(${[...passedBy]}::uuid[])
        and ${handlesChats('u')}
        and not exists (select from agent_sockets s
          where s.enterprise_id = u.enterprise_id and s.user_id = u.user_id and s.seen_until > clock_timestamp()))
    select a.user_id, (select 1 + count(*)::integer from chats c where c.enterprise_id = ${enterpriseId} and c.chat_id <> ${chatId}
      and c.handled_by = 'queue' and c.state = ${sql.lit(chatStates.created)}
      and (c.offered_to = '{}' or c.offered_to && a.departments)) as count
    from away a
    where cardinality(${[...offeredTo]}::uuid[]) = 0 or a.departments && ${[...offeredTo]}::uuid[]
    order by a.user_id`.execute(tx);
  return rows;
}
