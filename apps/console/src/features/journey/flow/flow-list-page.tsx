import { Button } from '@mantine/core';
import { type FlowItem, flowStages, formReaders } from '@parley/contract';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { late } from '../../../lib/late.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { flowWords } from '../../../locales/flow.ts';
import { useCan } from '../../account/shared/me.ts';
import { flowListQuery, flowPage } from './flow.queries.ts';
import { FlowSearch, noFlowSearch } from './flow.search.ts';
import { FlowKeysPanel } from './flow-keys-panel.tsx';
import { useFlowColumns } from './use-flow-columns.tsx';
import { useFlowMenu } from './use-flow-menu.ts';

const FlowPublishDialog = late(() => import('./flow-publish-dialog.tsx').then((module) => module.FlowPublishDialog));
const rowIdOf = ({ formId, channelId, number }: FlowItem) => `${formId} ${channelId} ${number}`;

/** Forms as WhatsApp flows: on which channel, in which state, and by which keys (forms.md 17). */
export function FlowListPage() {
  const say = useWords(flowWords.list);
  const { search, filter, change } = useAddressState(FlowSearch);
  const list = useQuery(flowListQuery(search));
  const canReadForms = useCan(formReaders);
  const [published, setPublished] = useState<FlowItem>();
  const columns = useFlowColumns(useFlowMenu(setPublished));
  const { name, channel, stage, from } = search;
  const channels = list.data?.channels ?? [];
  const keysOf = channels.find(({ id }) => id === search.keys) ?? channels[0];
  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle')} />
      <FilterBar>
        <SearchBox
          aria-label={say('searchName')}
          placeholder={say('searchName')}
          maxLength={60}
          value={name}
          onSearch={(text) => filter({ name: text }, { isReplacing: true })}
        />
        <FilterSelect
          label={say('channel')}
          isLabelHidden
          all={say('allChannels')}
          value={channel}
          data={channels.map((one) => ({ value: one.id, label: one.name }))}
          onChange={(next) => filter({ channel: next })}
        />
        <FilterSelect
          label={say('state')}
          isLabelHidden
          all={say('allStates')}
          value={stage}
          data={flowStages.map((one) => ({ value: one, label: say(`stage_${one}`) }))}
          onChange={(next) => filter({ stage: next })}
        />
      </FilterBar>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={list.data?.flows}
        getRowId={rowIdOf}
        getRowName={(row) => row.name}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        isFiltered={name !== '' || channel !== '' || stage !== ''}
        onClearFilters={() => filter({ ...noFlowSearch, keys: search.keys })}
        empty={
          <EmptyState
            icon={IconBrandWhatsapp}
            title={say('emptyTitle')}
            text={say('emptyText')}
            action={
              canReadForms ? (
                <Button component={Link} to="/encaps/forms" variant="default">
                  {say('toForms')}
                </Button>
              ) : null
            }
          />
        }
      />
      {from > 0 || list.data?.more ? (
        <ListPager
          from={from}
          perPage={flowPage}
          rowCount={list.data?.flows.length ?? 0}
          hasMore={list.data?.more ?? false}
          isFetching={list.isPlaceholderData}
          onChange={(next) => filter({ from: next })}
        />
      ) : null}
      {keysOf ? <FlowKeysPanel channels={channels} channelId={keysOf.id} onChoose={(next) => change({ keys: next })} /> : null}
      <Suspense>
        {published ? <FlowPublishDialog flow={published} channels={channels} onClose={() => setPublished(undefined)} /> : null}
      </Suspense>
    </div>
  );
}
