import { chatActionTypes } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { writeBehind } from '#platform/db/transaction.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { pushOffers } from '../../account/door.ts';
import { listChatUsers } from '../access/chat.people.ts';
import { holdTimes } from '../clock-policy/chat.timing.ts';
import { insertAssignments } from '../offer/offer.repository.ts';
import { chatAdded, chatOffered, chatWaitingEnded } from '../record/chat.events.ts';
import { presentSummary } from '../record/chat.present.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { type LockedChat, lockChats, putParticipant } from '../record/chat.repository.ts';
import { becomeOwned } from '../record/chat.rules.ts';
import { findSummary } from '../record/chat.summary.repository.ts';
import { readChatSettings, tellWithAct } from '../settings/settings.told.ts';
import type { Given } from './given.ts';
import type { DecisionRow } from './situation.repository.ts';
import type { Rules } from './situation.ts';

/** Carries out what a round has decided: an offer, or the chat itself where the department gives chats out without asking. */
export async function giveOut(ctx: EnterpriseContext, tx: Tx, given: readonly Given[], rules: Rules): Promise<DecisionRow[]> {
  const isDirect = ({ chat }: Given) => rules.of(chat.deptId).acceptMode === 'direct';
  await offerAll(
    ctx,
    tx,
    given.filter((one) => !isDirect(one)),
    rules,
  );
  await handOver(ctx, tx, given.filter(isDirect));
  return given.map((one) => ({
    chatId: one.chat.chatId,
    userId: one.desk.userId,
    kind: isDirect(one) ? ('direct' as const) : ('offer' as const),
    reasons: reasonsOf(one),
  }));
}

/** Facts from which 'Why did I get it?' is answered. Loads and limits are in hundredths. */
const reasonsOf = ({ assignment: { ground, fitting, load, limit, next }, chat }: Given) => ({
  ground,
  fitting,
  load,
  limit,
  next,
  priority: chat.priority,
  waitedSince: chat.rankAt,
});

async function offerAll(ctx: EnterpriseContext, tx: Tx, given: readonly Given[], rules: Rules): Promise<void> {
  if (given.length === 0) return;
  const now = ctx.now();
  const offers = given.map(({ chat, desk }) => ({
    offer: { chatId: chat.chatId, toUserId: desk.userId, weight: chat.weight },
    customerName: chat.customerName,
    acceptWithinSeconds: rules.of(chat.deptId).acceptWithinSeconds,
  }));
  const written = Promise.all([
    insertAssignments(
      tx,
      ctx.enterpriseId,
      offers.map(({ offer, acceptWithinSeconds }) => ({
        ...offer,
        createdAt: now,
        expiresAt: new Date(now.getTime() + acceptWithinSeconds * 1000),
      })),
    ),
    ctx.events.record(
      tx,
      chatOffered,
      ...offers.map(({ offer: { chatId, toUserId }, customerName, acceptWithinSeconds }) => ({
        kind: 'assign' as const,
        chatId,
        toUserId,
        customerName,
        by: '',
        note: '',
        acceptWithinSeconds,
      })),
    ),
  ]);
  writeBehind(tx, written);
  // Nothing is asked about agents without a browser that is told.
  const owners = await ctx.browserOwners(tx);
  await pushOffers(
    ctx,
    tx,
    offers
      .filter(({ offer }) => owners.has(offer.toUserId))
      .map(({ offer: { toUserId, chatId }, acceptWithinSeconds }) => ({ userId: toUserId, chatId, seconds: acceptWithinSeconds })),
  );
}

/** The chats are their agents' from now on, as if they had picked them up. They are locked already, and read whole here. */
async function handOver(ctx: EnterpriseContext, tx: Tx, given: readonly Given[]): Promise<void> {
  if (given.length === 0) return;
  const now = ctx.now();
  const recording = new ChatRecording(ctx, now);
  const chats = await lockChats(
    tx,
    ctx.enterpriseId,
    given.map(({ chat }) => chat.chatId),
  );
  const byId = new Map(chats.map((chat) => [chat.chatId, chat]));
  const handed = given.map(({ chat, desk }) => ({ chat: byId.get(chat.chatId) as LockedChat, desk }));
  for (const { chat, desk } of handed) {
    const { userId } = desk;
    const { name } = desk.row;
    becomeOwned(chat, userId, 'routed', now);
    await putParticipant(tx, ctx.enterpriseId, chat.chatId, userId, 'owner', now);
    chat.agentIds = [...new Set([...chat.agentIds, userId])];
    const { config, hasPolicies, say } = await readChatSettings(tx, chat, now);
    await holdTimes(tx, ctx.enterpriseId, [{ chat, config }], hasPolicies);
    const message = tellWithAct(recording, chat, say('joined', { agentName: name }));
    recording.append(
      chat,
      { actionType: chatActionTypes.agentPickedUp, author: { kind: 'agent', id: userId, name }, message },
      await listChatUsers(ctx, tx, chat.chatId),
    );
    recording.tellVisitor(chat, name);
  }
  await recording.save(tx);
  for (const { chat, desk } of handed) {
    const { chatId, offeredTo } = chat;
    await ctx.events.record(tx, chatWaitingEnded, { chatId, kind: 'new', pickedBy: desk.row.name, offeredTo });
    const summary = await findSummary(tx, ctx.enterpriseId, desk.userId, chatId);
    // The agent's rights on the customer are known when they read the chat themselves.
    const viewer = { userId: desk.userId, canSeeNumbers: false, canSeeEmails: false };
    if (summary)
      await ctx.events.record(tx, chatAdded, {
        type: 'acceptAssign',
        userId: desk.userId,
        chat: presentSummary(summary, viewer, ctx.fileUrl, now),
      });
  }
}
