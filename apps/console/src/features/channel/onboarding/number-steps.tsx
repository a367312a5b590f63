import { Badge, Button, Group, Select, SimpleGrid, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { codeMethods, type OnboardingNumber, sandboxCode, type WabaNumber } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { SecretInput } from '../../../components/secret-input.tsx';
import { api } from '../../../lib/api.ts';
import { readFieldErrors, readIssues } from '../../../lib/errors.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { onboardingWords } from '../../../locales/onboarding.ts';
import type { StepProps } from './account-steps.tsx';
import classes from './onboarding.module.css';
import { numbersQuery } from './onboarding.queries.ts';

export type NumberStepProps = StepProps & { number: OnboardingNumber };

const faultsOf = (error: unknown) =>
  Object.fromEntries([...readFieldErrors(error), ...readIssues(error)].map(({ field, message }) => [field, message]));

/** Step 4: the numbers of the account, and a new one. */
export function NumbersStep({ onboarding, step }: StepProps) {
  const say = useWords(onboardingWords.onboarding);
  const numbers = useQuery(numbersQuery(onboarding.id, onboarding.revision));
  return (
    <>
      <Text size="sm">{say('numbersText')}</Text>
      {numbers.error ? (
        <ErrorState error={numbers.error} onRetry={() => void numbers.refetch()} />
      ) : numbers.data ? (
        <NumberList numbers={numbers.data.numbers} onboarding={onboarding} step={step} />
      ) : (
        <Skeleton height={60} radius="md" />
      )}
      <AddForm onboarding={onboarding} step={step} />
    </>
  );
}

function NumberList({ numbers, onboarding, step }: StepProps & { numbers: readonly WabaNumber[] }) {
  const say = useWords(onboardingWords.onboarding);
  const isTaken = (id: string) => onboarding.numbers.some(({ phoneNumberId }) => phoneNumberId === id);
  if (numbers.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {say('noNumbers')}
      </Text>
    );
  return (
    <ul className={classes.rows}>
      {numbers.map(({ id, phone, verifiedName, isVerified }) => (
        <li key={id} className={classes.row}>
          <span>
            <b>{phone}</b>
            <Text size="xs" c="dimmed">
              {[verifiedName, say(isVerified ? 'verified' : 'notVerified')].filter(Boolean).join(' · ')}
            </Text>
          </span>
          {isTaken(id) ? (
            <Badge component="span" color="green" variant="light">
              {say('taken')}
            </Badge>
          ) : (
            <Button
              size="xs"
              variant="default"
              loading={step.isPending}
              onClick={() =>
                step.mutate(({ onboardingId, revision }) =>
                  api.onboardings.take({ params: { onboardingId }, body: { revision, phoneNumberId: id } }),
                )
              }
            >
              {say('take', { phone })}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function AddForm({ onboarding, step }: StepProps) {
  const say = useWords(onboardingWords.onboarding);
  const form = useForm({
    initial: { cc: '91', phoneNumber: '', verifiedName: '' },
    check: ({ cc, phoneNumber, verifiedName }) => ({
      cc: cc.trim() === '' && say('empty'),
      phoneNumber: phoneNumber.trim() === '' && say('empty'),
      verifiedName: verifiedName.trim() === '' && say('empty'),
    }),
  });
  const handleAdd = form.submit((number) =>
    step.mutate((known) => api.onboardings.add({ body: { ...known, ...number } }), {
      onSuccess: form.reset,
      onError: (error) => form.setFaults(faultsOf(error)),
    }),
  );
  return (
    <form noValidate onSubmit={handleAdd} aria-label={say('addNumber')}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput label={say('cc')} inputMode="tel" withAsterisk maxLength={4} {...form.field('cc')} />
          <TextInput label={say('phoneNumber')} inputMode="tel" withAsterisk maxLength={24} {...form.field('phoneNumber')} />
        </SimpleGrid>
        <TextInput
          label={say('verifiedName')}
          description={say('verifiedNameHint')}
          withAsterisk
          maxLength={60}
          {...form.field('verifiedName')}
        />
        {onboarding.environment === 'sandbox' ? (
          <Text size="xs" c="dimmed">
            {say('sandboxNumbers')}
          </Text>
        ) : null}
        <Group>
          <Button type="submit" loading={step.isPending}>
            {say('addNumber')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Whole seconds until an instant of the server's clock; 0 once it is over. */
function useSecondsUntil(at: string | undefined): number {
  const left = () => (at ? Math.max(0, Math.ceil((new Date(at).getTime() - serverNow()) / 1000)) : 0);
  const [, redraw] = useState(0);
  const seconds = left();
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setInterval(() => redraw((count) => count + 1), 500);
    return () => clearInterval(timer);
  }, [seconds]);
  return seconds;
}

/** Step 5: a code by SMS or voice, then the number's registration. */
export function VerifyStep({ onboarding, number, step }: NumberStepProps) {
  const say = useWords(onboardingWords.onboarding);
  const { phoneNumberId, phone, code } = number;
  const [method, setMethod] = useState<(typeof codeMethods)[number]>('SMS');
  const seconds = useSecondsUntil(code?.againAt);
  const form = useForm({
    initial: { code: '', pin: '' },
    check: (draft) => ({
      code: draft.code !== '' && !/^[\s-]*(\d[\s-]*){6}$/.test(draft.code) && say('codeFormat'),
      pin: draft.pin !== '' && !/^\d{6}$/.test(draft.pin) && say('codeFormat'),
    }),
  });
  const handleVerify = form.submit((draft) =>
    step.mutate((known) => api.onboardings.verify({ body: { ...known, phoneNumberId, ...draft } }), { onSuccess: form.reset }),
  );
  const handleSend = () => step.mutate((known) => api.onboardings.sendCode({ body: { ...known, phoneNumberId, method } }));
  return (
    <>
      <Text size="sm">{say('verifyText', { phone })}</Text>
      <Group gap="sm" align="end">
        <Select
          label={say('method')}
          allowDeselect={false}
          data={codeMethods.map((value) => ({ value, label: say(value) }))}
          value={method}
          onChange={(value) => setMethod(value === 'VOICE' ? 'VOICE' : 'SMS')}
        />
        <Button variant={code ? 'default' : 'filled'} loading={step.isPending} disabled={seconds > 0} onClick={handleSend}>
          {say(code ? 'sendAgain' : 'sendCode')}
        </Button>
        {seconds > 0 ? (
          <Text size="sm" lh="36px" role="timer">
            {say('againIn', { count: seconds })}
          </Text>
        ) : null}
      </Group>
      <form noValidate onSubmit={handleVerify}>
        <Stack gap="sm">
          {code ? (
            <Text size="sm" role="status">
              {say('codeSent', { method: say(code.method), time: formatReportDate(code.sentAt) })}
              {' · '}
              {code.triesLeft === 0 ? say('noTries') : say('triesLeft', { count: code.triesLeft })}
            </Text>
          ) : null}
          <SimpleGrid className={classes.pair} cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput
              label={say('code')}
              description={onboarding.environment === 'sandbox' ? say('sandboxCode', { code: sandboxCode }) : ' '}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={9}
              {...form.field('code')}
            />
            <SecretInput label={say('pin')} description={say('pinHint')} autoComplete="off" maxLength={6} {...form.field('pin')} />
          </SimpleGrid>
          <Group>
            <Button type="submit" loading={step.isPending} disabled={code?.triesLeft === 0}>
              {say('verifyNow')}
            </Button>
          </Group>
        </Stack>
      </form>
    </>
  );
}

/** Step 6: what customers see of the number. */
export function ProfileStep({ number, step }: NumberStepProps) {
  const say = useWords(onboardingWords.onboarding);
  const form = useForm({ initial: { about: '', address: '', description: '', email: '', website: '' } });
  const handleSave = form.submit((profile) =>
    step.mutate(
      ({ onboardingId, revision }) =>
        api.onboardings.profile({ params: { onboardingId }, body: { revision, phoneNumberId: number.phoneNumberId, ...profile } }),
      { onError: (error) => form.setFaults(faultsOf(error)) },
    ),
  );
  return (
    <form noValidate onSubmit={handleSave}>
      <Stack gap="sm">
        <Text size="sm">{say('profileText')}</Text>
        <Text size="sm" fw={600}>
          {say('displayName', { name: number.verifiedName })}
        </Text>
        <TextInput label={say('about')} maxLength={139} {...form.field('about')} />
        <Textarea label={say('description')} autosize minRows={2} maxLength={512} {...form.field('description')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput label={say('email')} type="email" maxLength={128} {...form.field('email')} />
          <TextInput label={say('website')} placeholder="https://" maxLength={256} {...form.field('website')} />
        </SimpleGrid>
        <TextInput label={say('address')} maxLength={256} {...form.field('address')} />
        <Group>
          <Button type="submit" loading={step.isPending}>
            {say('saveProfile')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
