import { NewPassword, passwordTexts, resetFlowCodes, z } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../../lib/api.ts';
import { useAppConfig } from '../../../lib/app-config.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { inEnglish } from '../../../lib/i18n.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { signInWords } from '../../../locales/sign-in.ts';
import { validateAccount } from '../shared/account-rules.ts';
import { PasswordField } from '../shared/password-field.tsx';
import { AccountForm } from './account-form.tsx';
import { AccountMessage } from './account-message.tsx';

const initialValues = { password: '', confirmPassword: '' };
const Passwords = z.object({ password: NewPassword, confirmPassword: NewPassword.min(1, passwordTexts.mandatory) });

/** Sets a new password by a link. Codes 900 and 901 lead back to the login screen, any other ends in a message here. */
export function ResetPasswordPage() {
  const say = useWords(signInWords.signIn);
  const { uId, eId, resetCode, code } = useSearch({ from: '/_account/reset-password' });
  const { appId } = useAppConfig();
  const navigate = useNavigate();
  const isResetFlow = resetFlowCodes.includes(code);
  const form = useForm({ initial: initialValues, check: validateAccount(Passwords) });
  const save = useMutation({
    meta: { isQuiet: true },
    mutationFn: (values: typeof initialValues) =>
      isResetFlow
        ? api.told.account.resetPassword({ body: { ...values, resetCode } })
        : api.told.account.changePasswordByLink({ body: { ...values, uId, eId, resetCode, appId } }),
    onSuccess: async ({ message }) => {
      if (!isResetFlow) return;
      showToast('success', inEnglish(message) || say('resetDone'));
      await navigate({ to: '/login', replace: true });
    },
  });
  if (save.isSuccess && !isResetFlow)
    return <AccountMessage title={say('resetTitle')} text={inEnglish(save.data.message) || say('resetDone')} />;

  const failure = save.error ? describeFailure(save.error) : undefined;
  const isSilent = failure && (failure.code === 'network' || failure.code === 'unreadable' || failure.message === '');
  return (
    <AccountForm
      title={say('resetTitle')}
      failure={isSilent ? say('changeWentWrong') : failure?.message}
      submit={say('resetSubmit')}
      isBusy={save.isPending}
      onSubmit={form.submit((values) => save.mutate(values))}
    >
      <PasswordField label={say('newPassword')} autoComplete="new-password" {...form.field('password')} />
      <PasswordField label={say('confirmPassword')} autoComplete="new-password" {...form.field('confirmPassword')} />
    </AccountForm>
  );
}
