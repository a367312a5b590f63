import type { ChatUser } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../context.ts';
import { presentSummary } from './chat.present.ts';
import { countOpenChats } from './chat.repository.ts';
import { findSummary } from './chat.summary.repository.ts';

/** The users of a chat as its agents see them, after a change of who takes part. */
export async function listChatUsers(ctx: EnterpriseContext, tx: Tx, chatId: string): Promise<ChatUser[]> {
  const row = await findSummary(tx, ctx.enterpriseId, ctx.enterpriseId, chatId);
  return row ? presentSummary(row, { userId: '', canSeeNumbers: false }, ctx.fileUrl).users : [];
}

/**
 * An active user who may handle chats.
 * @param options `lock` the row, so that two pickups of one agent count each other's chats
 */
export async function getAgent(
  tx: Tx,
  enterpriseId: string,
  userId: string,
  options?: { lock: boolean },
): Promise<{ userId: string; name: string; agentStatus: number; maxChats: number | null }> {
  const agent = await tx
    .selectFrom('users')
    .select(['userId', 'name', 'agentStatus', 'maxChats'])
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .where('state', '=', 1)
    .where('handlesChats', '=', true)
    .$if(options?.lock === true, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (!agent) throw new DomainError('user.not_found', 'No such agent.', {});
  return agent;
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
