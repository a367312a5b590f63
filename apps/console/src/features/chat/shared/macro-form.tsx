import { ActionIcon, Button, Fieldset, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type Macro, type MacroScope, macroStepsMax } from '@parley/contract';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { chatMacroWords } from '../../../locales/chat-macro.ts';
import { commonWords } from '../../../locales/common.ts';
import { useRecordDialog } from '../../account/shared/use-record-form.ts';
import { macroQuery, useSaveMacro } from './macro.queries.ts';
import { checkMacro, fieldOfPath, type MacroDraft, newStep, toBody, toDraft } from './macro-draft.ts';
import { MacroStepFields, type StepChoices } from './macro-step-fields.tsx';

export type MacroFormProps = {
  scope: MacroScope;
  deptId: string;
  macro: Macro | undefined;
  choices: StepChoices;
  onClose: () => void;
};

/** A macro with its letter and steps; a new one without `macro`. */
export function MacroForm({ scope, deptId, macro, choices, onClose }: MacroFormProps) {
  const say = useWords(chatMacroWords.macro);
  const sayCommon = useWords(commonWords.ui);
  const sayDone = useWords(commonWords.done);
  const save = useSaveMacro(scope, deptId);
  const form = useRecordDialog({
    record: macro,
    toDraft,
    toBody,
    fromBody: toDraft,
    read: (client) => client.fetchQuery({ ...macroQuery(macro?.id ?? ''), staleTime: 0 }),
    check: (draft: MacroDraft) => checkMacro(draft, say),
    fieldOf: fieldOfPath,
    save: (body, version) => save.mutateAsync({ ...body, ...(macro && version !== undefined ? { id: macro.id, version } : {}) }),
    onSaved: () => {
      showToast('success', sayDone(macro ? 'saved' : 'added'));
      onClose();
    },
  });
  const { field, draft } = form;
  const setSteps = (steps: MacroDraft['steps']) => form.change({ steps });
  const move = (place: number, by: 1 | -1) => {
    const step = draft.steps[place];
    if (step) setSteps(draft.steps.toSpliced(place, 1).toSpliced(place + by, 0, step));
  };
  return (
    <Modal opened onClose={onClose} size="lg" title={macro ? say('editTitle', { name: macro.name }) : say('addTitle')}>
      <DialogForm submit={sayCommon(macro ? 'save' : 'create')} isBusy={form.isBusy} onCancel={onClose} onSubmit={form.handleSubmit}>
        {form.failure && Object.keys(form.faults).length === 0 ? <SaveFailure error={form.failure} /> : null}
        <TextInput data-autofocus label={say('name')} withAsterisk maxLength={80} {...field('name')} />
        <TextInput label={say('letter')} description={say('letterHint')} maxLength={1} w={220} {...field('letter')} />
        <Stack gap="sm">
          {draft.steps.map((step, place) => {
            const said = { place: place + 1 };
            return (
              <Fieldset key={step.key} legend={say('step', said)}>
                <MacroStepFields place={place} step={step} form={form} choices={choices} />
                <Group gap={4} mt="xs" justify="flex-end">
                  <ActionIcon aria-label={say('stepUp', said)} disabled={place === 0} onClick={() => move(place, -1)}>
                    <IconArrowUp size={16} />
                  </ActionIcon>
                  <ActionIcon aria-label={say('stepDown', said)} disabled={place === draft.steps.length - 1} onClick={() => move(place, 1)}>
                    <IconArrowDown size={16} />
                  </ActionIcon>
                  <ActionIcon aria-label={say('stepRemove', said)} color="red" onClick={() => setSteps(draft.steps.toSpliced(place, 1))}>
                    <IconTrash size={16} />
                  </ActionIcon>
                </Group>
              </Fieldset>
            );
          })}
          {form.faults.steps ? (
            <Text size="sm" c="red" role="alert">
              {form.faults.steps}
            </Text>
          ) : null}
          {draft.steps.length < macroStepsMax ? (
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setSteps([...draft.steps, newStep()])}
            >
              {say('addStep')}
            </Button>
          ) : null}
        </Stack>
      </DialogForm>
    </Modal>
  );
}
