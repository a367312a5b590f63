import { Anchor, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { RecoverRequest } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { focusFault } from '../../../lib/focus-fault.ts';
import { useWords } from '../../../lib/words.ts';
import { signInWords } from '../../../locales/sign-in.ts';
import { validateAccount } from '../shared/account-rules.ts';
import { AccountForm } from './account-form.tsx';
import { AccountMessage } from './account-message.tsx';
import { CaptchaField } from './captcha-field.tsx';
import { useCaptcha } from './use-captcha.ts';

const initialValues = { emailId: '', captcha: '' };

export function ForgotPasswordPage() {
  const say = useWords(signInWords.signIn);
  const captcha = useCaptcha('forgetPassword');
  const form = useForm({
    mode: 'uncontrolled',
    initialValues,
    validate: validateAccount(RecoverRequest, { needsCaptcha: captcha.isRequired }),
  });
  const recover = useMutation({
    meta: { isQuiet: true },
    mutationFn: (values: typeof initialValues) => api.account.recover({ body: { ...values, captchaId: captcha.id } }),
    onError: () => {
      form.setFieldValue('captcha', '');
      captcha.refresh();
    },
  });
  if (recover.isSuccess) return <AccountMessage title={say('checkMail')} text={say('forgotDone')} />;

  const failure = recover.error ? describeFailure(recover.error) : undefined;
  const isTransport = failure && (failure.code === 'network' || failure.code === 'unreadable' || failure.code === 'client.unexpected');
  return (
    <AccountForm
      title={say('forgotTitle')}
      lead={say('forgotHint')}
      failure={isTransport ? say('somethingWentWrong') : failure?.message}
      submit={say('forgotSend')}
      isBusy={recover.isPending}
      isReady={captcha.isKnown}
      onSubmit={form.onSubmit((values) => recover.mutate(values), focusFault(form))}
      foot={
        <Anchor component={Link} to="/login" size="sm" ta="center">
          {say('signIn')}
        </Anchor>
      }
    >
      <TextInput label={say('email')} type="email" autoComplete="username" key={form.key('emailId')} {...form.getInputProps('emailId')} />
      <CaptchaField
        captcha={captcha}
        onAnswer={(answer) => form.setFieldValue('captcha', answer)}
        inputKey={form.key('captcha')}
        {...form.getInputProps('captcha')}
      />
    </AccountForm>
  );
}
