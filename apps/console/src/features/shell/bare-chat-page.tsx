import { useCan } from '../account/shared/me.ts';
import { ConversationPage } from '../chat/chat/conversation-page.tsx';
import { ChatNotificationMenu } from '../chat/waiting/chat-notification-menu.tsx';
import { useLiveSession } from './use-live-session.ts';

/** The conversation without menu and bar, for a window of its own. */
export function BareChatPage() {
  useLiveSession();
  const canHandleChats = useCan(['CHAT.HANDLE']);
  return (
    <main style={{ blockSize: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <ConversationPage menu={canHandleChats ? <ChatNotificationMenu /> : undefined} />
    </main>
  );
}
