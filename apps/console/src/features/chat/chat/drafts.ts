import { onLogout, typedPrefix } from '../../../lib/session.ts';

/** Replies begun and not sent, one a chat; they survive a reload. */
const prefix = `${typedPrefix}chat-draft:`;
const memory = new Map<string, string>();
onLogout((reason) => {
  if (reason === 'user') memory.clear();
});

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
