import { chatActionTypes, chatStates } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { findUserNames, heirUnfit, reportWork, workShown } from '../../account/door.ts';
import { type AgentRow, findAgent, listChatUsers } from '../access/chat.people.ts';
import { lockDesks, lockDesksOf } from '../desk/desk.repository.ts';
import { waitingKinds, withdraw } from '../offer/chat.offer.ts';
import { chatAdded, chatLeft, chatWaitingEnded } from '../record/chat.events.ts';
import { presentSummary } from '../record/chat.present.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { type LockedChat, leaveOwner, lockChats, putParticipant } from '../record/chat.repository.ts';
import { passOn } from '../record/chat.rules.ts';
import { findSummary } from '../record/chat.summary.repository.ts';
import { leaveToQueue } from '../routing/chat.queue.ts';

const openChatsOf = (tx: Tx, enterpriseId: string, userId: string) =>
  tx
    .selectFrom('chats as c')
    .where('c.enterpriseId', '=', enterpriseId)
    .where('c.ownerId', '=', userId)
    .where('c.state', 'in', [chatStates.started, chatStates.ongoing, chatStates.suspended]);

const offersTo = (tx: Tx, enterpriseId: string, userId: string) =>
  tx
    .selectFrom('chatOffers as o')
    .innerJoin('chats as c', (join) => join.onRef('c.enterpriseId', '=', 'o.enterpriseId').onRef('c.chatId', '=', 'o.chatId'))
    .where('o.enterpriseId', '=', enterpriseId)
    .where('o.toUserId', '=', userId)
    .where('o.state', '=', 'waiting');

/**
 * Locks all chats that somebody owns or is offered, and then the desks: one of them first and others later would be out of the order.
 * @returns the chats
 */
async function lockWork(tx: Tx, enterpriseId: string, userId: string, ...others: string[]): Promise<LockedChat[]> {
  const [owned, offered] = await Promise.all([
    openChatsOf(tx, enterpriseId, userId).select('c.chatId').execute(),
    offersTo(tx, enterpriseId, userId).select('c.chatId').execute(),
  ]);
  const chatIds = [...new Set([...owned, ...offered].map(({ chatId }) => chatId))];
  const chats = await lockChats(tx, enterpriseId, chatIds);
  await lockDesksOf(tx, enterpriseId, chatIds, [userId, ...others]);
  return chats;
}

/** The chats that a user owns, by their customers. */
export const openChatsLeft = reportWork({
  kind: 'chats',
  isMoved: true,
  async find(tx, enterpriseId, userId) {
    const chats = openChatsOf(tx, enterpriseId, userId);
    const { count } = await chats.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    const first = await chats
      .innerJoin('customers as k', (join) => join.onRef('k.enterpriseId', '=', 'c.enterpriseId').onRef('k.customerId', '=', 'c.customerId'))
      .select(['c.chatId as id', 'k.name'])
      .orderBy('c.lastActivityAt', 'desc')
      .limit(workShown)
      .execute();
    return { count, first };
  },
  async move(ctx, tx, fromUserId, toUserId) {
    const { enterpriseId } = ctx;
    const unfit = () => heirUnfit('chats', 'Choose an agent who handles chats.');
    // Somebody who cannot take them is refused without a lock: the desk of the next one may come before theirs.
    if (toUserId === undefined || !(await findAgent(tx, enterpriseId, toUserId))) throw unfit();
    const chats = await lockWork(tx, enterpriseId, fromUserId, toUserId);
    const agent = await findAgent(tx, enterpriseId, toUserId);
    if (!agent) throw unfit();
    for (const chat of chats) if (chat.ownerId === fromUserId) await giveChat(ctx, tx, chat, agent);
  },
  async release(ctx, tx, fromUserId) {
    const [name = ''] = await findUserNames(tx, ctx.enterpriseId, [fromUserId]);
    for (const chat of await lockWork(tx, ctx.enterpriseId, fromUserId)) {
      if (chat.ownerId !== fromUserId) continue;
      await withdraw(ctx, tx, chat.chatId, ['transfer', 'assign']);
      const recording = new ChatRecording(ctx, ctx.now());
      recording.append(chat, { actionType: chatActionTypes.agentLeftChat, author: { kind: 'agent', id: fromUserId, name } });
      await leaveToQueue(ctx, tx, recording, chat, 'The chat is back in the queue.');
    }
  },
  async hasCome(tx, enterpriseId, userId) {
    await lockDesks(tx, enterpriseId, [userId]);
    const come = await openChatsOf(tx, enterpriseId, userId).select('c.chatId').limit(1).executeTakeFirst();
    return come !== undefined;
  },
});

