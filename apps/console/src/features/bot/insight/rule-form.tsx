import { Modal, MultiSelect, NumberInput, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { nativeOptions } from '../../../components/native-options.ts';
import { focusFault } from '../../../lib/focus-fault.ts';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { intentNamesQuery } from '../shared/bot.queries.ts';
import { type RuleDraft, useSaveRule } from './insight.queries.ts';

const empty: RuleDraft = { name: '', priority: 100, words: [], intents: [], department: '' };

export type RuleFormProps = { botId: string; draft: RuleDraft | undefined; onClose: () => void };

/** One rule: its class, and what puts a conversation into it. */
export function RuleForm({ botId, draft, onClose }: RuleFormProps) {
  const say = useWords(botWords.classification);
  const save = useSaveRule(botId);
  const { data: intents = [] } = useQuery({ ...intentNamesQuery(botId), enabled: draft !== undefined });
  const form = useForm<RuleDraft>({
    initialValues: draft ?? empty,
    validate: {
      name: (name) => (name.trim() === '' ? say('mandatory') : null),
      priority: (priority) => (Number.isInteger(priority) && priority >= 1 ? null : say('mandatory')),
      words: (words, values) => (words.length + values.intents.length === 0 ? say('needsReason') : null),
    },
  });
  const names = [...new Set([...intents.map(({ name }) => name), ...form.values.intents])];

  const handleSubmit = (values: RuleDraft) =>
    save.mutate(values, {
      onSuccess: () => {
        showToast('success', say('saved'));
        onClose();
      },
      onError: tellErrors,
    });

  return (
    <Modal
      opened={draft !== undefined}
      onClose={onClose}
      title={say(draft?.id ? 'title_edit' : 'title_new')}
      closeOnClickOutside={!form.isDirty()}
    >
      <DialogForm submit={say('save')} isBusy={save.isPending} onCancel={onClose} onSubmit={form.onSubmit(handleSubmit, focusFault(form))}>
        <TextInput label={say('name')} withAsterisk data-autofocus maxLength={100} {...form.getInputProps('name')} />
        <NumberInput
          label={say('priority')}
          description={say('priorityHint')}
          allowDecimal={false}
          min={1}
          max={1000}
          {...form.getInputProps('priority')}
        />
        <TagsInput
          label={say('words')}
          description={say('wordsHint')}
          maxTags={100}
          acceptValueOnBlur
          clearable
          {...form.getInputProps('words')}
        />
        <MultiSelect
          {...nativeOptions}
          label={say('intents')}
          description={say('intentsHint')}
          data={names}
          searchable
          clearable
          {...form.getInputProps('intents')}
        />
        <TextInput label={say('department')} maxLength={100} {...form.getInputProps('department')} />
      </DialogForm>
    </Modal>
  );
}
