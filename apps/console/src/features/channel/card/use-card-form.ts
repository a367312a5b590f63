import { type RichCard, richCardFaults } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { differs } from '../../../lib/differs.ts';
import { sayDone } from '../../../lib/done.ts';
import { readFieldErrors, type SaidFault, sayFault } from '../../../lib/errors.ts';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useGuardedForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { useCan } from '../../account/shared/me.ts';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
import { cardQuery, useSaveCard } from './card.queries.ts';
import { type CardDraft, emptyDraft, type FaultOf, toDraft, toSave } from './card-draft.ts';

/** The form of a card: its draft and faults, and the way to the server. */
export function useCardForm(card: RichCard | undefined) {
  const say = useWords(channelWords.card);
  const navigate = useNavigate();
  const save = useSaveCard();
  const mayCreate = useCan(['RICHCARDS.CREATE']);
  const mayEdit = useCan(['RICHCARDS.EDIT']);
  const { draft, change, settle, markSaved, release } = useGuardedForm<CardDraft>({
    initial: () => (card ? toDraft(card) : emptyDraft()),
    isChanged: (one, other) => differs(toSave(one), toSave(other)),
  });
  const loaded = (of: RichCard) => ({ values: toSave(toDraft(of)), version: of.version });
  const versioned = useVersionedForm<ReturnType<typeof toSave>>({
    typed: toSave(draft),
    latest: card && loaded(card),
    load: async (client) => loaded(await client.fetchQuery({ ...cardQuery(card?.id ?? ''), staleTime: 0 })),
    onTake: (values, saved) => {
      settle(toDraft(saved));
      change(toDraft(values));
    },
    show: (_field, value) => (typeof value === 'object' ? JSON.stringify(value) : value),
  });
  const [faults, setFaults] = useState<SaidFault[]>([]);
  const faultOf: FaultOf = (field) => {
    const found = faults.filter((fault) => fault.field === field).map(({ message }) => message);
    return found.length > 0 ? [...new Set(found)].join(' ') : undefined;
  };

  const isSound = (): boolean => {
    const found = richCardFaults(toSave(draft)).map((fault): SaidFault => ({ field: fault.field, message: sayFault(fault) }));
    if (draft.name.trim() === '') found.unshift({ field: 'name', message: say('nameMissing') });
    setFaults(found);
    if (found.length > 0) showToast('error', say('someFaults'));
    return found.length === 0;
  };
  const handleSave = async () => {
    if (!isSound()) return;
    try {
      const stored = await versioned.save((values, version) =>
        save.mutateAsync({ ...(card && version !== undefined ? { id: card.id, version } : {}), save: values }),
      );
      if (!stored) return;
      markSaved(draft);
      versioned.settle(loaded(stored.answer));
      showToast('success', sayDone(stored.message, 'saved'));
      release();
      void navigate({ to: '/admin/richcard/$cardId', params: { cardId: stored.answer.id }, replace: !card });
    } catch (error) {
      setFaults(readFieldErrors(error));
      tellErrors(error as Error);
    }
  };
  return { draft, change, faultOf, mayChange: card ? mayEdit : mayCreate, isSaving: save.isPending, handleSave };
}
