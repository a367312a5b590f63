import { useEffect, useRef } from 'react';
import { areSingleKeysOn, isTyping } from '../../../lib/single-keys.ts';

/**
 * Single keys of the conversation, wherever the focus is, fields and dialogs excepted; they can be switched off with the console's others.
 * None of them ends anything by itself: what is closed, left or handed on is asked about, and the rest is undone by the same key.
 */
export function useChatKeys(actions: Record<string, () => void>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || !areSingleKeysOn() || document.querySelector('[role="dialog"], [role="menu"]')) return;
      const action = latest.current[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}
