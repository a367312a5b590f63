import { chatStates } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { handlesChats } from '../access/chat.people.ts';
import type { LockedChat } from '../record/chat.repository.ts';

/** A skill that a chat needs. @property seconds of its wait for which it does */
export type SkillNeeded = { id: string; name: string; level: number; seconds: number };
type FitFacts = { language: string | null; agentId: string | null; skills: SkillNeeded[] };

/**
 * Finds the customer's language, the agent of their last chat, where that ended within so many days and the agent still handles chats, and the
 * skills that chats of the department need: a line of its own counts instead of that of all departments.
 */
export async function findFitFacts(tx: Tx, { enterpriseId, customerId, chatId, deptId }: LockedChat, days: number): Promise<FitFacts> {
  const { rows } = await sql<FitFacts>`
    select c.profile->>'language' as language, last.owner_id as agent_id, array(
      select distinct on (n.skill_id) jsonb_build_object('id', n.skill_id, 'name', s.name, 'level', n.level, 'seconds', n.seconds)
      from skill_needs n join skills s on s.enterprise_id = n.enterprise_id and s.skill_id = n.skill_id
      where n.enterprise_id = c.enterprise_id and (n.dept_id is null or n.dept_id = ${deptId}::uuid)
      order by n.skill_id, n.dept_id nulls last) as skills
    from customers c left join lateral (
      select l.owner_id from chats l join users u on u.enterprise_id = l.enterprise_id and u.user_id = l.owner_id
      where ${days} > 0 and l.enterprise_id = c.enterprise_id and l.customer_id = c.customer_id and l.chat_id <> ${chatId}
        and l.state = ${sql.lit(chatStates.closed)} and l.closed_at > now() - make_interval(days => ${days}) and ${handlesChats('u')}
      order by l.closed_at desc limit 1) last on true
    where c.enterprise_id = ${enterpriseId} and c.customer_id = ${customerId}`.execute(tx);
  return rows[0] ?? { language: null, agentId: null, skills: [] };
}

/** Finds those of these skills that are not deleted. */
export async function findSkillIds(tx: Tx, enterpriseId: string, skillIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ skillId: string }>`select skill_id from skills
    where enterprise_id = ${enterpriseId} and skill_id = any(${[...skillIds]}::uuid[])`.execute(tx);
  return new Set(rows.map(({ skillId }) => skillId));
}

export const writeFit = (tx: Tx, { enterpriseId, chatId, offeredTo, weight, rankAt, routing, fitKey }: LockedChat) =>
  tx
    .updateTable('chats')
    .set({ offeredTo, weight, rankAt, routing: JSON.stringify(routing), fitKey })
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .execute();

/** Asks for a round, as triggers of desks and users do. */
export async function askForRouting(tx: Tx, enterpriseId: string): Promise<void> {
  await tx.insertInto('routingAsks').values({ enterpriseId }).execute();
}

/** The same where the enterprise's chats are given out; elsewhere nobody would look after it. */
export async function askWhereRouted(tx: Tx, enterpriseId: string): Promise<void> {
  await sql`insert into routing_asks (enterprise_id) select p.enterprise_id from routing_pools p
    where p.enterprise_id = ${enterpriseId} and p.is_routed`.execute(tx);
}
