import { Modal, Select, Text } from '@mantine/core';
import type { Department } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { ReasonField } from '../../../components/reason-field.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayReason } from '../../../lib/reason.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { peopleWords } from '../../../locales/people.ts';
import { useDepartmentOptions } from '../shared/departments.ts';
import { useDeleteDepartment } from './department.queries.ts';

/** Deletes a department; what it has moves to another one first. */
export function DeleteDialog({ department, onClose }: { department: Department; onClose: () => void }) {
  const say = useWords(peopleWords.department);
  const remove = useDeleteDepartment();
  const others = useDepartmentOptions().filter(({ value }) => value !== department.id);
  const { id, name, channelCount, openChats } = department;
  const isUsed = channelCount + openChats > 0;
  const form = useForm({
    initial: { moveTo: '', reason: '' },
    check: ({ moveTo }) => ({ moveTo: isUsed && moveTo === '' && say('moveEmpty') }),
  });

  const handleSubmit = ({ moveTo, reason }: typeof form.draft) => {
    sayReason(reason);
    remove.mutate(
      { id, moveTo },
      {
        onSuccess: () => {
          showToast('success', say('deleted'));
          onClose();
        },
      },
    );
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
        <Text size="sm">{say('deleteHint')}</Text>
        {isUsed ? (
          <>
            <Text size="sm">{say('moveHint', { channels: channelCount, chats: openChats })}</Text>
            <Select label={say('moveTo')} data={others} {...form.choice('moveTo')} />
          </>
        ) : null}
        <ReasonField value={form.draft.reason} onChange={(reason) => form.change({ reason })} />
      </DialogForm>
    </Modal>
  );
}
