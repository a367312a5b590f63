import { type Agent, agentStatuses, chatStates } from '@parley/contract';
import { sql } from 'kysely';
import { changing } from '#platform/audit/trail.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import type { Ctx } from '../../../context.ts';
import { handlesChats } from '../access/chat.people.ts';
import { agentStatusRecord } from '../desk/desk.record.ts';
import { findDesk, lockDesks, setStatus } from '../desk/desk.repository.ts';
import { returnOffers } from '../offer/chat.return.ts';
import { agentStatusChanged } from '../record/chat.events.ts';
import { presentAgent } from '../record/chat.present.ts';
import { seeByCall } from '../routing/agent.presence.ts';
import { departmentLimit } from '../settings/settings.repository.ts';
import { readChatConfig } from '../settings/settings.service.ts';

export type AgentStatus = { agentStatus: number; reason: string };

export function getAgentStatus(ctx: Ctx): Promise<AgentStatus> {
  return ctx.read(async (tx) => {
    const desk = await findDesk(tx, ctx.enterpriseId, ctx.actor.userId);
    return { agentStatus: desk?.status ?? agentStatuses.offline, reason: desk?.reason ?? '' };
  });
}

export async function setAgentStatus(ctx: Ctx, status: AgentStatus): Promise<AgentStatus> {
  const { enterpriseId, actor } = ctx;
  await ctx.transaction(async (tx) => {
    await lockDesks(tx, enterpriseId, [actor.userId]);
    await changing(ctx, tx, agentStatusRecord, actor.userId, 'edit', () => setStatus(tx, enterpriseId, actor.userId, status));
    await seeByCall(ctx, tx);
    await ctx.events.record(tx, agentStatusChanged, { uId: actor.userId, agentStatus: status.agentStatus });
  });
  if (status.agentStatus === agentStatuses.offline) await returnOffers(ctx, actor.userId);
  return status;
}

export type AgentFilter = { from: number; perPage: number; name: string; roles: readonly number[]; agentStatus: number };
const mostAgents = 200;
/** 'Handle Chats', by which every console asks for all agents (CHAT-040). */
const handleChatsRole = 3;

/**
 * Active users who may handle chats, those of the highest priority first: by a built-in or an own role that gives CHAT.HANDLE. Who asks for
 * those of the role 'Handle Chats' gets all of them, since an own role and an administrator's give the same.
 */
export function listAgents(ctx: Ctx, filter: AgentFilter): Promise<{ users: Agent[]; more: boolean }> {
  const limit = filter.perPage === -1 ? mostAgents : filter.perPage;
  const roles = filter.roles.includes(handleChatsRole) ? [] : filter.roles;
  return ctx.transaction(async (tx) => {
    const { maxOpenChats } = await readChatConfig(tx, ctx.enterpriseId);
    const rows = await tx
      .selectFrom('users as u')
      .innerJoin('agentDesks as d', (join) => join.onRef('d.enterpriseId', '=', 'u.enterpriseId').onRef('d.userId', '=', 'u.userId'))
      .select(['u.userId', 'u.name', 'u.email', 'u.profileFileId', 'd.status as agentStatus', 'u.languages'])
      .select((eb) => [
        eb.fn.coalesce('u.maxChats', departmentLimit('u'), sql<number>`${maxOpenChats}::integer`).as('maxChats'),
        eb
          .selectFrom('chats as c')
          .select((inner) => inner.fn.countAll<number>().as('count'))
          .whereRef('c.enterpriseId', '=', 'u.enterpriseId')
          .whereRef('c.ownerId', '=', 'u.userId')
          .where('c.state', 'in', [chatStates.started, chatStates.ongoing, chatStates.suspended])
          .as('openChats'),
      ])
      .where('u.enterpriseId', '=', ctx.enterpriseId)
      .where(handlesChats('u', roles))
      .$if(filter.agentStatus !== -1, (query) => query.where('d.status', '=', filter.agentStatus))
      .$if(filter.name !== '', (query) => query.where('u.name', 'ilike', containing(filter.name)))
      .orderBy('u.priority', 'desc')
      .orderBy(sql`lower(u.name)`)
      .orderBy('u.userId')
      .$call(pageOf({ from: filter.from, limit: limit + 1 }))
      .execute();
    const users = rows
      .slice(0, limit)
      .map((row) => presentAgent({ ...row, openChats: Number(row.openChats), maxChats: row.maxChats ?? maxOpenChats }, ctx.fileUrl));
    return { users, more: rows.length > limit };
  });
}
