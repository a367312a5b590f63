import { Badge, Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { OnboardingCheck } from '@parley/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { api } from '../../../lib/api.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { onboardingWords } from '../../../locales/onboarding.ts';
import { useDepartmentOptions } from '../../account/shared/departments.ts';
import type { NumberStepProps } from './number-steps.tsx';
import classes from './onboarding.module.css';
import { checksQuery, onboardingKeys } from './onboarding.queries.ts';

/** Step 7. */
export function CallbacksStep({ number, step }: NumberStepProps) {
  const say = useWords(onboardingWords.onboarding);
  const { phoneNumberId } = number;
  return (
    <>
      <Text size="sm">{say('callbacksText')}</Text>
      <Group>
        <Button
          loading={step.isPending}
          onClick={() =>
            step.mutate(({ onboardingId, revision }) =>
              api.onboardings.subscribe({ params: { onboardingId }, body: { revision, phoneNumberId } }),
            )
          }
        >
          {say('subscribe')}
        </Button>
      </Group>
    </>
  );
}

/** Step 8: somebody writes to the number and is answered. */
export function MessageStep({ onboarding, number, step }: NumberStepProps) {
  const say = useWords(onboardingWords.onboarding);
  const { phone, phoneNumberId, heard, messageStatus, channelId } = number;
  const form = useForm({
    initial: () => ({ text: say('answerText') }),
    check: ({ text }) => ({ text: text.trim() === '' && say('empty') }),
  });
  const handleSend = form.submit(({ text }) =>
    step.mutate(({ onboardingId, revision }) =>
      api.onboardings.greet({ params: { onboardingId }, body: { revision, phoneNumberId, text } }),
    ),
  );
  const time = heard ? formatReportDate(heard.at) : '';
  return (
    <>
      <Text size="sm">{say('messageText', { phone })}</Text>
      {onboarding.environment === 'sandbox' ? <SandboxPhone onboardingId={onboarding.id} channelId={channelId} /> : null}
      <Text size="sm" role="status" fw={600}>
        {heard === null ? say('notHeard') : heard.from ? say('heard', { from: heard.from, time }) : say('heardHidden', { time })}
      </Text>
      <form noValidate onSubmit={handleSend}>
        <Stack gap="sm">
          <Textarea label={say('answer')} autosize minRows={2} maxLength={1000} {...form.field('text')} />
          <Group>
            <Button type="submit" loading={step.isPending} disabled={heard === null}>
              {say('sendFirst')}
            </Button>
            {messageStatus ? (
              <Text size="sm" role="status">
                {say('messageState', { state: messageStatus })}
              </Text>
            ) : null}
          </Group>
        </Stack>
      </form>
    </>
  );
}

/** Writes to the number as a customer of the sandbox would. */
function SandboxPhone({ onboardingId, channelId }: { onboardingId: string; channelId: string }) {
  const say = useWords(onboardingWords.onboarding);
  const client = useQueryClient();
  const [address, setAddress] = useState('+919899900001');
  const write = useMutation({
    meta: { isQuiet: true },
    mutationFn: () =>
      api.sandbox.act({
        params: { channelId, address: address.trim() },
        body: { name: '', act: { kind: 'text', text: say('writtenText') } },
      }),
    onError: tellFailure,
    onSettled: () => client.invalidateQueries({ queryKey: onboardingKeys.one(onboardingId), exact: true }),
  });
  return (
    <Group gap="sm" align="end">
      <TextInput
        label={say('sandboxPhone')}
        inputMode="tel"
        maxLength={20}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <Button variant="default" loading={write.isPending} disabled={address.trim() === ''} onClick={() => write.mutate()}>
        {say('writeFromPhone')}
      </Button>
    </Group>
  );
}

/** Step 9: the checks, then the channel. */
export function ChannelStep({ onboarding, number, step }: NumberStepProps) {
  const say = useWords(onboardingWords.onboarding);
  const departments = useDepartmentOptions();
  const { phoneNumberId, isConnected, channelId, channelName } = number;
  const form = useForm({
    initial: { name: channelName, deptId: '' },
    check: ({ name }) => ({ name: name.trim() === '' && say('empty') }),
  });
  const handleConnect = form.submit((channel) =>
    step.mutate((known) => api.onboardings.connect({ body: { ...known, phoneNumberId, ...channel } }), {
      onSuccess: () => showToast('success', say('connected')),
    }),
  );
  return (
    <>
      <Checks onboarding={onboarding} number={number} step={step} />
      {isConnected ? (
        <Group>
          <Text size="sm" fw={600}>
            {say('connected')}
          </Text>
          <Button component={Link} to="/admin/channels/$channelId" params={{ channelId } as never} size="xs">
            {say('openChannel')}
          </Button>
        </Group>
      ) : (
        <form noValidate onSubmit={handleConnect}>
          <Stack gap="sm">
            <Text size="sm">{say('channelText')}</Text>
            <TextInput label={say('channelName')} withAsterisk maxLength={80} {...form.field('name')} />
            {departments.length > 0 ? (
              <Select label={say('department')} clearable searchable data={departments} {...form.choice('deptId')} />
            ) : null}
            <Group>
              <Button type="submit" loading={step.isPending}>
                {say('connect')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </>
  );
}

function Checks({ onboarding, number }: NumberStepProps) {
  const say = useWords(onboardingWords.onboarding);
  const checks = useQuery(checksQuery(onboarding.id, number.phoneNumberId, onboarding.revision));
  const textOf = ({ name, isOk, text }: OnboardingCheck) => {
    if (!isOk) return text;
    if (name === 'token') return text === '' ? say('withoutEnd') : formatReportDate(text);
    if (name === 'callback') return formatReportDate(text);
    return name === 'templates' ? say('templateCount', { count: Number(text) }) : text;
  };
  if (checks.error) return <ErrorState error={checks.error} onRetry={() => void checks.refetch()} />;
  return (
    <section aria-label={say('checks')}>
      <ul className={classes.rows}>
        {(checks.data?.checks ?? []).map((check) => (
          <li key={check.name} className={classes.row}>
            <span>
              <b>{say(check.name)}</b>
              <Text size="xs" c="dimmed">
                {textOf(check)}
              </Text>
            </span>
            <Badge component="span" variant="light" color={check.isOk ? 'green' : 'yellow'}>
              {say(check.isOk ? 'ok' : 'notYet')}
            </Badge>
          </li>
        ))}
      </ul>
      <Button mt="xs" size="xs" variant="subtle" loading={checks.isFetching} onClick={() => void checks.refetch()}>
        {say('checkAgain')}
      </Button>
    </section>
  );
}
