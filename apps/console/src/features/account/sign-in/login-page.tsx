import { Alert, Anchor, Button, Group, Text, TextInput } from '@mantine/core';
import { type FactorChallenge, LoginRequest, resetFlowCodes } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { hasFlag, useAppConfig } from '../../../lib/app-config.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { late } from '../../../lib/late.ts';
import { setToken } from '../../../lib/session.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { signInWords } from '../../../locales/sign-in.ts';
import { validateAccount } from '../shared/account-rules.ts';
import { useBrand } from '../shared/brand.ts';
import { PasswordField } from '../shared/password-field.tsx';
import { AccountForm } from './account-form.tsx';
import { CaptchaField } from './captcha-field.tsx';
import { toLoginPassword } from './password-cipher.ts';
import { ResendActivation } from './resend-activation.tsx';
import { useCaptcha } from './use-captcha.ts';

/** Asked for by those alone who have a second factor. */
const LoginFactor = late(() => import('./login-factor.tsx').then((module) => module.LoginFactor));
/** Shown where single sign-on is on. */
const SsoButton = late(() => import('./sso-button.tsx').then((module) => module.SsoButton));

type LoginValues = { email: string; password: string; captcha: string };

export function LoginPage() {
  const say = useWords(signInWords.signIn);
  const sayCommon = useWords(commonWords.ui);
  const { info } = useBrand();
  const { appId, singleSignOn } = useAppConfig();
  const { next } = useSearch({ from: '/_account/login' });
  const navigate = useNavigate();
  const captcha = useCaptcha('login');
  const [hasOtherSession, setOtherSession] = useState(false);
  const [challenge, setChallenge] = useState<FactorChallenge>();
  /** The reason why the second step has led back here. */
  const [note, setNote] = useState('');
  const form = useForm<LoginValues>({
    initial: { email: '', password: '', captcha: '' },
    check: validateAccount(LoginRequest, { needsCaptcha: captcha.isRequired }),
  });

  const enter = async ({ token, routePath }: { token: string; routePath: string }) => {
    setToken(token);
    const wanted = next ?? (/^\/(?![/\\])/.test(routePath) ? routePath : '/dashboard');
    await navigate({ to: wanted, replace: true });
  };
  /** A password that is too old is changed before it opens anything. @returns whether that is what was refused */
  const leadToRenewal = (error: unknown): boolean => {
    const { code, message, data } = describeFailure(error);
    if (code !== 'password.expired') return false;
    showToast('warning', message);
    const search = { uId: '', eId: '', resetCode: String(data.resetCode), code: resetFlowCodes[0] ?? '' };
    void navigate({ to: '/reset-password', search });
    return true;
  };
  const login = useMutation({
    meta: { isQuiet: true },
    mutationFn: async ({ removeExistingSession, ...values }: LoginValues & { removeExistingSession: boolean }) =>
      api.account.login({
        body: {
          email: values.email,
          password: await toLoginPassword(values.password),
          captcha: values.captcha,
          captchaId: captcha.id,
          removeExistingSession,
          routePath: next ?? '',
          appId,
        },
      }),
    onSuccess: (answer) => ('token' in answer ? enter(answer) : setChallenge(answer)),
    onError: (error) => {
      const { code } = describeFailure(error);
      if (leadToRenewal(error)) return;
      if (code === 'login.session_exists') {
        setOtherSession(true);
        return;
      }
      // A captcha is good for one try.
      setOtherSession(false);
      form.change({ captcha: '' });
      captcha.refresh();
    },
  });
  const getEmail = () => {
    const fault = validateAccount<LoginValues>(LoginRequest)(form.getDraft()).email;
    if (!fault) return form.getDraft().email;
    form.setFault('email', fault);
    form.focus('email');
    return undefined;
  };
  const restart = (message = '') => {
    setChallenge(undefined);
    setNote(message);
    setOtherSession(false);
    login.reset();
    form.change({ captcha: '' });
    captcha.refresh();
  };
  const failure = login.error ? describeFailure(login.error) : undefined;
  const submit = (removeExistingSession: boolean) => form.submit((values) => login.mutate({ ...values, removeExistingSession }));

  if (challenge)
    return (
      <Suspense>
        <LoginFactor challenge={challenge} onSignedIn={(answer) => void enter(answer)} onRefused={leadToRenewal} onRestart={restart} />
      </Suspense>
    );
  return (
    <AccountForm
      title={say('signInTitle', { brand: info.title })}
      failure={
        note && !failure ? (
          note
        ) : failure && !hasOtherSession ? (
          <>
            {failure.message}
            {failure.code === 'login.not_activated' ? <ResendActivation emailId={form.getDraft().email} /> : null}
          </>
        ) : null
      }
      submit={say('signIn')}
      isBusy={login.isPending && !hasOtherSession}
      isDisabled={hasOtherSession}
      isReady={captcha.isKnown}
      onSubmit={submit(false)}
      foot={
        <>
          {singleSignOn ? (
            <Suspense>
              <SsoButton getEmail={getEmail} routePath={next ?? ''} />
            </Suspense>
          ) : null}
          {hasFlag('hideSignup') ? null : (
            <Text size="sm" c="dimmed" ta="center">
              {say('noAccount')}{' '}
              <Anchor component={Link} to="/signup" size="sm">
                {say('signUp')}
              </Anchor>
            </Text>
          )}
        </>
      }
    >
      {hasOtherSession ? (
        <Alert color="yellow" variant="light" role="alert">
          <Text size="sm">{say('sessionExists')}</Text>
          <Group gap="xs" mt="sm">
            <Button size="xs" loading={login.isPending} onClick={() => submit(true)()}>
              {sayCommon('yes')}
            </Button>
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                setOtherSession(false);
                form.change({ captcha: '' });
                captcha.refresh();
                login.reset();
              }}
            >
              {sayCommon('no')}
            </Button>
          </Group>
        </Alert>
      ) : null}
      <TextInput label={say('email')} type="email" autoComplete="username" inputMode="email" {...form.field('email')} />
      <div>
        <PasswordField label={say('password')} autoComplete="current-password" {...form.field('password')} />
        <Group justify="flex-end" mt={6}>
          <Anchor component={Link} to="/forgot-password" size="xs">
            {say('forgotPassword')}
          </Anchor>
        </Group>
      </div>
      <CaptchaField captcha={captcha} onAnswer={(answer) => form.change({ captcha: answer })} {...form.field('captcha')} />
    </AccountForm>
  );
}
