import { useEffect, useRef } from 'react';
import { areSingleKeysOn, isTyping } from '../../../lib/single-keys.ts';

/** Single keys of the conversation: they work outside of fields and dialogs, and can be switched off with the console's others. */
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
