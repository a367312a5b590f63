import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertMayUseChannel } from '../../../channel-right.ts';
import { type Actor, type Ctx, can } from '../../../context.ts';
import { readingOf } from '../../customer/door.ts';
import { type LockedChat, lockChats } from '../record/chat.repository.ts';
import { isOpen } from '../record/chat.rules.ts';
import { findSummary, hasOffer, type SummaryRow } from '../record/chat.summary.repository.ts';
import { isInScope, isOfferedTo, type Rights, waitingStates } from './chat.scope.ts';

export const chatNotFound = () => new DomainError('chat.not_found', 'No such chat.', {});

type SeenChat = Pick<SummaryRow, 'handledBy' | 'state' | 'deptId' | 'offeredTo'> & { participation: string | null };

/**
 * May read: users who take or took part, users who see it while it waits, and within their data scope supervisors and readers of the
 * history.
 */
export function mayRead(actor: Rights, chat: SeenChat): boolean {
  if (chat.participation) return true;
  if ((can(actor, 'CHAT.VIEW_MONITOR') || can(actor, 'CHAT.VIEW_CHATHISTORY')) && isInScope(actor, chat)) return true;
  return can(actor, 'CHAT.HANDLE') && chat.handledBy === 'queue' && waitingStates.includes(chat.state) && isOfferedTo(actor, chat);
}

/**
 * Access to a chat for reading; another enterprise's chat, or one of others, is not found.
 * @throws DomainError chat.not_found, or 1403 for a key that was made for other channels
 */
export async function accessChat(tx: Read, actor: Actor, chatId: string): Promise<SummaryRow> {
  const chat = await findSummary(tx, actor.enterpriseId, actor.userId, chatId);
  if (!chat) throw chatNotFound();
  // An agent reads a chat that is offered to them before they accept it.
  if (!mayRead(actor, chat) && !(await hasOffer(tx, actor.enterpriseId, actor.userId, chatId))) throw chatNotFound();
  assertMayUseChannel(actor, chat.channelId);
  return chat;
}

/** Access to a chat that the actor may see, open or not, with its lock. @throws DomainError chat.not_found */
export async function lockSeenChat(
  { enterpriseId, actor }: Pick<Ctx, 'enterpriseId' | 'actor'>,
  tx: Tx,
  chatId: string,
): Promise<{ chat: LockedChat; seen: SummaryRow }> {
  const [chat] = await lockChats(tx, enterpriseId, [chatId]);
  if (!chat) throw chatNotFound();
  return { chat, seen: await accessChat(tx, actor, chatId) };
}

/** Refuses work of a key in a chat that has ended, or that a bot or a stream has: they would talk across each other. @throws DomainError chat.state_invalid */
export function assertWithPeople(chat: LockedChat): void {
  if (!isOpen(chat)) throw new DomainError('chat.state_invalid', 'This chat has ended.', { state: chat.state });
  if (chat.handledBy === 'bot' || chat.handledBy === 'stream')
    throw new DomainError('chat.state_invalid', `A ${chat.handledBy} has this chat.`, { state: chat.state });
}

/**
 * Access to a chat for writing: the actor takes part, and the row is locked. A key takes part in none: it works in those that its maker sees
 * and that people have or wait for.
 */
export async function lockOwnChat(tx: Tx, actor: Actor, chatId: string, need: 'participant' | 'owner'): Promise<LockedChat> {
  if (actor.key) {
    const { chat } = await lockSeenChat({ enterpriseId: actor.enterpriseId, actor }, tx, chatId);
    assertWithPeople(chat);
    return chat;
  }
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
