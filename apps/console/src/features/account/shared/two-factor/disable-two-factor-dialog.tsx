import { Modal, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { DialogForm } from '../../../../components/dialog-form.tsx';
import { api } from '../../../../lib/api.ts';
import { showToast } from '../../../../lib/toasts.ts';
import { useForm } from '../../../../lib/use-form.ts';
import { useWords } from '../../../../lib/words.ts';
import { twoFactorWords } from '../../../../locales/two-factor.ts';

export type DisableTwoFactorDialogProps = { user: { uId: string; name: string }; onClose: () => void; onDone?: () => void };

/** Removes the second factors of somebody who has lost them; the reason stands in the audit trail, and they are mailed. */
export function DisableTwoFactorDialog({ user, onClose, onDone }: DisableTwoFactorDialogProps) {
  const say = useWords(twoFactorWords.recover);
  const sayStep = useWords(twoFactorWords.step);
  const form = useForm({ initial: { reason: '' }, check: ({ reason }) => ({ reason: reason.trim() === '' && sayStep('mandatory') }) });
  const recover = useMutation({
    mutationFn: ({ reason }: typeof form.draft) => api.twoFactor.recover({ body: { uId: user.uId, reason } }),
    onSuccess: () => {
      showToast('success', say('done', { name: user.name }));
      onDone?.();
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={say('title')} size="sm" closeOnClickOutside={false}>
      <DialogForm
        submit={say('disable')}
        isDangerous
        isBusy={recover.isPending}
        onCancel={onClose}
        onSubmit={form.submit((draft) => recover.mutate(draft))}
      >
        <Text size="sm">{say('text', { name: user.name })}</Text>
        <Textarea label={say('reason')} maxLength={300} autosize minRows={2} {...form.field('reason')} data-autofocus />
      </DialogForm>
    </Modal>
  );
}
