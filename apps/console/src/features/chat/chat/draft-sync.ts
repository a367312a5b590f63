import { ApiError } from '@parley/client';
import { ChatDraft, MailDraft } from '@parley/contract';
import { useSyncExternalStore } from 'react';
import { api } from '../../../lib/api.ts';
import { getLineUser, liveClient } from '../../../lib/live.ts';
import { getOwnStore, onOwner, typedPrefix } from '../../../lib/own-store.ts';
import {
  getDraft,
  getDraftFiles,
  getDraftMail,
  getDraftSeen,
  setDraft,
  setDraftFiles,
  setDraftMail,
  setDraftSeen,
  tellField,
} from './drafts.ts';
import type { ReplyFile } from './reply-files.ts';

/** A draft is saved so long after the last key, and at the latest so long after the first. */
const pauseMs = 1_000;
const latestMs = 5_000;

/** Revision that this browser knows, and the words of it: what differs from them is not saved yet. */
const knownPrefix = `${typedPrefix}chat-draft-known:`;
/** Words that another screen has written, and that ours have overwritten. */
const lostPrefix = `${typedPrefix}chat-draft-lost:`;

/** @property mail subject and recipients as JSON; '': none are written */
type Known = { revision: number; text: string; mail?: string };
type Save = { chatId: string; text: string; seen: number | null; revision: number; tab: string; mail: MailDraft | null };
/** A draft as a server or another screen tells it; one of the version before says nothing of subject and recipients. */
export type ToldDraft = Omit<ChatDraft, 'mail'> & { mail?: ChatDraft['mail'] | undefined };
export type DraftLine = {
  read: (chatId: string) => Promise<ToldDraft>;
  save: (draft: Save) => Promise<{ revision: number }>;
  isOpen: () => boolean;
};

type Work = { timer: ReturnType<typeof setTimeout> | undefined; since: number; isSaving: boolean; told: ToldDraft | undefined };

