import { useSyncExternalStore } from 'react';
import { getOwnStore, onOwner, typedPrefix } from '../../../lib/own-store.ts';
import { onLogout } from '../../../lib/session.ts';
import type { ReplyFile } from './reply-files.ts';

/** Replies begun and not sent, one a chat, kept for whoever began them; they survive a reload and a session that ends by itself. */
const prefix = `${typedPrefix}chat-draft:`;
/** Files that lie in a reply and were not sent; only this page holds them, each under its owner and chat. */
const files = new Map<string, readonly ReplyFile[]>();
const listeners = new Set<() => void>();
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
  if (key === null || getOwnStore()?.nameOf(key)?.startsWith(prefix)) forgetBegun();
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
