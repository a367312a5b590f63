import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FactorChallenge, type FactorKind, factorKinds, factorLimits } from '@parley/contract';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { api } from '../../../../lib/api.ts';
import { describeFailure } from '../../../../lib/errors.ts';
import { useForm } from '../../../../lib/use-form.ts';
import { useWords } from '../../../../lib/words.ts';
import { twoFactorWords } from '../../../../locales/two-factor.ts';
import { askPasskey, canUsePasskeys } from './passkey.ts';

export type FactorAnswer = { authType: FactorKind; securityCode: string };
type StepProps = {
  challenge: FactorChallenge;
  /** The reason why the last answer was refused. */
  failure?: ReactNode;
  isBusy: boolean;
  /** Label of the button. */
  submit: string;
  onAnswer: (answer: FactorAnswer) => void;
};

const words = {
  [factorKinds.email]: 'byMail',
  [factorKinds.app]: 'byApp',
  [factorKinds.recovery]: 'byRecovery',
  [factorKinds.passkey]: 'byPasskey',
} as const;

/** The second factor of a sign-in or a fresh proof: one kind at a time, and the others to choose. */
export function FactorStep({ challenge, failure, isBusy, submit, onAnswer }: StepProps) {
  const say = useWords(twoFactorWords.step);
  const usable = challenge.authTypes.filter((kind) => kind !== factorKinds.passkey || canUsePasskeys());
  const [kind, setKind] = useState<FactorKind>(
    usable.includes(challenge.authType) ? challenge.authType : (usable[0] ?? challenge.authType),
  );
  const mail = useCodeMail(challenge);
  const choose = (next: FactorKind) => {
    setKind(next);
    if (next === factorKinds.email && mail.sentTo === '') mail.send();
  };
  const others = usable.filter((other) => other !== kind);
  return (
    <Stack gap="md">
      {failure ? (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      ) : null}
      {kind === factorKinds.passkey ? (
        <PasskeyAsk id={challenge.id} isBusy={isBusy} onAnswer={(securityCode) => onAnswer({ authType: kind, securityCode })} />
      ) : (
        <CodeForm
          key={kind}
          kind={kind}
          isBusy={isBusy}
          submit={submit}
          onSubmit={(securityCode) => onAnswer({ authType: kind, securityCode })}
        />
      )}
      {kind === factorKinds.email ? <MailLine mail={mail} /> : null}
      {others.length > 0 ? (
        <Group gap="xs" component="nav" aria-label={say('otherWays')}>
          {others.map((other) => (
            <Anchor key={other} component="button" type="button" size="sm" onClick={() => choose(other)}>
              {say(words[other])}
            </Anchor>
          ))}
        </Group>
      ) : null}
    </Stack>
  );
}

function CodeForm({
  kind,
  isBusy,
  submit,
  onSubmit,
}: {
  kind: FactorKind;
  isBusy: boolean;
  submit: string;
  onSubmit: (code: string) => void;
}) {
  const say = useWords(twoFactorWords.step);
  const form = useForm({ initial: { code: '' }, check: ({ code }) => ({ code: code.trim() === '' && say('mandatory') }) });
  const isRecovery = kind === factorKinds.recovery;
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    // A dialog stands in another form's place in React: that one must not hear of this.
    event.stopPropagation();
    form.submit(({ code }) => onSubmit(code))(event);
  };
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack gap="md">
        <TextInput
          label={say(isRecovery ? 'recoveryCode' : 'code')}
          description={say(isRecovery ? 'recoveryHint' : kind === factorKinds.app ? 'appHint' : 'mailHint')}
          {...(isRecovery ? {} : { inputMode: 'numeric' as const, autoComplete: 'one-time-code' })}
          maxLength={40}
          {...form.field('code')}
          data-autofocus
          autoFocus
        />
        <Button type="submit" fullWidth size="md" loading={isBusy}>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}

function PasskeyAsk({ id, isBusy, onAnswer }: { id: string; isBusy: boolean; onAnswer: (securityCode: string) => void }) {
  const say = useWords(twoFactorWords.step);
  const [failure, setFailure] = useState('');
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    setFailure('');
    setAsking(true);
    try {
      const answer = await askPasskey(await api.twoFactor.passkeyOptions({ body: { id } }));
      if (answer) onAnswer(JSON.stringify(answer));
    } catch (error) {
      setFailure(describeFailure(error).message);
    } finally {
      setAsking(false);
    }
  };
  return (
    <Stack gap="sm">
      <Text size="sm">{say('passkeyHint')}</Text>
      {failure ? (
        <Text size="sm" c="red" role="alert">
          {failure}
        </Text>
      ) : null}
      <Button
        fullWidth
        size="md"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={isAsking || isBusy}
        data-autofocus
        onClick={() => void ask()}
      >
        {say('usePasskey')}
      </Button>
    </Stack>
  );
}

type CodeMail = { sentTo: string; waitSeconds: number; failure: string; isSending: boolean; send: () => void };

/** Sends the code again, after the seconds that the server asks for. */
function useCodeMail({ id, sentTo: first }: FactorChallenge): CodeMail {
  const [sentTo, setSentTo] = useState(first);
  const [waitSeconds, setWait] = useState(first === '' ? 0 : factorLimits.resendSeconds);
  const [failure, setFailure] = useState('');
  const [isSending, setSending] = useState(false);
  const isWaiting = waitSeconds > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setWait((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const send = async () => {
    setSending(true);
    setFailure('');
    try {
      setSentTo((await api.twoFactor.resendAuthMail({ body: { id } })).sentTo);
      setWait(factorLimits.resendSeconds);
    } catch (error) {
      const { message, data } = describeFailure(error);
      setFailure(message);
      if (typeof data.retryAfterSeconds === 'number') setWait(data.retryAfterSeconds);
    } finally {
      setSending(false);
    }
  };
  return { sentTo, waitSeconds, failure, isSending, send: () => void send() };
}

function MailLine({ mail }: { mail: CodeMail }) {
  const say = useWords(twoFactorWords.step);
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed" role="status">
        {mail.failure || (mail.sentTo ? say('sentTo', { address: mail.sentTo }) : say('sending'))}
      </Text>
      <Group>
        <Button size="compact-sm" variant="default" disabled={mail.waitSeconds > 0} loading={mail.isSending} onClick={mail.send}>
          {mail.waitSeconds > 0 ? say('resendIn', { seconds: mail.waitSeconds }) : say('resend')}
        </Button>
      </Group>
    </Stack>
  );
}
