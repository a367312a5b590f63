import type { ChatCounts, ChatDetail, ChatSummary, NotificationChat, WaitingKind } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { channelsOf } from '../../../channel-right.ts';
import { type Actor, type Ctx, can } from '../../../context.ts';
import { maskNumber } from '../../customer/door.ts';
import { presentAction, presentCounts, presentCustomerCard, presentSummary, presentWaiting } from '../record/chat.present.ts';
import { listActions } from '../record/chat.repository.ts';
import { isOpen } from '../record/chat.rules.ts';
import { countWaiting, findPendingTransfer, listActive, listEnded, listPrevious, listWaiting } from '../record/chat.summary.repository.ts';
import { readSides, type SidesPage } from '../side/side.page.ts';
import { accessChat, viewerOf } from './chat.access.ts';
import { inScope, servedDepartments } from './chat.scope.ts';
import { findTaker } from './chat.taker.port.ts';

const mostActive = 500; // more open chats than an agent can have

export function getActiveChats(ctx: Ctx, { from, perPage }: { from: number; perPage: number }): Promise<ChatSummary[]> {
  return ctx.read(async (tx) => {
    const limit = perPage === -1 ? mostActive : perPage;
    const rows = await listActive(tx, ctx.enterpriseId, ctx.actor.userId, { channelIds: channelsOf(ctx.actor), from, limit });
    return rows.map((row) => presentSummary(row, viewerOf(ctx.actor), ctx.fileUrl, ctx.now()));
  });
}

export type HistoryQuery = { from: number; perPage: number; customerId?: string | undefined; name: string; state?: number | undefined };

export function getEndedChats(ctx: Ctx, query: HistoryQuery): Promise<{ chats: ChatSummary[]; more: boolean }> {
  const limit = query.perPage === -1 ? 200 : query.perPage;
  return ctx.read(async (tx) => {
    const rows = await listEnded(tx, ctx.enterpriseId, ctx.actor.userId, {
      ...query,
      scope: inScope(ctx.actor),
      channelIds: channelsOf(ctx.actor),
      limit: limit + 1,
    });
    return {
      chats: rows.slice(0, limit).map((row) => presentSummary(row, viewerOf(ctx.actor), ctx.fileUrl, ctx.now())),
      more: rows.length > limit,
    };
  });
}

/** Notes and acts are for people, and for keys that may write them. */
const readsSides = (actor: Actor): boolean => !actor.key || (actor.key.scopes.includes('chat_work') && can(actor, 'CHAT.HANDLE'));
const noSides = { lines: [], hasOlder: false };

export function getChat(
  ctx: Ctx,
  chatId: string,
  page: SidesPage & { after?: number | undefined; before?: number | undefined; perPage: number },
): Promise<ChatDetail> {
  return ctx.read(async (tx) => {
    const chat = await accessChat(tx, ctx.actor, chatId);
    const actions = await listActions(tx, ctx.enterpriseId, chatId, page);
    const hasOlder = page.after === undefined && (actions[0]?.number ?? 1) > 1;
    const hasSides = readsSides(ctx.actor);
    const since = hasOlder ? (actions[0]?.actedOn ?? null) : null;
    const sides = hasSides ? await readSides(tx, ctx.enterpriseId, chatId, page, since) : noSides;
    const previous = await listPrevious(tx, chat, channelsOf(ctx.actor));
    const viewer = viewerOf(ctx.actor);
    return {
      ...presentSummary(chat, viewer, ctx.fileUrl, ctx.now()),
      deptId: chat.deptId ?? '',
      messages: actions.map((action) => presentAction(action, chat, ctx.fileUrl)),
      hasOlder: hasOlder || sides.hasOlder,
      sides: sides.lines,
      lastSide: hasSides ? chat.lastSide : 0,
      customer: presentCustomerCard(chat, previous, viewer),
      pendingTransfer: (await findPendingTransfer(tx, ctx.actor, chatId, ctx.now())) ?? null,
      returnsTo: chat.ownerId === ctx.actor.userId && isOpen(chat) ? await presentTaker(ctx, tx, chat) : null,
    };
  });
}

async function presentTaker(ctx: Ctx, tx: Read, chat: Parameters<typeof findTaker>[2]): Promise<ChatDetail['returnsTo']> {
  const taker = await findTaker(ctx, tx, chat);
  return taker ? { kind: taker.kind, name: taker.name } : null;
}

export const getCounts = (ctx: Ctx): Promise<ChatCounts> =>
  ctx.read(async (tx) => presentCounts(await countWaiting(tx, ctx.actor, servedDepartments(ctx.actor))));

const storedKinds = { new: 'new', missed: 'missed', transferred: 'transfer', invited: 'invite', assigned: 'assign' } as const;

export function getWaiting(ctx: Ctx, kind: WaitingKind): Promise<NotificationChat[]> {
  const now = ctx.now();
  return ctx.read(async (tx) => {
    const rows = await listWaiting(tx, ctx.actor, servedDepartments(ctx.actor), storedKinds[kind], now);
    return rows.map((row) => presentWaiting(row, viewerOf(ctx.actor), now));
  });
}

export function getCustomersByState(ctx: Ctx, state: number) {
  return ctx.read(async (tx) => {
    const rows = await tx
      .selectFrom('chats as c')
      .innerJoin('customers as k', (join) => join.onRef('k.enterpriseId', '=', 'c.enterpriseId').onRef('k.customerId', '=', 'c.customerId'))
      .innerJoin('chatParticipants as p', (join) =>
        join.onRef('p.enterpriseId', '=', 'c.enterpriseId').onRef('p.chatId', '=', 'c.chatId').on('p.userId', '=', ctx.actor.userId),
      )
      .select(['c.chatId', 'k.customerId', 'k.name', 'k.number'])
      .where('c.enterpriseId', '=', ctx.enterpriseId)
      .where('c.state', '=', state)
      .orderBy('c.lastActivityAt', 'desc')
      .limit(200)
      .execute();
    const { canSeeNumbers } = viewerOf(ctx.actor);
    return rows.map((row) => ({
      chatId: row.chatId,
      customerId: row.customerId,
      customerName: row.name,
      customerNumber: canSeeNumbers ? row.number : maskNumber(row.number),
    }));
  });
}
