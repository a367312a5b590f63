import { chatActionTypes } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { assertDepartments, departmentNames } from '../../account/door.ts';
import { lockOwnChat } from '../access/chat.access.ts';
import { hasAgents } from '../access/chat.people.ts';
import { listTakingOver, lockDesksOf } from '../desk/desk.repository.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { leaveToQueue } from '../routing/chat.queue.ts';
import { withdraw } from './chat.offer.ts';

/** The chat waits in the queue of the department from now on, with the note; nobody has to accept it. */
export function transferToDepartment(ctx: Ctx, { chatId, departmentId, note }: { chatId: string; departmentId: string; note: string }) {
  return ctx.transaction(async (tx) => {
    const { enterpriseId, actor } = ctx;
    const chat = await lockOwnChat(tx, actor, chatId, 'owner');
    await lockDesksOf(tx, enterpriseId, [chatId]);
    const departmentName = await readServedDepartment(tx, enterpriseId, departmentId);
    await withdraw(ctx, tx, chatId, ['transfer', 'assign']);
    chat.deptId = departmentId;
    await tx
      .updateTable('chats')
      .set({ deptId: departmentId })
      .where('enterpriseId', '=', enterpriseId)
      .where('chatId', '=', chatId)
      .execute();
    const recording = new ChatRecording(ctx, ctx.now());
    recording.append(chat, {
      actionType: chatActionTypes.agentTransferred,
      author: { kind: 'agent', id: actor.userId, name: actor.name },
      detail: { departmentId, departmentName, note },
    });
    await leaveToQueue(ctx, tx, recording, chat, 'You transferred the chat!', 'youTransferredChat');
  });
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
