import { type ClockDeed, clockLeaveTexts, type NoticeWords, type ServiceClock, serviceClocks } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { ClockStep } from '#platform/db/schema.chat.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { departmentNames, findUserNames, notify } from '../../account/door.ts';
import { hasAgents } from '../access/chat.people.ts';
import { dueStep, holdBack, noteTaken } from '../clock/service.rules.ts';
import { findPolicy, type ShownPolicy } from '../clock-policy/clock-policy.repository.ts';
import { listManagers } from '../clock-policy/managers.ts';
import { endServed } from '../conversation/chat.lifecycle.ts';
import { listTakingOver } from '../desk/desk.repository.ts';
import { hasPlanned } from '../later/later.repository.ts';
import { mentionLink } from '../note/note.service.ts';
import { timeAnew } from '../offer/chat.department.ts';
import { withdraw } from '../offer/chat.offer.ts';
import { chatStateChanged, chatWaitingEnded } from '../record/chat.events.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { type LockedChat, updateDepartment } from '../record/chat.repository.ts';
import { resume, suspend, systemAuthor, wakesAt } from '../record/chat.rules.ts';
import { readMarked } from '../record/mark.repository.ts';
import { findCustomerNames } from '../router/give-out.repository.ts';
import { leaveToQueue } from '../routing/chat.queue.ts';
import { readChatSettings, tellCustomer } from '../settings/settings.told.ts';
import { chatMarked } from '../side/side.events.ts';
import { writeClockLine } from '../side/side.write.ts';

/** A step of a clock that is due. @property policyId of the policy that it goes by */
type Due = { clock: ServiceClock; dueAt: string; policyId: string | null };
type Act = (ctx: EnterpriseContext, tx: Tx, chat: LockedChat, due: Due) => Promise<void>;

/** Says in the thread what the clock has done, and when it was due. */
const tellDone = (
  ctx: EnterpriseContext,
  tx: Tx,
  chat: LockedChat,
  { clock, dueAt }: Due,
  did: ClockDeed,
  { policy = '', department = '', priority = null }: { policy?: string; department?: string; priority?: number | null } = {},
) => writeClockLine(ctx, tx, chat, { act: 'clock', clock, did, dueAt, policy, department, priority });

type Words = (customer: string) => NoticeWords;

async function tell(ctx: EnterpriseContext, tx: Tx, chat: LockedChat, userIds: readonly (string | null)[], words: Words): Promise<void> {
  const recipients = [...new Set(userIds.filter((userId) => userId !== null))];
  if (recipients.length === 0) return;
  const { chatId, customerId } = chat;
  const customer = (await findCustomerNames(tx, ctx.enterpriseId, [customerId])).get(customerId) ?? '';
  await notify(ctx, tx, recipients, { kind: 'chat_clock', ...words(customer), link: mentionLink(chatId), cause: chatId });
}

async function saveAlone(ctx: EnterpriseContext, tx: Tx, chat: LockedChat): Promise<void> {
  const recording = new ChatRecording(ctx, ctx.now());
  recording.touch(chat);
  await recording.save(tx);
}

function tellState({ events }: EnterpriseContext, tx: Tx, chat: LockedChat, isWoken: boolean): Promise<void> {
  const { chatId, agentIds, state } = chat;
  return events.record(tx, chatStateChanged, { chatId, agentIds, state, wakeAt: isWoken ? null : wakesAt(chat), isWoken });
}

const remind: Act = async (ctx, tx, chat, due) => {
  await tellDone(ctx, tx, chat, due, 'reminded');
  await tell(ctx, tx, chat, [chat.ownerId], (customer) => ({ code: 'chat.agent_silent', values: { customer } }));
  await saveAlone(ctx, tx, chat);
};

