import { Modal, Select, Text } from '@mantine/core';
import type { Department } from '@parley/contract';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { ReasonField } from '../../../components/reason-field.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayReason } from '../../../lib/reason.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { peopleWords } from '../../../locales/people.ts';
import { useDepartmentOptions } from '../shared/departments.ts';
import { useDeleteDepartment } from './department.queries.ts';

/** Deletes a department; what it has moves to another one first. */
export function DeleteDialog({ department, onClose }: { department: Department; onClose: () => void }) {
  const say = useWords(peopleWords.department);
  const remove = useDeleteDepartment();
  const others = useDepartmentOptions().filter(({ value }) => value !== department.id);
  const [moveTo, setMoveTo] = useState('');
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const { id, name, channelCount, openChats } = department;
  const isUsed = channelCount + openChats > 0;

  const handleSubmit = () => {
    if (isUsed && moveTo === '') {
      setError(say('moveEmpty'));
      return;
    }
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
      <DialogForm submit={say('delete')} isDangerous isBusy={remove.isPending} focusOn="cancel" onCancel={onClose} onSubmit={handleSubmit}>
        {remove.error ? <SaveFailure error={remove.error} /> : null}
        <Text size="sm">{say('deleteHint')}</Text>
        {isUsed ? (
          <>
            <Text size="sm">{say('moveHint', { channels: channelCount, chats: openChats })}</Text>
            <Select
              label={say('moveTo')}
              data={others}
              error={error}
              value={moveTo || null}
              onChange={(next) => {
                setMoveTo(next ?? '');
                setError('');
              }}
            />
          </>
        ) : null}
        <ReasonField value={reason} onChange={setReason} />
      </DialogForm>
    </Modal>
  );
}
