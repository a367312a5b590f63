import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import type { Onboarding } from '@parley/contract';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CardList } from '../../../components/card-list.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { onboardingWords } from '../../../locales/onboarding.ts';
import { useCan } from '../../account/shared/me.ts';
import classes from './onboarding.module.css';
import { onboardingListQuery, useStartOnboarding } from './onboarding.queries.ts';
import { nextStep, stepsOf } from './onboarding.rules.ts';
import { OnboardingSearch, onboardingPage } from './onboarding.search.ts';
import { OnboardingStepper } from './onboarding-stepper.tsx';

/** WhatsApp numbers on their way in: a list to go on with, or the steps of one (screens 6.2). */
export function OnboardingPage() {
  const { search, change } = useAddressState(OnboardingSearch);
  if (search.id === '') return <OnboardingList />;
  return (
    <OnboardingStepper
      key={search.id}
      id={search.id}
      phoneNumberId={search.number}
      onNumber={(number) => change({ number }, { isReplacing: true })}
      onBack={() => change({ id: '', number: '' })}
    />
  );
}

function OnboardingList() {
  const say = useWords(onboardingWords.onboarding);
  const { search, change, filter } = useAddressState(OnboardingSearch);
  const canCreate = useCan(['CHANNELS.CREATE']);
  const list = useQuery(onboardingListQuery(search.from));
  const start = useStartOnboarding();
  // One key for each visit of the list: a second press begins nothing more.
  const [requestKey] = useState(() => crypto.randomUUID());
  const environments = list.data?.environments ?? [];
  const handleStart = (environment: 'sandbox' | 'production') =>
    start.mutate(
      { environment, requestKey: `${environment} ${requestKey}` },
      { onSuccess: ({ id }) => change({ id }), onError: tellFailure },
    );
  const buttons = canCreate ? (
    <Group gap="xs">
      {environments.includes('production') ? (
        <Button loading={start.isPending} onClick={() => handleStart('production')}>
          {say('start')}
        </Button>
      ) : null}
      {environments.includes('sandbox') ? (
        <Button
          variant={environments.includes('production') ? 'default' : 'filled'}
          loading={start.isPending}
          onClick={() => handleStart('sandbox')}
        >
          {say('startSandbox')}
        </Button>
      ) : null}
    </Group>
  ) : null;
  const rows = list.data?.onboardings;
  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle')} actions={rows?.length ? buttons : null} />
      {canCreate && list.data && !environments.includes('production') ? (
        <Alert color="blue" mb="md">
          {say(environments.length > 0 ? 'noPartner' : 'nowhere')}
        </Alert>
      ) : null}
      {canCreate ? null : (
        <Text size="sm" mb="md">
          {say('mayNotCreate')}
        </Text>
      )}
      <CardList
        label={say('title')}
        className={classes.cards}
        query={list}
        rows={rows}
        getRowId={({ id }) => id}
        card={(onboarding) => <OnboardingCard onboarding={onboarding} onOpen={() => change({ id: onboarding.id })} />}
        loading={{ count: 2, height: 150 }}
        isFetching={list.isPlaceholderData}
        isFiltered={false}
        empty={<EmptyState icon={IconBrandWhatsapp} title={say('emptyTitle')} text={say('emptyText')} action={buttons} />}
      />
      {search.from > 0 || list.data?.more ? (
        <ListPager
          from={search.from}
          perPage={onboardingPage}
          rowCount={rows?.length ?? 0}
          hasMore={list.data?.more ?? false}
          onChange={(from) => filter({ from })}
        />
      ) : null}
    </div>
  );
}

function OnboardingCard({ onboarding, onOpen }: { onboarding: Onboarding; onOpen: () => void }) {
  const say = useWords(onboardingWords.onboarding);
  const { wabaName, environment, isFinished, startedBy, createdAt, numbers } = onboarding;
  const number = numbers.find(({ isConnected }) => !isConnected) ?? numbers.at(-1);
  const next = nextStep(onboarding, stepsOf(onboarding, number), number);
  const name = wabaName || say('noAccount');
  return (
    <article className={classes.card} aria-label={name}>
      <div className={classes.head}>
        <h2 className={classes.name}>{name}</h2>
        {environment === 'sandbox' ? (
          <Badge color="grape" variant="light">
            {say('sandbox')}
          </Badge>
        ) : null}
        <Badge color={isFinished ? 'green' : 'yellow'}>{say(isFinished ? 'finished' : 'unfinished')}</Badge>
      </div>
      {numbers.length > 0 ? <Text size="sm">{numbers.map(({ phone }) => phone).join(', ')}</Text> : null}
      {next && !isFinished ? <Text size="sm">{say('next', { step: say(next) })}</Text> : null}
      <Text size="xs" c="dimmed">
        {say('startedBy', { name: startedBy, time: formatReportDate(createdAt) })}
      </Text>
      <Group mt="auto">
        <Button size="xs" variant={isFinished ? 'default' : 'filled'} aria-label={say('goOnWith', { name })} onClick={onOpen}>
          {say(isFinished ? 'open' : 'goOn')}
        </Button>
      </Group>
    </article>
  );
}
