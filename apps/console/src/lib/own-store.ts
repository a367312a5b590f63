import { useState, useSyncExternalStore } from 'react';

/** Current user of this browser: ids of the enterprise and of the user. */
export type Owner = { eId: string; uId: string };

/** Storage of one user in this browser. Names are free; entries that begin with `typed:` go when that user signs out. */
export type OwnStore = {
  owner: Owner;
  /** null where nothing is kept. */
  read: (name: string) => string | null;
  /** null takes it away. */
  write: (name: string, value: string | null) => void;
  /** Names that begin so, in no order. */
  names: (prefix: string) => string[];
  /** The name of a changed key of the storage; undefined of a key that is not this person's. */
  nameOf: (key: string) => string | undefined;
};

const root = 'own:';
/** Words that were typed and not sent: they stay when a session ends by itself, and go with the person who signs out. */
export const typedPrefix = 'typed:';
/** Keys from before each of them named its owner. Nobody knows whose they are, so nobody is shown them. */
const ownerless = /^typed:/;

/** Fallback for a browser that stores nothing: kept as long as the page lives. */
const memory = new Map<string, string>();
const listeners = new Set<() => void>();
let current: OwnStore | undefined;

function open(owner: Owner): OwnStore {
  const prefix = `${root}${owner.eId}:${owner.uId}:`;
  return {
    owner,
    read: (name) => {
      const held = memory.get(prefix + name);
      if (held !== undefined) return held;
      try {
        return localStorage.getItem(prefix + name);
      } catch {
        return null;
      }
    },
    write: (name, value) => {
      const key = prefix + name;
      memory.delete(key);
      try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
      } catch {
        if (value !== null) memory.set(key, value);
      }
    },
    names: (begin) => {
      const keys = new Set(memory.keys());
      try {
        for (const key of Object.keys(localStorage)) keys.add(key);
      } catch {}
      return [...keys].filter((key) => key.startsWith(prefix + begin)).map((key) => key.slice(prefix.length));
    },
    nameOf: (key) => (key.startsWith(prefix) ? key.slice(prefix.length) : undefined),
  };
}

/** Undefined while nobody is known to be signed in: then nothing is read and nothing is kept. */
export const getOwnStore = (): OwnStore | undefined => current;

/** Told by the guard as soon as it is known who is signed in, and with undefined when the session has ended. */
export function setOwner(owner: Owner | undefined): void {
  if (owner?.eId === current?.owner.eId && owner?.uId === current?.owner.uId) return;
  current = owner && open({ eId: owner.eId, uId: owner.uId });
  if (current) forgetOwnerless();
  for (const listener of listeners) listener();
}

/** Called when the person changes; whatever a page holds of the one before is then nobody's to see. */
export function onOwner(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Deletes typed text of all screens at sign-out; sent replies that wait for a connection stay the user's. */
export function forgetTyped(): void {
  for (const name of current?.names(typedPrefix) ?? []) current?.write(name, null);
}

function forgetOwnerless(): void {
  try {
    for (const key of Object.keys(localStorage)) if (ownerless.test(key)) localStorage.removeItem(key);
  } catch {}
}

/** A choice of the person, kept under its name; another person at this browser has another. */
export function useOwnChoice<T extends string | boolean>(name: string, usual: T): [T, (value: T) => void] {
  const store = useSyncExternalStore(onOwner, getOwnStore);
  const [chosen, setChosen] = useState<{ store: OwnStore | undefined; value: T }>();
  const value = chosen && chosen.store === store ? chosen.value : readChoice(store, name, usual);
  const choose = (next: T) => {
    setChosen({ store, value: next });
    store?.write(name, next === usual ? null : String(next));
  };
  return [value, choose];
}

export function readChoice<T extends string | boolean>(store: OwnStore | undefined, name: string, usual: T): T {
  const kept = store?.read(name) ?? null;
  if (kept === null) return usual;
  return (typeof usual === 'boolean' ? kept === 'true' : kept) as T;
}
