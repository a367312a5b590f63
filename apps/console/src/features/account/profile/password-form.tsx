import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { focusFault } from '../../../lib/focus-fault.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { accountWords } from '../../../locales/account.ts';
import { signInWords } from '../../../locales/sign-in.ts';
import { PasswordField } from '../shared/password-field.tsx';

const initialValues = { oldPassword: '', password: '', confirmPassword: '' };

const checkNew = (value: string) =>
  value === '' ? signInWords.signIn('mandatory') : value.length < 8 ? signInWords.signIn('passwordShort') : null;

export function PasswordForm() {
  const say = useWords(signInWords.signIn);
  const sayProfile = useWords(accountWords.profile);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues,
    validate: {
      oldPassword: (value) => (value === '' ? say('mandatory') : null),
      password: checkNew,
      confirmPassword: (value, values) => checkNew(value) ?? (value === values.password ? null : say('passwordsDiffer')),
    },
  });
  const change = useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: typeof initialValues) => api.users.changePassword({ body }),
    onSuccess: () => {
      form.reset();
      showToast('success', sayProfile('passwordChanged'));
    },
    onError: (error) => {
      const failure = describeFailure(error);
      form.setFieldError(failure.code === 'password.wrong' ? 'oldPassword' : 'confirmPassword', failure.message || say('changeWentWrong'));
      form.getInputNode('oldPassword')?.focus();
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values), focusFault(form))} noValidate>
      <Stack gap="md">
        <PasswordField
          label={sayProfile('oldPassword')}
          autoComplete="current-password"
          key={form.key('oldPassword')}
          {...form.getInputProps('oldPassword')}
        />
        <PasswordField
          label={sayProfile('password')}
          autoComplete="new-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <PasswordField
          label={sayProfile('confirmPassword')}
          autoComplete="new-password"
          key={form.key('confirmPassword')}
          {...form.getInputProps('confirmPassword')}
        />
        <Group>
          <Button type="submit" loading={change.isPending}>
            {sayProfile('changePassword')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
