import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { formatInstant, getEnterpriseZone } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { getOwnStore } from '../../../lib/own-store.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { clearPlanned } from './draft-sync.ts';
import { type LaterPlan, laterQuery, usePlanLater } from './later.queries.ts';
import type { Reply } from './use-reply.ts';

const LaterMenu = late(() => import('./later-menu.tsx').then((module) => module.LaterMenu));
const LaterForm = late(() => import('./later-form.tsx').then((module) => module.LaterForm));

export type ComposerLaterOptions = {
  chatId: string;
  /** Highest number on the screen */
  seen: number;
  reply: Reply;
  isFilling: boolean;
};

/** Plans the words of the reply. Files are sent at once or not at all, so a reply with some is not planned. */
export function useComposerLater({ chatId, seen, reply, isFilling }: ComposerLaterOptions) {
  const t = useWords(chatWords.conversation);
  const { data } = useQuery(laterQuery(chatId));
  const { mutateAsync: plan, isPending, error, reset } = usePlanLater(chatId);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<{ text: string; onlyIfSilent: boolean }>();
  /** The key of these words at this time: trying again plans nothing twice. */
  const last = useRef({ words: '', key: '' });
  const { text, kept, uploads, left, gap } = reply;
  const canPlan = text.trim() !== '' && kept.length === 0 && uploads.length === 0 && left >= 0 && !gap && !isFilling && !isPending;
  // A menu whose words are gone does not open again by itself.
  useEffect(() => {
    if (!canPlan) setOpen(false);
  }, [canPlan]);
  const save = async (next: LaterPlan, onFailure: ((failure: unknown) => void) | undefined) => {
    const words = JSON.stringify(next);
    if (last.current.words !== words) last.current = { words, key: crypto.randomUUID() };
    const store = getOwnStore();
    // The chat may be left before the answer: what was planned is told and cleared all the same, but to nobody else.
    try {
      const { dueAt } = await plan({ ...next, seen, requestKey: last.current.key });
      if (getOwnStore() !== store) return;
      last.current = { words: '', key: '' };
      setChosen(undefined);
      clearPlanned(chatId, text);
      showToast('success', t('laterPlanned', { time: formatInstant(dueAt, 'instant') }));
    } catch (failure) {
      if (getOwnStore() === store) onFailure?.(failure);
    }
  };
  const close = () => {
    reset();
    setChosen(undefined);
  };
  return {
    /** Opens the menu of times. @returns false: there is nothing to plan yet */
    open: (): boolean => {
      if (canPlan) setOpen(true);
      return canPlan;
    },
    menu: (
      <Suspense>
        <LaterMenu
          chatId={chatId}
          isDisabled={!canPlan}
          isOpen={isOpen && canPlan}
          onOpen={setOpen}
          onPlan={(choice) => void save({ text: text.trim(), ...choice }, tellFailure)}
          onChoose={(onlyIfSilent) => setChosen({ text: text.trim(), onlyIfSilent })}
        />
      </Suspense>
    ),
    /** Stands beside the form of the reply: what is submitted in it would otherwise be submitted there as well. */
    dialog: chosen ? (
      <Suspense>
        <LaterForm
          message={{ ...chosen, zone: getEnterpriseZone() }}
          customerZone={data?.customerZone ?? ''}
          isNew
          isBusy={isPending}
          failure={error}
          onSave={(next) => void save(next, undefined)}
          onClose={close}
        />
      </Suspense>
    ) : null,
  };
}
