import { chatActionTypes, chatStates, ownTransferText } from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';
import type { SpellBegin } from '#platform/db/schema.chat.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { type Ctx, can } from '../../../context.ts';
import { findUserNames } from '../../account/door.ts';
import { chatNotFound, viewerOf } from '../access/chat.access.ts';
import { assertHasRoom, assertTakesChats, getAgent, listChatUsers } from '../access/chat.people.ts';
import { isOfferedTo, servedDepartments } from '../access/chat.scope.ts';
import { holdTimes } from '../clock-policy/chat.timing.ts';
import { forgetMissed, lockDesksOf } from '../desk/desk.repository.ts';
import { chatAdded, chatLeft, chatWaitingEnded, type PickupType } from '../record/chat.events.ts';
import { presentSummary } from '../record/chat.present.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { type LockedChat, leaveOwner, lockChats, lockOldestWaiting, type OfferRow, putParticipant } from '../record/chat.repository.ts';
import { becomeOwned, isOpen } from '../record/chat.rules.ts';
import { findSummary } from '../record/chat.summary.repository.ts';
import { readChatConfig, readMaxOpenChats } from '../settings/settings.service.ts';
import { readChatSettings, tellWithAct } from '../settings/settings.told.ts';
import { nothing, withdraw } from './chat.offer.ts';

/** Picks up a waiting chat: the asked one, or the one that waits longest. Under the lock of its row exactly one agent wins. */
export function pickUpNew(ctx: Ctx, chatId?: string): Promise<string> {
  return pickUp(ctx, 'new', chatId);
}

/** Picks up a missed chat; it goes on where it ended. */
export function pickUpMissed(ctx: Ctx, chatId?: string): Promise<string> {
  return pickUp(ctx, 'missed', chatId);
}

const isWaiting = (chat: LockedChat, kind: 'new' | 'missed') =>
  kind === 'new' ? chat.handledBy === 'queue' && chat.state === chatStates.created : chat.state === chatStates.missed;

/** Agents pick up what the program does not give out; of that, only what is left is found, so that they hear why they get none. */
async function lockOldest(tx: Tx, actor: Ctx['actor'], kind: 'new' | 'missed'): Promise<LockedChat | undefined> {
  const served = servedDepartments(actor);
  const byHand = can(actor, 'CHAT.VIEW_MONITOR') ? undefined : await lockOldestWaiting(tx, actor.enterpriseId, kind, served, false);
  return byHand ?? lockOldestWaiting(tx, actor.enterpriseId, kind, served, true);
}

function pickUp(ctx: Ctx, kind: 'new' | 'missed', chatId?: string): Promise<string> {
  return ctx.transaction(async (tx) => {
    const { enterpriseId, actor } = ctx;
    const chat = chatId ? (await lockChats(tx, enterpriseId, [chatId]))[0] : await lockOldest(tx, actor, kind);
    await lockDesksOf(tx, enterpriseId, chat ? [chat.chatId] : [], [actor.userId]);
    const agent = await getAgent(tx, enterpriseId, actor.userId);
    assertTakesChats(agent);
    if (!chat) throw chatId ? chatNotFound() : nothing(kind);
    if (!isOfferedTo(actor, chat)) throw chatNotFound();
    if (!isWaiting(chat, kind)) throw await takenByAnother(tx, ctx, chat, kind);
    if (kind === 'missed') await assertNoNewerChat(tx, ctx, chat);
    else await assertByHand(tx, ctx, chat);
    // An assignment of the chat is over: it counts no longer on the desk of the one who has it, who may be the actor.
    await withdraw(ctx, tx, chat.chatId, ['transfer', 'assign']);
    await assertHasRoom(tx, enterpriseId, agent, await readMaxOpenChats(tx, enterpriseId, actor.userId), chat);
    await forgetMissed(tx, enterpriseId, actor.userId);
    await take(ctx, tx, chat, kind === 'new' ? 'agentPickupChat' : 'agentMissedChatPickup');
    await ctx.events.record(tx, chatWaitingEnded, {
      chatId: chat.chatId,
      kind,
      pickedBy: ctx.actor.name,
      offeredTo: chat.offeredTo,
    });
    return chat.chatId;
  });
}

