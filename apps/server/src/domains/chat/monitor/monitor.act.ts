import type { AuditAction, MonitorDeed, MonitorOutcome, SideAct } from '@parley/contract';
import { fieldError } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { accessDenied, DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { type Ctx, can } from '../../../context.ts';
import { departmentNames, findUserNames, notify } from '../../account/door.ts';
import { assertWithPeople, chatNotFound } from '../access/chat.access.ts';
import { assertHasRoom, assertTakesChats, getAgent } from '../access/chat.people.ts';
import { isInScope } from '../access/chat.scope.ts';
import { endServed } from '../conversation/chat.lifecycle.ts';
import { lockDesksOf } from '../desk/desk.repository.ts';
import { mentionLink } from '../note/note.service.ts';
import { moveToDepartment } from '../offer/chat.department.ts';
import { noteTransfer, offer, withdraw } from '../offer/chat.offer.ts';
import { joinChat, takeOver } from '../offer/chat.pickup.ts';
import { chatWaitingEnded } from '../record/chat.events.ts';
import { type LockedChat, lockChats } from '../record/chat.repository.ts';
import { authorOf } from '../record/chat.rules.ts';
import { readMarked, updatePriority } from '../record/mark.repository.ts';
import { findCustomerNames } from '../router/give-out.repository.ts';
import { readMaxOpenChats } from '../settings/settings.service.ts';
import { readChatSettings } from '../settings/settings.told.ts';
import { chatMarked } from '../side/side.events.ts';
import { findNote } from '../side/side.repository.ts';
import { writeMonitorLine, writeWhisper } from '../side/side.write.ts';
import { chatMonitorRecord } from './monitor.record.ts';
import { findMover } from './monitor.repository.ts';
import { type Acting, mayAct, readActing } from './monitor.scope.ts';

/** A chat as it stands on the caller's screen. */
export type Seen = { chatId: string; routeNo: number };
type Entry = { action: AuditAction; reason: string; isOver?: boolean };
/** Answer of work that finds everything as it is to be: nothing has happened that could be recorded. */
const asItWas = Symbol('as it was');
type Work = (tx: Tx, chat: LockedChat) => Promise<unknown>;

const denied = () => accessDenied([]);

/** Departments in which the actor acts. @throws DomainError 1403 where there are none */
async function getActing(ctx: Ctx): Promise<Acting> {
  const acting = await ctx.read((tx) => readActing(tx, ctx.actor));
  if (acting !== 'all' && acting.size === 0) throw denied();
  return acting;
}

/** Locks a chat that people have or wait for, and on which the actor may act. @throws DomainError chat.not_found, 1403, chat.state_invalid */
async function lockActedOn({ enterpriseId, actor }: Ctx, tx: Tx, acting: Acting, chatId: string): Promise<LockedChat> {
  const [chat] = await lockChats(tx, enterpriseId, [chatId]);
  if (!chat || !isInScope(actor, chat)) throw chatNotFound();
  if (!mayAct(acting, chat.deptId)) throw denied();
  assertWithPeople(chat);
  return chat;
}

/** Does the work, and records how the chat differs afterwards. */
async function acting(ctx: Ctx, tx: Tx, chatId: string, { action, reason, isOver }: Entry, work: () => Promise<unknown>): Promise<void> {
  const { enterpriseId } = ctx;
  const before = await chatMonitorRecord.read(tx, enterpriseId, chatId);
  if ((await work()) === asItWas) return;
  const after = await chatMonitorRecord.read(tx, enterpriseId, chatId);
  recordChange(ctx, tx, {
    record: chatMonitorRecord,
    id: chatId,
    action,
    before,
    after: after && { ...after, ...(isOver ? { isOver } : {}) },
    reason,
  });
}

/** @throws DomainError chat.moved with who did it, where somebody knows */
async function assertUnmoved(tx: Tx, { enterpriseId, chatId, routeNo }: LockedChat, seen: number): Promise<void> {
  if (routeNo === seen) return;
  const mover = await findMover(tx, enterpriseId, chatId);
  const by = mover?.name ?? '';
  throw new DomainError('chat.moved', by === '' ? 'It has moved meanwhile.' : `Moved meanwhile by ${by}.`, {
    by: by || '–',
    at: mover?.at.toISOString() ?? '',
  });
}

/**
 * Acts on chats one after the other, each in a transaction of its own: no lock is held for all of them. One that is refused stops no other.
 * @throws DomainError 1403 where the actor may act on none of them
 */
async function actOnEach(ctx: Ctx, chats: readonly Seen[], entry: Entry, work: Work): Promise<MonitorOutcome> {
  const of = await getActing(ctx);
  const outcome: MonitorOutcome = { done: [], refused: [] };
  for (const [chatId, routeNo] of new Map(chats.map((seen) => [seen.chatId, seen.routeNo]))) {
    try {
      await ctx.transaction(async (tx) => {
        const chat = await lockActedOn(ctx, tx, of, chatId);
        await assertUnmoved(tx, chat, routeNo);
        await acting(ctx, tx, chatId, entry, () => work(tx, chat));
      });
      outcome.done.push(chatId);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      outcome.refused.push({ chatId, code: error.code, message: error.message, data: error.data });
    }
  }
  const { code } = denied();
  if (outcome.done.length === 0 && outcome.refused.every((one) => one.code === code)) throw denied();
  return outcome;
}

type MonitorAct = Extract<SideAct, { act: 'monitor' }>;
const tell = (ctx: Ctx, tx: Tx, chat: LockedChat, did: MonitorDeed, more: Partial<MonitorAct> = {}) =>
  writeMonitorLine(ctx, tx, chat, {
    act: 'monitor',
    did,
    agentName: '',
    departmentName: '',
    note: '',
    over: false,
    from: null,
    to: null,
    ...more,
  });

type Assignment = { chats: readonly Seen[]; agentId?: string | undefined; departmentId?: string | undefined; note: string; over: boolean };

/** Offers chats to an agent, or moves them to the queue of a department. @throws DomainError request.invalid or 1403 */
export function assign(ctx: Ctx, { chats, agentId, departmentId, note, over }: Assignment): Promise<MonitorOutcome> {
  if ((agentId === undefined) === (departmentId === undefined)) throw invalidRequest(fieldError('agentId', 'field.mandatory'));
  const entry: Entry = { action: 'move', reason: note, isOver: over && agentId !== undefined };
  return actOnEach(ctx, chats, entry, async (tx, chat) => {
    if (agentId !== undefined) await offerTo(ctx, tx, chat, { agentId, note, over });
    else if (departmentId !== undefined) await moveTo(ctx, tx, chat, { departmentId, note });
  });
}

async function offerTo(ctx: Ctx, tx: Tx, chat: LockedChat, { agentId, note, over }: { agentId: string; note: string; over: boolean }) {
  const { chatId } = chat;
  const kind = chat.handledBy === 'queue' ? 'assign' : 'transfer';
  if (chat.ownerId === agentId) throw new DomainError('chat.agent_unavailable', 'This agent has the chat already.', {});
  const { agentName } = await offer(ctx, tx, chat, kind, { chatId, agentId, note }, { keepsLimit: !over });
  if (kind === 'transfer') await noteTransfer(ctx, tx, chat, { agentId, agentName, note });
  await tell(ctx, tx, chat, 'offered', { agentName, note, over });
}

async function moveTo(ctx: Ctx, tx: Tx, chat: LockedChat, { departmentId, note }: { departmentId: string; note: string }) {
  const { enterpriseId, actor } = ctx;
  await lockDesksOf(tx, enterpriseId, [chat.chatId]);
  const departmentName = (await departmentNames(tx, enterpriseId)).get(departmentId) ?? '';
  await tell(ctx, tx, chat, 'moved', { departmentName, note });
  await moveToDepartment(ctx, tx, chat, { departmentId, note, told: `${actor.name} has moved the chat to ${departmentName}.` });
}

/** The actor becomes the owner. @throws DomainError 1403 */
export function takeChats(ctx: Ctx, { chats, over }: { chats: readonly Seen[]; over: boolean }): Promise<MonitorOutcome> {
  const { enterpriseId, actor } = ctx;
  if (!can(actor, 'CHAT.HANDLE')) throw accessDenied(['CHAT.HANDLE']);
  return actOnEach(ctx, chats, { action: 'move', reason: '', isOver: over }, async (tx, chat) => {
    await lockDesksOf(tx, enterpriseId, [chat.chatId], [actor.userId]);
    if (chat.ownerId === actor.userId) throw new DomainError('chat.agent_unavailable', 'You have this chat already.', {});
    const agent = await getAgent(tx, enterpriseId, actor.userId);
    assertTakesChats(agent);
    await withdraw(ctx, tx, chat.chatId, ['transfer', 'assign']);
    if (!over) await assertHasRoom(tx, enterpriseId, agent, await readMaxOpenChats(tx, enterpriseId, actor.userId), chat);
    await tell(ctx, tx, chat, 'taken', { agentName: actor.name, over });
    await takeOver(ctx, tx, chat, 'acceptAssign', 'taken');
  });
}

const onOne = async (ctx: Ctx, chatId: string, entry: Entry, work: Work): Promise<void> => {
  const of = await getActing(ctx);
  await ctx.transaction(async (tx) => {
    const chat = await lockActedOn(ctx, tx, of, chatId);
    await acting(ctx, tx, chatId, entry, () => work(tx, chat));
  });
};

/** The actor takes part beside the owner. @throws DomainError 1403, chat.not_found, chat.state_invalid, chat.agent_unavailable */
export async function joinAsSupervisor(ctx: Ctx, chatId: string): Promise<void> {
  const { enterpriseId, actor } = ctx;
  if (!can(actor, 'CHAT.HANDLE')) throw accessDenied(['CHAT.HANDLE']);
  await onOne(ctx, chatId, { action: 'start', reason: '' }, async (tx, chat) => {
    await getAgent(tx, enterpriseId, actor.userId);
    if (chat.ownerId === null)
      throw new DomainError('chat.state_invalid', 'Nobody has this chat yet: take it over.', { state: chat.state });
    if (chat.agentIds.includes(actor.userId)) throw new DomainError('chat.agent_unavailable', 'You take part already.', {});
    await tell(ctx, tx, chat, 'joined', { agentName: actor.name });
    await joinChat(ctx, tx, chat);
  });
}

/** A line to the agent who has the chat. @throws DomainError 1403, chat.not_found, chat.state_invalid */
export function whisper(ctx: Ctx, { chatId, key, text }: { chatId: string; key: string; text: string }): Promise<void> {
  const { enterpriseId, actor } = ctx;
  return onOne(ctx, chatId, { action: 'comment', reason: '' }, async (tx, chat) => {
    const { ownerId, customerId } = chat;
    if (ownerId === null) throw new DomainError('chat.state_invalid', 'Nobody has this chat yet.', { state: chat.state });
    if (ownerId === actor.userId) throw new DomainError('chat.agent_unavailable', 'You have this chat yourself: write a note.', {});
    if (await findNote(tx, enterpriseId, chatId, authorOf(actor).id, key)) return asItWas;
    const [name = ''] = await findUserNames(tx, enterpriseId, [ownerId]);
    await writeWhisper(ctx, tx, chat, { text, key, to: { uId: ownerId, name } });
    const customer = (await findCustomerNames(tx, enterpriseId, [customerId])).get(customerId) ?? '';
    // The bell says nothing of the words.
    await notify(ctx, tx, [ownerId], {
      kind: 'chat_mention',
      code: 'chat.whispered',
      values: { by: actor.name, customer },
      link: mentionLink(chatId),
      cause: `chat_whisper:${chatId}`,
    });
  });
}

export function raise(ctx: Ctx, { chats, priority }: { chats: readonly Seen[]; priority: number }): Promise<MonitorOutcome> {
  const { enterpriseId } = ctx;
  return actOnEach(ctx, chats, { action: 'edit', reason: '' }, async (tx, chat) => {
    if (chat.priority === priority) return asItWas;
    await updatePriority(tx, enterpriseId, chat.chatId, priority);
    await tell(ctx, tx, chat, 'raised', { from: chat.priority, to: priority });
    const { labels, tag, labelName, labelColour } = await readMarked(tx, enterpriseId, chat.chatId);
    const { chatId, agentIds } = chat;
    await ctx.events.record(tx, chatMarked, { chatId, agentIds, labels, priority, tag: labelName ?? tag, tagColour: labelColour ?? '' });
  });
}

/** Closes chats as a clock does: rules of closing are about what the agent has to note. */
export function closeChats(ctx: Ctx, { chats, reason }: { chats: readonly Seen[]; reason: string }): Promise<MonitorOutcome> {
  const { enterpriseId, actor } = ctx;
  return actOnEach(ctx, chats, { action: 'cancel', reason }, async (tx, chat) => {
    const { chatId, ownerId, offeredTo } = chat;
    await lockDesksOf(tx, enterpriseId, [chatId]);
    const wasQueued = chat.handledBy === 'queue';
    const told = await readChatSettings(tx, chat, ctx.now());
    const [ownerName = actor.name] = ownerId ? await findUserNames(tx, enterpriseId, [ownerId]) : [];
    await tell(ctx, tx, chat, 'closed', { note: reason });
    await endServed(ctx, tx, chat, told, { author: authorOf(actor), agentName: ownerName, feedback: reason });
    if (wasQueued) await ctx.events.record(tx, chatWaitingEnded, { chatId, kind: 'new', pickedBy: '', offeredTo });
  });
}
