import { type ChatSummary, screens } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '../../account/shared/me.ts';
import { chatListQuery } from './chat.queries.ts';

const countUnread = (chats: ChatSummary[]): number => chats.reduce((sum, { newMsgCount }) => sum + newMsgCount, 0);

/** Counts the unread messages of the user's own chats, on every screen; 0 for users who handle no chats. */
export function useUnreadCount(): number {
  const isEnabled = useCan(screens.conversation.permissions);
  return useQuery({ ...chatListQuery, enabled: isEnabled, select: countUnread }).data ?? 0;
}
