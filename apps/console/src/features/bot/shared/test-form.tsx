import { ActionIcon, Button, Modal, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type BotTest, longestUtterance, mostTestValues, testOutOfScope } from '@parley/contract';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { focusFault } from '../../../lib/focus-fault.ts';
import { gone } from '../../../lib/gone.ts';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
import { IntentPicker } from './intent-picker.tsx';
import { type TestDraft, testsQuery, useSaveTest } from './test.queries.ts';
import classes from './test-form.module.css';
import { emptyTurn, readValues, writeValues } from './test-values.ts';

const mostTurns = 50;

/** The values of a line are one text while it is edited. */
type FormTurn = Omit<BotTest['turns'][number], 'values'> & { values: string };
type FormValues = Pick<TestDraft, 'id' | 'name'> & { turns: FormTurn[] };
const toForm = ({ turns, version: _version, ...test }: TestDraft): FormValues => ({
  ...test,
  turns: turns.map(({ values, ...turn }) => ({ ...turn, values: writeValues(values) })),
});

export type TestFormProps = { botId: string; draft: TestDraft | undefined; onClose: () => void };

/** A test: what is said, line by line, and what has to come of it. */
export function TestForm({ botId, draft, onClose }: TestFormProps) {
  const say = useWords(botWords.training);
  const save = useSaveTest(botId);
  const form = useForm<FormValues>({
    initialValues: toForm(draft ?? { name: '', turns: [emptyTurn] }),
    validate: {
      turns: {
        say: (text) => (text.trim() === '' ? say('mandatory') : null),
        values: (text) => (readValues(text) ? null : say('valuesInvalid', { most: mostTestValues })),
      },
    },
  });
  const { turns } = form.values;

  const versioned = useVersionedForm<FormValues>({
    typed: form.values,
    latest: draft?.version === undefined ? undefined : { values: toForm(draft), version: draft.version },
    load: async (client) => {
      const tests = await client.fetchQuery({ ...testsQuery(botId), staleTime: 0 });
      const test = tests.find(({ id }) => id === draft?.id) ?? gone();
      return { values: toForm(test), version: test.version };
    },
    onTake: (values, next) => {
      form.setInitialValues(next);
      form.setValues(values);
    },
  });

  const handleSubmit = async (values: FormValues) => {
    try {
      const saved = await versioned.save(
        (test, version) =>
          save.mutateAsync({
            ...test,
            turns: test.turns.map((turn) => ({ ...turn, values: readValues(turn.values) ?? [] })),
            ...(version === undefined ? {} : { version }),
          }),
        values,
      );
      if (!saved) return;
      showToast('success', say('testSaved'));
      onClose();
    } catch (error) {
      tellErrors(error);
    }
  };

  return (
    <Modal
      opened={draft !== undefined}
      onClose={onClose}
      title={say(draft?.id ? 'testTitle_edit' : 'testTitle_new')}
      size="lg"
      closeOnClickOutside={!form.isDirty()}
    >
      <DialogForm
        submit={say('save')}
        isBusy={save.isPending}
        onCancel={onClose}
        onSubmit={form.onSubmit((values) => void handleSubmit(values), focusFault(form))}
      >
        <TextInput label={say('testName')} description={say('testNameHint')} maxLength={200} {...form.getInputProps('name')} />
        {turns.map((turn, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is what it stands as, and its fields hold no state
          <fieldset key={index} className={classes.turn} aria-label={say('line', { number: index + 1 })}>
            <div className={classes.turnFields}>
              <TextInput
                className={classes.turnSay}
                label={say('say')}
                withAsterisk
                data-autofocus={index === 0 || undefined}
                maxLength={longestUtterance}
                {...form.getInputProps(`turns.${index}.say`)}
              />
              <IntentPicker
                botId={botId}
                by="name"
                label={say('expected')}
                extra={[
                  { value: '', label: say('anyIntent') },
                  { value: testOutOfScope, label: say('outOfScope') },
                ]}
                allowDeselect={false}
                value={turn.intent}
                onChange={(intent) => form.setFieldValue(`turns.${index}.intent`, intent)}
              />
              <TextInput
                label={say('reply')}
                description={say('replyHint')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                maxLength={1000}
                {...form.getInputProps(`turns.${index}.reply`)}
              />
              <Textarea
                label={say('values')}
                description={say('valuesHint')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                autosize
                minRows={1}
                maxRows={5}
                {...form.getInputProps(`turns.${index}.values`)}
              />
            </div>
            {turns.length > 1 ? (
              <ActionIcon aria-label={say('removeLine', { number: index + 1 })} onClick={() => form.removeListItem('turns', index)}>
                <IconTrash size={16} />
              </ActionIcon>
            ) : null}
          </fieldset>
        ))}
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={15} />}
            disabled={turns.length >= mostTurns}
            onClick={() => form.insertListItem('turns', { ...emptyTurn, values: '' })}
          >
            {say('addLine')}
          </Button>
        </div>
      </DialogForm>
    </Modal>
  );
}
