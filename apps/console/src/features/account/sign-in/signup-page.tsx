import { Anchor, Checkbox, Text, TextInput } from '@mantine/core';
import { SignupRequest } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { inEnglish } from '../../../lib/i18n.ts';
import { useForm } from '../../../lib/use-form.ts';
import { isEmail, isWellSpaced } from '../../../lib/validators.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { signInWords } from '../../../locales/sign-in.ts';
import { validateAccount } from '../shared/account-rules.ts';
import { PasswordField } from '../shared/password-field.tsx';
import { AccountForm } from './account-form.tsx';
import { AccountMessage } from './account-message.tsx';
import { CaptchaField } from './captcha-field.tsx';
import { ResendActivation } from './resend-activation.tsx';
import { useCaptcha } from './use-captcha.ts';

const blankAddress = { address: '', city: '', state: '', country: '', pincode: '' };
const initialValues = { name: '', emailId: '', password: '', confirmPassword: '', termsOfService: false, captcha: '' };

export function SignupPage() {
  const say = useWords(signInWords.signIn);
  const captcha = useCaptcha('signup');
  const form = useForm({
    initial: initialValues,
    check: (draft) => ({
      ...(isWellSpaced(draft.name) ? {} : { name: commonWords.ui('spacing') }),
      ...validateAccount(SignupRequest, { needsCaptcha: captcha.isRequired })(draft),
    }),
  });

  const unique = useMutation({
    meta: { isQuiet: true },
    mutationFn: (emailId: string) => api.told.account.isEmailUnique({ query: { emailId } }),
    onSuccess: ({ answer, message }) => {
      if (!answer.isUnique) form.setFault('emailId', inEnglish(message) || say('emailTaken'));
    },
  });
  const signup = useMutation({
    meta: { isQuiet: true },
    mutationFn: (values: typeof initialValues) => api.told.account.signup({ body: { ...values, ...blankAddress, captchaId: captcha.id } }),
    onError: () => {
      form.change({ captcha: '' });
      captcha.refresh();
    },
  });

  if (signup.isSuccess) {
    const { emailId } = form.getDraft();
    return (
      <AccountMessage title={say('checkMail')} text={signup.data.message}>
        <ResendActivation emailId={emailId} />
      </AccountMessage>
    );
  }
  const failure = signup.error ? describeFailure(signup.error) : undefined;
  const handleEmailBlur = () => {
    const { emailId } = form.getDraft();
    if (isEmail(emailId)) unique.mutate(emailId);
  };
  return (
    <AccountForm
      title={say('signUpTitle')}
      failure={failure?.message}
      submit={say('signUp')}
      isBusy={signup.isPending}
      isReady={captcha.isKnown}
      onSubmit={form.submit((values) => signup.mutate(values))}
      foot={
        <Text size="sm" c="dimmed" ta="center">
          {say('haveAccount')}{' '}
          <Anchor component={Link} to="/login" size="sm">
            {say('signIn')}
          </Anchor>
        </Text>
      }
    >
      <TextInput label={say('name')} autoComplete="name" {...form.field('name')} />
      <TextInput label={say('email')} type="email" autoComplete="email" {...form.field('emailId')} onBlur={handleEmailBlur} />
      <PasswordField label={say('password')} autoComplete="new-password" {...form.field('password')} />
      <PasswordField label={say('confirmPassword')} autoComplete="new-password" {...form.field('confirmPassword')} />
      <CaptchaField captcha={captcha} onAnswer={(answer) => form.change({ captcha: answer })} {...form.field('captcha')} />
      <Checkbox label={say('terms')} {...form.box('termsOfService')} />
    </AccountForm>
  );
}
