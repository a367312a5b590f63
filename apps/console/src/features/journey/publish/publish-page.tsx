import { Anchor, Badge, Button, Stack, Text } from '@mantine/core';
import type { CallAnswer, endpoints } from '@parley/contract';
import { IconPlayerPause, IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { api } from '../../../lib/api.ts';
import { openDialog } from '../../../lib/dialogs.ts';
import { late } from '../../../lib/late.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { useCan, useMayOpen } from '../../account/shared/me.ts';
import { useChannelOptions } from '../../channel/shared/channel-options.ts';
import { channelTypeName } from '../../channel/shared/channel-type-name.ts';
import { BackLink } from '../shared/back-link.tsx';
import { ChannelFilter } from '../shared/channel-filter.tsx';
import { journeyNamesQuery, rulesQuery, useJourneyCall } from '../shared/journey.queries.ts';
import { RuleTable } from '../shared/rule-table.tsx';
import { noPublishSearch, PublishSearch } from './publish.search.ts';

const RuleDialog = late(() => import('../shared/rule-dialog.tsx').then((module) => module.RuleDialog));
type Skill = CallAnswer<(typeof endpoints)['publishing']['list']>['skills'][number];

/** Rules of streams and skills on channels: each begins one version (screens 4.3). */
export function PublishPage() {
  const say = useWords(journeyWords.entry);
  const { search, change } = useAddressState(PublishSearch);
  const list = useQuery(rulesQuery(search));
  const streams = useQuery(journeyNamesQuery);
  const canEdit = useCan(['JOURNEYS.EDIT']);
  const [isAttaching, setAttaching] = useState(false);
  const pause = useJourneyCall((channelId: string) => api.told.publishing.pauseAll({ body: { channelId } }));

  const channels = useChannelOptions();
  const channelName = channels.find(({ value }) => value === search.channelId)?.label ?? '';
  const active = (list.data?.entries ?? []).filter(({ channelId, isActive }) => isActive && channelId === search.channelId).length;
  const handlePause = async () => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('pauseAllTitle', { channel: channelName }),
      text: say('pauseAllText'),
      confirm: say('pauseAll'),
      color: 'red',
    });
    if (!isSure) return;
    pause.mutate(search.channelId, {
      onSuccess: ({ answer: { paused } }) => showToast('success', say('paused', { count: paused })),
      onError: tellFailure,
    });
  };
  const attach = canEdit ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAttaching(true)}>
      {say('attachStream')}
    </Button>
  ) : null;
  return (
    <div>
      <BackLink to="/journey/workspace">{say('back')}</BackLink>
      <PageHeader
        title={say('pageTitle')}
        subtitle={say('subtitle')}
        actions={
          <>
            {canEdit && active > 0 ? (
              <Button
                variant="default"
                leftSection={<IconPlayerPause size={16} aria-hidden />}
                loading={pause.isPending}
                onClick={() => void handlePause()}
              >
                {say('pauseAllOf', { channel: channelName })}
              </Button>
            ) : null}
            {attach}
          </>
        }
      />
      <FilterBar>
        <FilterSelect
          label={say('stream')}
          isLabelHidden
          all={say('allStreams')}
          value={search.journeyId}
          data={(streams.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(journeyId) => change({ journeyId })}
        />
        <ChannelFilter value={search.channelId} onChange={(channelId) => change({ channelId })} />
      </FilterBar>
      <Stack gap="lg">
        <RuleTable
          rules={list.data?.entries}
          error={list.error}
          isFiltered={search.journeyId !== '' || search.channelId !== ''}
          onClearFilters={() => change(noPublishSearch)}
          onRetry={() => void list.refetch()}
          empty={<EmptyState icon={IconPlugConnected} title={say('emptyTitle')} text={say('emptyText')} action={attach} />}
        />
        {search.journeyId === '' && list.data ? <Skills skills={list.data.skills} /> : null}
      </Stack>
      <Suspense>{isAttaching ? <RuleDialog open={{ dialog: 'attach', ...search }} onClose={() => setAttaching(false)} /> : null}</Suspense>
    </div>
  );
}

/** Bots that answer a channel's messages where no rule begins a stream. */
function Skills({ skills }: { skills: readonly Skill[] }) {
  const say = useWords(journeyWords.entry);
  const mayOpenBots = useMayOpen({ path: '/bots', permissions: ['NLP.VIEW'] });
  const columns: DataColumn<Skill>[] = [
    {
      id: 'bot',
      header: say('skill'),
      cell: (row) =>
        mayOpenBots ? (
          <Anchor size="sm" renderRoot={(props) => <Link to="/bots/$botId" params={{ botId: row.botId }} {...props} />}>
            {row.botName}
          </Anchor>
        ) : (
          row.botName
        ),
    },
    {
      id: 'channel',
      header: say('channel'),
      cell: (row) => (
        <>
          {row.channelName}
          <Text size="xs" c="dimmed">
            {channelTypeName(row.channelType)}
          </Text>
        </>
      ),
    },
    {
      id: 'environment',
      header: say('environment'),
      cell: (row) => (
        <Badge color={row.environment === 'production' ? 'blue' : 'grape'} variant="outline" miw="max-content">
          {say(row.environment === 'production' ? 'production' : 'sandbox')}
        </Badge>
      ),
    },
  ];
  return (
    <Panel title={say('skills')} text={say('skillsText')}>
      <DataTable
        label={say('skills')}
        columns={columns}
        rows={skills}
        getRowId={({ channelId }) => channelId}
        empty={<EmptyState title={say('noSkills')} />}
      />
    </Panel>
  );
}
