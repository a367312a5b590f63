import { Modal, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { type ChatField, chatFieldKinds } from '@parley/contract';
import { DialogForm } from '../../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../../components/save-failure.tsx';
import { showToast } from '../../../../lib/toasts.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatFieldWords } from '../../../../locales/chat-field.ts';
import { commonWords } from '../../../../locales/common.ts';
import { useRecordDialog } from '../../../account/shared/use-record-form.ts';
import { type FieldBody, fieldQuery, useSaveField } from './field.queries.ts';

/** @property options one a line */
type Draft = Omit<FieldBody, 'options'> & { options: string };

const toDraft = (field: FieldBody | undefined): Draft => ({
  name: field?.name ?? '',
  kind: field?.kind ?? 'text',
  options: field?.options.join('\n') ?? '',
  isRequired: field?.isRequired ?? false,
  isActive: field?.isActive ?? true,
});
const linesOf = (options: string): string[] =>
  options
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
const toBody = ({ options, ...draft }: Draft): FieldBody => ({ ...draft, options: draft.kind === 'choice' ? linesOf(options) : [] });

export type FieldFormProps = { deptId: string; field: ChatField | undefined; onClose: () => void };

/** A field of chats; a new one without `field`. The kind is chosen once. */
export function FieldForm({ deptId, field: record, onClose }: FieldFormProps) {
  const say = useWords(chatFieldWords.field);
  const sayKind = useWords(chatFieldWords.kind);
  const sayCommon = useWords(commonWords.ui);
  const sayDone = useWords(commonWords.done);
  const save = useSaveField(deptId);
  const form = useRecordDialog({
    record,
    toDraft,
    toBody,
    fromBody: toDraft,
    read: (client) => client.fetchQuery({ ...fieldQuery(record?.id ?? ''), staleTime: 0 }),
    check: ({ name, kind, options }: Draft) => ({
      name: name.trim() === '' && say('nameEmpty'),
      options: kind === 'choice' && linesOf(options).length === 0 && say('optionsEmpty'),
    }),
    fieldOf: (path) => path.split('.')[0],
    save: (body, version) => save.mutateAsync({ ...body, ...(record && version !== undefined ? { id: record.id, version } : {}) }),
    onSaved: () => {
      showToast('success', sayDone(record ? 'saved' : 'added'));
      onClose();
    },
  });
  const { draft, field, box, choice } = form;
  return (
    <Modal opened onClose={onClose} title={record ? say('editTitle', { name: record.name }) : say('addTitle')}>
      <DialogForm submit={sayCommon(record ? 'save' : 'create')} isBusy={form.isBusy} onCancel={onClose} onSubmit={form.handleSubmit}>
        {form.failure && Object.keys(form.faults).length === 0 ? <SaveFailure error={form.failure} /> : null}
        <TextInput data-autofocus label={say('name')} withAsterisk maxLength={80} {...field('name')} />
        <Select
          label={say('kind')}
          description={say('kindHint')}
          allowDeselect={false}
          disabled={record !== undefined}
          data={chatFieldKinds.map((kind) => ({ value: kind, label: sayKind(kind) }))}
          {...choice('kind')}
        />
        {draft.kind === 'choice' ? (
          <Textarea label={say('options')} description={say('optionsHint')} withAsterisk autosize minRows={3} {...field('options')} />
        ) : null}
        <Switch label={say('required')} description={say('requiredHint')} {...box('isRequired')} />
        <Switch label={say('active')} description={say('activeHint')} {...box('isActive')} />
      </DialogForm>
    </Modal>
  );
}
