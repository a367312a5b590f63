import { Alert, Button, Group, Menu, Skeleton, Text } from '@mantine/core';
import { noDepartment, screens } from '@parley/contract';
import { IconDownload, IconHistory, IconMessages, IconRefresh, IconRoute, IconTarget } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { exportList } from '../../../lib/exports.ts';
import { formatInstant, formatTime, getEnterpriseZone } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { chatAnalyticsWords } from '../../../locales/chat-analytics.ts';
import { useCan } from '../../account/shared/me.ts';
import { countOf } from '../shared/figures/show-figure.ts';
import classes from './analytics.module.css';
import { csvPath, filterOf, reportQuery, tablesQuery } from './analytics.queries.ts';
import { AnalyticsSearch, noCell, type OpenRows } from './analytics.search.ts';
import { AnalyticsCards } from './analytics-cards.tsx';
import { AnalyticsCharts } from './analytics-charts.tsx';
import { AnalyticsFilters } from './analytics-filters.tsx';
import { AnalyticsTables } from './analytics-tables.tsx';
import { HeatMap } from './heat-map.tsx';
import { RowsDrawer } from './rows-drawer.tsx';

const ExplainDrawer = late(() => import('./explain-drawer.tsx').then((module) => module.ExplainDrawer));
const LateDrawer = late(() => import('./late-changes/late-drawer.tsx').then((module) => module.LateDrawer));
const TargetsDialog = late(() => import('./targets/targets-dialog.tsx').then((module) => module.TargetsDialog));

/** Chats of no department have the targets of the enterprise. */
const targetsOf = (departmentId: string): string => (departmentId === noDepartment ? '' : departmentId);

/** Figures of the chats that began in a range of days (screens 2.5). Each number opens the chats that it counts. */
export function AnalyticsPage() {
  const say = useWords(chatAnalyticsWords.analytics);
  const { search, change } = useAddressState(AnalyticsSearch);
  const maySetTargets = useCan(screens.chatConfig.permissions);
  const [isSettingTargets, setSettingTargets] = useState(false);
  const report = useQuery(reportQuery(filterOf(search)));
  const tables = useQuery({ ...tablesQuery(filterOf(search)), enabled: false });
  const openRows: OpenRows = (rows, of = {}) => change({ ...noCell, ...of, rows });
  const refresh = () => {
    void report.refetch();
    void tables.refetch();
  };
  const save = (kind: 'summary' | 'chats') => void exportList('chats', csvPath(search, kind)).catch(tellFailure);
  const { data } = report;
  const lateButton = (
    <Button
      variant="subtle"
      className={classes.late}
      leftSection={<IconHistory size={16} aria-hidden />}
      onClick={() => change({ ...noCell, why: '', late: 'today' })}
    >
      {say('late')}
    </Button>
  );
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
            {maySetTargets ? (
              <Button variant="default" leftSection={<IconTarget size={16} aria-hidden />} onClick={() => setSettingTargets(true)}>
                {say('targets')}
              </Button>
            ) : null}
            <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} loading={report.isFetching} onClick={refresh}>
              {say('refresh')}
            </Button>
            <Button component={Link} to="/chat/analytics/what-if" variant="default" leftSection={<IconRoute size={16} aria-hidden />}>
              {say('whatIf')}
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
            <>
              <EmptyState icon={IconMessages} title={say('noRecord')} text={say('noRecordText')} />
              {lateButton}
            </>
          ) : (
            <>
              <AnalyticsCards report={data} onOpen={openRows} onExplain={(why) => change({ ...noCell, why })} />
              {lateButton}
              <AnalyticsCharts report={data} onOpen={openRows} />
              <HeatMap report={data} onOpen={openRows} />
              <AnalyticsTables search={search} onOpen={openRows} />
            </>
          )}
        </div>
      )}
      <Suspense fallback={null}>
        {isSettingTargets ? <TargetsDialog departmentId={targetsOf(search.departmentId)} onClose={() => setSettingTargets(false)} /> : null}
        <ExplainDrawer search={search} onChange={change} />
        <LateDrawer search={search} onChange={change} />
      </Suspense>
      <RowsDrawer search={search} onChange={change} />
    </div>
  );
}
