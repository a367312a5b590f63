import { Alert, Badge, Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { type Onboarding, type OnboardingStep, onboardingSteps } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { onboardingWords } from '../../../locales/onboarding.ts';
import { useCan } from '../../account/shared/me.ts';
import { AccountStep, ChoiceStep, PermissionsStep } from './account-steps.tsx';
import { CallbacksStep, ChannelStep, MessageStep } from './channel-steps.tsx';
import { NumbersStep, ProfileStep, VerifyStep } from './number-steps.tsx';
import classes from './onboarding.module.css';
import { onboardingQuery, type Step, useDiscardOnboarding, useStep } from './onboarding.queries.ts';
import { missingFor, nextStep, optionalSteps, stepsOf } from './onboarding.rules.ts';
import { StepPanel } from './step-panel.tsx';

type Props = { id: string; phoneNumberId: string; onNumber: (phoneNumberId: string) => void; onBack: () => void };

/** One onboarding with its nine steps (screens 6.2). */
export function OnboardingStepper({ id, ...props }: Props) {
  const say = useWords(onboardingWords.onboarding);
  const { data, error, refetch } = useQuery(onboardingQuery(id));
  if (error && !data)
    return (
      <Stack>
        <ErrorState error={error} title={say('loadFailed')} onRetry={() => void refetch()} />
        <Group justify="center">
          <Button variant="subtle" onClick={props.onBack}>
            {say('back')}
          </Button>
        </Group>
      </Stack>
    );
  if (!data) return <Skeleton height={420} radius="md" />;
  return <Steps onboarding={data} onReload={() => void refetch()} {...props} />;
}

type StepsProps = Omit<Props, 'id'> & { onboarding: Onboarding; onReload: () => void };

function Steps({ onboarding, phoneNumberId, onNumber, onBack, onReload }: StepsProps) {
  const say = useWords(onboardingWords.onboarding);
  const canCreate = useCan(['CHANNELS.CREATE']);
  const step = useStep(onboarding);
  const discard = useDiscardOnboarding();
  const [tried, setTried] = useState<OnboardingStep | undefined>();
  const { numbers } = onboarding;
  const number =
    numbers.find((one) => one.phoneNumberId === phoneNumberId) ?? numbers.findLast(({ isConnected }) => !isConnected) ?? numbers.at(-1);
  const steps = stepsOf(onboarding, number);
  const next = nextStep(onboarding, steps, number);
  // A step that somebody opens stays open until another one is due.
  const [picked, setPicked] = useState<{ step: OnboardingStep | null; when: string }>();
  const due = `${number?.phoneNumberId ?? ''} ${next ?? ''}`;
  const isOpen = (one: OnboardingStep) => (picked?.when === due ? picked.step === one : one === (next ?? 'channel'));

  const tracked = (one: OnboardingStep): Step => ({
    isPending: step.isPending && tried === one,
    mutate: (...given) => {
      setTried(one);
      step.mutate(...given);
    },
  });
  const handleDiscard = async () => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('discard'),
      text: say('discardText'),
      confirm: say('discard'),
      cancel: say('cancel'),
    });
    if (!isSure) return;
    discard.mutate(onboarding.id, {
      onSuccess: () => {
        showToast('success', say('discarded'));
        onBack();
      },
      onError: tellFailure,
    });
  };
  const bodies: Record<OnboardingStep, () => ReactNode> = {
    permissions: () => <PermissionsStep onboarding={onboarding} step={tracked('permissions')} />,
    account: () => <AccountStep onboarding={onboarding} step={tracked('account')} />,
    choice: () => <ChoiceStep onboarding={onboarding} step={tracked('choice')} />,
    numbers: () => <NumbersStep onboarding={onboarding} step={tracked('numbers')} />,
    verify: () => number && <VerifyStep key={number.phoneNumberId} onboarding={onboarding} number={number} step={tracked('verify')} />,
    profile: () => number && <ProfileStep key={number.phoneNumberId} onboarding={onboarding} number={number} step={tracked('profile')} />,
    callbacks: () => number && <CallbacksStep onboarding={onboarding} number={number} step={tracked('callbacks')} />,
    message: () => number && <MessageStep key={number.phoneNumberId} onboarding={onboarding} number={number} step={tracked('message')} />,
    channel: () => number && <ChannelStep key={number.phoneNumberId} onboarding={onboarding} number={number} step={tracked('channel')} />,
  };
  return (
    <div>
      <div className={classes.stepper}>
        <PageHeader
          title={onboarding.wabaName || say('title')}
          subtitle={say('startedBy', { name: onboarding.startedBy, time: formatReportDate(onboarding.createdAt) })}
          actions={
            <Group gap="xs">
              <Group gap="xs">
                {onboarding.environment === 'sandbox' ? (
                  <Badge color="grape" variant="light">
                    {say('sandbox')}
                  </Badge>
                ) : null}
                <Badge color={onboarding.isFinished ? 'green' : 'yellow'}>{say(onboarding.isFinished ? 'finished' : 'unfinished')}</Badge>
              </Group>
              <Group gap="xs">
                <Button variant="default" onClick={onBack}>
                  {say('back')}
                </Button>
                {canCreate && numbers.every(({ isConnected }) => !isConnected) ? (
                  <Button variant="subtle" color="red" loading={discard.isPending} onClick={() => void handleDiscard()}>
                    {say('discard')}
                  </Button>
                ) : null}
              </Group>
            </Group>
          }
        />
        {onboarding.signIn === 'OVER' ? (
          <Alert color="yellow" mb="md" role="alert">
            {say('signedOut')}
          </Alert>
        ) : null}
        {canCreate ? null : (
          <Text size="sm" mb="md">
            {say('mayNotCreate')}
          </Text>
        )}
        {numbers.length > 1 ? (
          <Select
            mb="md"
            maw={320}
            label={say('whichNumber')}
            allowDeselect={false}
            data={numbers.map((one) => ({ value: one.phoneNumberId, label: one.phone }))}
            value={number?.phoneNumberId ?? null}
            onChange={(value) => value && onNumber(value)}
          />
        ) : null}
        <ol className={classes.steps} aria-label={say('steps')}>
          {onboardingSteps.map((one, place) => {
            const missing = missingFor(one, steps, number);
            return (
              <StepPanel
                key={one}
                place={place + 1}
                record={steps[one]}
                isOptional={optionalSteps.includes(one)}
                isOpen={isOpen(one)}
                onToggle={() => setPicked({ step: isOpen(one) ? null : one, when: due })}
                waitsFor={missing && canCreate ? say(missing) : ''}
                error={tried === one ? step.error : null}
                onReload={() => {
                  step.reset();
                  onReload();
                }}
              >
                {canCreate ? bodies[one]() : null}
              </StepPanel>
            );
          })}
        </ol>
      </div>
    </div>
  );
}
