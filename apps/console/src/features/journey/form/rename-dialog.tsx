import { Modal, TextInput } from '@mantine/core';
import type { FormItem } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { formWords } from '../../../locales/form.ts';
import { useSaveForm } from './form.queries.ts';

/** Another name for a form; its questions stay. */
export function RenameDialog({ form: { id, name: former, version }, onClose }: { form: FormItem; onClose: () => void }) {
  const say = useWords(formWords.list);
  const form = useForm({ initial: { name: former } });
  const { name } = form.draft;
  const save = useSaveForm();
  const handleSubmit = () =>
    save.mutate(
      { id, name: name.trim(), version },
      {
        onSuccess: ({ message }) => {
          showToast('success', sayDone(message, 'saved'));
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={say('renameTitle', { name: former })} closeOnClickOutside={false}>
      <DialogForm
        submit={say('save')}
        isBusy={save.isPending}
        isDisabled={name.trim() === '' || name.trim() === former}
        onCancel={onClose}
        onSubmit={form.submit(handleSubmit)}
      >
        {save.error ? <SaveFailure error={save.error} /> : null}
        <TextInput label={say('name')} required data-autofocus maxLength={60} {...form.field('name')} />
      </DialogForm>
    </Modal>
  );
}
