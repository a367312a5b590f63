import { Modal, Textarea } from '@mantine/core';
import { longestUtterance } from '@parley/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { api } from '../../../lib/api.ts';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { botKeys, intentNamesQuery } from '../shared/bot.queries.ts';
import { IntentPicker } from '../shared/intent-picker.tsx';
import type { Turn } from './use-try-it.ts';

export type AddPhraseDialogProps = { botId: string; turn: Turn | undefined; onClose: () => void };

/** Makes what was said a phrase of an intent; the bot knows it after the next training. */
export function AddPhraseDialog({ botId, turn, onClose }: AddPhraseDialogProps) {
  const say = useWords(botWords.tryIt);
  return (
    <Modal opened={turn !== undefined} onClose={onClose} title={say('addToIntent')} closeOnClickOutside={false}>
      {turn ? <AddPhraseForm botId={botId} turn={turn} onClose={onClose} /> : null}
    </Modal>
  );
}

function useAddPhrase(botId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: ({ intentId, phrase }: { intentId: string; phrase: string }) =>
      api.intents.addPhrases({ params: { agentId: botId, intentId }, body: { phrases: [phrase] } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: botKeys.details(botId) }),
        client.invalidateQueries({ queryKey: botKeys.intents(botId) }),
      ]),
  });
}

function AddPhraseForm({ botId, turn, onClose }: { botId: string; turn: Turn; onClose: () => void }) {
  const say = useWords(botWords.tryIt);
  const { data: intents = [] } = useQuery(intentNamesQuery(botId));
  const add = useAddPhrase(botId);
  const form = useForm({
    initial: { intentId: '', phrase: turn.said.slice(0, longestUtterance) },
    check: ({ intentId, phrase }) => ({
      intentId: intentId === '' && say('intentMissing'),
      phrase: phrase.trim() === '' && say('phraseMissing'),
    }),
  });
  const nearest = turn.answer?.details?.intent;

  const handleSubmit = (values: { intentId: string; phrase: string }) => {
    const name = intents.find(({ id }) => id === values.intentId)?.name ?? '';
    add.mutate(values, {
      onSuccess: ({ addedCount }) => {
        showToast(addedCount > 0 ? 'success' : 'warning', say(addedCount > 0 ? 'phraseAdded' : 'phraseKnown', { name }));
        onClose();
      },
      onError: tellErrors,
    });
  };

  return (
    <DialogForm submit={say('add')} isBusy={add.isPending} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
      <Textarea label={say('phrase')} withAsterisk autosize maxRows={6} maxLength={longestUtterance} {...form.field('phrase')} />
      <IntentPicker
        botId={botId}
        by="id"
        withAsterisk
        data-autofocus
        firstId={intents.find(({ name }) => name === nearest)?.id}
        value={form.draft.intentId}
        error={form.faults.intentId}
        onChange={(id) => form.change({ intentId: id })}
      />
    </DialogForm>
  );
}
