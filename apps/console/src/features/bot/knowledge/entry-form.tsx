import { Modal, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { readFieldErrors } from '../../../lib/errors.ts';
import { focusFault } from '../../../lib/focus-fault.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { useAddNote } from './knowledge.queries.ts';

const empty = { title: '', text: '' };

/** An entry of the knowledge base that somebody writes by hand. */
export function EntryForm({ botId, isOpen, onClose }: { botId: string; isOpen: boolean; onClose: () => void }) {
  const say = useWords(botWords.knowledge);
  const add = useAddNote(botId);
  const mandatory = (value: string) => (value.trim() === '' ? say('mandatory') : null);
  const form = useForm({ initialValues: empty, validate: { title: mandatory, text: mandatory } });

  const handleClose = () => {
    form.reset();
    onClose();
  };
  const handleSubmit = (entry: typeof empty) =>
    add.mutate(entry, {
      onSuccess: () => {
        showToast('success', say('entrySaved'));
        handleClose();
      },
      onError: (error) => {
        tellFailure(error);
        for (const { field, message } of readFieldErrors(error)) if (field in empty) form.setFieldError(field, message);
      },
    });

  return (
    <Modal opened={isOpen} onClose={handleClose} title={say('writeEntry')} size="lg" closeOnClickOutside={!form.isDirty()}>
      <DialogForm
        submit={say('saveEntry')}
        isBusy={add.isPending}
        onCancel={handleClose}
        onSubmit={form.onSubmit(handleSubmit, focusFault(form))}
      >
        <TextInput
          label={say('entryTitle')}
          description={say('entryTitleHint')}
          withAsterisk
          data-autofocus
          maxLength={300}
          {...form.getInputProps('title')}
        />
        <Textarea
          label={say('entryText')}
          description={say('entryTextHint')}
          withAsterisk
          autosize
          minRows={6}
          maxRows={16}
          maxLength={50_000}
          {...form.getInputProps('text')}
        />
      </DialogForm>
    </Modal>
  );
}
