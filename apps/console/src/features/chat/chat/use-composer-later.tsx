import type { Attachment } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { describeFailure } from '../../../lib/errors.ts';
import { formatInstant, getEnterpriseZone } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { getOwnStore, type OwnStore } from '../../../lib/own-store.ts';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { clearPlanned } from './draft-sync.ts';
import { replaceDraftFile } from './drafts.ts';
import { type LaterPlan, laterQuery, usePlanLater } from './later.queries.ts';
import type { LaterChoice } from './later-menu.tsx';
import { isCard, isFile, nameOfPart } from './reply-files.ts';
import { describeUploadFailure, type Reply } from './use-reply.ts';

const LaterMenu = late(() => import('./later-menu.tsx').then((module) => module.LaterMenu));
const LaterForm = late(() => import('./later-form.tsx').then((module) => module.LaterForm));

export type ComposerLaterOptions = {
  chatId: string;
  /** Highest number on the screen */
  seen: number;
  reply: Reply;
  isFilling: boolean;
};

/** Plans the reply, unless a place or people lie in it: its words with the first of its files, and each further file as a message of its own at the same time. */
export function useComposerLater({ chatId, seen, reply, isFilling }: ComposerLaterOptions) {
  const t = useWords(chatWords.conversation);
  const { data } = useQuery(laterQuery(chatId));
  const { mutateAsync: plan, error, reset } = usePlanLater(chatId);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<{ text: string; onlyIfSilent: boolean }>();
  /** The key of these words with this file at this time: trying again plans nothing twice. */
  const last = useRef({ words: '', key: '' });
  const [isSaving, setSaving] = useState(false);
  /** The reason why the last file was not planned. */
  const fault = useRef('');
  const { text, kept, uploads, left, gap } = reply;
  const canPlan =
    (text.trim() !== '' || kept.length > 0) && !kept.some(isCard) && uploads.length === 0 && left >= 0 && !gap && !isFilling && !isSaving;
  // A menu whose words are gone does not open again by itself.
  useEffect(() => {
    if (!canPlan) setOpen(false);
  }, [canPlan]);
  const store = async (file: File | Attachment, owner: OwnStore | undefined): Promise<Attachment | undefined> => {
    if (!(file instanceof File)) return file;
    try {
      const stored = await reply.store(file);
      // It stays stored, should the rest fail.
      if (getOwnStore() === owner) replaceDraftFile(chatId, file, stored);
      return stored;
    } catch (failure) {
      fault.current = describeUploadFailure(failure);
      if (getOwnStore() === owner) showToast('error', fault.current);
      return undefined;
    }
  };
  /** @returns when it leaves; undefined where its file was not stored, or its writer has gone */
  const planOne = async (next: LaterPlan, file: File | Attachment | undefined, written: string): Promise<string | undefined> => {
    const owner = getOwnStore();
    const stored = file && (await store(file, owner));
    if (getOwnStore() !== owner || (file && !stored)) return undefined;
    const body = { ...next, ...(stored ? { attachmentId: stored.id, ...(stored.isVoice ? { isVoice: true } : {}) } : {}) };
    const words = JSON.stringify(body);
    if (last.current.words !== words) last.current = { words, key: crypto.randomUUID() };
    const { dueAt } = await plan({ ...body, seen, requestKey: last.current.key });
    if (getOwnStore() !== owner) return undefined;
    last.current = { words: '', key: '' };
    clearPlanned(chatId, written, stored);
    return dueAt;
  };
  const close = () => {
    reset();
    setChosen(undefined);
  };
  const save = async (next: LaterPlan, onFailure: ((failure: unknown) => void) | undefined) => {
    const owner = getOwnStore();
    const parts = kept.length > 0 ? kept.filter(isFile) : [undefined];
    const times: string[] = [];
    setSaving(true);
    // The chat may be left before the answer: what was planned is told and cleared all the same, but to nobody else.
    try {
      for (const file of parts) {
        const isFirst = times.length === 0;
        const dueAt = await planOne(isFirst ? next : { ...next, text: '' }, file, isFirst ? text : '');
        if (dueAt === undefined) break;
        times.push(dueAt);
      }
    } catch (failure) {
      fault.current = describeFailure(failure).message;
      if (getOwnStore() === owner && times.length === 0) onFailure?.(failure);
    } finally {
      setSaving(false);
    }
    const [dueAt] = times;
    if (dueAt === undefined || getOwnStore() !== owner) return;
    // The words have gone with the first: a dialog that stays would plan them again with what is left.
    close();
    const time = formatInstant(dueAt, 'instant');
    const names = parts.slice(times.length).map((file) => (file ? nameOfPart(file) : ''));
    if (names.length > 0) showToast('warning', t('laterPlannedPart', { time, names: names.join(', '), reason: fault.current }));
    else showToast('success', t('laterPlanned', { time }));
  };
  const handlePlan = useStable((choice: LaterChoice) => void save({ text: text.trim(), ...choice }, tellErrors));
  const handleChoose = useStable((onlyIfSilent: boolean) => setChosen({ text: text.trim(), onlyIfSilent }));
  // The same element while words are typed: the row of tools is not drawn with each key.
  const menu = useMemo(
    () => (
      <Suspense>
        <LaterMenu
          chatId={chatId}
          isDisabled={!canPlan}
          isOpen={isOpen && canPlan}
          onOpen={setOpen}
          onPlan={handlePlan}
          onChoose={handleChoose}
        />
      </Suspense>
    ),
    [chatId, canPlan, isOpen, handlePlan, handleChoose],
  );
  return {
    /** Opens the menu of times. @returns false: there is nothing to plan yet */
    open: (): boolean => {
      if (canPlan) setOpen(true);
      return canPlan;
    },
    menu,
    /** Stands beside the form of the reply: what is submitted in it would otherwise be submitted there as well. */
    dialog: chosen ? (
      <Suspense>
        <LaterForm
          message={{ ...chosen, zone: getEnterpriseZone() }}
          files={kept.map(nameOfPart)}
          customerZone={data?.customerZone ?? ''}
          isNew
          isBusy={isSaving}
          failure={error}
          onSave={(next) => void save(next, undefined)}
          onClose={close}
        />
      </Suspense>
    ) : null,
  };
}
