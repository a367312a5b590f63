import { ColorInput, Modal, Switch, TextInput } from '@mantine/core';
import type { ChatLabel } from '@parley/contract';
import { DialogForm } from '../../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../../components/save-failure.tsx';
import { gone } from '../../../../lib/gone.ts';
import { showToast } from '../../../../lib/toasts.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatSettingsWords } from '../../../../locales/chat-settings.ts';
import { commonWords } from '../../../../locales/common.ts';
import { useRecordDialog } from '../../../account/shared/use-record-form.ts';
import { type LabelDraft, labelsQuery, useSaveLabel } from './label.queries.ts';

/** Colours that can be told apart; others may be mixed. */
const swatches = ['#868e96', '#c92a2a', '#e67700', '#5c940d', '#1f6f78', '#1864ab', '#5f3dc4', '#a61e4d'];
const toDraft = (label: ChatLabel | undefined): LabelDraft => ({
  name: label?.name ?? '',
  colour: label?.colour ?? '#868e96',
  isActive: label?.isActive ?? true,
});

export type LabelFormProps = { deptId: string; label: ChatLabel | undefined; onClose: () => void };

/** A label's name and colour, and whether it is offered; a new one without `label`. */
export function LabelForm({ deptId, label, onClose }: LabelFormProps) {
  const say = useWords(chatSettingsWords.label);
  const sayCommon = useWords(commonWords.ui);
  const sayDone = useWords(commonWords.done);
  const save = useSaveLabel(deptId);
  const form = useRecordDialog({
    record: label,
    toDraft,
    read: async (client) =>
      (await client.fetchQuery({ ...labelsQuery(deptId), staleTime: 0 })).find(({ id }) => id === label?.id) ?? gone(),
    check: ({ name }) => ({ name: name.trim() === '' && say('nameEmpty') }),
    save: (draft, version) => save.mutateAsync({ ...draft, ...(label && version !== undefined ? { id: label.id, version } : {}) }),
    onSaved: () => {
      showToast('success', sayDone(label ? 'saved' : 'added'));
      onClose();
    },
  });
  const { field, box } = form;
  return (
    <Modal opened onClose={onClose} title={label ? say('editTitle', { name: label.name }) : say('addTitle')}>
      <DialogForm submit={sayCommon(label ? 'save' : 'create')} isBusy={form.isBusy} onCancel={onClose} onSubmit={form.handleSubmit}>
        {form.failure && Object.keys(form.faults).length === 0 ? <SaveFailure error={form.failure} /> : null}
        <TextInput data-autofocus label={say('name')} withAsterisk maxLength={80} {...field('name')} />
        <ColorInput label={say('colour')} format="hex" swatches={swatches} {...field('colour')} />
        <Switch label={say('active')} description={say('activeHint')} {...box('isActive')} />
      </DialogForm>
    </Modal>
  );
}
