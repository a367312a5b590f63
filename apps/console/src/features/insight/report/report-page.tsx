import { Button, Switch } from '@mantine/core';
import { ledgerStatuses, messageSources, reportPage } from '@parley/contract';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback } from 'react';
import { DataTable } from '../../../components/data-table.tsx';
import { DayRange } from '../../../components/day-range.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { exportList } from '../../../lib/exports.ts';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { insightWords } from '../../../locales/insight.ts';
import { messagingWords } from '../../../locales/messaging.ts';
import { ScreenFilters } from '../../account/shared/screen-filters.tsx';
import { DeliveryDialog } from '../../messaging/shared/delivery-dialog.tsx';
import { NoReceipts } from './no-receipts.tsx';
import { exportPath, messageQuery, reportCountsQuery, reportQuery } from './report.queries.ts';
import { noReportSearch, ReportSearch } from './report.search.ts';
import { ReportCounts } from './report-counts.tsx';
import { useReportColumns } from './use-report-columns.tsx';

const ConsumedNote = late(() => import('../../billing/shared/consumed-note.tsx').then((module) => module.ConsumedNote));

const shownDays = 7;
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Outcome of each message: filters, counts that open their rows, and one message in full. */
export function ReportPage() {
  const say = useWords(insightWords.report);
  const sayStatus = useWords(messagingWords.delivery);
  const { search, change, filter } = useAddressState(ReportSearch);
  const list = useQuery(reportQuery(search));
  const counts = useQuery(reportCountsQuery(search));
  const message = useQuery({ ...messageQuery(search.open), enabled: search.open !== '' });
  const handleOpen = useCallback((open: string) => change({ open }), [change]);
  const columns = useReportColumns(handleOpen);
  const { from, open, fromDate, toDate, ...filters } = search;
  const isFiltered = Object.values(filters).some(Boolean);
  const today = dayAgo(0);
  const days = { first: fromDate || dayAgo(shownDays - 1), last: toDate || today };
  // The counts know neither customers nor single messages.
  const hasCounts = search.customerNumber === '' && search.messageId === '' && !search.noReceipt && search.consumedBy === '';
  const row = list.data?.message.find(({ messageId }) => messageId === open);

  return (
    <div>
      <PageHeader
        title={say('title')}
        subtitle={say('subtitle', { zone: getEnterpriseZone(), interpolation: { escapeValue: false } })}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void exportList('messages', exportPath(search)).catch(tellFailure)}
          >
            {say('export')}
          </Button>
        }
      />
      <FilterBar>
        <DayRange from={say('fromDate')} to={say('toDate')} zone="UTC" today={today} days={days} onChange={filter} />
        <FilterSelect
          label={say('channel')}
          all={say('allChannels')}
          value={search.channelId}
          data={(counts.data?.channels ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(channelId) => filter({ channelId })}
        />
        <FilterSelect
          label={say('source')}
          all={say('allSources')}
          value={search.source}
          data={messageSources.map((one) => ({ value: one, label: say(one) }))}
          onChange={(source) => filter({ source })}
        />
        <FilterSelect
          label={say('status')}
          all={say('allStatuses')}
          value={search.status}
          data={ledgerStatuses.filter((one) => one !== 'RECEIVED').map((one) => ({ value: one, label: sayStatus(one) }))}
          onChange={(status) => filter({ status })}
        />
        <SearchBox
          label={say('customerNumber')}
          aria-label={say('customerNumber')}
          placeholder="+919820012345"
          maxLength={320}
          value={search.customerNumber}
          onSearch={(customerNumber) => filter({ customerNumber }, { isReplacing: true })}
        />
        <SearchBox
          label={say('messageId')}
          aria-label={say('messageId')}
          placeholder=""
          maxLength={200}
          value={search.messageId}
          onSearch={(messageId) => filter({ messageId }, { isReplacing: true })}
        />
        <Switch
          label={say('noReceipt')}
          checked={search.noReceipt}
          onChange={(event) => filter({ noReceipt: event.currentTarget.checked })}
        />
        <ScreenFilters
          screen="deliveryReport"
          search={search}
          empty={noReportSearch}
          onApply={(saved) => filter(saved as Partial<ReportSearch>)}
        />
      </FilterBar>
      {search.consumedBy === '' ? null : (
        <Suspense>
          <ConsumedNote by={search.consumedBy} consumed={search.consumed} onClear={() => filter({ consumedBy: '', consumed: '' })} />
        </Suspense>
      )}
      {hasCounts ? (
        <ReportCounts counts={counts.data?.counts ?? []} source={search.source} status={search.status} onChoose={filter} />
      ) : null}
      <NoReceipts onChoose={filter} />
      <DataTable
        label={say('title')}
        columns={columns}
        rows={list.data?.message}
        getRowId={({ messageId }) => messageId}
        getRowName={({ to }) => to}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        isFiltered={isFiltered}
        onClearFilters={() => filter({ ...noReportSearch, fromDate, toDate })}
        empty={<EmptyState title={say('noRecord')} />}
        page={{ from, perPage: reportPage, more: list.data?.more ?? false, isFixed: true, onChange: (page) => filter({ from: page.from }) }}
        withColumnsMenu
      />
      <DeliveryDialog
        isOpen={open !== ''}
        onClose={() => handleOpen('')}
        detail={message.data}
        error={message.error}
        onRetry={() => void message.refetch()}
        {...(row ? { number: row.to } : {})}
      />
    </div>
  );
}