/** Chats that wait for the user to accept them: they stay where they are. */
export const offersLeft = reportWork({
  kind: 'offers',
  isMoved: false,
  async find(tx, enterpriseId, userId) {
    const offers = offersTo(tx, enterpriseId, userId);
    const { count } = await offers.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    const first = await offers
      .innerJoin('customers as k', (join) => join.onRef('k.enterpriseId', '=', 'c.enterpriseId').onRef('k.customerId', '=', 'c.customerId'))
      .select(['c.chatId as id', 'k.name'])
      .orderBy('o.createdAt')
      .limit(workShown)
      .execute();
    return { count, first };
  },
  async move(ctx, tx, fromUserId) {
    await lockWork(tx, ctx.enterpriseId, fromUserId);
    const gone = await tx
      .updateTable('chatOffers')
      .set({ state: 'withdrawn' })
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('toUserId', '=', fromUserId)
      .where('state', '=', 'waiting')
      .returning(['chatId', 'kind'])
      .execute();
    await ctx.events.record(
      tx,
      chatWaitingEnded,
      ...gone.map(({ chatId, kind }) => ({ chatId, kind: waitingKinds[kind], pickedBy: '', toUserId: fromUserId })),
    );
  },
});

/** The chat changes its owner without being asked for or accepted; its record says who has moved it. */
async function giveChat(ctx: Ctx, tx: Tx, chat: LockedChat, agent: AgentRow): Promise<void> {
  const { enterpriseId, actor } = ctx;
  const now = ctx.now();
  const formerOwner = chat.ownerId as string;
  await withdraw(ctx, tx, chat.chatId, ['transfer', 'assign']);
  await leaveOwner(tx, enterpriseId, chat.chatId);
  await putParticipant(tx, enterpriseId, chat.chatId, agent.userId, 'owner', now);
  passOn(chat, agent.userId, 'moved', now);
  chat.agentIds = [...new Set([...chat.agentIds.filter((userId) => userId !== formerOwner), agent.userId])];
  const recording = new ChatRecording(ctx, now);
  recording.append(
    chat,
    {
      actionType: chatActionTypes.agentTransferred,
      author: { kind: 'agent', id: actor.userId, name: actor.name },
      detail: { agentId: agent.userId, agentName: agent.name, note: '' },
    },
    await listChatUsers(ctx, tx, chat.chatId),
  );
  recording.tellVisitor(chat, agent.name);
  await recording.save(tx);
  await ctx.events.record(tx, chatLeft, {
    type: 'youTransferredChat',
    userId: formerOwner,
    chatId: chat.chatId,
    message: `${actor.name} has moved the chat to ${agent.name}.`,
  });
  const summary = await findSummary(tx, enterpriseId, agent.userId, chat.chatId);
  // The new owner's permissions on the customer are known only when they read the chat themselves.
  const viewer = { userId: agent.userId, canSeeNumbers: false, canSeeEmails: false };
  if (summary)
    await ctx.events.record(tx, chatAdded, {
      type: 'acceptAssign',
      userId: agent.userId,
      chat: presentSummary(summary, viewer, ctx.fileUrl, now),
    });
}
