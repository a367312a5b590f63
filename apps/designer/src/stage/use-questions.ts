import { useCallback, useState } from 'react';
import type { Wish } from './use-node-acts.ts';

export type Questions = ReturnType<typeof useQuestions>;

/** Dialogs above the designer: which node is added, where a node leads, and the keys. */
export function useQuestions() {
  const [wish, setWish] = useState<Wish | null>(null);
  const [connecting, setConnecting] = useState<string | null>(null);
  const [hasKeys, setKeys] = useState(false);
  const askAdd = useCallback((next: Wish = {}) => setWish(next), []);
  return {
    /** Place of the node that is asked for; null while none is */
    wish,
    /** Id of the node whose exits are asked for */
    connecting,
    hasKeys,
    askAdd,
    askConnect: setConnecting,
    showKeys: () => setKeys(true),
    closeAdd: () => setWish(null),
    closeConnect: () => setConnecting(null),
    closeKeys: () => setKeys(false),
  };
}
