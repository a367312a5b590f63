import { Modal, Text } from '@mantine/core';
import type { FormItem } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { ReasonField } from '../../../components/reason-field.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { sayReason } from '../../../lib/reason.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { formWords } from '../../../locales/form.ts';
import { useRemoveForm } from './form.queries.ts';

type DeleteDialogProps = { form: FormItem; onClose: () => void; onGone?: () => void };

/** A form goes to the bin; the server refuses while a stream names it or somebody fills it in, and says who. */
export function DeleteDialog({ form: { id, name, usedIn }, onClose, onGone }: DeleteDialogProps) {
  const say = useWords(formWords.list);
  const form = useForm({ initial: { reason: '' } });
  const { reason } = form.draft;
  const remove = useRemoveForm();
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
        {usedIn.length > 0 && !remove.error ? (
          <Text size="sm">
            {say('deleteUsed', { streams: usedIn.map((stream) => stream.name).join(', '), interpolation: { escapeValue: false } })}
          </Text>
        ) : null}
        <ReasonField value={reason} onChange={(next) => form.change({ reason: next })} />
      </DialogForm>
    </Modal>
  );
}
