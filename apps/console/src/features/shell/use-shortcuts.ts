import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { areSingleKeysOn, isTyping } from '../../lib/single-keys.ts';

/** Keys of the frame: `?` lists them, `[` folds the menu, Ctrl or Cmd with Shift and L switches light and dark. */
export function useShortcuts(handlers: { onHelp: () => void; onToggleMenu: () => void }): void {
  const { toggleColorScheme } = useMantineColorScheme();
  const latest = useRef({ ...handlers, toggleColorScheme });
  latest.current = { ...handlers, toggleColorScheme };
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if ((event.ctrlKey || event.metaKey) && event.shiftKey && event.key.toLowerCase() === 'l') {
        event.preventDefault();
        latest.current.toggleColorScheme();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !areSingleKeysOn()) return;
      if (event.key === '?') latest.current.onHelp();
      else if (event.key === '[') latest.current.onToggleMenu();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}
