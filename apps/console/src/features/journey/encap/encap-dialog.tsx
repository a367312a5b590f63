import { Modal, Select, Text, TextInput } from '@mantine/core';
import type { EncapItem } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { nativeOptions } from '../../../components/native-options.ts';
import { ReasonField } from '../../../components/reason-field.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { sayReason } from '../../../lib/reason.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import { languageOptions } from '../../channel/shared/language-name.ts';
import { ImportDialog } from '../shared/import-dialog.tsx';
import { useCreateEncap, useRemoveEncap, useRetireEncap } from './encap.queries.ts';

export type OpenDialog = { dialog: 'new' | 'import' } | { dialog: 'retire' | 'delete'; encap: EncapItem };

type EncapDialogProps = {
  open: OpenDialog;
  onClose: () => void;
  /** Called after the encap is deleted, so that its own screen leads elsewhere */
  onGone?: () => void;
};

/** Dialogs that ask before something is done with encaps. All of them load together, once the first one is opened. */
export function EncapDialog({ open, onClose, onGone }: EncapDialogProps) {
  switch (open.dialog) {
    case 'new':
      return <NewDialog onClose={onClose} />;
    case 'import':
      return <ImportDialog kind="encap" onClose={onClose} />;
    case 'retire':
      return <RetireDialog encap={open.encap} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog encap={open.encap} onClose={onClose} {...(onGone ? { onGone } : {})} />;
  }
}

/** A new encap, which opens where it is drawn. */
function NewDialog({ onClose }: { onClose: () => void }) {
  const say = useWords(encapWords.list);
  const navigate = useNavigate();
  const form = useForm({ initial: { name: '', language: 'en' } });
  const { name, language } = form.draft;
  const create = useCreateEncap();
  const handleSubmit = () =>
    create.mutate(
      { name: name.trim(), language },
      {
        onSuccess: ({ answer, message }) => {
          showToast('success', sayDone(message, 'added'));
          onClose();
          void navigate({ to: '/designer/encap/$encapId', params: { encapId: answer.id } });
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={say('newTitle')} closeOnClickOutside={false}>
      <DialogForm
        submit={say('create')}
        isBusy={create.isPending}
        isDisabled={name.trim() === ''}
        onCancel={onClose}
        onSubmit={form.submit(handleSubmit)}
      >
        {create.error ? <SaveFailure error={create.error} /> : null}
        <TextInput label={say('name')} required data-autofocus maxLength={120} {...form.field('name')} />
        <Select
          label={say('language')}
          description={say('languageHint')}
          searchable
          allowDeselect={false}
          data={languageOptions}
          comboboxProps={{ withinPortal: true }}
          {...nativeOptions}
          {...form.field('language')}
          onChange={(next) => next && form.change({ language: next })}
        />
      </DialogForm>
    </Modal>
  );
}

/** A retired encap tells whoever opens a link that it is over, so it is asked for. */
function RetireDialog({ encap: { id: encapId, name, version }, onClose }: { encap: EncapItem; onClose: () => void }) {
  const say = useWords(encapWords.list);
  const retire = useRetireEncap();
  const handleSubmit = () =>
    retire.mutate(
      { encapId, isRetired: true, version },
      {
        onSuccess: ({ message }) => {
          showToast('success', sayDone(message, 'saved'));
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={say('retireTitle', { name })}>
      <DialogForm
        submit={say('retire')}
        isDangerous
        isBusy={retire.isPending}
        focusOn="cancel"
        onCancel={onClose}
        onSubmit={() => handleSubmit()}
      >
        {retire.error ? <SaveFailure error={retire.error} /> : null}
        <Text size="sm">{say('retireText')}</Text>
      </DialogForm>
    </Modal>
  );
}

type DeleteDialogProps = { encap: EncapItem; onClose: () => void; onGone?: () => void };

/** An encap goes to the bin; the server refuses while a launch runs or somebody walks, and says so. */
function DeleteDialog({ encap: { id, name }, onClose, onGone }: DeleteDialogProps) {
  const say = useWords(encapWords.list);
  const form = useForm({ initial: { reason: '' } });
  const { reason } = form.draft;
  const remove = useRemoveEncap();
  const handleSubmit = () => {
    sayReason(reason);
    remove.mutate(id, {
      onSuccess: ({ message }) => {
        showToast('success', sayDone(message, 'deleted'));
        onClose();
        onGone?.();
      },
    });
  };
  return (
    <Modal opened onClose={onClose} title={say('deleteTitle', { name })}>
      <DialogForm
        submit={say('delete')}
        isDangerous
        isBusy={remove.isPending}
        focusOn="cancel"
        onCancel={onClose}
        onSubmit={form.submit(handleSubmit)}
      >
        {remove.error ? <SaveFailure error={remove.error} /> : null}
        <Text size="sm">{say('deleteText')}</Text>
        <ReasonField value={reason} onChange={(next) => form.change({ reason: next })} />
      </DialogForm>
    </Modal>
  );
}
