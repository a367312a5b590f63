import { Modal, MultiSelect, NumberInput, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { nativeOptions } from '../../../components/native-options.ts';
import { gone } from '../../../lib/gone.ts';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { useRecordDialog } from '../../account/shared/use-record-form.ts';
import { intentNamesQuery } from '../shared/bot.queries.ts';
import { type RuleDraft, rulesQuery, useSaveRule } from './insight.queries.ts';

type RuleValues = Omit<RuleDraft, 'version'>;
const valuesOf = ({ version: _version, ...values }: RuleDraft): RuleValues => values;
const empty: RuleValues = { name: '', priority: 100, words: [], intents: [], department: '' };

export type RuleFormProps = { botId: string; draft: RuleDraft | undefined; onClose: () => void };

/** One rule: its class, and what puts a conversation into it. */
export function RuleForm({ botId, draft, onClose }: RuleFormProps) {
  const say = useWords(botWords.classification);
  const save = useSaveRule(botId);
  const { data: intents = [] } = useQuery({ ...intentNamesQuery(botId), enabled: draft !== undefined });
  const form = useRecordDialog({
    record: draft?.version === undefined ? undefined : { values: valuesOf(draft), version: draft.version },
    toDraft: (of) => of?.values ?? (draft ? valuesOf(draft) : empty),
    read: async (client) => {
      const { rules } = await client.fetchQuery({ ...rulesQuery(botId, 1), staleTime: 0 });
      const { version, ...values } = rules.find(({ id }) => id === draft?.id) ?? gone();
      return { values, version };
    },
    check: ({ name, priority, words, intents: chosen }) => ({
      name: name.trim() === '' && say('mandatory'),
      priority: !(Number.isInteger(priority) && priority >= 1) && say('mandatory'),
      words: words.length + chosen.length === 0 && say('needsReason'),
    }),
    save: (next, version) => save.mutateAsync({ ...next, ...(version === undefined ? {} : { version }) }),
    onSaved: () => {
      showToast('success', say('saved'));
      onClose();
    },
    onRefused: tellErrors,
  });
  const names = [...new Set([...intents.map(({ name }) => name), ...form.draft.intents])];

  return (
    <Modal
      opened={draft !== undefined}
      onClose={onClose}
      title={say(draft?.id ? 'title_edit' : 'title_new')}
      closeOnClickOutside={!form.isDirty}
    >
      <DialogForm submit={say('save')} isBusy={form.isBusy} onCancel={onClose} onSubmit={form.handleSubmit}>
        <TextInput label={say('name')} withAsterisk data-autofocus maxLength={100} {...form.field('name')} />
        <NumberInput
          label={say('priority')}
          description={say('priorityHint')}
          allowDecimal={false}
          min={1}
          max={1000}
          {...form.field('priority')}
        />
        <TagsInput label={say('words')} description={say('wordsHint')} maxTags={100} acceptValueOnBlur clearable {...form.field('words')} />
        <MultiSelect
          {...nativeOptions}
          label={say('intents')}
          description={say('intentsHint')}
          data={names}
          searchable
          clearable
          {...form.field('intents')}
        />
        <TextInput label={say('department')} maxLength={100} {...form.field('department')} />
      </DialogForm>
    </Modal>
  );
}
