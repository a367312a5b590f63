import type { LiveEvent, WaitingKind } from '@parley/contract';
import { chatWords } from '../../../locales/chat.ts';
import { waitingKindOf } from '../shared/chat.live.ts';
import { previewOf } from '../shared/chat.rules.ts';

/** Alert of an event: a sound, and outside of the chat a notification of the browser. */
export type ChatAlert = {
  sound: 'new_chat' | 'new_message';
  chatId: string;
  kind: WaitingKind | undefined;
  title: string;
  body: string;
  /** Names the notification; it holds no words of the customer's, since it decides what kind of news this is. */
  tag: string;
};

/** @param openChatIds the chats that are read now, in a visible tab; a message in one is no news */
export function toAlert(event: LiveEvent, openChatIds: readonly string[]): ChatAlert | undefined {
  switch (event.type) {
    case 'customerStartChat': {
      const { chatId, customerName: name } = event.data;
      const text = previewOf(event.data, chatWords.conversation);
      return newChat(chatId, waitingKindOf[event.type], chatWords.notification('from', { name, text }));
    }
    case 'inviteWaiting':
    case 'transferWaiting':
    case 'assignWaiting': {
      const { chatId, customerName, by } = event.data;
      return newChat(
        chatId,
        waitingKindOf[event.type],
        by === '' ? chatWords.notification('offerGiven', { name: customerName }) : chatWords.notification('by', { name: customerName, by }),
      );
    }
    case 'customerReply': {
      const { chatId, action } = event.data;
      if (openChatIds.includes(chatId)) return undefined;
      const text = action.message || action.attachment?.name || '';
      return {
        sound: 'new_message',
        chatId,
        kind: undefined,
        title: chatWords.notification('newReply'),
        body: chatWords.notification('from', { name: action.userName, text }),
        tag: `reply ${chatId}`,
      };
    }
    default:
      return undefined;
  }
}

const newChat = (chatId: string, kind: WaitingKind, body: string): ChatAlert => ({
  sound: 'new_chat',
  chatId,
  kind,
  title: chatWords.notification('newChat'),
  body,
  tag: `${kind} ${chatId}`,
});

/** A text with 'reply' in it tells of a new message, any other of a new chat (NOTIF-021). */
export const newsOf = (text: string): 'new_message' | 'new_chat' => (text.includes('reply') ? 'new_message' : 'new_chat');
