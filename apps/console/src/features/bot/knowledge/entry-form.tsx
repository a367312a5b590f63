import { Modal, Textarea, TextInput } from '@mantine/core';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { readFieldErrors } from '../../../lib/errors.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { useAddNote } from './knowledge.queries.ts';

const empty = { title: '', text: '' };

/** An entry of the knowledge base that somebody writes by hand. */
export function EntryForm({ botId, isOpen, onClose }: { botId: string; isOpen: boolean; onClose: () => void }) {
  const say = useWords(botWords.knowledge);
  const add = useAddNote(botId);
  const form = useForm({
    initial: empty,
    check: ({ title, text }) => ({ title: title.trim() === '' && say('mandatory'), text: text.trim() === '' && say('mandatory') }),
  });

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
        for (const { field, message } of readFieldErrors(error)) if (field in empty) form.setFault(field, message);
      },
    });

  return (
    <Modal opened={isOpen} onClose={handleClose} title={say('writeEntry')} size="lg" closeOnClickOutside={!form.isDirty}>
      <DialogForm submit={say('saveEntry')} isBusy={add.isPending} onCancel={handleClose} onSubmit={form.submit(handleSubmit)}>
        <TextInput
          label={say('entryTitle')}
          description={say('entryTitleHint')}
          withAsterisk
          data-autofocus
          maxLength={300}
          {...form.field('title')}
        />
        <Textarea
          label={say('entryText')}
          description={say('entryTextHint')}
          withAsterisk
          autosize
          minRows={6}
          maxRows={16}
          maxLength={50_000}
          {...form.field('text')}
        />
      </DialogForm>
    </Modal>
  );
}
