import { Button } from '@mantine/core';
import { answerFaces } from '@parley/contract';
import { IconDownload, IconMessage2Question } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { exportList } from '../../../lib/exports.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import type { AddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { formWords } from '../../../locales/form.ts';
import { ScreenFilters } from '../../account/shared/screen-filters.tsx';
import { AnswerPanel } from './answer-panel.tsx';
import { answerPage, answersCsvPath, answersQuery, type WholeForm } from './form.queries.ts';
import { type FormSearch, noFormSearch } from './form.search.ts';
import { SpanFilters } from './span-filters.tsx';
import { useAnswerColumns } from './use-answer-columns.tsx';

type AnswersTabProps = { form: WholeForm } & AddressState<FormSearch>;
const { tab: _, ...noFilter } = noFormSearch;

/** Answers of a form, a column for each of its fields; a row opens the whole of one. */
export function AnswersTab({ form, search, change, filter }: AnswersTabProps) {
  const say = useWords(formWords.answers);
  const list = useQuery(answersQuery(form.id, search));
  const rows = list.data?.answers;
  const columns = useAnswerColumns(form, search.number, rows, (answer) => change({ answer }));
  const isFiltered = (['number', 'face', 'search', 'fromDate', 'toDate', 'environment'] as const).some(
    (name) => search[name] !== noFormSearch[name],
  );
  return (
    <>
      <FilterBar>
        <SearchBox
          label={say('contains')}
          placeholder=""
          maxLength={120}
          value={search.search}
          onSearch={(text) => filter({ search: text }, { isReplacing: true })}
        />
        <FilterSelect
          label={say('face')}
          all={say('allFaces')}
          value={search.face}
          data={answerFaces.map((value) => ({ value, label: say(`face_${value}`) }))}
          onChange={(face) => filter({ face })}
        />
        <SpanFilters published={form.published} search={search} onChange={filter} />
        <ScreenFilters
          screen="formAnswers"
          search={{ ...search, tab: noFormSearch.tab, answer: '' }}
          empty={noFormSearch}
          onApply={(saved) => filter(saved as Partial<FormSearch>)}
        />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void exportList('formAnswers', answersCsvPath(form.id, search)).catch(tellFailure)}
        >
          {say('download')}
        </Button>
      </FilterBar>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={rows}
        getRowId={({ id }) => id}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        isFiltered={isFiltered}
        onClearFilters={() => filter(noFilter)}
        empty={
          <EmptyState icon={IconMessage2Question} title={say('emptyTitle')} text={say(form.published === 0 ? 'emptyDraft' : 'emptyText')} />
        }
        withColumnsMenu
      />
      {search.from > 0 || list.data?.more ? (
        <ListPager
          from={search.from}
          perPage={answerPage}
          rowCount={rows?.length ?? 0}
          hasMore={list.data?.more ?? false}
          isFetching={list.isPlaceholderData}
          onChange={(from) => filter({ from })}
        />
      ) : null}
      <AnswerPanel formId={form.id} answer={rows?.find(({ id }) => id === search.answer)} onClose={() => change({ answer: '' })} />
    </>
  );
}
