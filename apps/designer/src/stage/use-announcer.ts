import { useCallback, useState } from 'react';

/** What readers of the screen are told last, and how to tell them more. */
export function useAnnouncer(): { said: string; announce: (words: string) => void } {
  const [said, setSaid] = useState('');
  const announce = useCallback((words: string) => {
    // The same words twice in a row are told twice.
    setSaid((before) => (before === words ? `${words}\u00a0` : words));
  }, []);
  return { said, announce };
}
