import { Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
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
    initial: initialValues,
    check: ({ oldPassword, password, confirmPassword }) => ({
      oldPassword: oldPassword === '' && say('mandatory'),
      password: checkNew(password),
      confirmPassword: checkNew(confirmPassword) ?? (confirmPassword === password ? null : say('passwordsDiffer')),
    }),
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
      form.setFault(failure.code === 'password.wrong' ? 'oldPassword' : 'confirmPassword', failure.message || say('changeWentWrong'));
      form.focus('oldPassword');
    },
  });
  return (
    <form onSubmit={form.submit((values) => change.mutate(values))} noValidate>
      <Stack gap="md">
        <PasswordField label={sayProfile('oldPassword')} autoComplete="current-password" {...form.field('oldPassword')} />
        <PasswordField label={sayProfile('password')} autoComplete="new-password" {...form.field('password')} />
        <PasswordField label={sayProfile('confirmPassword')} autoComplete="new-password" {...form.field('confirmPassword')} />
        <Group>
          <Button type="submit" loading={change.isPending}>
            {sayProfile('changePassword')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
