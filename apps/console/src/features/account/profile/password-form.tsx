import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { accountWords } from '../../../locales/account.ts';
import { signInWords } from '../../../locales/sign-in.ts';

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
  const toggle = { 'aria-label': say('showPassword') };
  return (
    <form
      onSubmit={form.onSubmit(
        (values) => change.mutate(values),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'oldPassword')?.focus(),
      )}
      noValidate
    >
      <Stack gap="md">
        <PasswordInput
          label={sayProfile('oldPassword')}
          autoComplete="current-password"
          visibilityToggleButtonProps={toggle}
          key={form.key('oldPassword')}
          {...form.getInputProps('oldPassword')}
        />
        <PasswordInput
          label={sayProfile('password')}
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label={sayProfile('confirmPassword')}
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
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
