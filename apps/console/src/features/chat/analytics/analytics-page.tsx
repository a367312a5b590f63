import { Alert, Button, Group, Menu, Skeleton, Text } from '@mantine/core';
import { IconDownload, IconMessages, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { downloadFile } from '../../../lib/download.ts';
import { formatInstant, formatTime, getEnterpriseZone } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { chatAnalyticsWords } from '../../../locales/chat-analytics.ts';
import { countOf } from '../shared/figures/show-figure.ts';
import classes from './analytics.module.css';
import { csvPath, filterOf, reportQuery, tablesQuery } from './analytics.queries.ts';
import { AnalyticsSearch, noCell, type OpenRows } from './analytics.search.ts';
import { AnalyticsCards } from './analytics-cards.tsx';
import { AnalyticsCharts } from './analytics-charts.tsx';
import { AnalyticsFilters } from './analytics-filters.tsx';
import { AnalyticsTables } from './analytics-tables.tsx';
import { ExplainDrawer } from './explain-drawer.tsx';
import { HeatMap } from './heat-map.tsx';
import { RowsDrawer } from './rows-drawer.tsx';

/** Figures of the chats that began in a range of days (screens 2.5). Each number opens the chats that it counts. */
export function AnalyticsPage() {
  const say = useWords(chatAnalyticsWords.analytics);
  const { search, change } = useAddressState(AnalyticsSearch);
  const report = useQuery(reportQuery(filterOf(search)));
  const tables = useQuery({ ...tablesQuery(filterOf(search)), enabled: false });
  const openRows: OpenRows = (rows, of = {}) => change({ ...noCell, ...of, rows });
  const refresh = () => {
    void report.refetch();
    void tables.refetch();
  };
  const save = (kind: 'summary' | 'chats') => void downloadFile(csvPath(search, kind)).catch(tellFailure);
  const { data } = report;
  return (
    <div className={classes.page}>
      <PageHeader
        title={say('title')}
        subtitle={say('subtitle', { zone: getEnterpriseZone(), interpolation: { escapeValue: false } })}
        actions={
          <Group gap="sm">
            {data ? (
              <Text size="sm" c="dimmed" role="status">
                {say('asOf', { time: formatTime(data.asOf) })}
              </Text>
            ) : null}
            <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} loading={report.isFetching} onClick={refresh}>
              {say('refresh')}
            </Button>
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
                  {say('download')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => save('summary')}>{say('csvSummary')}</Menu.Item>
                <Menu.Item onClick={() => save('chats')}>{say('csvChats')}</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        }
      />
      <div className={classes.filters}>
        <AnalyticsFilters search={search} onChange={(part) => change({ ...noCell, ...part })} />
      </div>
      {report.error && (!data || report.isPlaceholderData) ? (
        <ErrorState error={report.error} onRetry={refresh} />
      ) : !data ? (
        <Skeleton height={480} radius="md" />
      ) : (
        <div className={classes.page} aria-busy={report.isFetching}>
          {data.completeSince === null ? null : (
            <Alert variant="light">{say('incomplete', { time: formatInstant(data.completeSince, 'day') })}</Alert>
          )}
          {countOf(data.figures, 'chat.incoming') === 0 ? (
            <EmptyState icon={IconMessages} title={say('noRecord')} text={say('noRecordText')} />
          ) : (
            <>
              <AnalyticsCards report={data} onOpen={openRows} onExplain={(why) => change({ ...noCell, why })} />
              <AnalyticsCharts report={data} onOpen={openRows} />
              <HeatMap report={data} onOpen={openRows} />
              <AnalyticsTables search={search} onOpen={openRows} />
            </>
          )}
        </div>
      )}
      <ExplainDrawer search={search} onChange={change} />
      <RowsDrawer search={search} onChange={change} />
    </div>
  );
}
