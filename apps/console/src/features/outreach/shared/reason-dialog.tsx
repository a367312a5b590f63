import { Modal, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { readFieldErrors } from '../../../lib/errors.ts';

export type ReasonDialogProps = {
  title: string;
  text?: ReactNode;
  label: string;
  submit: string;
  /** Said while the field is empty; the field may stay empty where this is left out. */
  missing?: string;
  isDangerous?: boolean;
  isBusy: boolean;
  error: unknown;
  onSubmit: (reason: string) => void;
  onClose: () => void;
};

/** A decision with its reason or note. */
export function ReasonDialog({ title, text, label, submit, missing, isDangerous, isBusy, error, onSubmit, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const told = readFieldErrors(error).find(({ field }) => field === 'reason')?.message;
  const handleSubmit = () => {
    setTried(true);
    if (missing !== undefined && reason.trim() === '') return;
    onSubmit(reason.trim());
  };
  return (
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={false}>
      <DialogForm submit={submit} isBusy={isBusy} isDangerous={isDangerous ?? false} onCancel={onClose} onSubmit={handleSubmit}>
        {error && told === undefined ? <SaveFailure error={error} /> : null}
        {text ? (
          <Text size="sm" component="div">
            {text}
          </Text>
        ) : null}
        <Textarea
          label={label}
          data-autofocus
          withAsterisk={missing !== undefined}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          value={reason}
          error={isTried && reason.trim() === '' ? missing : told}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </DialogForm>
    </Modal>
  );
}
