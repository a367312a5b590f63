import { Modal, Select, TextInput } from '@mantine/core';
import type { SystemHeader } from '@parley/contract';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { readFieldErrors } from '../../../lib/errors.ts';
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

/** Makes a field of customers out of a column that fills none; further rules of the field are set among the attributes. */
export function NewFieldDialog({ columns, onCreated, onClose }: NewFieldDialogProps) {
  const say = useWords(customerWords.csvImport);
  const sayField = useWords(customerWords.attribute);
  const sayCommon = useWords(commonWords.ui);
  const [column, setColumn] = useState(columns[0] ?? '');
  const [label, setLabel] = useState(column);
  const [fieldName, setFieldName] = useState(toFieldName(column));
  const [kind, setKind] = useState<FieldKind>('text');
  const create = useCreateField();
  const faults = new Map(create.error ? readFieldErrors(create.error).map(({ field, message }) => [field, message]) : []);
  const hidden = [...faults].filter(([field]) => field !== 'fieldLabel' && field !== 'fieldName').map(([, message]) => message);

  const handleColumn = (next: string | null) => {
    if (!next) return;
    setColumn(next);
    setLabel(next);
    setFieldName(toFieldName(next));
    create.reset();
  };
  const handleSubmit = () =>
    create.mutate({ label: label.trim(), fieldName: fieldName.trim(), kind }, { onSuccess: (field) => onCreated(field, column) });

  return (
    <Modal opened onClose={onClose} title={say('newField')} size="sm">
      <DialogForm
        submit={say('createField')}
        isBusy={create.isPending}
        isDisabled={label.trim() === '' || fieldName.trim() === ''}
        onCancel={onClose}
        onSubmit={handleSubmit}
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
        <TextInput
          label={sayField('fieldLabel')}
          required
          maxLength={120}
          value={label}
          error={faults.get('fieldLabel')}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <TextInput
          label={sayField('fieldName')}
          description={sayField('fieldNameHint')}
          required
          maxLength={60}
          spellCheck={false}
          value={fieldName}
          error={faults.get('fieldName')}
          onChange={(event) => setFieldName(event.currentTarget.value)}
        />
        <Select
          label={sayField('fieldType')}
          data={fieldKinds.map((value) => ({ value, label: displayNameOf(value) }))}
          value={kind}
          allowDeselect={false}
          onChange={(next) => next && setKind(next as FieldKind)}
        />
      </DialogForm>
    </Modal>
  );
}
