import type { ChatCounts, ChatDetail, ChatSummary, NotificationChat, WaitingKind } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { channelsOf } from '../../../channel-right.ts';
import type { Ctx } from '../../../context.ts';
import { maskNumber } from '../../customer/door.ts';
import { presentAction, presentActs, presentCounts, presentCustomerCard, presentSummary, presentWaiting } from '../record/chat.present.ts';
import { listActions } from '../record/chat.repository.ts';
import { isOpen } from '../record/chat.rules.ts';
import { countWaiting, findPendingTransfer, listActive, listPrevious, listWaiting } from '../record/chat.summary.repository.ts';
import { readSides, type SidesPage } from '../side/side.page.ts';
import { accessChat, viewerOf } from './chat.access.ts';
import { mayReadNotes, readerOf } from './chat.notes.access.ts';
import { servedDepartments } from './chat.scope.ts';
import { findTaker } from './chat.taker.port.ts';
import { shownAction } from './entry.reading.ts';

const mostActive = 500; // more open chats than an agent can have

export function getActiveChats(ctx: Ctx, { from, perPage }: { from: number; perPage: number }): Promise<ChatSummary[]> {
  return ctx.read(async (tx) => {
    const limit = perPage === -1 ? mostActive : perPage;
    const rows = await listActive(tx, ctx.enterpriseId, ctx.actor.userId, { channelIds: channelsOf(ctx.actor), from, limit });
    return rows.map((row) => presentSummary(row, viewerOf(ctx.actor), ctx.fileUrl, ctx.now()));
  });
}

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
    const hasSides = mayReadNotes(ctx.actor, chat);
    const since = hasOlder ? (actions[0]?.actedOn ?? null) : null;
    const sides = hasSides ? await readSides(tx, ctx.enterpriseId, chatId, readerOf(ctx.actor, chat), page, since) : noSides;
    const previous = await listPrevious(tx, chat, channelsOf(ctx.actor));
    const viewer = viewerOf(ctx.actor);
    return {
      ...presentSummary(chat, viewer, ctx.fileUrl, ctx.now()),
      deptId: chat.deptId ?? '',
      messages: actions.map((action) => shownAction(presentAction(action, chat, ctx.fileUrl), viewer)),
      hasOlder: hasOlder || sides.hasOlder,
      sides: sides.lines,
      lastSide: hasSides ? chat.lastSide : 0,
      customer: presentCustomerCard(chat, previous, viewer),
      pendingTransfer: (await findPendingTransfer(tx, ctx.actor, chatId, ctx.now())) ?? null,
      acts: presentActs(chat.line),
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
