import { Alert, Button, Modal, Skeleton, Stack, Text } from '@mantine/core';
import type { FactorKind } from '@parley/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../../components/dialog-form.tsx';
import { ErrorState } from '../../../../components/error-state.tsx';
import { api } from '../../../../lib/api.ts';
import { describeFailure } from '../../../../lib/errors.ts';
import { endSession } from '../../../../lib/session.ts';
import { useForm } from '../../../../lib/use-form.ts';
import { useWords } from '../../../../lib/words.ts';
import { twoFactorWords } from '../../../../locales/two-factor.ts';
import { PasswordField } from '../password-field.tsx';
import { FactorStep } from './factor-step.tsx';

type Proof = { password: string; id?: string; authType?: FactorKind; securityCode?: string };

/** Proves anew who somebody is: the password first, then the second factor, as far as they have them. */
export function ProofDialog({ onAnswer }: { onAnswer: (isProved: boolean) => void }) {
  const say = useWords(twoFactorWords.proof);
  const sayStep = useWords(twoFactorWords.step);
  const [password, setPassword] = useState<string>();
  const asked = useQuery({
    queryKey: ['proof'],
    queryFn: () => api.twoFactor.startProof({ body: {} }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const proof = useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: Proof) => api.twoFactor.prove({ body }),
    onSuccess: () => onAnswer(true),
    onError: (error) => {
      const { code } = describeFailure(error);
      if (code === 'password.wrong') setPassword(undefined);
      if (code === 'login.challenge_over') void asked.refetch();
    },
  });
  const failure = proof.error ? describeFailure(proof.error).message : undefined;
  const close = () => onAnswer(false);
  const { hasPassword = false, challenge = null } = asked.data ?? {};
  const isPasswordDue = hasPassword && password === undefined;
  return (
    <Modal opened onClose={close} title={say('title')} size="sm" closeOnClickOutside={false} zIndex={400}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {say('why')}
        </Text>
        {asked.isPending ? (
          <Skeleton height={120} radius="md" />
        ) : asked.isError ? (
          <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
        ) : isPasswordDue ? (
          <PasswordStep
            failure={failure}
            isLast={challenge === null}
            isBusy={proof.isPending}
            onCancel={close}
            onPassword={(typed) => {
              setPassword(typed);
              if (challenge === null) proof.mutate({ password: typed });
              else proof.reset();
            }}
          />
        ) : challenge ? (
          <FactorStep
            key={challenge.id}
            challenge={challenge}
            failure={failure}
            isBusy={proof.isPending}
            submit={sayStep('verify')}
            onAnswer={(answer) => proof.mutate({ password: password ?? '', id: challenge.id, ...answer })}
          />
        ) : hasPassword ? (
          <Skeleton height={80} radius="md" />
        ) : (
          <Alert color="yellow">
            <Stack gap="sm">
              <Text size="sm">{say('signInAgain')}</Text>
              <Button
                onClick={() => {
                  close();
                  endSession('user');
                }}
              >
                {say('signOut')}
              </Button>
            </Stack>
          </Alert>
        )}
      </Stack>
    </Modal>
  );
}

function PasswordStep({
  failure,
  isLast,
  isBusy,
  onCancel,
  onPassword,
}: {
  failure: string | undefined;
  isLast: boolean;
  isBusy: boolean;
  onCancel: () => void;
  onPassword: (password: string) => void;
}) {
  const say = useWords(twoFactorWords.proof);
  const sayStep = useWords(twoFactorWords.step);
  const form = useForm({ initial: { password: '' }, check: ({ password }) => ({ password: password === '' && sayStep('mandatory') }) });
  return (
    <DialogForm
      submit={isLast ? sayStep('verify') : say('next')}
      isBusy={isBusy}
      onCancel={onCancel}
      onSubmit={form.submit(({ password }) => onPassword(password))}
    >
      <PasswordField
        label={say('password')}
        autoComplete="current-password"
        {...form.field('password')}
        error={form.faults.password ?? failure}
        data-autofocus
      />
    </DialogForm>
  );
}
