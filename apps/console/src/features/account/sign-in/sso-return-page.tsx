import { Anchor, Group, Loader, Text, Title } from '@mantine/core';
import type { SsoTest } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { FactList } from '../../../components/fact-list.tsx';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { setToken } from '../../../lib/session.ts';
import { useWords } from '../../../lib/words.ts';
import { ssoWords } from '../../../locales/sso.ts';
import { isOwnReturn } from '../shared/sso-departure.ts';
import classes from './account.module.css';
import { AccountMessage } from './account-message.tsx';

/** Handles the provider's redirect back: signs in, or shows the result of a test (AUTH-008, AUTH-011). */
export function SsoReturnPage() {
  const say = useWords(ssoWords.back);
  const { code, iss, error, ...search } = useSearch({ from: '/_account/$connectionId/redirect' });
  // A SAML answer has become a token behind the #; without a state the sign-in began at the provider, and no tab has asked for it.
  const given = new URLSearchParams(useLocation({ select: ({ hash }) => hash }));
  const token = given.get('token') ?? '';
  const state = token === '' ? search.state : (given.get('state') ?? '');
  const navigate = useNavigate();
  // A query, not an effect: drawn twice, it still asks once, and a code works only once.
  const arrival = useQuery({
    queryKey: ['sso', 'arrival', state, token],
    queryFn: async () => {
      const isDirect = token !== '' && state === '';
      if (!isDirect && !isOwnReturn(state)) return { foreign: true as const };
      if (error || (code === '' && token === '')) return { declined: true as const };
      const answer =
        token === ''
          ? await api.sso.callback({ body: { token: code, state, iss } })
          : await api.sso.redirectCallback({ body: { token, state } });
      if ('token' in answer) {
        setToken(answer.token);
        await navigate({ to: answer.routePath || '/dashboard', replace: true });
      }
      return answer;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    meta: { isQuiet: true },
  });
  const { data } = arrival;
  if (arrival.isError) return <AccountMessage title={say('failed')} text={describeFailure(arrival.error).message} />;
  if (data && 'foreign' in data) return <AccountMessage title={say('failed')} text={say('foreign')} />;
  if (data && 'declined' in data) return <AccountMessage title={say('failed')} text={say('declined')} />;
  if (data && 'test' in data) return <TestResult test={data.test} />;
  return (
    <Group gap="sm" role="status">
      <Loader size="sm" aria-hidden />
      <Text>{say('arriving')}</Text>
    </Group>
  );
}

function TestResult({ test }: { test: SsoTest }) {
  const say = useWords(ssoWords.back);
  const list = (values: string[]) => (values.length > 0 ? values.join(', ') : say('nothing'));
  return (
    <div>
      <Title order={1} className={classes.title}>
        {say('tested')}
      </Title>
      <Text className={classes.lead} role="status">
        {say('testedText', { name: test.connection })}
      </Text>
      <FactList
        facts={[
          [say('email'), test.email || say('nothing')],
          [say('subject'), test.subject],
          [say('groups'), list(test.groups)],
          [say('roles'), list(test.roles)],
        ]}
      />
      <Anchor component={Link} to="/admin/sso" size="sm" mt="md" display="inline-block">
        {say('toSettings')}
      </Anchor>
    </div>
  );
}
