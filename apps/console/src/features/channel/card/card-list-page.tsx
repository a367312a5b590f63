import { type RichCard, richCardKinds, richCardPage } from '@parley/contract';
import { IconCards } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { CreateLink } from '../../../components/create-link.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { confirmBin } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { useCan } from '../../account/shared/me.ts';
import { cardListQuery, useRemoveCard } from './card.queries.ts';
import { CardListSearch, noCardListSearch } from './card.search.ts';
import { useCardColumns } from './use-card-columns.tsx';

/** Rich cards of the enterprise, with the streams that have copies of them. */
export function CardListPage() {
  const say = useWords(channelWords.card);
  const { search, filter } = useAddressState(CardListSearch);
  const list = useQuery(cardListQuery(search));
  const remove = useRemoveCard();
  const mayCreate = useCan(['RICHCARDS.CREATE']);
  const handleRemove = async ({ id, name }: RichCard) => {
    if (!(await confirmBin('delete', name))) return;
    remove.mutate(id, { onSuccess: ({ message }) => showToast('success', sayDone(message, 'deleted')), onError: tellFailure });
  };
  const columns = useCardColumns((card) => void handleRemove(card));
  const createButton = mayCreate ? (
    <CreateLink to="/admin/richcard/$cardId" params={{ cardId: 'create' }}>
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
          isLabelHidden
          label={say('kind')}
          all={say('allKinds')}
          value={search.kind}
          data={richCardKinds.map((kind) => ({ value: kind, label: say(kind) }))}
          onChange={(kind) => filter({ kind })}
        />
      </FilterBar>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={list.data?.cards}
        getRowId={({ id }) => id}
        getRowName={({ name }) => name}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        isFiltered={search.name !== '' || search.kind !== ''}
        onClearFilters={() => filter(noCardListSearch)}
        empty={<EmptyState icon={IconCards} title={say('emptyTitle')} text={say('emptyText')} action={createButton} />}
        page={{
          from: search.from,
          perPage: richCardPage,
          more: list.data?.more ?? false,
          isFixed: true,
          onChange: (page) => filter({ from: page.from }),
        }}
      />
    </div>
  );
}