const requeue: Act = async (ctx, tx, chat, due) => {
  const { chatId, ownerId } = chat;
  await withdraw(ctx, tx, chatId, ['transfer', 'assign']);
  await tellDone(ctx, tx, chat, due, 'requeued');
  await tell(ctx, tx, chat, [ownerId], (customer) => ({ code: 'chat.requeued', values: { customer } }));
  const recording = new ChatRecording(ctx, ctx.now());
  await leaveToQueue(ctx, tx, recording, chat, clockLeaveTexts.requeued, { passesBy: true });
};

const nameOf = async (ctx: EnterpriseContext, tx: Tx, userId: string | null): Promise<string> =>
  userId === null ? '' : ((await findUserNames(tx, ctx.enterpriseId, [userId]))[0] ?? '');

/** An empty text is not sent. */
const ask: Act = async (ctx, tx, chat, due) => {
  const { say } = await readChatSettings(tx, chat, ctx.now());
  const text = say('idle', { agentName: await nameOf(ctx, tx, chat.ownerId) });
  const recording = new ChatRecording(ctx, ctx.now());
  recording.touch(chat);
  tellCustomer(recording, chat, text);
  await recording.save(tx);
  if (text !== '') await tellDone(ctx, tx, chat, due, 'asked');
};

const park: Act = async (ctx, tx, chat, due) => {
  suspend(chat, null, ctx.now());
  await saveAlone(ctx, tx, chat);
  await tellDone(ctx, tx, chat, due, 'parked');
  await tellState(ctx, tx, chat, false);
};

/** Rules of closing are about what an agent has to note: nobody is there to note it. */
const close: Act = async (ctx, tx, chat, due) => {
  await tellDone(ctx, tx, chat, due, 'closed');
  const told = await readChatSettings(tx, chat, ctx.now());
  const agentName = await nameOf(ctx, tx, chat.ownerId);
  await endServed(ctx, tx, chat, told, { author: systemAuthor, agentName, feedback: '' });
};

const goOn: Act = async (ctx, tx, chat, due) => {
  resume(chat, ctx.now());
  await saveAlone(ctx, tx, chat);
  await tellDone(ctx, tx, chat, due, 'resumed');
  await tell(ctx, tx, chat, [chat.ownerId], (customer) => ({ code: 'chat.resumed', values: { customer } }));
  await tellState(ctx, tx, chat, true);
};

type PolicyAct = (ctx: EnterpriseContext, tx: Tx, chat: LockedChat, due: Due, policy: ShownPolicy) => Promise<void>;

const tellLate: PolicyAct = async (ctx, tx, chat, due, { name }) => {
  await tellDone(ctx, tx, chat, due, 'told', { policy: name });
  await tell(ctx, tx, chat, [chat.ownerId, ...(await listManagers(tx, chat))], (customer) => ({
    code: 'chat.late',
    values: { customer, policy: name },
  }));
  await saveAlone(ctx, tx, chat);
};

/** A priority that is as high already stays. */
const raise: PolicyAct = async (ctx, tx, chat, due, { name, actPriority }) => {
  const isRaised = actPriority > chat.priority;
  if (isRaised) chat.priority = actPriority;
  await saveAlone(ctx, tx, chat);
  if (!isRaised) return;
  await tellDone(ctx, tx, chat, due, 'raised', { policy: name, priority: actPriority });
  const { chatId, agentIds } = chat;
  const { labels, tag, labelName, labelColour } = await readMarked(tx, ctx.enterpriseId, chatId);
  const marks = { labels, tag: labelName ?? tag, tagColour: labelColour ?? '', priority: actPriority };
  await ctx.events.record(tx, chatMarked, { chatId, agentIds, ...marks });
};

/**
 * Moves the chat to the queue of a department, or of its own. Where nobody takes chats, the customer would wait for nobody: it stays, and
 * the managers are told.
 */
