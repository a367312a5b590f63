import { MailDraft } from '@parley/contract';
import { useSyncExternalStore } from 'react';
import { getOwnStore, type OwnStore, onOwner, typedPrefix } from '../../../lib/own-store.ts';
import { onLogout } from '../../../lib/session.ts';
import type { OutboxItem } from '../shared/outbox.ts';
import type { ReplyFile } from './reply-files.ts';

/** Replies begun and not sent, one a chat, kept for whoever began them; they survive a reload and a session that ends by itself. */
const prefix = `${typedPrefix}chat-draft:`;
/** Files that lie in a reply and were not sent; only this page holds them, each under its owner and chat. */
const files = new Map<string, readonly ReplyFile[]>();
const listeners = new Set<() => void>();
/** Highest number that was on the screen when the reply was begun. */
const seenPrefix = `${typedPrefix}chat-draft-seen:`;
/** Subject and recipients of the reply, in a chat by mail. */
const mailPrefix = `${typedPrefix}chat-draft-mail:`;
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
  for (const one of [prefix, mailPrefix]) if (name?.startsWith(one)) tellField(name.slice(one.length));
});

const fileKey = (chatId: string) => `${getOwnStore()?.owner.uId ?? ''} ${chatId}`;
export const getDraftFiles = (chatId: string): readonly ReplyFile[] => files.get(fileKey(chatId)) ?? [];
const listFileChats = (): string[] => {
  const own = fileKey('');
  return [...files.keys()].filter((key) => key.startsWith(own)).map((key) => key.slice(own.length));
};
/** Files of all replies that the person has begun. */
export const listDraftFiles = (): ReplyFile[] => listFileChats().flatMap(getDraftFiles);

export function setDraftFiles(chatId: string, kept: readonly ReplyFile[]): void {
  if (kept.length > 0) files.set(fileKey(chatId), kept);
  else files.delete(fileKey(chatId));
  noteBegun(chatId);
}

/** A file of the disk is stored now, and lies in the reply as that. */
export function replaceDraftFile(chatId: string, file: ReplyFile, stored: ReplyFile): void {
  setDraftFiles(
    chatId,
    getDraftFiles(chatId).map((other) => (other === file ? stored : other)),
  );
  tellField(chatId);
}

export const getDraft = (chatId: string): string => getOwnStore()?.read(prefix + chatId) ?? '';

export function setDraft(chatId: string, text: string): void {
  const store = getOwnStore();
  store?.write(prefix + chatId, text || null);
  noteBegun(chatId);
}

/** The marks of the list are made anew where a chat has got its first words or file, or has lost its last. */
function noteBegun(chatId: string): void {
  if (listChats().has(chatId) !== isBegun(chatId)) forgetBegun();
}
const isBegun = (chatId: string) => getDraft(chatId).trim() !== '' || getDraftFiles(chatId).length > 0;

export function getDraftSeen(chatId: string): number | undefined {
  const kept = getOwnStore()?.read(seenPrefix + chatId) ?? null;
  const seen = Number(kept);
  return kept === null || !Number.isInteger(seen) ? undefined : seen;
}

export function setDraftSeen(chatId: string, seen: number | undefined): void {
  getOwnStore()?.write(seenPrefix + chatId, seen === undefined ? null : String(seen));
}

/** Reads subject and recipients as far as they were written; undefined: they were not, so the reply goes to whom it answers. */
export function getDraftMail(chatId: string): MailDraft | undefined {
  const kept = getOwnStore()?.read(mailPrefix + chatId) ?? null;
  if (kept === null) return undefined;
  try {
    return MailDraft.parse(JSON.parse(kept));
  } catch {
    return undefined;
  }
}

export const setDraftMail = (chatId: string, mail: MailDraft | undefined): void =>
  void getOwnStore()?.write(mailPrefix + chatId, mail ? JSON.stringify(mail) : null);

/** Parts of a reply as they lie in the field: a card is one of its own, and its words are none of the field's. */
export const partsOf = ({ text, attachment, card }: Pick<OutboxItem, 'text' | 'attachment' | 'card'>) =>
  card ? { text: '', attachment: card } : { text, attachment };

/** A reply that did not leave lies in the field again, below whatever was begun there since. @param seen its writer knows as much now */
export function returnToDraft(
  chatId: string,
  { text, attachment, seen, mail }: { text: string; attachment: ReplyFile | null; seen: number; mail?: MailDraft | undefined },
): void {
  setDraft(chatId, [getDraft(chatId), text].filter((part) => part.trim() !== '').join('\n'));
  if (attachment) setDraftFiles(chatId, [...getDraftFiles(chatId), attachment]);
  if (mail && !getDraftMail(chatId)) setDraftMail(chatId, mail);
  setDraftSeen(chatId, seen);
  tellField(chatId, true);
}

/** A recording of a chat that is left lies in its reply. @returns false: its maker has signed out, and nobody gets it */
export function keepLeft(owner: OwnStore | undefined, chatId: string, file: File, seen: number): boolean {
  if (!owner || getOwnStore() !== owner) return false;
  returnToDraft(chatId, { text: '', attachment: file, seen });
  return true;
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
  const written = () => (getOwnStore()?.names(prefix) ?? []).map((name) => name.slice(prefix.length));
  begun ??= new Set([...written(), ...listFileChats()].filter(isBegun));
  return begun;
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** The chats in which a reply is begun. */
export const useDraftChats = (): ReadonlySet<string> => useSyncExternalStore(subscribe, listChats);