async function takenByAnother(tx: Tx, ctx: Ctx, chat: LockedChat, kind: 'new' | 'missed'): Promise<DomainError> {
  if (!chat.ownerId) return nothing(kind);
  const [agentName = ''] = await findUserNames(tx, ctx.enterpriseId, [chat.ownerId]);
  return new DomainError('chat.already_picked', `Picked up by ${agentName || 'another agent'}`, { agentName });
}

/** Tells whether the actor may pick a waiting chat up by hand, although the program may give it out. */
export async function isTakenByHand(tx: Read, ctx: Ctx, chat: Pick<LockedChat, 'fitKey' | 'deptId'>): Promise<boolean> {
  if (chat.fitKey === '' || can(ctx.actor, 'CHAT.VIEW_MONITOR')) return true;
  const config = await readChatConfig(tx, ctx.enterpriseId, chat.deptId);
  return config.routingMode === 'byHand' || config.pickupWhileRouted;
}

/** Refuses a chat that the program gives out, unless the settings or the rights of a supervisor allow it. @throws DomainError chat.given_out */
async function assertByHand(tx: Tx, ctx: Ctx, chat: LockedChat): Promise<void> {
  if (!(await isTakenByHand(tx, ctx, chat)))
    throw new DomainError('chat.given_out', 'Waiting chats are given out by the program. You are offered the next one.', {});
}

/** @throws DomainError chat.state_invalid where the customer has another open chat on the channel */
export async function assertNoNewerChat(tx: Tx, ctx: Ctx, chat: LockedChat): Promise<void> {
  const newer = await tx
    .selectFrom('chats')
    .select('chatId')
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('customerId', '=', chat.customerId)
    .where('channelId', '=', chat.channelId)
    .where('state', 'not in', [chatStates.closed, chatStates.missed])
    .executeTakeFirst();
  if (newer) throw new DomainError('chat.state_invalid', 'The customer has already started a new chat.', { state: chat.state });
}

const spellBegins = {
  agentPickupChat: 'picked',
  agentMissedChatPickup: 'picked',
  acceptInvite: 'picked',
  acceptTransfer: 'transferred',
  acceptAssign: 'assigned',
} as const satisfies Record<PickupType, SpellBegin>;

/** Makes the actor the owner: record, participants, the agent's list and the visitor's view. */
export async function take(ctx: Ctx, tx: Tx, chat: LockedChat, type: PickupType, begun: SpellBegin = spellBegins[type]): Promise<void> {
  const now = ctx.now();
  const formerAgents = chat.agentIds;
  becomeOwned(chat, ctx.actor.userId, begun, now);
  await leaveOwner(tx, ctx.enterpriseId, chat.chatId);
  await putParticipant(tx, ctx.enterpriseId, chat.chatId, ctx.actor.userId, 'owner', now);
  chat.agentIds = [...new Set([...formerAgents, ctx.actor.userId])];
  const recording = new ChatRecording(ctx, now);
  const { config, hasPolicies, say } = await readChatSettings(tx, chat, now);
  await holdTimes(tx, ctx.enterpriseId, [{ chat, config }], hasPolicies);
  const message = tellWithAct(recording, chat, say(type === 'acceptTransfer' ? 'transferred' : 'joined', { agentName: ctx.actor.name }));
  recording.append(
    chat,
    { actionType: chatActionTypes.agentPickedUp, author: { kind: 'agent', id: ctx.actor.userId, name: ctx.actor.name }, message },
    await listChatUsers(ctx, tx, chat.chatId),
  );
  recording.tellVisitor(chat, ctx.actor.name);
  await recording.save(tx);
  await tellAdded(ctx, tx, chat.chatId, type);
}

async function tellAdded(ctx: Ctx, tx: Tx, chatId: string, type: PickupType): Promise<void> {
  const summary = await findSummary(tx, ctx.enterpriseId, ctx.actor.userId, chatId);
  if (summary)
    await ctx.events.record(tx, chatAdded, {
      type,
      userId: ctx.actor.userId,
      chat: presentSummary(summary, viewerOf(ctx.actor), ctx.fileUrl, ctx.now()),
    });
}

