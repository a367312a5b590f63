import { Modal, TextInput } from '@mantine/core';
import { type BlacklistEntry, blacklistReasonMax } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { sayDone } from '../../../lib/done.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { messagingWords } from '../../../locales/messaging.ts';
import { useRemoveEntry } from './blacklist.queries.ts';

/** Takes a number off the blacklist, for a reason. */
export function RemoveDialog({ entry, onClose }: { entry: BlacklistEntry; onClose: () => void }) {
  const say = useWords(messagingWords.blacklist);
  const remove = useRemoveEntry();
  const form = useForm({ initial: { reason: '' } });
  const { reason } = form.draft;
  const handleSubmit = () => {
    remove.mutate(
      { id: entry.id, reason },
      {
        onSuccess: ({ message }) => {
          showToast('success', sayDone(message, 'deleted'));
          onClose();
        },
        onError: tellFailure,
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title={say('removeTitle', { number: entry.numbers[0] })}>
      <DialogForm
        gap="sm"
        submit={say('remove')}
        isBusy={remove.isPending}
        isDisabled={reason.trim() === ''}
        isDangerous
        onCancel={onClose}
        onSubmit={form.submit(handleSubmit)}
      >
        <TextInput
          label={say('reason')}
          description={say('removeHint')}
          withAsterisk
          data-autofocus
          maxLength={blacklistReasonMax}
          {...form.field('reason')}
        />
      </DialogForm>
    </Modal>
  );
}
