import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { type ClockKind, findDueClocks, putOffClocks, takeDueClocks } from '../clock/clock.repository.ts';
import { wakeChats } from '../conversation/chat.lifecycle.ts';
import { lockDesksOf } from '../desk/desk.repository.ts';
import { type LockedChat, lockChats } from '../record/chat.repository.ts';

const pageSize = 500;
const chatsAtOnce = 50;
const putOffMs = 60_000;

/** Acts on chats whose clock of this kind is due, under their locks. What is not so any more is left alone. */
const acts: Readonly<Record<ClockKind, (ctx: EnterpriseContext, tx: Tx, chats: readonly LockedChat[]) => Promise<void>>> = {
  wake: wakeChats,
};

/** The locks of chats and then of their agents' desks come first, as everywhere. A clock that is gone by then, or was put later, does nothing. */
function act(ctx: EnterpriseContext, chatIds: readonly string[]): Promise<number> {
  return ctx.transaction(async (tx) => {
    const chats = await lockChats(tx, ctx.enterpriseId, chatIds);
    await lockDesksOf(tx, ctx.enterpriseId, chatIds);
    const taken = await takeDueClocks(tx, ctx.enterpriseId, chatIds, ctx.now());
    for (const [kind, actOn] of Object.entries(acts) as [ClockKind, (typeof acts)[ClockKind]][]) {
      const due = chats.filter(({ chatId }) => taken.get(chatId)?.includes(kind));
      if (due.length > 0) await actOn(ctx, tx, due);
    }
    return taken.size;
  });
}

/** Carries out what is due in one enterprise. One chat that fails keeps no other one waiting. @returns how many chats had a clock that was due */
async function actIn(deps: Deps, enterpriseId: string, chatIds: readonly string[]): Promise<number> {
  const ctx = enterpriseContext(deps, enterpriseId);
  try {
    return await act(ctx, chatIds);
  } catch (error) {
    if (chatIds.length === 1) {
      deps.log.error({ err: error, chatId: chatIds[0] }, 'the clocks of a chat were not carried out');
      await ctx.transaction((tx) => putOffClocks(tx, enterpriseId, chatIds, new Date(ctx.now().getTime() + putOffMs)));
      return 0;
    }
    let taken = 0;
    for (const chatId of chatIds) taken += await actIn(deps, enterpriseId, [chatId]);
    return taken;
  }
}

const inPieces = (chatIds: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(chatIds.length / chatsAtOnce) }, (_, piece) =>
    chatIds.slice(piece * chatsAtOnce, (piece + 1) * chatsAtOnce),
  );

/** Looks for what is due, page by page as long as there is something to do. Several workers may look; locks decide. */
export async function actOnDueClocks(deps: Deps): Promise<void> {
  let taken: number;
  do {
    taken = 0;
    const page = await findDueClocks(deps.db, pageSize);
    for (const [enterpriseId, due] of Map.groupBy(page, (clock) => clock.enterpriseId))
      for (const chatIds of inPieces([...new Set(due.map(({ chatId }) => chatId))])) taken += await actIn(deps, enterpriseId, chatIds);
  } while (taken > 0);
}
