import { channelTypes, chatStates, missedReasons } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { SpellEnd } from '#platform/db/schema.chat.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { type Closed, findClosed, pushWaiting } from '../../account/door.ts';
import { holdTimes } from '../clock-policy/chat.timing.ts';
import { chatLeft, chatQueued, chatWaitingEnded } from '../record/chat.events.ts';
import type { ChatRecording } from '../record/chat.record.ts';
import { findMissed, type LockedChat, leaveOwner } from '../record/chat.repository.ts';
import { timeRules } from '../record/chat.rule.port.ts';
import { enterQueue } from '../record/chat.rules.ts';
import { isMissedAtOnce } from '../settings/settings.rules.ts';
import { readChatSettings, type ToldSettings, tellCustomer } from '../settings/settings.told.ts';
import { listAwayForChat } from './chat.away.repository.ts';
import { type ChatRouting, fitChat } from './chat.fit.ts';
import { endMissed } from './chat.missed.ts';

/** Result of asking for people. @property isWaiting false: its department is closed, and it has ended as missed */
type Queued = { told: ToldSettings; closed: Closed | undefined; isWaiting: boolean };

/**
 * Puts the chat into the queue and notifies those who may pick it up. From its first time on it keeps the settings of that moment. Outside of
 * the hours of its department the wait counts from the opening, or it ends at once: people who have a chat already are not cut off by closing.
 */
async function putInQueue(
  ctx: EnterpriseContext,
  tx: Tx,
  recording: ChatRecording,
  chat: LockedChat,
  {
    lastMessage,
    isFirst,
    passedBy,
    left,
  }: { lastMessage: string; isFirst: boolean; passedBy?: string | null | undefined; left?: SpellEnd },
  now: Date,
): Promise<Queued> {
  const [told, closed] = await Promise.all([readChatSettings(tx, chat, now), findClosed(tx, ctx.enterpriseId, chat.deptId, now)]);
  chat.settingsNo ??= told.lastNo;
  const waited = chat.handledBy === 'queue' && chat.state === chatStates.created ? { ...chat } : null;
  enterQueue(chat, told.config.missedAfterSeconds, now, closed?.opensAt, left);
  if (waited) keepWait(chat, waited);
  await fitChat(ctx, tx, chat, told.config, { isNew: true, opensAt: closed?.opensAt ?? null, passedBy });
  if (isFirst && closed && isMissedAtOnce(told.config, closed)) {
    const text = (await isToldAlready(tx, chat, closed)) ? '' : told.say('outOfHours', closed);
    await endMissed(ctx, tx, recording, chat, { customerName: told.customerName, text, reason: closed.reason });
    return { told, closed, isWaiting: false };
  }
  recording.tellVisitor(chat, '');
  timeRules(chat, now);
  recording.happen(chat, 'queued');
  await ctx.events.record(tx, chatQueued, {
    chatId: chat.chatId,
    customerId: chat.customerId,
    customerName: told.customerName,
    lastMessage: (lastMessage || chat.lastMessage).slice(0, 200),
    channelType: chat.line?.type ?? channelTypes.WEB,
    offeredTo: chat.offeredTo,
  });
  // Nobody is called back to a department that is closed.
  if (!closed) await tellAway(ctx, tx, chat);
  return { told, closed, isWaiting: true };
}

/** Tells agents whose console is closed, by their browsers, that a chat waits which they may take. Where no agent has such a browser, nothing is asked. */
async function tellAway(ctx: EnterpriseContext, tx: Tx, { chatId, offeredTo, routing }: LockedChat): Promise<void> {
  const owners = await ctx.browserOwners(tx);
  if (owners.size === 0) return;
  const { step } = routing as Partial<ChatRouting>;
  const away = await listAwayForChat(tx, ctx.enterpriseId, [...owners], { chatId, offeredTo, passedBy: step?.passedBy ?? [] });
  if (away.length > 0) await pushWaiting(ctx, tx, away);
}

/** A move makes nobody wait longer who waits already, and keeps their place. */
function keepWait(chat: LockedChat, { queuedAt, deadlineAt }: Pick<LockedChat, 'queuedAt' | 'deadlineAt'>): void {
  chat.queuedAt = queuedAt ?? chat.queuedAt;
  if (deadlineAt && chat.deadlineAt && deadlineAt < chat.deadlineAt) chat.deadlineAt = deadlineAt;
}

/** The chat asks for an agent for the first time: its customer is welcomed. */
export async function queueChat(
  ctx: EnterpriseContext,
  tx: Tx,
  recording: ChatRecording,
  chat: LockedChat,
  lastMessage: string,
  now: Date,
): Promise<void> {
  const { told, closed, isWaiting } = await putInQueue(ctx, tx, recording, chat, { lastMessage, isFirst: true }, now);
  if (isWaiting) tellCustomer(recording, chat, closed ? told.say('outOfHours', closed) : told.say('welcome'));
  // A chat that people have had before goes by what holds for its department now.
  if (isWaiting && chat.pickedUpAt !== null) {
    await holdTimes(tx, ctx.enterpriseId, [{ chat, config: told.config }], told.hasPolicies);
    recording.retime(chat);
  }
  await forgetMissed(ctx, tx, chat);
}

/**
 * The chat asks for another agent since its owner is away or gone, or wants it so: their list loses it.
 * @param message what the owner is told, as `type`
 * @param options.passesBy it is not given to its owner again for a while
 * @param options.left how reports say that it has left its owner
 */
export async function leaveToQueue(
  ctx: EnterpriseContext,
  tx: Tx,
  recording: ChatRecording,
  chat: LockedChat,
  message: string,
  {
    type = 'youLeftChat',
    passesBy = false,
    left = 'requeued',
  }: { type?: 'youLeftChat' | 'youTransferredChat'; passesBy?: boolean; left?: SpellEnd } = {},
): Promise<void> {
  const { chatId, ownerId } = chat;
  await leaveOwner(tx, ctx.enterpriseId, chatId);
  chat.agentIds = chat.agentIds.filter((userId) => userId !== ownerId);
  const { told } = await putInQueue(
    ctx,
    tx,
    recording,
    chat,
    { lastMessage: '', isFirst: false, passedBy: passesBy ? ownerId : null, left },
    ctx.now(),
  );
  if (type === 'youTransferredChat') tellCustomer(recording, chat, told.say('transferred'));
  await recording.save(tx);
  if (ownerId) await ctx.events.record(tx, chatLeft, { type, userId: ownerId, chatId, message });
}

/** Tells whether the chat before this one was missed since the department has closed: its customer has read when it opens. */
async function isToldAlready(tx: Tx, { enterpriseId, previousChatId }: LockedChat, { closedSince }: Closed): Promise<boolean> {
  if (!previousChatId) return false;
  const { missedAt, missedReason } = await findMissed(tx, enterpriseId, previousChatId);
  return missedAt !== null && missedReason !== missedReasons.timedOut && missedAt >= closedSince;
}

/** A customer who comes back after a missed chat is served in the new one: the missed one waits no longer. */
async function forgetMissed(ctx: EnterpriseContext, tx: Tx, { previousChatId }: LockedChat): Promise<void> {
  if (!previousChatId) return;
  const { state, offeredTo } = await findMissed(tx, ctx.enterpriseId, previousChatId);
  if (state === chatStates.missed)
    await ctx.events.record(tx, chatWaitingEnded, { chatId: previousChatId, kind: 'missed', pickedBy: '', offeredTo });
}