const offerWords = {
  transfer: { kind: 'transferred', type: 'acceptTransfer' },
  invite: { kind: 'invited', type: 'acceptInvite' },
  assign: { kind: 'assigned', type: 'acceptAssign' },
} as const;

/** Accepts a transfer, invitation or assignment to the actor: the asked chat's, or the oldest. */
export function acceptOffer(ctx: Ctx, kind: OfferRow['kind'], chatId?: string): Promise<string> {
  const words = offerWords[kind];
  return ctx.transaction(async (tx) => {
    const { enterpriseId, actor } = ctx;
    const offer = await tx
      .selectFrom('chatOffers')
      .selectAll()
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('toUserId', '=', ctx.actor.userId)
      .where('kind', '=', kind)
      .where('state', '=', 'waiting')
      .where('expiresAt', '>', ctx.now())
      .$if(chatId !== undefined, (query) => query.where('chatId', '=', chatId ?? ''))
      .orderBy('createdAt')
      .limit(1)
      .executeTakeFirst();
    // The chat's lock comes first everywhere, so an acceptance and a withdrawal never wait for each other.
    const [chat] = offer ? await lockChats(tx, enterpriseId, [offer.chatId]) : [];
    await lockDesksOf(tx, enterpriseId, chat ? [chat.chatId] : [], [actor.userId]);
    assertTakesChats(await getAgent(tx, enterpriseId, actor.userId));
    if (!offer || !chat || !isOpen(chat)) throw nothing(words.kind);
    const accepted = await tx
      .updateTable('chatOffers')
      .set({ state: 'accepted' })
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('offerId', '=', offer.offerId)
      .where('state', '=', 'waiting')
      .returning('offerId')
      .executeTakeFirst();
    if (!accepted) throw nothing(words.kind);
    await forgetMissed(tx, enterpriseId, actor.userId);
    if (kind === 'invite') await joinChat(ctx, tx, chat);
    else await takeOver(ctx, tx, chat, offerWords[kind].type);
    await ctx.events.record(tx, chatWaitingEnded, {
      chatId: chat.chatId,
      kind: words.kind,
      pickedBy: ctx.actor.name,
      toUserId: ctx.actor.userId,
    });
    return chat.chatId;
  });
}

/** The actor writes beside the owner from now on. */
export async function joinChat(ctx: Ctx, tx: Tx, chat: LockedChat): Promise<void> {
  const now = ctx.now();
  if (!chat.agentIds.includes(ctx.actor.userId)) {
    await putParticipant(tx, ctx.enterpriseId, chat.chatId, ctx.actor.userId, 'invited', now);
    chat.agentIds = [...chat.agentIds, ctx.actor.userId];
  }
  const recording = new ChatRecording(ctx, now);
  recording.append(
    chat,
    { actionType: chatActionTypes.agentAcceptedInvite, author: { kind: 'agent', id: ctx.actor.userId, name: ctx.actor.name } },
    await listChatUsers(ctx, tx, chat.chatId),
  );
  await recording.save(tx);
  await tellAdded(ctx, tx, chat.chatId, 'acceptInvite');
}

/** A chat changes hands: the former owner's list loses it. */
export async function takeOver(
  ctx: Ctx,
  tx: Tx,
  chat: LockedChat,
  type: 'acceptTransfer' | 'acceptAssign',
  begun?: SpellBegin,
): Promise<void> {
  const formerOwner = chat.ownerId;
  const wasQueued = chat.handledBy === 'queue';
  await take(ctx, tx, chat, type, begun);
  if (wasQueued)
    await ctx.events.record(tx, chatWaitingEnded, {
      chatId: chat.chatId,
      kind: 'new',
      pickedBy: ctx.actor.name,
      offeredTo: chat.offeredTo,
    });
  if (formerOwner && formerOwner !== ctx.actor.userId) {
    await ctx.events.record(tx, chatLeft, {
      type: 'youTransferredChat',
      userId: formerOwner,
      chatId: chat.chatId,
      message: ownTransferText,
    });
  }
}
