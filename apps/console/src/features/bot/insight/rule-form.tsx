import { Modal, MultiSelect, NumberInput, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { nativeOptions } from '../../../components/native-options.ts';
import { focusFault } from '../../../lib/focus-fault.ts';
import { gone } from '../../../lib/gone.ts';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
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
  const form = useForm<RuleValues>({
    initialValues: draft ? valuesOf(draft) : empty,
    validate: {
      name: (name) => (name.trim() === '' ? say('mandatory') : null),
      priority: (priority) => (Number.isInteger(priority) && priority >= 1 ? null : say('mandatory')),
      words: (words, values) => (words.length + values.intents.length === 0 ? say('needsReason') : null),
    },
  });
  const names = [...new Set([...intents.map(({ name }) => name), ...form.values.intents])];

  const versioned = useVersionedForm<RuleValues>({
    typed: form.values,
    latest: draft?.version === undefined ? undefined : { values: valuesOf(draft), version: draft.version },
    load: async (client) => {
      const { rules } = await client.fetchQuery({ ...rulesQuery(botId, 1), staleTime: 0 });
      const { version, ...values } = rules.find(({ id }) => id === draft?.id) ?? gone();
      return { values, version };
    },
    onTake: (values, next) => {
      form.setInitialValues(next);
      form.setValues(values);
    },
  });

  const handleSubmit = async (values: RuleValues) => {
    try {
      const saved = await versioned.save(
        (next, version) => save.mutateAsync({ ...next, ...(version === undefined ? {} : { version }) }),
        values,
      );
      if (!saved) return;
      showToast('success', say('saved'));
      onClose();
    } catch (error) {
      tellErrors(error);
    }
  };

  return (
    <Modal
      opened={draft !== undefined}
      onClose={onClose}
      title={say(draft?.id ? 'title_edit' : 'title_new')}
      closeOnClickOutside={!form.isDirty()}
    >
      <DialogForm
        submit={say('save')}
        isBusy={save.isPending}
        onCancel={onClose}
        onSubmit={form.onSubmit((values) => void handleSubmit(values), focusFault(form))}
      >
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
