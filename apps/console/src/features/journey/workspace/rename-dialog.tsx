import { Autocomplete, Modal, Textarea, TextInput } from '@mantine/core';
import type { JourneyItem } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { useUpdateJourney } from './workspace.queries.ts';

type RenameDialogProps = { journey: JourneyItem; folders: readonly string[]; onClose: () => void };

/** Name, description and folder of a stream. */
export function RenameDialog({ journey, folders, onClose }: RenameDialogProps) {
  const say = useWords(journeyWords.list);
  const form = useForm({ initial: { name: journey.name, description: journey.description, folder: journey.folder } });
  const { name, description, folder } = form.draft;
  const update = useUpdateJourney();
  const handleSubmit = () =>
    update.mutate(
      { journeyId: journey.id, name: name.trim(), description: description.trim(), folder: folder.trim(), revision: journey.revision },
      {
        onSuccess: ({ message }) => {
          showToast('success', sayDone(message, 'saved'));
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={say('renameTitle', { name: journey.name })} closeOnClickOutside={false}>
      <DialogForm
        submit={say('save')}
        isBusy={update.isPending}
        isDisabled={name.trim() === ''}
        onCancel={onClose}
        onSubmit={form.submit(handleSubmit)}
      >
        {update.error ? <SaveFailure error={update.error} /> : null}
        <TextInput label={say('name')} required data-autofocus maxLength={120} {...form.field('name')} />
        <Textarea label={say('description')} maxLength={1000} autosize minRows={2} {...form.field('description')} />
        <Autocomplete label={say('folder')} description={say('folderHint')} maxLength={60} data={[...folders]} {...form.field('folder')} />
      </DialogForm>
    </Modal>
  );
}
