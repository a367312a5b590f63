import { Modal, MultiSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Email, NewPassword, requiredText, z } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { focusFault } from '../../../lib/focus-fault.ts';
import { showToast } from '../../../lib/toasts.ts';
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
    mode: 'uncontrolled',
    initialValues,
    validate: (values) => ({ ...validate(values), ...(values.roles.length === 0 ? { roles: say('rolesEmpty') } : {}) }),
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
      <DialogForm submit={say('add')} isBusy={create.isPending} onCancel={onClose} onSubmit={form.onSubmit(handleSubmit, focusFault(form))}>
        {create.error ? <SaveFailure error={create.error} /> : null}
        <TextInput data-autofocus label={say('name')} autoComplete="off" key={form.key('name')} {...form.getInputProps('name')} />
        <TextInput label={say('email')} type="email" autoComplete="off" key={form.key('emailId')} {...form.getInputProps('emailId')} />
        <PasswordField
          label={say('newPassword')}
          autoComplete="new-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <MultiSelect label={say('roles')} searchable data={roles.options} key={form.key('roles')} {...form.getInputProps('roles')} />
      </DialogForm>
    </Modal>
  );
}
