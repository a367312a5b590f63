import { type ChatSummary, chatStates } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { windowEnd } from '../../messaging/door.talk.ts';
import { accessChat, chatNotFound, viewerOf } from '../access/chat.access.ts';
import { assertHasRoom, assertTakesChats, getAgent } from '../access/chat.people.ts';
import { supervisesAll } from '../access/chat.scope.ts';
import { lockDesksOf } from '../desk/desk.repository.ts';
import { assertNoNewerChat, take } from '../offer/chat.pickup.ts';
import { presentSummary } from '../record/chat.present.ts';
import { type LockedChat, lockChats } from '../record/chat.repository.ts';
import { findSummary } from '../record/chat.summary.repository.ts';
import { readMaxOpenChats } from '../settings/settings.service.ts';

/**
 * A closed chat goes on where it ended, with the actor as its owner: for its last owner, the agents of its department, and who looks over the
 * whole enterprise. The limits and the status count as for a pickup.
 * @throws DomainError chat.not_found, chat.state_invalid, chat.window_closed, chat.agent_offline, chat.agent_full
 */
export function reopenChat(ctx: Ctx, chatId: string): Promise<ChatSummary> {
  return ctx.transaction(async (tx) => {
    const { enterpriseId, actor } = ctx;
    await accessChat(tx, actor, chatId);
    const [chat] = await lockChats(tx, enterpriseId, [chatId]);
    await lockDesksOf(tx, enterpriseId, [chatId], [actor.userId]);
    if (!chat || !mayReopen(ctx, chat)) throw chatNotFound();
    if (chat.state !== chatStates.closed)
      throw new DomainError('chat.state_invalid', 'Only a closed chat can be reopened.', { state: chat.state });
    if (chat.textsErasedAt)
      throw new DomainError('chat.state_invalid', 'The words of this chat are erased: it cannot go on.', { state: chat.state });
    await assertNoNewerChat(tx, ctx, chat);
    assertWindowOpen(chat, ctx.now());
    const agent = await getAgent(tx, enterpriseId, actor.userId);
    assertTakesChats(agent);
    await assertHasRoom(tx, enterpriseId, agent, await readMaxOpenChats(tx, enterpriseId, actor.userId), chat);
    chat.asksRating = false;
    await take(ctx, tx, chat, 'acceptAssign');
    const summary = await findSummary(tx, enterpriseId, actor.userId, chatId);
    if (!summary) throw chatNotFound();
    return presentSummary(summary, viewerOf(actor), ctx.fileUrl, ctx.now());
  });
}

const mayReopen = ({ actor }: Ctx, { ownerId, deptId }: LockedChat): boolean =>
  ownerId === actor.userId || supervisesAll(actor) || (deptId !== null && actor.departments.includes(deptId));

/** A channel that takes free text for a time alone lets nobody answer in the chat any more. */
function assertWindowOpen({ line }: LockedChat, now: Date): void {
  const endsAt = windowEnd(line);
  if (endsAt !== null && endsAt <= now)
    throw new DomainError('chat.window_closed', 'The channel takes no free text for this customer any more. Send a template instead.', {});
}
