import { useSyncExternalStore } from 'react';
import { getOwnStore, onOwner, typedPrefix } from '../../../lib/own-store.ts';
import { onLogout } from '../../../lib/session.ts';
import type { ReplyFile } from './reply-files.ts';

/** Replies begun and not sent, one a chat, kept for whoever began them; they survive a reload and a session that ends by itself. */
const prefix = `${typedPrefix}chat-draft:`;
/** Files that lie in a reply and were not sent; only this page holds them, each under its owner and chat. */
const files = new Map<string, readonly ReplyFile[]>();
const listeners = new Set<() => void>();
/** Highest number that was on the screen when the reply was begun. */
const seenPrefix = `${typedPrefix}chat-draft-seen:`;
/** The field of a chat that is open is told when its draft is changed from elsewhere. */
const fields = new Map<string, Set<(isReturned: boolean) => void>>();
/** The chats with a draft; undefined until somebody asks. */
let begun: ReadonlySet<string> | undefined;

onLogout((reason) => {
  if (reason === 'user') files.clear();
});
const forgetBegun = () => {
  begun = undefined;
  for (const listener of listeners) listener();
};
onOwner(forgetBegun);
// Another tab of the same person begins and sends replies as well.
globalThis.addEventListener?.('storage', ({ key }) => {
  const name = key === null ? undefined : getOwnStore()?.nameOf(key);
  if (key === null || name?.startsWith(prefix)) forgetBegun();
  if (name?.startsWith(prefix)) tellField(name.slice(prefix.length));
});

const fileKey = (chatId: string) => `${getOwnStore()?.owner.uId ?? ''} ${chatId}`;
export const getDraftFiles = (chatId: string): readonly ReplyFile[] => files.get(fileKey(chatId)) ?? [];

export function setDraftFiles(chatId: string, kept: readonly ReplyFile[]): void {
  if (kept.length > 0) files.set(fileKey(chatId), kept);
  else files.delete(fileKey(chatId));
}

export const getDraft = (chatId: string): string => getOwnStore()?.read(prefix + chatId) ?? '';

export function setDraft(chatId: string, text: string): void {
  const store = getOwnStore();
  store?.write(prefix + chatId, text || null);
  if (listChats().has(chatId) !== (text.trim() !== '')) forgetBegun();
}

export function getDraftSeen(chatId: string): number | undefined {
  const kept = getOwnStore()?.read(seenPrefix + chatId) ?? null;
  const seen = Number(kept);
  return kept === null || !Number.isInteger(seen) ? undefined : seen;
}

export function setDraftSeen(chatId: string, seen: number | undefined): void {
  getOwnStore()?.write(seenPrefix + chatId, seen === undefined ? null : String(seen));
}

/** A reply that did not leave lies in the field again, below whatever was begun there since. @param seen its writer knows as much now */
export function returnToDraft(
  chatId: string,
  { text, attachment, seen }: { text: string; attachment: ReplyFile | null; seen: number },
): void {
  setDraft(chatId, [getDraft(chatId), text].filter((part) => part.trim() !== '').join('\n'));
  if (attachment) setDraftFiles(chatId, [...getDraftFiles(chatId), attachment]);
  setDraftSeen(chatId, seen);
  tellField(chatId, true);
}

/** The field of a chat shows its draft as it stands now. @param isReturned the person works on it here, so the field takes the focus */
export function tellField(chatId: string, isReturned = false): void {
  for (const listener of fields.get(chatId) ?? []) listener(isReturned);
}

export function onDraftChanged(chatId: string, listener: (isReturned: boolean) => void): () => void {
  const told = fields.get(chatId) ?? new Set();
  fields.set(chatId, told.add(listener));
  return () => {
    told.delete(listener);
    if (told.size === 0) fields.delete(chatId);
  };
}

const listChats = (): ReadonlySet<string> => {
  begun ??= new Set(
    getOwnStore()
      ?.names(prefix)
      .map((name) => name.slice(prefix.length))
      .filter((chatId) => getDraft(chatId).trim() !== ''),
  );
  return begun;
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** The chats in which a reply is begun. */
export const useDraftChats = (): ReadonlySet<string> => useSyncExternalStore(subscribe, listChats);
