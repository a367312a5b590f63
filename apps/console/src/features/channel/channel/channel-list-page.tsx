import { Button, Group, Select, Skeleton } from '@mantine/core';
import { type ChannelType, channelTypeNames } from '@parley/contract';
import { IconFilterOff, IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { commonWords } from '../../../locales/common.ts';
import { useCan } from '../../account/shared/me.ts';
import classes from './channel.module.css';
import { channelListQuery } from './channel.queries.ts';
import { ChannelListSearch, channelPage, noChannelListSearch } from './channel.search.ts';
import { ChannelCard } from './channel-card.tsx';

const types = Object.entries(channelTypeNames).map(([value, label]) => ({ value, label }));

/** Channels as cards with their health (screens 6.1). */
export function ChannelListPage() {
  const say = useWords(channelWords.channel);
  const navigate = useNavigate();
  const search = ChannelListSearch.parse(useSearch({ strict: false }));
  const list = useQuery(channelListQuery(search));
  const canCreate = useCan(['CHANNELS.CREATE']);
  const hasDetails = useCan(['CHANNELS.VIEW', 'CHANNELS.EDIT']);
  const move = (change: Partial<ChannelListSearch>, replace = false) =>
    void navigate({ to: '/admin/channels', search: { ...search, from: 0, ...change } as never, replace });
  const createButton = canCreate ? (
    <Button
      component={Link}
      to="/admin/channels/$channelId"
      params={{ channelId: 'create' } as never}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {say('create')}
    </Button>
  ) : null;
  const channels = list.data?.channelConfig;
  const isFiltered = search.name !== '' || search.type !== undefined;

  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle')} actions={createButton} />
      <div className={classes.filters}>
        <SearchBox
          aria-label={say('searchName')}
          placeholder={say('searchName')}
          maxLength={120}
          value={search.name}
          onSearch={(name) => move({ name }, true)}
        />
        <Select
          aria-label={say('type')}
          placeholder={say('allTypes')}
          clearable
          data={types}
          value={search.type === undefined ? null : String(search.type)}
          onChange={(type) => move({ type: type === null ? undefined : (Number(type) as ChannelType) })}
        />
      </div>
      {list.error && !channels ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? (
        <div className={classes.cards}>
          {['one', 'two', 'three'].map((key) => (
            <Skeleton key={key} height={210} radius="md" />
          ))}
        </div>
      ) : null}
      {channels?.length === 0 && isFiltered ? (
        <EmptyState
          icon={IconFilterOff}
          title={commonWords.ui('nothingMatches')}
          action={
            <Button variant="default" onClick={() => move(noChannelListSearch)}>
              {commonWords.ui('clearFilters')}
            </Button>
          }
        />
      ) : null}
      {channels?.length === 0 && !isFiltered ? (
        <EmptyState icon={IconPlugConnected} title={say('emptyTitle')} text={say('emptyText')} action={createButton} />
      ) : null}
      {channels && channels.length > 0 ? (
        <ul className={classes.cards} aria-label={say('title')} aria-busy={list.isPlaceholderData}>
          {channels.map((channel) => (
            <li key={channel.id}>
              <ChannelCard channel={channel} hasDetails={hasDetails} />
            </li>
          ))}
        </ul>
      ) : null}
      {search.from > 0 || list.data?.more ? (
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" disabled={search.from === 0} onClick={() => move({ from: Math.max(0, search.from - channelPage) })}>
            {say('previous')}
          </Button>
          <Button variant="default" disabled={!list.data?.more} onClick={() => move({ from: search.from + channelPage })}>
            {say('next')}
          </Button>
        </Group>
      ) : null}
    </div>
  );
}
