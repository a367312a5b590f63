import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { type ClockKind, findDueClocks, putOffClocks, takeDueClocks } from '../clock/clock.repository.ts';
import { wakeChats } from '../conversation/chat.lifecycle.ts';
import { lockDesksOf } from '../desk/desk.repository.ts';
import { type LockedChat, lockChats } from '../record/chat.repository.ts';
import { relaxChats } from '../router/relax.ts';
import { fireWaits } from '../rule/rule.run.ts';
import { mailAnswers } from '../site-mail/site-mail.service.ts';
import { sendAnswers } from '../site-phone/site-phone.service.ts';
import { serviceActs } from './clock.acts.ts';
import { retimeNow } from './clock.retime.ts';

const pageSize = 500;
const pagesAtMost = 4;
const chatsAtOnce = 50;
const putOffMs = 60_000;

/** Acts on chats whose clock of this kind is due, under their locks. What is not so any more is left alone. @param begun by chat, when its clock began */
type Act = (
  ctx: EnterpriseContext,
  tx: Tx,
  chats: readonly LockedChat[],
  isHeld: boolean,
  begun: ReadonlyMap<string, Date>,
) => Promise<void>;
const acts: Readonly<Record<ClockKind, Act>> = {
  // Rules that are due fire before the clock is set anew by those of now.
  rule: (ctx, tx, chats, _isHeld, begun) => fireWaits(ctx, tx, chats, begun),
  retime: retimeNow,
  wake: wakeChats,
  relax: relaxChats,
  mail: async (ctx, tx, chats) => {
    await mailAnswers(ctx, tx, chats);
    await sendAnswers(ctx, tx, chats);
  },
  ...serviceActs,
};

/** The locks of chats and then of their agents' desks come first, as everywhere. A clock that is gone by then, or was put later, does nothing. */
function act(ctx: EnterpriseContext, chatIds: readonly string[], isHeld: boolean): Promise<number> {
  return ctx.transaction(async (tx) => {
    const chats = await lockChats(tx, ctx.enterpriseId, chatIds);
    await lockDesksOf(tx, ctx.enterpriseId, chatIds);
    const taken = await takeDueClocks(tx, ctx.enterpriseId, chatIds, { now: ctx.now(), isHeld });
    for (const [kind, actOn] of Object.entries(acts) as [ClockKind, Act][]) {
      const begun = new Map([...taken].flatMap(([chatId, clocks]) => (clocks.has(kind) ? [[chatId, clocks.get(kind) as Date]] : [])));
      const due = chats.filter(({ chatId }) => begun.has(chatId));
      if (due.length > 0) await actOn(ctx, tx, due, isHeld, begun);
    }
    return taken.size;
  });
}

/** Carries out what is due in one enterprise. One chat that fails keeps no other one waiting. @returns how many chats had a clock that was due */
async function actIn(deps: Deps, enterpriseId: string, chatIds: readonly string[], isHeld: boolean): Promise<number> {
  const ctx = enterpriseContext(deps, enterpriseId);
  try {
    return await act(ctx, chatIds, isHeld);
  } catch (error) {
    if (chatIds.length === 1) {
      deps.log.error({ err: error, chatId: chatIds[0] }, 'the clocks of a chat were not carried out');
      await ctx.transaction((tx) => putOffClocks(tx, enterpriseId, chatIds, new Date(ctx.now().getTime() + putOffMs)));
      return 0;
    }
    let taken = 0;
    for (const chatId of chatIds) taken += await actIn(deps, enterpriseId, [chatId], isHeld);
    return taken;
  }
}

const inPieces = (chatIds: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(chatIds.length / chatsAtOnce) }, (_, piece) =>
    chatIds.slice(piece * chatsAtOnce, (piece + 1) * chatsAtOnce),
  );

/**
 * Looks for what is due, a few pages as long as there is something to do: the next look goes on, and chats that are to be missed, or whose
 * offers are over, wait for no settings of ten thousand others. Several workers may look; locks decide.
 * @param isHeld nobody has looked for a while: what ends something for a customer waits
 */
export async function actOnDueClocks(deps: Deps, isHeld = false): Promise<void> {
  for (let pages = 0; pages < pagesAtMost; pages += 1) {
    let taken = 0;
    const page = await findDueClocks(deps.db, pageSize, isHeld);
    for (const [enterpriseId, due] of Map.groupBy(page, (clock) => clock.enterpriseId))
      for (const chatIds of inPieces([...new Set(due.map(({ chatId }) => chatId))]))
        taken += await actIn(deps, enterpriseId, chatIds, isHeld);
    if (taken === 0) return;
  }
}
