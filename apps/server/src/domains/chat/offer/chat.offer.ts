import { agentStatuses, chatActionTypes, chatStates, nothingToPickTexts, ownLeaveText, type WaitingKind } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { accessDenied, DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import { type Ctx, can, type EnterpriseContext } from '../../../context.ts';
import { findUserNames, pushOffers } from '../../account/door.ts';
import { chatNotFound, lockOwnChat } from '../access/chat.access.ts';
import { assertHasRoom, getAgent, listChatUsers } from '../access/chat.people.ts';
import { lockDesksOf } from '../desk/desk.repository.ts';
import { chatLeft, chatOffered, chatWaitingEnded } from '../record/chat.events.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { type LockedChat, lockChats, type OfferRow, putParticipant } from '../record/chat.repository.ts';
import { authorOf } from '../record/chat.rules.ts';
import { isConnected } from '../routing/agent.presence.ts';
import { readChatConfig, readMaxOpenChats } from '../settings/settings.service.ts';
import { writeSide } from '../side/side.write.ts';
import { countOffer, isOnOffer } from './offer.repository.ts';

type Offer = { chatId: string; agentId: string; note: string };

/**
 * Offers a locked chat to an agent.
 * @param options.keepsLimit nobody is offered more than their limit: people see who is full, and a program or a supervisor offers many at once
 */
export async function offer(
  ctx: Ctx,
  tx: Tx,
  chat: LockedChat,
  kind: OfferRow['kind'],
  { agentId, note }: Offer,
  { keepsLimit }: { keepsLimit: boolean },
): Promise<{ agentName: string }> {
  await lockDesksOf(tx, ctx.enterpriseId, [chat.chatId], [agentId]);
  const agent = await getAgent(tx, ctx.enterpriseId, agentId);
  const { actor } = ctx;
  const by = authorOf(actor);
  if (agentId === by.id && kind !== 'assign') throw new DomainError('chat.agent_unavailable', 'Choose another agent.', {});
  const now = ctx.now();
  const { acceptWithinSeconds } = await readChatConfig(tx, ctx.enterpriseId, chat.deptId);
  // A second transfer or assignment replaces the first: one chat is on offer to one new owner.
  if (kind !== 'invite') await withdraw(ctx, tx, chat.chatId, ['transfer', 'assign']);
  if (keepsLimit) await assertHasRoom(tx, ctx.enterpriseId, agent, await readMaxOpenChats(tx, ctx.enterpriseId, agentId), chat, agent.name);
  const stored = await tx
    .insertInto('chatOffers')
    .values({
      enterpriseId: ctx.enterpriseId,
      offerId: newId(),
      chatId: chat.chatId,
      kind,
      fromUserId: actor.key ? null : actor.userId,
      fromName: actor.key ? actor.key.name : '',
      toUserId: agentId,
      weight: chat.weight,
      note,
      createdAt: now,
      expiresAt: new Date(now.getTime() + acceptWithinSeconds * 1000),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('offerId')
    .executeTakeFirst();
  if (!stored) throw new DomainError('chat.agent_unavailable', `${agent.name} is invited already.`, {});
  if (kind !== 'invite') await countOffer(tx, ctx.enterpriseId, chat.chatId);
  const customer = await tx
    .selectFrom('customers')
    .select('name')
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('customerId', '=', chat.customerId)
    .executeTakeFirstOrThrow();
  await ctx.events.record(tx, chatOffered, {
    kind,
    toUserId: agentId,
    chatId: chat.chatId,
    customerName: customer.name,
    by: by.name,
    note,
    acceptWithinSeconds,
  });
  const pushed = await pushOffers(ctx, tx, [{ userId: agentId, chatId: chat.chatId, seconds: acceptWithinSeconds }]);
  // Nobody would hear of it, and the chat would come back after its time.
  const isHere = agent.status !== agentStatuses.offline && (await isConnected(tx, ctx.enterpriseId, agentId));
  // Told by a browser although the console is closed; not who has said that they are Offline.
  const isCalled = pushed.has(agentId) && agent.wish !== agentStatuses.offline;
  if (!isHere && !isCalled)
    throw new DomainError('chat.agent_away', `${agent.name} is Offline. Choose somebody else.`, { agentName: agent.name });
  return { agentName: agent.name };
}

export const nothing = (kind: WaitingKind) => new DomainError('chat.none_waiting', nothingToPickTexts[kind], {});

export const waitingKinds = { transfer: 'transferred', invite: 'invited', assign: 'assigned' } as const;

type Withdrawn = Pick<OfferRow, 'kind' | 'toUserId'>;

/** Takes offers of a chat back and tells the agents who had them. Chat and desks are locked. */
export async function withdraw(
  ctx: EnterpriseContext,
  tx: Tx,
  chatId: string,
  kinds: readonly OfferRow['kind'][],
): Promise<readonly Withdrawn[]> {
  const gone = await tx
    .updateTable('chatOffers')
    .set({ state: 'withdrawn' })
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('chatId', '=', chatId)
    .where('kind', 'in', kinds)
    .where('state', '=', 'waiting')
    .returning(['kind', 'toUserId'])
    .execute();
  await ctx.events.record(
    tx,
    chatWaitingEnded,
    ...gone.map(({ kind, toUserId }) => ({ chatId, kind: waitingKinds[kind], pickedBy: '', toUserId })),
  );
  return gone;
}

/** The chat stays the actor's until the other agent accepts (screens 2.1). */
export function transferChat(ctx: Ctx, request: Offer): Promise<void> {
  return ctx.transaction(async (tx) => {
    const chat = await lockOwnChat(tx, ctx.actor, request.chatId, 'owner');
    const { agentName } = await offer(ctx, tx, chat, 'transfer', request, { keepsLimit: false });
    await note(ctx, tx, chat, chatActionTypes.agentTransferred, { agentId: request.agentId, agentName, note: request.note });
  });
}

/** The sender thinks better of it before the other agent has accepted. */
export function withdrawTransfer(ctx: Ctx, chatId: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    const chat = await lockOwnChat(tx, ctx.actor, chatId, 'owner');
    await lockDesksOf(tx, ctx.enterpriseId, [chatId]);
    const [gone] = await withdraw(ctx, tx, chatId, ['transfer']);
    if (!gone) throw new DomainError('chat.transfer_over', 'This transfer is over already.', {});
    const [agentName = ''] = await findUserNames(tx, ctx.enterpriseId, [gone.toUserId]);
    await note(ctx, tx, chat, chatActionTypes.agentTransferred, { returned: 'withdrawn', agentId: gone.toUserId, agentName });
  });
}

export function inviteAgent(ctx: Ctx, request: Offer): Promise<void> {
  return ctx.transaction(async (tx) => {
    const chat = await lockOwnChat(tx, ctx.actor, request.chatId, 'participant');
    if (chat.agentIds.includes(request.agentId)) throw new DomainError('chat.agent_unavailable', 'This agent already takes part.', {});
    const { agentName } = await offer(ctx, tx, chat, 'invite', request, { keepsLimit: false });
    await note(ctx, tx, chat, chatActionTypes.agentInvited, { agentId: request.agentId, agentName, note: request.note });
  });
}

/** A supervisor gives a waiting chat to an agent, who still accepts it. */
export function assignChat(ctx: Ctx, request: { chatId: string; agentId: string; note?: string }): Promise<void> {
  if (!can(ctx.actor, 'CHAT.VIEW_MONITOR')) throw accessDenied(['CHAT.VIEW_MONITOR']);
  return ctx.transaction(async (tx) => {
    const [chat] = await lockChats(tx, ctx.enterpriseId, [request.chatId]);
    if (!chat) throw chatNotFound();
    if (chat.handledBy !== 'queue' || chat.state !== chatStates.created)
      throw new DomainError('chat.state_invalid', 'Only a waiting chat can be assigned.', { state: chat.state });
    await offer(ctx, tx, chat, 'assign', { note: '', ...request }, { keepsLimit: false });
  });
}

/**
 * A key offers a chat to an agent: one that waits as a supervisor does, one that somebody has as its owner does, who keeps it until then. A
 * chat that the agent has already, or that is on offer to them, stays as it is, so that a call may be repeated.
 * @throws DomainError chat.not_found, chat.state_invalid, user.not_found, chat.agent_full, chat.agent_away
 */
export function offerByKey(ctx: Ctx, request: Offer): Promise<void> {
  return ctx.transaction(async (tx) => {
    const { chatId, agentId } = request;
    const chat = await lockOwnChat(tx, ctx.actor, chatId, 'owner');
    if (chat.ownerId === agentId || (await isOnOffer(tx, ctx.enterpriseId, chatId, agentId, ctx.now()))) return;
    const kind = chat.handledBy === 'queue' ? 'assign' : 'transfer';
    const { agentName } = await offer(ctx, tx, chat, kind, request, { keepsLimit: true });
    if (kind === 'transfer') await note(ctx, tx, chat, chatActionTypes.agentTransferred, { agentId, agentName, note: request.note });
    else await writeSide(ctx, tx, chat, { kind: 'act', act: { act: 'offered', agentName, note: request.note } });
  });
}

/** Says in the chat's record that it is on offer to another owner. */
export const noteTransfer = (ctx: Ctx, tx: Tx, chat: LockedChat, detail: { agentId: string; agentName: string; note: string }) =>
  note(ctx, tx, chat, chatActionTypes.agentTransferred, detail);

async function note(ctx: Ctx, tx: Tx, chat: LockedChat, actionType: 4 | 5, detail: Record<string, unknown>): Promise<void> {
  const recording = new ChatRecording(ctx, ctx.now());
  recording.append(chat, { actionType, author: authorOf(ctx.actor), detail }, await listChatUsers(ctx, tx, chat.chatId));
  await recording.save(tx);
}

/** An invited agent leaves; the owner transfers or closes instead, so that no chat is left alone. */
export function leaveChat(ctx: Ctx, chatId: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    const chat = await lockOwnChat(tx, ctx.actor, chatId, 'participant');
    if (chat.ownerId === ctx.actor.userId)
      throw new DomainError('chat.state_invalid', 'You own this chat: transfer it or close it.', { state: chat.state });
    const now = ctx.now();
    await putParticipant(tx, ctx.enterpriseId, chatId, ctx.actor.userId, 'left', now);
    chat.agentIds = chat.agentIds.filter((agentId) => agentId !== ctx.actor.userId);
    const recording = new ChatRecording(ctx, now);
    recording.append(
      chat,
      { actionType: chatActionTypes.agentLeftChat, author: { kind: 'agent', id: ctx.actor.userId, name: ctx.actor.name } },
      await listChatUsers(ctx, tx, chatId),
    );
    await recording.save(tx);
    await ctx.events.record(tx, chatLeft, { type: 'youLeftChat', userId: ctx.actor.userId, chatId, message: ownLeaveText });
  });
}
