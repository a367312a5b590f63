import { Anchor, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ErrorState } from '../../../components/error-state.tsx';
import { api } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { endSession } from '../../../lib/session.ts';
import { useWords } from '../../../lib/words.ts';
import { twoFactorWords } from '../../../locales/two-factor.ts';
import { meQuery } from '../shared/me.ts';
import { FactorSetup } from '../shared/two-factor/factor-setup.tsx';
import { ownFactorsQuery } from '../shared/two-factor/two-factor.queries.ts';
import classes from './account.module.css';

/** Shown before the app if the enterprise requires a second factor and the user has none (screens 1.1). */
export function EnrolmentPage() {
  const say = useWords(twoFactorWords.enrolment);
  const { next } = useSearch({ from: '/_account/two-factor' });
  const navigate = useNavigate();
  // Asked once: what there is changes under the recovery codes, which must stay.
  const own = useQuery({ ...ownFactorsQuery, staleTime: Number.POSITIVE_INFINITY, refetchOnMount: 'always' });
  const goOn = async () => {
    queryClient.removeQueries({ queryKey: meQuery.queryKey });
    await navigate({ to: next ?? '/dashboard', replace: true });
  };
  const leave = async () => {
    await api.account.logout().catch(() => undefined);
    endSession('user');
  };
  return (
    <div>
      <Title order={1} className={classes.title}>
        {say('title')}
      </Title>
      <Text className={classes.lead}>{say('lead')}</Text>
      {own.isPending ? (
        <Skeleton height={180} radius="md" />
      ) : own.isError ? (
        <ErrorState error={own.error} onRetry={() => void own.refetch()} />
      ) : (
        <FactorSetup held={[]} needsRecovery onDone={() => void goOn()} />
      )}
      <Anchor component="button" type="button" size="sm" mt="lg" onClick={() => void leave()}>
        {say('leave')}
      </Anchor>
    </div>
  );
}
