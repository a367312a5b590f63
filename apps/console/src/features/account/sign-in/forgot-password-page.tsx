import { Anchor, TextInput } from '@mantine/core';
import { RecoverRequest } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { useForm } from '../../../lib/use-form.ts';
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
    initial: initialValues,
    check: validateAccount(RecoverRequest, { needsCaptcha: captcha.isRequired }),
  });
  const recover = useMutation({
    meta: { isQuiet: true },
    mutationFn: (values: typeof initialValues) => api.account.recover({ body: { ...values, captchaId: captcha.id } }),
    onError: () => {
      form.change({ captcha: '' });
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
      onSubmit={form.submit((values) => recover.mutate(values))}
      foot={
        <Anchor component={Link} to="/login" size="sm" ta="center">
          {say('signIn')}
        </Anchor>
      }
    >
      <TextInput label={say('email')} type="email" autoComplete="username" {...form.field('emailId')} />
      <CaptchaField captcha={captcha} onAnswer={(answer) => form.change({ captcha: answer })} {...form.field('captcha')} />
    </AccountForm>
  );
}
