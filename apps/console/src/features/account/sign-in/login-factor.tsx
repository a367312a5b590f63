import { Anchor, Text, Title } from '@mantine/core';
import type { FactorChallenge } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { twoFactorWords } from '../../../locales/two-factor.ts';
import { type FactorAnswer, FactorStep } from '../shared/two-factor/factor-step.tsx';
import classes from './account.module.css';

type LoginFactorProps = {
  challenge: FactorChallenge;
  onSignedIn: (answer: { token: string; routePath: string }) => void;
  /** @returns whether the page has dealt with it */
  onRefused: (error: unknown) => boolean;
  /** Back to the password, with what is to be said of it. */
  onRestart: (message?: string) => void;
};

/** The second step of the sign-in (screens 1.1). */
export function LoginFactor({ challenge, onSignedIn, onRefused, onRestart }: LoginFactorProps) {
  const say = useWords(twoFactorWords.step);
  const verify = useMutation({
    meta: { isQuiet: true },
    mutationFn: (answer: FactorAnswer) => api.twoFactor.verifyCode({ body: { id: challenge.id, ...answer } }),
    onSuccess: onSignedIn,
    onError: (error) => {
      if (onRefused(error)) return;
      const { code, message, data } = describeFailure(error);
      const isOver = code === 'login.challenge_over' || code === 'login.session_exists' || (code === 'login.code_wrong' && data.left === 0);
      if (isOver) onRestart(message);
    },
  });
  return (
    <div>
      <Title order={1} className={classes.title}>
        {say('title')}
      </Title>
      <Text className={classes.lead}>{say('lead')}</Text>
      <FactorStep
        challenge={challenge}
        failure={verify.error ? describeFailure(verify.error).message : undefined}
        isBusy={verify.isPending}
        submit={say('verify')}
        onAnswer={verify.mutate}
      />
      <Anchor component="button" type="button" size="sm" mt="lg" onClick={() => onRestart()}>
        {say('back')}
      </Anchor>
    </div>
  );
}
