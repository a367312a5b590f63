import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { t as say } from '../../../lib/i18n.ts';
import { showToast } from '../../../lib/toasts.ts';

const initialValues = { oldPassword: '', password: '', confirmPassword: '' };

const checkNew = (value: string) => (value === '' ? say('account.mandatory') : value.length < 8 ? say('account.passwordShort') : null);

export function PasswordForm() {
  const { t } = useTranslation();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues,
    validate: {
      oldPassword: (value) => (value === '' ? say('account.mandatory') : null),
      password: checkNew,
      confirmPassword: (value, values) => checkNew(value) ?? (value === values.password ? null : say('account.passwordsDiffer')),
    },
  });
  const change = useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: typeof initialValues) => api.users.changePassword({ body }),
    onSuccess: () => {
      form.reset();
      showToast('success', say('profile.passwordChanged'));
    },
    onError: (error) => {
      const failure = describeFailure(error);
      form.setFieldError(
        failure.code === 'password.wrong' ? 'oldPassword' : 'confirmPassword',
        failure.message || say('account.changeWentWrong'),
      );
      form.getInputNode('oldPassword')?.focus();
    },
  });
  const toggle = { 'aria-label': t('account.showPassword') };
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
          label={t('profile.oldPassword')}
          autoComplete="current-password"
          visibilityToggleButtonProps={toggle}
          key={form.key('oldPassword')}
          {...form.getInputProps('oldPassword')}
        />
        <PasswordInput
          label={t('profile.password')}
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label={t('profile.confirmPassword')}
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
          key={form.key('confirmPassword')}
          {...form.getInputProps('confirmPassword')}
        />
        <Group>
          <Button type="submit" loading={change.isPending}>
            {t('profile.changePassword')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
