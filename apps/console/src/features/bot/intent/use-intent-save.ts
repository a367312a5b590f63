import type { Intent } from '@parley/contract';
import { useMemo, useRef } from 'react';
import { isToldAlready } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { inEnglish } from '../../../lib/i18n.ts';
import { showToast } from '../../../lib/toasts.ts';
import { botWords } from '../../../locales/bot.ts';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
import { intentQuery, useSaveIntent } from './intent.queries.ts';
import { contentOf, type IntentContent, type IntentDraft, toBody, toDraft } from './intent-draft.ts';

type IntentSaveOptions = {
  botId: string;
  storyId: string;
  intent: Intent | undefined;
  draft: IntentDraft;
  /** Another one has saved: the merged draft takes the place of the typed one. */
  onTake: (source: Intent | undefined, merged: IntentDraft) => void;
  onSaved: (answer: Intent, sent: IntentDraft) => void;
  onNameTaken: () => void;
};

/** Lists of an intent as lines of words. */
function showContent(field: string, value: unknown): unknown {
  if (field === 'utterances') return (value as IntentContent['utterances']).map(({ utterance }) => utterance);
  if (field === 'responses') return (value as IntentContent['responses']).map(({ response }) => response ?? '').join('');
  if (field === 'entities') return (value as IntentContent['entities']).map(({ name, entityName }) => `${name} (${entityName})`);
  return value;
}

/** The save of an intent, which asks first where somebody else was quicker, and tells what came of it. */
export function useIntentSave({ botId, storyId, intent, draft, onTake, onSaved, onNameTaken }: IntentSaveOptions) {
  const save = useSaveIntent(botId);
  const content = useMemo(() => contentOf(draft), [draft]);
  const loaded = (of: Intent) => ({ values: contentOf(toDraft(of)), version: of.version });
  const read = useRef(intent);
  const versioned = useVersionedForm<IntentContent>({
    typed: content,
    latest: intent && loaded(intent),
    load: async (client) => {
      read.current = await client.fetchQuery({ ...intentQuery(botId, storyId, intent?.id ?? ''), staleTime: 0 });
      return loaded(read.current);
    },
    onTake: (values) => onTake(read.current, toDraft(values)),
    fields: { responses: 'response', entities: 'parameters' },
    show: (field, value) => showContent(field, value),
  });

  const write = async (sent: IntentDraft) => {
    const ids = { agentId: botId, storyId, ...(intent ? { id: intent.id } : {}) };
    try {
      const saved = await versioned.save(
        (values, version) => save.mutateAsync({ ...toBody(toDraft(values), ids), ...(version === undefined ? {} : { version }) }),
        contentOf(sent),
      );
      if (!saved) {
        save.reset();
        return;
      }
      const { answer, message } = saved;
      // Saved and yet not: the name was taken (INTENT-055, INTENT-058).
      if (!answer) {
        showToast('error', inEnglish(message) || botWords.intentTexts('duplicate'));
        onNameTaken();
        return;
      }
      showToast('success', inEnglish(message) || botWords.intentTexts('saved'));
      read.current = answer;
      versioned.settle(loaded(answer));
      onSaved(answer, sent);
    } catch (error) {
      if (isToldAlready(error)) return;
      const { httpStatus, message } = describeFailure(error);
      // A call that finds no server has a text of its own (INTENT-057); what the server refuses, it says itself (INTENT-056).
      showToast('error', httpStatus ? message : botWords.intentTexts('nameRequired'));
    }
  };
  return { write, isSaving: save.isPending, error: save.error, forget: save.reset };
}
