import { type Agent, agentStatuses, chatStates, type OwnStatus } from '@parley/contract';
import { sql } from 'kysely';
import { changing } from '#platform/audit/trail.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import type { Ctx } from '../../../context.ts';
import { handlesChats } from '../access/chat.people.ts';
import { chooseKind } from '../agent-status/agent-status.service.ts';
import { relaxLeft } from '../clock/clock.repository.ts';
import { agentStatusRecord } from '../desk/desk.record.ts';
import { findDesk, holdsOn, lockDesks, presentOwnStatus, setStatus } from '../desk/desk.repository.ts';
import { returnOffers } from '../offer/chat.return.ts';
import { agentStatusChanged } from '../record/chat.events.ts';
import { presentAgent } from '../record/chat.present.ts';
import { seeByCall } from '../routing/agent.presence.ts';
import { departmentLimit } from '../settings/settings.repository.ts';
import { readChatConfig, readMaxOpenChats } from '../settings/settings.service.ts';

type DeskStatus = { agentStatus: number; reason: string; ownStatus: OwnStatus | null; since: string | null };

/** @returns the status with the load of the desk in hundredths, offers included, and the limit in chats */
export function getAgentStatus(ctx: Ctx): Promise<DeskStatus & { load: number; limit: number }> {
  return ctx.read(async (tx) => {
    const { enterpriseId, actor } = ctx;
    const desk = await findDesk(tx, enterpriseId, actor.userId);
    const limit = desk?.maxChats ?? (await readMaxOpenChats(tx, enterpriseId, actor.userId));
    return { ...toDeskStatus(desk), load: desk?.load ?? 0, limit };
  });
}

const toDeskStatus = (desk: Awaited<ReturnType<typeof findDesk>>): DeskStatus => ({
  agentStatus: desk?.status ?? agentStatuses.offline,
  reason: desk?.reason ?? '',
  ownStatus: desk ? presentOwnStatus(desk) : null,
  since: desk?.since.toISOString() ?? null,
});

type Chosen = { agentStatus: number; reason: string; statusId: string };

/** @param statusId an own status, whose base counts instead of `agentStatus`; '': none @throws DomainError agent_status.not_found */
export async function setAgentStatus(ctx: Ctx, { agentStatus, reason, statusId }: Chosen): Promise<DeskStatus> {
  const { enterpriseId, actor } = ctx;
  const { desk, isRouted } = await ctx.transaction(async (tx) => {
    await lockDesks(tx, enterpriseId, [actor.userId]);
    const kind = statusId === '' ? undefined : await chooseKind(tx, ctx, statusId);
    const chosen = { agentStatus: kind?.base ?? agentStatus, reason, kind };
    await changing(ctx, tx, agentStatusRecord, actor.userId, 'edit', () => setStatus(tx, enterpriseId, actor.userId, chosen));
    await seeByCall(ctx, tx);
    await ctx.events.record(tx, agentStatusChanged, { uId: actor.userId, agentStatus: chosen.agentStatus });
    return {
      desk: await findDesk(tx, enterpriseId, actor.userId),
      isRouted: chosen.agentStatus === agentStatuses.online && kind?.isRouted !== false,
    };
  });
  if (desk?.status === agentStatuses.offline) await returnOffers(ctx, actor.userId);
  // Chats are locked before desks everywhere, so this follows the commit.
  if (!isRouted) await ctx.transaction((tx) => relaxLeft(tx, enterpriseId, actor.userId, ctx.now()));
  return toDeskStatus(desk);
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
      .leftJoin('agentStatusKinds as k', (join) => join.on(holdsOn('k', 'd')))
      .select(['u.userId', 'u.name', 'u.email', 'u.profileFileId', 'd.status as agentStatus', 'u.languages'])
      .select(['k.statusId', 'k.name as ownName', 'k.nameHi as ownNameHi', 'k.colour as ownColour'])
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
      .map((row) =>
        presentAgent(
          { ...row, ownStatus: presentOwnStatus(row), openChats: Number(row.openChats), maxChats: row.maxChats ?? maxOpenChats },
          ctx.fileUrl,
        ),
      );
    return { users, more: rows.length > limit };
  });
}
