import { Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { signInWords } from '../../../locales/sign-in.ts';
import { AccountMessage } from './account-message.tsx';

export function ActivationPage() {
  const say = useWords(signInWords.signIn);
  const { activationId } = useParams({ from: '/_account/signup-verify/$activationId' });
  // A query, not an effect: drawn twice, it still asks once, and a link works only once.
  const activation = useQuery({
    queryKey: ['activation', activationId],
    queryFn: () => api.told.account.activate({ body: { activationId } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    meta: { isQuiet: true },
  });
  if (activation.isPending) {
    return (
      <Group gap="sm" role="status">
        <Loader size="sm" aria-hidden />
        <Text>{say('activating')}</Text>
      </Group>
    );
  }
  const text = activation.error ? describeFailure(activation.error).message : (activation.data?.message ?? '');
  return <AccountMessage title={say('activationTitle')} text={text} />;
}
