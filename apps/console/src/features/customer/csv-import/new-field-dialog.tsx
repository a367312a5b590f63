import { Modal, Select, TextInput } from '@mantine/core';
import type { SystemHeader } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { readFieldErrors } from '../../../lib/errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { customerWords } from '../../../locales/customer.ts';
import { displayNameOf } from '../shared/display-name.ts';
import { type FieldKind, fieldKinds, toFieldName, useCreateField } from './new-field.queries.ts';

export type NewFieldDialogProps = {
  /** Columns of the file that fill no field. */
  columns: readonly string[];
  onCreated: (field: SystemHeader, column: string) => void;
  onClose: () => void;
};

/** Names that a column gives its field at first. */
const namedBy = (column: string) => ({ column, fieldLabel: column, fieldName: toFieldName(column) });

/** Makes a field of customers out of a column that fills none; further rules of the field are set among the attributes. */
export function NewFieldDialog({ columns, onCreated, onClose }: NewFieldDialogProps) {
  const say = useWords(customerWords.csvImport);
  const sayField = useWords(customerWords.attribute);
  const sayCommon = useWords(commonWords.ui);
  const form = useForm({ initial: () => ({ ...namedBy(columns[0] ?? ''), kind: 'text' as FieldKind }) });
  const { column, fieldLabel, fieldName, kind } = form.draft;
  const create = useCreateField();
  const faults = readFieldErrors(create.error);
  const hidden = faults.filter(({ field }) => field !== 'fieldLabel' && field !== 'fieldName').map(({ message }) => message);

  const handleColumn = (next: string | null) => {
    if (!next) return;
    form.change(namedBy(next));
    create.reset();
  };
  const handleSubmit = () =>
    create.mutate(
      { label: fieldLabel.trim(), fieldName: fieldName.trim(), kind },
      {
        onSuccess: (made) => onCreated(made, column),
        onError: (error) => form.setFaults(Object.fromEntries(readFieldErrors(error).map(({ field, message }) => [field, message]))),
      },
    );

  return (
    <Modal opened onClose={onClose} title={say('newField')} size="sm">
      <DialogForm
        submit={say('createField')}
        isBusy={create.isPending}
        isDisabled={fieldLabel.trim() === '' || fieldName.trim() === ''}
        onCancel={onClose}
        onSubmit={form.submit(handleSubmit)}
      >
        {create.error ? <SaveFailure error={create.error} lines={hidden} /> : null}
        <Select
          label={say('fixColumn')}
          data={[...columns]}
          value={column}
          searchable
          allowDeselect={false}
          nothingFoundMessage={sayCommon('nothingMatches')}
          onChange={handleColumn}
        />
        <TextInput label={sayField('fieldLabel')} required maxLength={120} {...form.field('fieldLabel')} />
        <TextInput
          label={sayField('fieldName')}
          description={sayField('fieldNameHint')}
          required
          maxLength={60}
          spellCheck={false}
          {...form.field('fieldName')}
        />
        <Select
          label={sayField('fieldType')}
          data={fieldKinds.map((value) => ({ value, label: displayNameOf(value) }))}
          allowDeselect={false}
          {...form.field('kind')}
        />
      </DialogForm>
    </Modal>
  );
}
