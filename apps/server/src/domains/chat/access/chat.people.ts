import { agentStatuses, type ChatUser } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { holdsPermission } from '../../account/door.sql.ts';
import { findDesk } from '../desk/desk.repository.ts';
import { hasRoom } from '../desk/desk.rules.ts';
import { presentSummary } from '../record/chat.present.ts';
import { findSummary } from '../record/chat.summary.repository.ts';

/** The users of a chat as its agents see them, after a change of who takes part. */
export async function listChatUsers(ctx: EnterpriseContext, tx: Tx, chatId: string): Promise<ChatUser[]> {
  const row = await findSummary(tx, ctx.enterpriseId, ctx.enterpriseId, chatId);
  return row ? presentSummary(row, { userId: '', canSeeNumbers: false, canSeeEmails: false }, ctx.fileUrl, ctx.now()).users : [];
}

/**
 * Tells whether a user handles chats: active, not switched off for them, and a built-in or an own role gives CHAT.HANDLE.
 * @param users what the query calls the table
 * @param roles the roles that count; all when there are none
 */
export function handlesChats(users: 'u' | 'users', roles: readonly number[] = []) {
  const column = (name: string) => sql.ref(`${users}.${name}`);
  return sql<boolean>`${column('state')} = 1 and ${column('handlesChats')} and ${holdsPermission(users, 'CHAT.HANDLE', roles)}`;
}

export type AgentRow = { userId: string; name: string; status: number; wish: number; maxChats: number | null };

/** An active user who may handle chats. Whoever gives them one has locked their desk before, so that nobody deactivates them meanwhile. */
export function findAgent(tx: Read, enterpriseId: string, userId: string): Promise<AgentRow | undefined> {
  return tx
    .selectFrom('users as u')
    .innerJoin('agentDesks as d', (join) => join.onRef('d.enterpriseId', '=', 'u.enterpriseId').onRef('d.userId', '=', 'u.userId'))
    .select(['u.userId', 'u.name', 'd.status', 'd.wish', 'u.maxChats'])
    .where('u.enterpriseId', '=', enterpriseId)
    .where('u.userId', '=', userId)
    .where(handlesChats('u'))
    .executeTakeFirst();
}

/** @throws DomainError user.not_found */
export async function getAgent(tx: Read, enterpriseId: string, userId: string): Promise<AgentRow> {
  const agent = await findAgent(tx, enterpriseId, userId);
  if (!agent) throw new DomainError('user.not_found', 'No such agent.', {});
  return agent;
}

/** Tells whether one of these departments has somebody who handles chats, online or not. */
export async function hasAgents(tx: Tx, enterpriseId: string, departmentIds: readonly string[]): Promise<boolean> {
  const agent = await tx
    .selectFrom('users')
    .select('userId')
    .where('enterpriseId', '=', enterpriseId)
    .where(handlesChats('users'))
    .where(
      sql<boolean>`exists (select from department_members m where m.enterprise_id = users.enterprise_id and m.user_id = users.user_id
        and m.department_id = any(${[...departmentIds]}::uuid[]))`,
    )
    .limit(1)
    .executeTakeFirst();
  return agent !== undefined;
}

/** Refuses an agent who chose Offline: they take no chat. @throws DomainError chat.agent_offline */
export function assertTakesChats({ wish }: AgentRow): void {
  if (wish === agentStatuses.offline) throw new DomainError('chat.agent_offline', 'You are Offline. Go Online to take chats.', {});
}

/** @param name of the agent, for others than the agent. @throws DomainError chat.agent_full */
export async function assertHasRoom(
  tx: Read,
  enterpriseId: string,
  agent: { userId: string; maxChats: number | null },
  maxOpenChats: number,
  { weight }: { weight: number },
  name?: string,
): Promise<void> {
  const limit = agent.maxChats ?? maxOpenChats;
  const desk = await findDesk(tx, enterpriseId, agent.userId);
  if (!desk || !hasRoom(desk.load, limit, weight)) {
    const message =
      name === undefined
        ? `You already have ${limit} open chats. Close one before you pick up another.`
        : `${name} already has ${limit} open chats.`;
    throw new DomainError('chat.agent_full', message, { maxOpenChats: limit });
  }
}
