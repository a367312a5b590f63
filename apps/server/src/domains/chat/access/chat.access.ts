import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { type Actor, can } from '../../../context.ts';
import { readingOf } from '../../customer/door.ts';
import { type LockedChat, lockChats } from '../record/chat.repository.ts';
import { isOpen } from '../record/chat.rules.ts';
import { findSummary, type SummaryRow } from '../record/chat.summary.repository.ts';
import { isInScope, isOfferedTo } from './chat.scope.ts';

export const chatNotFound = () => new DomainError('chat.not_found', 'No such chat.', {});

/**
 * May read: users who take or took part, users who see it while it waits, and within their data scope supervisors and readers of the
 * history.
 */
function mayRead(actor: Actor, chat: SummaryRow): boolean {
  if (chat.participation) return true;
  if ((can(actor, 'CHAT.VIEW_MONITOR') || can(actor, 'CHAT.VIEW_CHATHISTORY')) && isInScope(actor, chat)) return true;
  return can(actor, 'CHAT.HANDLE') && chat.handledBy === 'queue' && isOfferedTo(actor, chat);
}

/** Access to a chat for reading; another enterprise's chat, or one of others, is not found. */
export async function accessChat(tx: Read, actor: Actor, chatId: string): Promise<SummaryRow> {
  const chat = await findSummary(tx, actor.enterpriseId, actor.userId, chatId);
  if (!chat || !mayRead(actor, chat)) throw chatNotFound();
  return chat;
}

/** Access to a chat for writing: the actor takes part, and the row is locked. */
export async function lockOwnChat(tx: Tx, actor: Actor, chatId: string, need: 'participant' | 'owner'): Promise<LockedChat> {
  const [chat] = await lockChats(tx, actor.enterpriseId, [chatId]);
  if (!chat?.agentIds.includes(actor.userId)) throw chatNotFound();
  if (!isOpen(chat)) throw new DomainError('chat.state_invalid', 'This chat has ended.', { state: chat.state });
  if (need === 'owner' && chat.ownerId !== actor.userId) throw new DomainError('chat.not_owner', 'Another agent owns this chat.', {});
  return chat;
}

export function viewerOf(actor: Actor) {
  const { seesNumbers, seesEmails } = readingOf(actor);
  return { userId: actor.userId, canSeeNumbers: seesNumbers, canSeeEmails: seesEmails };
}
