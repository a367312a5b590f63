import { useCallback, useState } from 'react';

/** Keeps the last text for screen readers, and the function that announces another one. */
export function useAnnouncer(): { said: string; announce: (words: string) => void } {
  const [said, setSaid] = useState('');
  const announce = useCallback((words: string) => {
    // The same words twice in a row are told twice.
    setSaid((before) => (before === words ? `${words}\u00a0` : words));
  }, []);
  return { said, announce };
}
