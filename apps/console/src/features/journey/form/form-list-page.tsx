import { Button } from '@mantine/core';
import { IconForms, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
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
import { formWords } from '../../../locales/form.ts';
import { useCan } from '../../account/shared/me.ts';
import { formListQuery, formPage } from './form.queries.ts';
import { FormListSearch, listedStates, noFormListSearch } from './form.search.ts';
import type { OpenDialog } from './form-dialog.tsx';
import { useFormColumns } from './use-form-columns.tsx';
import { formCreators, useFormMenu } from './use-form-menu.ts';

const FormDialog = late(() => import('./form-dialog.tsx').then((module) => module.FormDialog));

/** Forms of the enterprise: what streams ask with, and what people fill in on a page (forms.md 17). */
export function FormListPage() {
  const say = useWords(formWords.list);
  const { search, filter } = useAddressState(FormListSearch);
  const list = useQuery(formListQuery(search));
  const canCreate = useCan(formCreators);
  const [open, setOpen] = useState<OpenDialog>();
  const columns = useFormColumns(useFormMenu(setOpen));
  const { name, state, from } = search;
  const rows = list.data?.forms;
  const create = canCreate ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ dialog: 'new' })}>
      {say('new')}
    </Button>
  ) : null;
  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle')} actions={create} />
      <FilterBar>
        <SearchBox
          aria-label={say('searchName')}
          placeholder={say('searchName')}
          maxLength={60}
          value={name}
          onSearch={(text) => filter({ name: text }, { isReplacing: true })}
        />
        <FilterSelect
          label={say('state')}
          isLabelHidden
          all={say('allStates')}
          value={state}
          data={listedStates.map((one) => ({ value: one, label: say(`state_${one}`) }))}
          onChange={(next) => filter({ state: next })}
        />
      </FilterBar>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={rows}
        getRowId={({ id }) => id}
        getRowName={(row) => row.name}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        isFiltered={name !== '' || state !== ''}
        onClearFilters={() => filter(noFormListSearch)}
        empty={<EmptyState icon={IconForms} title={say('emptyTitle')} text={say('emptyText')} action={create} />}
      />
      {from > 0 || list.data?.more ? (
        <ListPager
          from={from}
          perPage={formPage}
          rowCount={rows?.length ?? 0}
          hasMore={list.data?.more ?? false}
          isFetching={list.isPlaceholderData}
          onChange={(next) => filter({ from: next })}
        />
      ) : null}
      <Suspense>{open ? <FormDialog open={open} onClose={() => setOpen(undefined)} /> : null}</Suspense>
    </div>
  );
}
