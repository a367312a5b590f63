import { agentStatuses, type ChatUser } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { holdsPermission } from '../../account/door.sql.ts';
import { presentSummary } from '../record/chat.present.ts';
import { countOpenChats } from '../record/chat.repository.ts';
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

export type AgentRow = { userId: string; name: string; agentStatus: number; agentStatusWish: number; maxChats: number | null };

/**
 * An active user who may handle chats.
 * @param options `lock` the row, so that two pickups of one agent count each other's chats
 */
export function findAgent(tx: Tx, enterpriseId: string, userId: string, options?: { lock: boolean }): Promise<AgentRow | undefined> {
  return tx
    .selectFrom('users')
    .select(['userId', 'name', 'agentStatus', 'agentStatusWish', 'maxChats'])
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .where(handlesChats('users'))
    .$if(options?.lock === true, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
}

/** @throws DomainError user.not_found */
export async function getAgent(tx: Tx, enterpriseId: string, userId: string, options?: { lock: boolean }): Promise<AgentRow> {
  const agent = await findAgent(tx, enterpriseId, userId, options);
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
export function assertTakesChats({ agentStatusWish }: AgentRow): void {
  if (agentStatusWish === agentStatuses.offline)
    throw new DomainError('chat.agent_offline', 'You are Offline. Go Online to take chats.', {});
}

export async function assertHasRoom(
  tx: Tx,
  enterpriseId: string,
  agent: { userId: string; maxChats: number | null },
  maxOpenChats: number,
): Promise<void> {
  const limit = agent.maxChats ?? maxOpenChats;
  if ((await countOpenChats(tx, enterpriseId, agent.userId)) >= limit) {
    throw new DomainError('chat.agent_full', `You already have ${limit} open chats. Close one before you pick up another.`, {
      maxOpenChats: limit,
    });
  }
}
