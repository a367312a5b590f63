import { Alert, Badge, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { neededScopes, type Onboarding } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { SecretInput } from '../../../components/secret-input.tsx';
import { api } from '../../../lib/api.ts';
import { describeFailure, readFieldErrors } from '../../../lib/errors.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { onboardingWords } from '../../../locales/onboarding.ts';
import classes from './onboarding.module.css';
import { accountsQuery, partnerQuery, permissionsQuery, type Step } from './onboarding.queries.ts';
import { useSignupWindow } from './use-signup-window.ts';

export type StepProps = { onboarding: Onboarding; step: Step };

/** Step 1: the app of the installation, and the rights that the sign-in asks for. */
export function PermissionsStep({ onboarding, step }: StepProps) {
  const say = useWords(onboardingWords.onboarding);
  const partner = useQuery(partnerQuery(onboarding.id));
  const permissions = useQuery({ ...permissionsQuery(onboarding.id, onboarding.revision), enabled: onboarding.signIn === 'VALID' });
  const isGranted = (scope: string) => permissions.data?.scopes.some((one) => one.scope === scope && one.isGranted) ?? false;
  const { appName = '', appId = '', configId = '' } = partner.data ?? {};
  return (
    <>
      <Text size="sm">{say('permissionsText')}</Text>
      <ul className={classes.rows}>
        {neededScopes.map((scope) => (
          <li key={scope} className={classes.row}>
            <code>{scope}</code>
            <Badge component="span" variant="light" color={isGranted(scope) ? 'green' : 'gray'}>
              {say(isGranted(scope) ? 'granted' : 'notGranted')}
            </Badge>
          </li>
        ))}
      </ul>
      {partner.data ? (
        <FactList
          facts={[
            [say('app'), [appName, appId].filter(Boolean).join(' · ')],
            [say('configuration'), configId],
          ]}
        />
      ) : null}
      {partner.error ? <Alert color="red">{describeFailure(partner.error).message}</Alert> : null}
      <Group>
        <Button
          loading={step.isPending}
          onClick={() =>
            step.mutate(({ onboardingId, revision }) => api.onboardings.checkPartner({ params: { onboardingId }, body: { revision } }))
          }
        >
          {say('askProvider')}
        </Button>
      </Group>
    </>
  );
}

/** Step 2: signs in by the provider's dialog, or by ids. */
export function AccountStep({ onboarding, step }: StepProps) {
  const say = useWords(onboardingWords.onboarding);
  const partner = useQuery(partnerQuery(onboarding.id));
  const { dialogUrl = '', state = '' } = partner.data ?? {};
  const [isByIds, setByIds] = useState(false);
  const popup = useSignupWindow({
    url: dialogUrl,
    state,
    onCode: (code, itsState) =>
      step.mutate((known) => api.onboardings.signUp({ body: { ...known, method: 'dialog', code, state: itsState } })),
  });
  const told = { idle: '', open: 'dialogOpen', blocked: 'dialogBlocked', closed: 'dialogClosed', cancelled: 'dialogCancelled' } as const;
  const words = told[popup.now];
  return (
    <>
      <SignInNote onboarding={onboarding} />
      <Text size="sm">{say('accountText')}</Text>
      <div role="status">{words ? <Alert color={popup.now === 'open' ? 'blue' : 'yellow'}>{say(words)}</Alert> : null}</div>
      {partner.error ? <Alert color="red">{describeFailure(partner.error).message}</Alert> : null}
      <Group gap="sm">
        <Button loading={step.isPending} disabled={dialogUrl === ''} onClick={popup.open}>
          {say(popup.now === 'idle' ? 'openDialog' : 'reopenDialog')}
        </Button>
        <Button variant="subtle" aria-expanded={isByIds} onClick={() => setByIds(!isByIds)}>
          {say('byIds')}
        </Button>
      </Group>
      {isByIds ? <IdsForm step={step} /> : null}
    </>
  );
}

function SignInNote({ onboarding: { signIn, tokenExpiresAt } }: { onboarding: Onboarding }) {
  const say = useWords(onboardingWords.onboarding);
  if (signIn === 'OVER') return <Alert color="yellow">{say('signedOut')}</Alert>;
  if (signIn === 'NONE') return null;
  return (
    <Text size="sm" fw={600}>
      {tokenExpiresAt ? say('signedInUntil', { time: formatReportDate(tokenExpiresAt) }) : say('signedIn')}
    </Text>
  );
}

function IdsForm({ step }: Pick<StepProps, 'step'>) {
  const say = useWords(onboardingWords.onboarding);
  const form = useForm({
    initial: { wabaId: '', accessToken: '' },
    check: ({ wabaId, accessToken }) => ({
      wabaId: wabaId.trim() === '' && say('empty'),
      accessToken: accessToken.trim() === '' && say('empty'),
    }),
  });
  const handleSave = form.submit((ids) =>
    step.mutate((known) => api.onboardings.signUp({ body: { ...known, method: 'ids', ...ids } }), {
      onSuccess: form.reset,
      onError: (error) => form.setFaults(Object.fromEntries(readFieldErrors(error).map(({ field, message }) => [field, message]))),
    }),
  );
  return (
    <form noValidate onSubmit={handleSave}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {say('byIdsText')}
        </Text>
        <TextInput label={say('wabaId')} inputMode="numeric" withAsterisk maxLength={30} autoComplete="off" {...form.field('wabaId')} />
        <SecretInput
          label={say('accessToken')}
          description={say('tokenHint')}
          withAsterisk
          maxLength={2000}
          autoComplete="off"
          {...form.field('accessToken')}
        />
        <Group>
          <Button type="submit" variant="default" loading={step.isPending}>
            {say('useIds')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Step 3: the account whose numbers are brought in. */
export function ChoiceStep({ onboarding, step }: StepProps) {
  const say = useWords(onboardingWords.onboarding);
  const accounts = useQuery(accountsQuery(onboarding.id, onboarding.revision));
  if (accounts.error) return <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />;
  if (!accounts.data) return <Skeleton height={60} radius="md" />;
  return (
    <>
      <Text size="sm">{say('choiceText')}</Text>
      <ul className={classes.rows}>
        {accounts.data.accounts.map(({ id, name, reviewStatus }) => (
          <li key={id} className={classes.row}>
            <span>
              <b>{name || id}</b>
              <Text size="xs" c="dimmed">
                {[id, reviewStatus].filter(Boolean).join(' · ')}
              </Text>
            </span>
            {onboarding.wabaId === id ? (
              <Badge component="span" color="green" variant="light">
                {say('chosen')}
              </Badge>
            ) : (
              <Button
                size="xs"
                loading={step.isPending}
                onClick={() =>
                  step.mutate(({ onboardingId, revision }) =>
                    api.onboardings.choose({ params: { onboardingId }, body: { revision, wabaId: id } }),
                  )
                }
              >
                {say('choose', { name: name || id })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
