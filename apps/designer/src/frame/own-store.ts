import type { Store } from '../editor/saver.ts';

const nothing: Store = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/**
 * Storage of one user in this browser, under keys as the console's own-store.ts makes them. No other user reads it, and entries that begin
 * with `typed:` go when that user signs out. @param owner `eId:uId`; null keeps nothing
 */
export function ownStore(owner: string | null): Store {
  if (owner === null) return nothing;
  const keyOf = (name: string) => `own:${owner}:${name}`;
  return {
    getItem: (name) => localStorage.getItem(keyOf(name)),
    setItem: (name, value) => localStorage.setItem(keyOf(name), value),
    removeItem: (name) => localStorage.removeItem(keyOf(name)),
  };
}