const move: PolicyAct = async (ctx, tx, chat, due, { name, actDeptId }) => {
  const { enterpriseId } = ctx;
  const target = actDeptId ?? chat.deptId;
  const isQueued = chat.handledBy === 'queue';
  if (isQueued && target === chat.deptId) return saveAlone(ctx, tx, chat);
  const department = target === null ? '' : ((await departmentNames(tx, enterpriseId)).get(target) ?? '');
  if (target !== null && !(await hasAgents(tx, enterpriseId, await listTakingOver(tx, enterpriseId, target)))) {
    await tellDone(ctx, tx, chat, due, 'notMoved', { policy: name, department });
    await tell(ctx, tx, chat, await listManagers(tx, chat), (customer) => ({
      code: 'chat.not_moved',
      values: { customer, policy: name, department },
    }));
    return saveAlone(ctx, tx, chat);
  }
  await withdraw(ctx, tx, chat.chatId, ['transfer', 'assign']);
  await tellDone(ctx, tx, chat, due, 'moved', { policy: name, department });
  const { chatId, offeredTo } = chat;
  if (isQueued) await ctx.events.record(tx, chatWaitingEnded, { chatId, kind: 'new', pickedBy: '', offeredTo });
  if (target !== chat.deptId) {
    chat.deptId = target;
    await updateDepartment(tx, enterpriseId, chatId, target);
  }
  const recording = new ChatRecording(ctx, ctx.now());
  await timeAnew(ctx, tx, recording, chat);
  const { say } = await readChatSettings(tx, chat, ctx.now());
  tellCustomer(recording, chat, say('transferred'));
  await leaveToQueue(ctx, tx, recording, chat, clockLeaveTexts.moved, { passesBy: true, left: 'transferred' });
};

const policyActs: Readonly<Record<ShownPolicy['act'], PolicyAct>> = { tell: tellLate, raise, move };

/** A policy that was deleted meanwhile does nothing any more. */
const actByPolicy: Act = async (ctx, tx, chat, due) => {
  const policy = due.policyId === null ? undefined : await findPolicy(tx, ctx.enterpriseId, due.policyId);
  if (policy) await policyActs[policy.act](ctx, tx, chat, due, policy);
  else await saveAlone(ctx, tx, chat);
};

/** A message that leaves later will say how it goes on: until then nothing asks the customer, or ends the chat under it. */
const unlessPlanned =
  (act: Act): Act =>
  async (ctx, tx, chat, due) =>
    (await hasPlanned(tx, ctx.enterpriseId, chat.chatId)) ? saveAlone(ctx, tx, chat) : act(ctx, tx, chat, due);

const acts: Readonly<Record<ClockStep, Act>> = {
  remind,
  requeue,
  ask: unlessPlanned(ask),
  park,
  close: unlessPlanned(close),
  resume: goOn,
  act: actByPolicy,
};

/** Acts on chats whose clock of this kind was due, by what they are now. Of several steps that have passed the last one alone acts. */
async function actOn(clock: ServiceClock, ctx: EnterpriseContext, tx: Tx, chats: readonly LockedChat[], isHeld: boolean): Promise<void> {
  for (const chat of chats) {
    const step = dueStep(chat, clock, ctx.now());
    const policyId = chat.service.running?.[clock]?.policyId ?? null;
    if (step?.ends && isHeld) holdBack(chat, clock, step);
    else noteTaken(chat, clock, step);
    if (step && !(step.ends && isHeld)) await acts[step.does](ctx, tx, chat, { clock, dueAt: step.at, policyId });
    else await saveAlone(ctx, tx, chat);
  }
}

type Kinds = Record<ServiceClock, (ctx: EnterpriseContext, tx: Tx, chats: readonly LockedChat[], isHeld: boolean) => Promise<void>>;
export const serviceActs = Object.fromEntries(
  serviceClocks.map((clock) => [
    clock,
    (ctx: EnterpriseContext, tx: Tx, chats: readonly LockedChat[], isHeld: boolean) => actOn(clock, ctx, tx, chats, isHeld),
  ]),
) as Kinds;
