import { Modal, MultiSelect, Text, TextInput } from '@mantine/core';
import type { CustomerSet, Selection } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { sayDone } from '../../../lib/done.ts';
import { gone } from '../../../lib/gone.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { useRecordDialog } from '../../account/shared/use-record-form.ts';
import { type SetKind, setsQuery, useSaveSet } from '../shared/set.queries.ts';
import { useStartBulk } from './bulk.queries.ts';
import { tellFailure, useAddToSets, useRefreshPhoneBook } from './phone-book.queries.ts';
import classes from './set-popups.module.css';
import type { Picked } from './use-picked.ts';

/** One value for all popups, so that only one can be open (PHONE-033). */
export type Popup =
  | { type: 'createGroup' | 'createLabel' | 'moveGroup' | 'attachLabel' }
  | { type: 'renameGroup' | 'renameLabel'; set: CustomerSet };

export type SetPopupsProps = {
  popup: Popup | undefined;
  picked: Picked;
  selection: Selection;
  onClose: () => void;
  /** Ticked rows were gone through. */
  onAdded: () => void;
};

export function SetPopups({ popup, picked, selection, onClose, onAdded }: SetPopupsProps) {
  const t = useWords(customerWords.phoneBook);
  const isAdding = popup?.type === 'moveGroup' || popup?.type === 'attachLabel';
  const kind = popup?.type.endsWith('Group') ? 'group' : 'label';
  const set = popup && 'set' in popup ? popup.set : undefined;
  return (
    <Modal opened={popup !== undefined} onClose={onClose} title={popup ? t(popup.type) : ''} size="sm">
      {/* The key resets the form whenever another popup takes its place (PHONE-034). */}
      {popup && !isAdding ? <NameForm key={popup.type} kind={kind} set={set} onClose={onClose} /> : null}
      {popup && isAdding ? (
        <AddForm
          key={popup.type}
          kind={kind}
          picked={picked}
          selection={selection}
          onCancel={onClose}
          onDone={() => {
            onClose();
            onAdded();
          }}
        />
      ) : null}
    </Modal>
  );
}

function NameForm({ kind, set, onClose }: { kind: SetKind; set: CustomerSet | undefined; onClose: () => void }) {
  const t = useWords(customerWords.phoneBook);
  const save = useSaveSet(kind);
  const refresh = useRefreshPhoneBook();
  const form = useRecordDialog({
    record: set,
    toDraft: (of) => ({ name: of?.name ?? '' }),
    read: async (client) => {
      const sets = await client.fetchQuery({ ...setsQuery(kind), staleTime: 0 });
      return sets.find(({ id }) => id === set?.id) ?? gone();
    },
    check: ({ name }) => ({ name: name.trim() === '' && t('required') }),
    save: ({ name }, version) => save.mutateAsync({ ...(set && version !== undefined ? { id: set.id, version } : {}), name: name.trim() }),
    onSaved: ({ message }) => {
      showToast('success', sayDone(message, 'saved'));
      // Rows carry the names of their groups and labels.
      if (set) void refresh();
      onClose();
    },
    onRefused: tellFailure,
  });
  const field = form.field('name');
  const handleSubmit = form.submit(() => (form.isBusy ? undefined : form.save()));
  return (
    <DialogForm
      submit={t('save')}
      isBusy={form.isBusy}
      isDisabled={form.draft.name.trim() === ''}
      onCancel={onClose}
      onSubmit={handleSubmit}
    >
      <TextInput
        label={t(kind === 'group' ? 'groupName' : 'labelName')}
        placeholder={t(kind === 'group' ? 'groupPlaceholder' : 'labelPlaceholder')}
        required
        data-autofocus
        maxLength={60}
        {...field}
        onBlur={(event) => {
          // Leaving for Cancel is no mistake to point out.
          if (!event.relatedTarget?.closest('[data-cancel]')) form.checkField('name');
        }}
        onChange={(event) => {
          field.onChange(event);
          form.checkField('name');
        }}
      />
    </DialogForm>
  );
}

type AddFormProps = { kind: SetKind; picked: Picked; selection: Selection; onCancel: () => void; onDone: () => void };

function AddForm({ kind, picked, selection, onCancel, onDone }: AddFormProps) {
  const t = useWords(customerWords.phoneBook);
  const sets = useQuery(setsQuery(kind));
  const add = useAddToSets(kind);
  const start = useStartBulk();
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm<{ setIds: string[] }>({
    initial: { setIds: [] },
    check: ({ setIds }) => ({ setIds: setIds.length === 0 && t('required') }),
    checkOn: 'typing',
  });
  const isBusy = add.isPending || start.isPending;
  const handleSubmit = ({ setIds }: typeof form.draft) => {
    if (isBusy) return;
    if (picked.isWhole) {
      start.mutate({ action: kind, selection, setIds, key }, { onSuccess: onDone });
      return;
    }
    add.mutate(
      { setIds, customerIds: picked.ids },
      {
        onSuccess: ({ message }) => {
          showToast('success', sayDone(message, 'added'));
          onDone();
        },
      },
    );
  };
  return (
    <DialogForm submit={t('save')} isBusy={isBusy} onCancel={onCancel} onSubmit={form.submit(handleSubmit)}>
      <MultiSelect
        label={t(kind === 'group' ? 'addToGroup' : 'attachLabel')}
        description={t(kind === 'group' ? 'moveHint' : 'attachHint', { count: picked.count })}
        placeholder={form.draft.setIds.length === 0 ? t(kind === 'group' ? 'chooseGroups' : 'chooseLabels') : ''}
        nothingFoundMessage={t('noneFound')}
        searchable
        required
        hidePickedOptions
        classNames={{ input: classes.many, inputField: classes.field }}
        openOnFocus={false}
        data-autofocus
        data={(sets.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        {...form.field('setIds')}
      />
      {sets.isError ? (
        <Text size="sm" c="red" role="alert">
          {t('couldNotLoad')}
        </Text>
      ) : null}
    </DialogForm>
  );
}
