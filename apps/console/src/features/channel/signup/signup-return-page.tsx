import { Button, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { onboardingWords } from '../../../locales/onboarding.ts';
import { tellSignup } from '../shared/signup-news.ts';
import classes from './signup.module.css';
import { SignupSearch } from './signup.search.ts';

/** End of the provider's dialog: hands its code to the window that asked for it, and closes. */
export function SignupReturnPage() {
  const say = useWords(onboardingWords.signup);
  const { search } = useAddressState(SignupSearch);
  const { state, code, error } = search;
  const isDone = code !== '' && error === '';
  useEffect(() => {
    tellSignup({ state, code: isDone ? code : '' });
    window.close();
  }, [state, code, isDone]);
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <Title order={1} size="h3">
          {say('title')}
        </Title>
        <Text role="status">{say(isDone ? 'done' : 'failed')}</Text>
        <Button onClick={() => window.close()}>{say('close')}</Button>
      </div>
    </main>
  );
}