/** Keeps the drafts of this page and those of the server the same. What this page cannot reach stays in the browser, and is saved later. */
export function createDraftSync(line: DraftLine, tab: string = crypto.randomUUID()) {
  const works = new Map<string, Work>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const workOf = (chatId: string): Work => {
    const work = works.get(chatId) ?? { timer: undefined, since: 0, isSaving: false, told: undefined };
    works.set(chatId, work);
    return work;
  };
  const readKept = <T>(name: string, read: (value: unknown) => T | undefined): T | undefined => {
    const kept = getOwnStore()?.read(name) ?? null;
    try {
      return kept === null ? undefined : read(JSON.parse(kept));
    } catch {
      return undefined;
    }
  };
  const knownOf = (chatId: string): Known => readKept(knownPrefix + chatId, (value) => value as Known) ?? { revision: 0, text: '' };
  const keepKnown = (chatId: string, known: Known) => getOwnStore()?.write(knownPrefix + chatId, JSON.stringify(known));
  const isUnsaved = (chatId: string) => {
    const { text, mail = '' } = knownOf(chatId);
    return getDraft(chatId) !== text || writtenMail(chatId) !== mail;
  };

  const lostOf = (chatId: string): string => getOwnStore()?.read(lostPrefix + chatId) ?? '';
  const offer = (chatId: string, text: string) => {
    getOwnStore()?.write(lostPrefix + chatId, text || null);
    tell();
  };

  /** Another screen has written: its words are taken over, or offered where this one has words of its own. */
  function take(chatId: string, { text, seen, revision, mail }: ToldDraft): void {
    const known = knownOf(chatId);
    // A row that was erased begins again; what is older than known came late.
    if (revision <= known.revision && revision !== 0) return;
    const own = getDraft(chatId);
    const isMailFollowed = writtenMail(chatId) === (known.mail ?? '');
    keepKnown(chatId, { revision, text, mail: toText(mail) });
    // The newest lines hold unless others have been written here, which are saved over them.
    if (isMailFollowed) setDraftMail(chatId, mail ?? undefined);
    const isFollowed = own === known.text || own === '';
    if (isFollowed && own !== text) {
      setDraft(chatId, text);
      setDraftSeen(chatId, text === '' ? undefined : (seen ?? undefined));
    }
    if (isFollowed || own === text) {
      tellField(chatId);
      if (!isMailFollowed) later(chatId);
      return;
    }
    if (text.trim() !== '') offer(chatId, joinLost(lostOf(chatId), text));
    later(chatId);
  }

  function later(chatId: string): void {
    const work = workOf(chatId);
    const now = Date.now();
    if (work.timer === undefined) work.since = now;
    clearTimeout(work.timer);
    work.timer = setTimeout(() => void save(chatId), Math.max(0, Math.min(pauseMs, work.since + latestMs - now)));
  }

  async function save(chatId: string): Promise<void> {
    const work = workOf(chatId);
    clearTimeout(work.timer);
    work.timer = undefined;
    const store = getOwnStore();
    if (work.isSaving || !store || !line.isOpen() || !isUnsaved(chatId)) return;
    const text = getDraft(chatId);
    const mail = getDraftMail(chatId) ?? null;
    work.isSaving = true;
    let refused: ToldDraft | undefined;
    try {
      const seen = text === '' ? null : (getDraftSeen(chatId) ?? null);
      const { revision } = await line.save({ chatId, text, seen, revision: knownOf(chatId).revision, tab, mail });
      if (getOwnStore() !== store) return;
      keepKnown(chatId, { revision, text, mail: toText(mail) });
    } catch (error) {
      if (getOwnStore() !== store) return;
      if (error instanceof ApiError && error.code === 'chat.draft_changed') refused = ChatDraft.safeParse(error.data).data;
      // The line has gone: it is saved when it is back. A chat that takes no drafts keeps them in the browser.
      else return;
    } finally {
      work.isSaving = false;
    }
    const told = work.told;
    work.told = undefined;
    for (const other of [refused, told]) if (other) take(chatId, other);
    if (isUnsaved(chatId)) later(chatId);
  }

  const stopOwner = onOwner(() => {
    for (const { timer } of works.values()) clearTimeout(timer);
    works.clear();
    tell();
  });

  return {
    /** The field of a chat is opened: what another device has written since is taken over. */
    async begin(chatId: string): Promise<void> {
      const store = getOwnStore();
      const { revision } = knownOf(chatId);
      const draft = await line.read(chatId).catch(() => undefined);
      if (!draft || !store || getOwnStore() !== store) return;
      // The answer is late if a save or another screen has brought a revision meanwhile.
      if (knownOf(chatId).revision === revision) take(chatId, draft);
      if (isUnsaved(chatId)) later(chatId);
    },
    changed: later,
    /** @param by the page that has written it */
    told(chatId: string, draft: ToldDraft, by: string): void {
      if (by === tab) return;
      const work = workOf(chatId);
      if (work.isSaving) work.told = draft;
      else take(chatId, draft);
    },
    flush(): void {
      for (const [chatId] of works) if (isUnsaved(chatId)) void save(chatId);
    },
    /** Revision that a reply of now ends; undefined: the server has none of it. */
    revisionOf: (chatId: string): number | undefined => {
      const { revision, text, mail = '' } = knownOf(chatId);
      return revision > 0 && (text !== '' || mail !== '') ? revision : undefined;
    },
    lostOf,
    /** Both stay: the words that were lost are in the field, and those of the field are offered. */
    swapLost(chatId: string): void {
      const [lost, own] = [lostOf(chatId), getDraft(chatId)];
      setDraft(chatId, lost);
      offer(chatId, own.trim() === '' ? '' : own);
      tellField(chatId);
      later(chatId);
    },
    dropLost: (chatId: string) => offer(chatId, ''),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close(): void {
      stopOwner();
      for (const { timer } of works.values()) clearTimeout(timer);
    },
  };
}

const toText = (mail: MailDraft | null | undefined): string => (mail ? JSON.stringify(MailDraft.parse(mail)) : '');
const writtenMail = (chatId: string): string => toText(getDraftMail(chatId));

/** Both stay; words that only go on from the ones before take their place. */
function joinLost(before: string, text: string): string {
  if (before.includes(text)) return before;
  return before === '' || text.includes(before) ? text : `${before}\n${text}`;
}

const sync = createDraftSync({
  read: (chatId) => api.chatDrafts.get({ params: { chatId } }),
  save: async (draft) => (await liveClient.request('saveDraft', draft)) as { revision: number },
  isOpen: () => getLineUser() !== undefined && getLineUser() === getOwnStore()?.owner.uId,
});
liveClient.on('authenticated', () => sync.flush());
liveClient.on('draftChanged', ({ chatId, tab, ...draft }) => sync.told(chatId, draft, tab));

export const draftSync = sync;

/** Empties the reply of a chat, shown or not, once its words and a file are planned; what was typed or attached meanwhile stays. */
export function clearPlanned(chatId: string, planned: string, file?: ReplyFile): void {
  if (file)
    setDraftFiles(
      chatId,
      getDraftFiles(chatId).filter((other) => other !== file),
    );
  if (getDraft(chatId) === planned) setDraft(chatId, '');
  if (getDraft(chatId) === '' && getDraftFiles(chatId).length === 0) setDraftSeen(chatId, undefined);
  tellField(chatId);
  sync.changed(chatId);
}
/** Words of another screen that this one has overwritten; '': none. */
export const useLostDraft = (chatId: string): string => useSyncExternalStore(sync.subscribe, () => sync.lostOf(chatId));
