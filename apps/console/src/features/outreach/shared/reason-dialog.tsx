import { Modal, Text, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { readFieldErrors } from '../../../lib/errors.ts';
import { useForm } from '../../../lib/use-form.ts';

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
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' && missing }),
    checkOn: 'typing',
  });
  const told = readFieldErrors(error).find(({ field }) => field === 'reason')?.message;
  return (
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={false}>
      <DialogForm
        submit={submit}
        isBusy={isBusy}
        isDangerous={isDangerous ?? false}
        onCancel={onClose}
        onSubmit={form.submit(({ reason }) => onSubmit(reason.trim()))}
      >
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
          {...form.field('reason')}
          error={form.faults.reason ?? told}
        />
      </DialogForm>
    </Modal>
  );
}
