import { ActionIcon, Button, Modal, Textarea, TextInput } from '@mantine/core';
import { type BotTest, longestUtterance, mostTestValues, testOutOfScope } from '@parley/contract';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { gone } from '../../../lib/gone.ts';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { useRecordDialog } from '../../account/shared/use-record-form.ts';
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
  const form = useRecordDialog({
    record: draft?.version === undefined ? undefined : { values: toForm(draft), version: draft.version },
    toDraft: (of) => of?.values ?? toForm(draft ?? { name: '', turns: [emptyTurn] }),
    read: async (client) => {
      const tests = await client.fetchQuery({ ...testsQuery(botId), staleTime: 0 });
      const test = tests.find(({ id }) => id === draft?.id) ?? gone();
      return { values: toForm(test), version: test.version };
    },
    check: ({ turns }) =>
      Object.fromEntries(
        turns.flatMap((turn, index) => [
          [`turns.${index}.say`, turn.say.trim() === '' && say('mandatory')],
          [`turns.${index}.values`, !readValues(turn.values) && say('valuesInvalid', { most: mostTestValues })],
        ]),
      ),
    save: (test, version) =>
      save.mutateAsync({
        ...test,
        turns: test.turns.map((turn) => ({ ...turn, values: readValues(turn.values) ?? [] })),
        ...(version === undefined ? {} : { version }),
      }),
    onSaved: () => {
      showToast('success', say('testSaved'));
      onClose();
    },
    onRefused: tellErrors,
  });
  const { turns } = form.draft;

  return (
    <Modal
      opened={draft !== undefined}
      onClose={onClose}
      title={say(draft?.id ? 'testTitle_edit' : 'testTitle_new')}
      size="lg"
      closeOnClickOutside={!form.isDirty}
    >
      <DialogForm submit={say('save')} isBusy={form.isBusy} onCancel={onClose} onSubmit={form.handleSubmit}>
        <TextInput label={say('testName')} description={say('testNameHint')} maxLength={200} {...form.field('name')} />
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
                {...form.field(`turns.${index}.say`)}
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
                onChange={(intent) => form.setField(`turns.${index}.intent`, intent)}
              />
              <TextInput
                label={say('reply')}
                description={say('replyHint')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                maxLength={1000}
                {...form.field(`turns.${index}.reply`)}
              />
              <Textarea
                label={say('values')}
                description={say('valuesHint')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                autosize
                minRows={1}
                maxRows={5}
                {...form.field(`turns.${index}.values`)}
              />
            </div>
            {turns.length > 1 ? (
              <ActionIcon
                aria-label={say('removeLine', { number: index + 1 })}
                onClick={() => form.change({ turns: turns.filter((one) => one !== turn) })}
              >
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
            onClick={() => form.change({ turns: [...turns, { ...emptyTurn, values: '' }] })}
          >
            {say('addLine')}
          </Button>
        </div>
      </DialogForm>
    </Modal>
  );
}
