import { channelTypeNames } from '@parley/contract';
import { IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { CardList } from '../../../components/card-list.tsx';
import { CreateLink } from '../../../components/create-link.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { useCan } from '../../account/shared/me.ts';
import classes from './channel.module.css';
import { channelListQuery } from './channel.queries.ts';
import { ChannelListSearch, channelPage, noChannelListSearch } from './channel.search.ts';
import { ChannelCard } from './channel-card.tsx';

const types = Object.entries(channelTypeNames).map(([value, label]) => ({ value, label }));

/** Channels as cards with their health (screens 6.1). */
export function ChannelListPage() {
  const say = useWords(channelWords.channel);
  const { search, filter } = useAddressState(ChannelListSearch);
  const list = useQuery(channelListQuery(search));
  const canCreate = useCan(['CHANNELS.CREATE']);
  const hasDetails = useCan(['CHANNELS.VIEW', 'CHANNELS.EDIT']);
  const createButton = canCreate ? (
    <CreateLink to="/admin/channels/$channelId" params={{ channelId: 'create' }}>
      {say('create')}
    </CreateLink>
  ) : null;

  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle')} actions={createButton} />
      <FilterBar>
        <SearchBox
          aria-label={say('searchName')}
          placeholder={say('searchName')}
          maxLength={120}
          value={search.name}
          onSearch={(name) => filter({ name }, { isReplacing: true })}
        />
        <FilterSelect
          label={say('type')}
          isLabelHidden
          all={say('allTypes')}
          value={search.type === undefined ? '' : String(search.type)}
          data={types}
          onChange={(type) => filter({ type: type === '' ? undefined : Number(type) })}
        />
      </FilterBar>
      <CardList
        label={say('title')}
        className={classes.cards}
        query={list}
        rows={list.data?.channelConfig}
        getRowId={({ id }) => id}
        card={(channel) => <ChannelCard channel={channel} hasDetails={hasDetails} />}
        loading={{ count: 3, height: 210 }}
        isFetching={list.isPlaceholderData}
        isFiltered={search.name !== '' || search.type !== undefined}
        onClearFilters={() => filter({ ...noChannelListSearch, type: undefined })}
        empty={<EmptyState icon={IconPlugConnected} title={say('emptyTitle')} text={say('emptyText')} action={createButton} />}
      />
      {search.from > 0 || list.data?.more ? (
        <ListPager
          from={search.from}
          perPage={channelPage}
          rowCount={list.data?.channelConfig.length ?? 0}
          hasMore={list.data?.more ?? false}
          onChange={(from) => filter({ from })}
        />
      ) : null}
    </div>
  );
}
