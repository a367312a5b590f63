import { onLogout, typedPrefix } from '../../../lib/session.ts';

/** Replies begun and not sent, one a chat; they survive a reload. */
const prefix = `${typedPrefix}chat-draft:`;
const memory = new Map<string, string>();
/** Files that lie in a reply and were not sent; only this page holds them. */
const files = new Map<string, readonly File[]>();
onLogout((reason) => {
  if (reason !== 'user') return;
  memory.clear();
  files.clear();
});

export const getDraftFiles = (chatId: string): readonly File[] => files.get(chatId) ?? [];

export function setDraftFiles(chatId: string, kept: readonly File[]): void {
  if (kept.length > 0) files.set(chatId, kept);
  else files.delete(chatId);
}

export function getDraft(chatId: string): string {
  try {
    return localStorage.getItem(prefix + chatId) ?? memory.get(chatId) ?? '';
  } catch {
    return memory.get(chatId) ?? '';
  }
}

export function setDraft(chatId: string, text: string): void {
  memory.set(chatId, text);
  try {
    if (text) localStorage.setItem(prefix + chatId, text);
    else localStorage.removeItem(prefix + chatId);
  } catch {}
}
