import { Modal, Text } from '@mantine/core';
import { NewPassword, passwordTexts, type UserRow, z } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { describeFailure, readIssues } from '../../../lib/errors.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { peopleWords } from '../../../locales/people.ts';
import { validateAccount } from '../shared/account-rules.ts';
import { PasswordField } from '../shared/password-field.tsx';
import { useResetPassword } from './user.queries.ts';

const Passwords = z.object({ password: NewPassword, adminPassword: z.string().min(1, passwordTexts.mandatory) });

/** A new password for somebody, proved by the own one (RBAC-030). */
export function ResetPasswordDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const say = useWords(peopleWords.user);
  const reset = useResetPassword();
  const form = useForm({ initial: { password: '', adminPassword: '' }, check: validateAccount(Passwords) });
  const handleSubmit = (values: { password: string; adminPassword: string }) =>
    reset.mutate(
      { userId: user.uId, ...values },
      {
        onSuccess: () => {
          showToast('success', say('resetDone'));
          onClose();
        },
        onError: (error) => {
          const issues = readIssues(error);
          if (issues.length === 0) form.setFault('adminPassword', describeFailure(error).message);
          for (const { field, message } of issues) form.setFault(field, message);
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={say('resetTitle', { name: user.name })}>
      <DialogForm submit={say('resetPassword')} isBusy={reset.isPending} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
        <Text size="sm" c="dimmed">
          {say('resetHint', { name: user.name })}
        </Text>
        <PasswordField data-autofocus label={say('newPassword')} autoComplete="new-password" {...form.field('password')} />
        <PasswordField label={say('ownPassword')} autoComplete="current-password" {...form.field('adminPassword')} />
      </DialogForm>
    </Modal>
  );
}
