import { type Actor, can } from '../../../context.ts';
import type { SideReader } from '../side/side.repository.ts';
import { isInScope } from './chat.scope.ts';

type SeenChat = { deptId: string | null; participation: string | null };

/**
 * Tells whether somebody who may read a chat reads the notes beside it: those who take or took part, those who handle chats and so may write
 * notes, and those who look over the chat. Readers of the history alone do not.
 */
export function mayReadNotes(actor: Actor, chat: SeenChat): boolean {
  if (actor.key) return actor.key.scopes.includes('chat_work') && can(actor, 'CHAT.HANDLE');
  return chat.participation !== null || can(actor, 'CHAT.HANDLE') || (can(actor, 'CHAT.VIEW_MONITOR') && isInScope(actor, chat));
}

/** Those who look over the chat read whispers to its agent too. */
export const readerOf = (actor: Actor, chat: Pick<SeenChat, 'deptId'>): SideReader => ({
  userId: actor.userId,
  readsAll: !actor.key && can(actor, 'CHAT.VIEW_MONITOR') && isInScope(actor, chat),
});
