import { useEffect, useRef } from 'react';
import { areSingleKeysOn, isTyping } from '../../../lib/single-keys.ts';

const chatList = 'data-chat-list';
/** Marks the list of chats, the place where single keys command. */
export const chatListMark = { [chatList]: true };

/**
 * Single keys of the conversation; they can be switched off with the console's others.
 * @param isAnywhere they work wherever the focus is, fields and dialogs excepted; otherwise in the list alone: elsewhere somebody who
 * types believes to be in the reply, and must not suspend or close a chat with it
 */
export function useChatKeys(actions: Record<string, () => void>, isAnywhere = false): void {
  const latest = useRef({ actions, isAnywhere });
  latest.current = { actions, isAnywhere };
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || !areSingleKeysOn() || document.querySelector('[role="dialog"], [role="menu"]')) return;
      if (!latest.current.isAnywhere && !(event.target instanceof Element && event.target.closest(`[${chatList}]`))) return;
      const action = latest.current.actions[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}
