import { Button, Code, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { type FactorChallenge, type FactorKind, factorKinds } from '@parley/contract';
import { IconDeviceMobile, IconFingerprint, IconMail } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../../components/error-state.tsx';
import { api } from '../../../../lib/api.ts';
import { describeFailure } from '../../../../lib/errors.ts';
import { useForm } from '../../../../lib/use-form.ts';
import { useWords } from '../../../../lib/words.ts';
import { twoFactorWords } from '../../../../locales/two-factor.ts';
import { FactorStep } from './factor-step.tsx';
import { canUsePasskeys, makePasskey } from './passkey.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useFactorChange } from './two-factor.queries.ts';

const choices = [
  { kind: factorKinds.app, icon: IconDeviceMobile, label: 'app', hint: 'appHint' },
  { kind: factorKinds.passkey, icon: IconFingerprint, label: 'passkey', hint: 'passkeyHint' },
  { kind: factorKinds.email, icon: IconMail, label: 'mail', hint: 'mailHint' },
] as const;

export type FactorSetupProps = {
  /** Kinds that the user has already: an app is replaced, a passkey is one more, mail is on or off. */
  held: readonly FactorKind[];
  /** None were ever shown: they are, as soon as there is a factor. */
  needsRecovery: boolean;
  onDone: () => void;
};

/** Setting a second factor up: which one, its first code, and the recovery codes. */
export function FactorSetup({ held, needsRecovery, onDone }: FactorSetupProps) {
  const [kind, setKind] = useState<FactorKind>();
  const [file, setFile] = useState<string>();
  const recovery = useMutation({
    mutationFn: () => api.twoFactor.showRecovery(),
    onSuccess: (text) => setFile(String(text)),
    onError: onDone,
  });
  const client = useQueryClient();
  const handleAdded = () => {
    // Told only now: with the factor the frame may draw this anew, and the codes are seen once.
    if (needsRecovery) recovery.mutate();
    else onDone();
  };
  if (file !== undefined)
    return (
      <RecoveryCodes
        file={file}
        onDone={() => {
          void client.invalidateQueries({ queryKey: ['two-factor'] });
          onDone();
        }}
      />
    );
  if (recovery.isPending) return <Skeleton height={220} radius="md" />;
  switch (kind) {
    case factorKinds.app:
      return <AppSetup onAdded={handleAdded} />;
    case factorKinds.passkey:
      return <PasskeySetup onAdded={handleAdded} />;
    case factorKinds.email:
      return <MailSetup onAdded={handleAdded} />;
    default:
      return <FactorChoice held={held} onChoose={setKind} />;
  }
}

function FactorChoice({ held, onChoose }: { held: readonly FactorKind[]; onChoose: (kind: FactorKind) => void }) {
  const say = useWords(twoFactorWords.setup);
  const open = choices.filter(({ kind }) =>
    kind === factorKinds.passkey ? canUsePasskeys() : kind === factorKinds.app || !held.includes(kind),
  );
  return (
    <Stack gap="xs">
      {open.map(({ kind, icon: KindIcon, label, hint }) => (
        <Button
          key={kind}
          variant="default"
          justify="flex-start"
          h="auto"
          py="sm"
          leftSection={<KindIcon size={20} stroke={1.6} aria-hidden />}
          onClick={() => onChoose(kind)}
        >
          <span style={{ display: 'block', textAlign: 'start', whiteSpace: 'normal' }}>
            {say(kind === factorKinds.app && held.includes(kind) ? 'replaceApp' : label)}
            <Text component="span" display="block" size="xs" c="dimmed" fw={400}>
              {say(hint)}
            </Text>
          </span>
        </Button>
      ))}
    </Stack>
  );
}

function AppSetup({ onAdded }: { onAdded: () => void }) {
  const say = useWords(twoFactorWords.setup);
  const sayStep = useWords(twoFactorWords.step);
  const form = useForm({ initial: { code: '' }, check: ({ code }) => ({ code: code.trim() === '' && sayStep('mandatory') }) });
  const app = useQuery({
    queryKey: ['two-factor', 'new-app'],
    queryFn: () => api.twoFactor.startApp({ body: {} }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const confirm = useFactorChange((body: typeof form.draft) => api.twoFactor.confirmApp({ body }), { isQuiet: true });
  if (app.isPending) return <Skeleton height={320} radius="md" />;
  if (app.isError) return <ErrorState error={app.error} onRetry={() => void app.refetch()} />;
  return (
    <form onSubmit={form.submit((draft) => confirm.mutate(draft, { onSuccess: onAdded }))} noValidate>
      <Stack gap="md">
        <Text size="sm">{say('scan')}</Text>
        <Group justify="center">
          <QrCode text={app.data.uri} label={say('qr')} />
        </Group>
        <Text size="sm">
          {say('secret')}{' '}
          <Code fz="sm" style={{ overflowWrap: 'anywhere' }}>
            {app.data.secret.match(/.{1,4}/g)?.join(' ')}
          </Code>
        </Text>
        <TextInput
          label={sayStep('code')}
          description={say('firstCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          {...form.field('code')}
          error={form.faults.code ?? (confirm.error ? describeFailure(confirm.error).message : undefined)}
          data-autofocus
        />
        <Button type="submit" loading={confirm.isPending}>
          {sayStep('verify')}
        </Button>
      </Stack>
    </form>
  );
}

function PasskeySetup({ onAdded }: { onAdded: () => void }) {
  const say = useWords(twoFactorWords.setup);
  const sayStep = useWords(twoFactorWords.step);
  const form = useForm({ initial: { name: '' }, check: ({ name }) => ({ name: name.trim() === '' && sayStep('mandatory') }) });
  const add = useFactorChange(
    async ({ name }: typeof form.draft) => {
      const { id, options } = await api.twoFactor.startPasskey({ body: {} });
      const credential = await makePasskey(options);
      return credential ? api.twoFactor.addPasskey({ body: { id, name, credential } }) : undefined;
    },
    { isQuiet: true },
  );
  // Nothing is added when the browser's dialog is closed.
  const handleSubmit = (draft: typeof form.draft) => add.mutate(draft, { onSuccess: (answer) => answer && onAdded() });
  return (
    <form onSubmit={form.submit(handleSubmit)} noValidate>
      <Stack gap="md">
        <TextInput
          label={say('passkeyName')}
          description={say('passkeyNameHint')}
          maxLength={60}
          {...form.field('name')}
          error={form.faults.name ?? (add.error ? describeFailure(add.error).message : undefined)}
          data-autofocus
        />
        <Button type="submit" loading={add.isPending}>
          {say('makePasskey')}
        </Button>
      </Stack>
    </form>
  );
}

function MailSetup({ onAdded }: { onAdded: () => void }) {
  const sayStep = useWords(twoFactorWords.step);
  const mailed = useQuery({
    queryKey: ['two-factor', 'new-mail'],
    queryFn: async (): Promise<FactorChallenge | null> =>
      (await api.twoFactor.setOwn({ body: { isEnabled: true, type: factorKinds.email } })).challenge,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const confirm = useFactorChange(
    ({ id, code }: { id: string; code: string }) => api.twoFactor.setOwn({ body: { isEnabled: true, type: factorKinds.email, id, code } }),
    { isQuiet: true },
  );
  if (mailed.isPending) return <Skeleton height={160} radius="md" />;
  if (mailed.isError) return <ErrorState error={mailed.error} onRetry={() => void mailed.refetch()} />;
  const challenge = mailed.data;
  if (!challenge) return null;
  return (
    <FactorStep
      key={challenge.id}
      challenge={challenge}
      failure={confirm.error ? describeFailure(confirm.error).message : undefined}
      isBusy={confirm.isPending}
      submit={sayStep('verify')}
      onAnswer={({ securityCode }) => confirm.mutate({ id: challenge.id, code: securityCode }, { onSuccess: onAdded })}
    />
  );
}
