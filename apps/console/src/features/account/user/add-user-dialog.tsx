import { Modal, MultiSelect, TextInput } from '@mantine/core';
import { Email, NewPassword, requiredText, z } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { peopleWords } from '../../../locales/people.ts';
import { validateAccount } from '../shared/account-rules.ts';
import { PasswordField } from '../shared/password-field.tsx';
import { useRoleOptions } from '../shared/roles.ts';
import { useCreateUser } from './user.queries.ts';

const NewUser = z.object({ name: requiredText(120), emailId: Email, password: NewPassword });
const initialValues = { name: '', emailId: '', password: '', roles: [] as string[] };

/** A user with a password that the administrator chooses; where the user mode is invite, people are invited instead (RBAC-040). */
export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const say = useWords(peopleWords.user);
  const roles = useRoleOptions();
  const create = useCreateUser();
  const validate = validateAccount<typeof initialValues>(NewUser);
  const form = useForm({
    initial: initialValues,
    check: (draft) => ({ ...validate(draft), roles: draft.roles.length === 0 && say('rolesEmpty') }),
  });
  const handleSubmit = ({ roles: codes, ...user }: typeof initialValues) =>
    create.mutate(
      { ...user, roles: codes.map(Number) },
      {
        onSuccess: () => {
          showToast('success', say('addDone'));
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={say('addTitle')}>
      <DialogForm submit={say('add')} isBusy={create.isPending} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
        {create.error ? <SaveFailure error={create.error} /> : null}
        <TextInput data-autofocus label={say('name')} autoComplete="off" {...form.field('name')} />
        <TextInput label={say('email')} type="email" autoComplete="off" {...form.field('emailId')} />
        <PasswordField label={say('newPassword')} autoComplete="new-password" {...form.field('password')} />
        <MultiSelect label={say('roles')} searchable data={roles.options} {...form.field('roles')} />
      </DialogForm>
    </Modal>
  );
}
