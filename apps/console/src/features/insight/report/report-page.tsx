import { Button, Select, Switch } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { ledgerStatuses, messageSources, reportPage } from '@parley/contract';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { downloadFile } from '../../../lib/download.ts';
import { useWords } from '../../../lib/words.ts';
import { insightWords } from '../../../locales/insight.ts';
import { messagingWords } from '../../../locales/messaging.ts';
import { DeliveryDialog } from '../../messaging/shared/delivery-dialog.tsx';
import classes from './report.module.css';
import { exportPath, messageQuery, reportCountsQuery, reportQuery } from './report.queries.ts';
import { noReportSearch, ReportSearch } from './report.search.ts';
import { ReportCounts } from './report-counts.tsx';
import { useReportColumns } from './use-report-columns.tsx';

const shownDays = 7;
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** What became of each message: filters, counts that open their rows, and one message in full. */
export function ReportPage() {
  const say = useWords(insightWords.report);
  const sayStatus = useWords(messagingWords.delivery);
  const navigate = useNavigate();
  const search = ReportSearch.parse(useSearch({ strict: false }));
  const list = useQuery(reportQuery(search));
  const counts = useQuery(reportCountsQuery(search));
  const message = useQuery({ ...messageQuery(search.open), enabled: search.open !== '' });
  const move = useCallback(
    (change: Partial<ReportSearch>, replace = false) =>
      void navigate({ to: '/admin/report', search: ((before: ReportSearch) => ({ ...before, from: 0, ...change })) as never, replace }),
    [navigate],
  );
  const handleOpen = useCallback(
    (open: string) => void navigate({ to: '/admin/report', search: ((before: ReportSearch) => ({ ...before, open })) as never }),
    [navigate],
  );
  const columns = useReportColumns(handleOpen);
  const { from, open, fromDate, toDate, ...filters } = search;
  const isFiltered = Object.values(filters).some(Boolean);
  const today = dayAgo(0);
  const days = { first: fromDate || dayAgo(shownDays - 1), last: toDate || today };
  // The counts know neither customers nor single messages.
  const hasCounts = search.customerNumber === '' && search.messageId === '' && !search.noReceipt;
  const row = list.data?.message.find(({ messageId }) => messageId === open);

  return (
    <div>
      <PageHeader
        title={say('title')}
        subtitle={say('subtitle')}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void downloadFile(exportPath(search))}
          >
            {say('export')}
          </Button>
        }
      />
      <div className={classes.filters}>
        <DatePickerInput
          label={say('fromDate')}
          valueFormat="D MMM YYYY"
          maxDate={days.last}
          value={days.first}
          onChange={(day) => move({ fromDate: day ?? '' })}
        />
        <DatePickerInput
          label={say('toDate')}
          valueFormat="D MMM YYYY"
          minDate={days.first}
          maxDate={today}
          value={days.last}
          onChange={(day) => move({ toDate: day ?? '' })}
        />
        <Choice
          label={say('channel')}
          all={say('allChannels')}
          value={search.channelId}
          data={(counts.data?.channels ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(channelId) => move({ channelId })}
        />
        <Choice
          label={say('source')}
          all={say('allSources')}
          value={search.source}
          data={messageSources.map((one) => ({ value: one, label: say(one) }))}
          onChange={(source) => move({ source: source as ReportSearch['source'] })}
        />
        <Choice
          label={say('status')}
          all={say('allStatuses')}
          value={search.status}
          data={ledgerStatuses.filter((one) => one !== 'RECEIVED').map((one) => ({ value: one, label: sayStatus(one) }))}
          onChange={(status) => move({ status: status as ReportSearch['status'] })}
        />
        <SearchBox
          label={say('customerNumber')}
          aria-label={say('customerNumber')}
          placeholder="+919820012345"
          maxLength={320}
          value={search.customerNumber}
          onSearch={(customerNumber) => move({ customerNumber }, true)}
        />
        <SearchBox
          label={say('messageId')}
          aria-label={say('messageId')}
          placeholder=""
          maxLength={200}
          value={search.messageId}
          onSearch={(messageId) => move({ messageId }, true)}
        />
        <Switch
          label={say('noReceipt')}
          checked={search.noReceipt}
          onChange={(event) => move({ noReceipt: event.currentTarget.checked })}
        />
      </div>
      {hasCounts ? <ReportCounts counts={counts.data?.counts ?? []} source={search.source} status={search.status} onChoose={move} /> : null}
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
        onClearFilters={() => move({ ...noReportSearch, fromDate, toDate })}
        empty={<EmptyState title={say('noRecord')} />}
        page={{ from, perPage: reportPage, more: list.data?.more ?? false, isFixed: true, onChange: (page) => move({ from: page.from }) }}
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

type ChoiceProps = {
  label: string;
  all: string;
  value: string;
  data: { value: string; label: string }[];
  onChange: (value: string) => void;
};

function Choice({ label, all, value, data, onChange }: ChoiceProps) {
  return (
    <Select
      label={label}
      placeholder={all}
      clearable
      searchable={data.length > 10}
      data={data}
      value={value === '' ? null : value}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
