import { chatActionTypes, ownTransferText } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { assertDepartments, departmentNames } from '../../account/door.ts';
import { lockOwnChat } from '../access/chat.access.ts';
import { hasAgents } from '../access/chat.people.ts';
import { holdTimes } from '../clock-policy/chat.timing.ts';
import { listTakingOver, lockDesksOf } from '../desk/desk.repository.ts';
import { chatWaitingEnded } from '../record/chat.events.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { type LockedChat, updateDepartment } from '../record/chat.repository.ts';
import { authorOf } from '../record/chat.rules.ts';
import { leaveToQueue } from '../routing/chat.queue.ts';
import { readChatSettings } from '../settings/settings.told.ts';
import { withdraw } from './chat.offer.ts';

/**
 * The chat waits in the queue of the department from now on, with the note; nobody has to accept it. A key hands on waiting chats too, and
 * leaves one that is of the department already where it is, so that a call may be repeated.
 */
export function transferToDepartment(ctx: Ctx, { chatId, departmentId, note }: { chatId: string; departmentId: string; note: string }) {
  return ctx.transaction(async (tx) => {
    const { enterpriseId, actor } = ctx;
    const chat = await lockOwnChat(tx, actor, chatId, 'owner');
    if (actor.key && chat.deptId === departmentId) return;
    await lockDesksOf(tx, enterpriseId, [chatId]);
    const told = actor.key ? undefined : ownTransferText;
    await moveToDepartment(ctx, tx, chat, { departmentId, note, told });
  });
}

type Move = { departmentId: string; note: string; told?: string | undefined };

/**
 * Moves a chat to the queue of a department. Chat and desks are locked.
 * @param move.told what its owner is told; undefined: who has moved it
 * @throws DomainError department.not_found, chat.department_empty
 */
export async function moveToDepartment(ctx: Ctx, tx: Tx, chat: LockedChat, { departmentId, note, told }: Move): Promise<void> {
  const { enterpriseId } = ctx;
  const { chatId } = chat;
  const departmentName = await readServedDepartment(tx, enterpriseId, departmentId);
  await withdraw(ctx, tx, chatId, ['transfer', 'assign']);
  if (chat.handledBy === 'queue')
    await ctx.events.record(tx, chatWaitingEnded, { chatId, kind: 'new', pickedBy: '', offeredTo: chat.offeredTo });
  chat.deptId = departmentId;
  await updateDepartment(tx, enterpriseId, chatId, departmentId);
  const author = authorOf(ctx.actor);
  const recording = new ChatRecording(ctx, ctx.now());
  await timeAnew(ctx, tx, recording, chat);
  recording.append(chat, {
    actionType: chatActionTypes.agentTransferred,
    author,
    detail: { departmentId, departmentName, note },
  });
  await leaveToQueue(ctx, tx, recording, chat, told ?? `${author.name} has moved the chat to ${departmentName}.`, {
    type: 'youTransferredChat',
    left: 'transferred',
  });
}

/** A clock that goes on while the chat waits counts by the settings and policies of its new department. */
export async function timeAnew(
  { enterpriseId, now }: Pick<EnterpriseContext, 'enterpriseId' | 'now'>,
  tx: Tx,
  recording: ChatRecording,
  chat: LockedChat,
): Promise<void> {
  if (!chat.service.running) return;
  const { config, hasPolicies } = await readChatSettings(tx, chat, now());
  await holdTimes(tx, enterpriseId, [{ chat, config }], hasPolicies);
  recording.retime(chat);
}

/** @returns its name @throws DomainError department.not_found, chat.department_empty */
async function readServedDepartment(tx: Tx, enterpriseId: string, departmentId: string): Promise<string> {
  await assertDepartments(tx, enterpriseId, [departmentId]);
  const departmentName = (await departmentNames(tx, enterpriseId)).get(departmentId) ?? '';
  // The customer would wait for nobody.
  if (!(await hasAgents(tx, enterpriseId, await listTakingOver(tx, enterpriseId, departmentId))))
    throw new DomainError('chat.department_empty', `Nobody in ${departmentName} handles chats. Choose another department.`, {
      departmentName,
    });
  return departmentName;
}
