import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { listAdministrators, notify } from '../../account/door.ts';
import { noteLook, relaxLeft } from '../clock/clock.repository.ts';
import { missChat } from '../conversation/chat.lifecycle.ts';
import { sendDueMessages } from '../later/later.worker.ts';
import { expireOffer, returnUnheard } from '../offer/chat.return.ts';
import { sweepAbsent } from '../routing/agent.presence.ts';
import { actOnDueClocks } from './chat.clocks.ts';

const sweepMs = 1000; // deadlines are shown in seconds
const atOnce = 200;

/** Ends what has waited too long. Deadlines are rows, so a restart forgets none; several workers may sweep, the chat's lock decides. */
export function sweepDeadlines(deps: Deps): () => Promise<void> {
  async function sweep() {
    const isHeld = await noteLook(deps.db);
    await actOnDueClocks(deps, isHeld);
    if (!isHeld) await missDueChats();
    const offers = await sql<{ enterpriseId: string; offerId: string }>`select * from due_offers(${atOnce})`.execute(deps.db);
    await sweepAbsent(deps, leaveWaiting);
    for (const { enterpriseId, offerId } of offers.rows) await expireOffer(enterpriseContext(deps, enterpriseId), offerId);
  }

  async function leaveWaiting(ctx: EnterpriseContext, userId: string) {
    await returnUnheard(ctx, userId);
    await ctx.transaction((tx) => relaxLeft(tx, ctx.enterpriseId, userId, ctx.now()));
  }

  async function missDueChats() {
    const chats = await sql<{ enterpriseId: string; chatId: string }>`select * from due_chats(${atOnce})`.execute(deps.db);
    for (const { enterpriseId, chatId } of chats.rows) {
      const ctx = enterpriseContext(deps, enterpriseId);
      await missChat(ctx, chatId, (tx, missed) => tellMissed(ctx, tx, missed));
    }
  }

  const warn = (what: string) => (error: unknown) => deps.log.warn({ err: error }, what);
  const stops = [
    scheduleTask(sweepMs, sweep, warn('a sweep of deadlines failed')),
    // They have a task of their own: many are planned for one hour, and no deadline waits for them.
    scheduleTask(sweepMs, () => sendDueMessages(deps), warn('planned messages were not looked after')),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Administrators get a notification of missed chats; agents see them in the chat counts. */
export async function tellMissed(
  ctx: EnterpriseContext,
  tx: Tx,
  { customerName }: { chatId: string; customerName: string },
): Promise<void> {
  await notify(ctx, tx, await listAdministrators(tx, ctx.enterpriseId), {
    kind: 'chat_missed',
    code: 'chat.missed',
    values: { customer: customerName },
    link: '/dashboard',
    cause: 'chat_missed',
  });
}
