import { Skeleton, Tabs } from '@mantine/core';
import { IconReportAnalytics } from '@tabler/icons-react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { streamReportWords } from '../../../locales/stream-report.ts';
import classes from './report.module.css';
import { ReportSearch, reportViews } from './report.search.ts';
import { ReportData } from './report-data.tsx';
import { type Choices, ReportFilters } from './report-filters.tsx';
import { ReportFunnel } from './report-funnel.tsx';
import { ReportOverview } from './report-overview.tsx';
import { ReportRefused } from './report-refused.tsx';
import { useReportSearch } from './use-report-search.ts';

/** Walks that began in a stream: their endings, where they dropped out, and what they collected (screens 4.4). */
export function ReportPage() {
  const say = useWords(streamReportWords.report);
  const { search, change, filter } = useAddressState(ReportSearch);
  const { choices, shown } = useReportSearch(search);
  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle', { zone: getEnterpriseZone(), interpolation: { escapeValue: false } })} />
      {choices.error ? (
        <ErrorState error={choices.error} onRetry={() => void choices.refetch()} />
      ) : !choices.data ? (
        <Skeleton height={320} radius="md" />
      ) : choices.data.streams.length === 0 ? (
        <EmptyState icon={IconReportAnalytics} title={say('noStreams')} text={say('noStreamsText')} />
      ) : (
        <>
          <ReportFilters
            search={shown}
            choices={choices.data}
            versions={<Beside search={shown} choices={choices.data} onChange={(beside) => change({ beside })} />}
            onChange={(next) => filter({ node: '', beside: 0, ...next })}
          />
          <Tabs
            value={search.view}
            onChange={(view) => change({ view: reportViews.find((known) => known === view) ?? 'overview' })}
            keepMounted={false}
          >
            <Tabs.List aria-label={say('views')} mb="md" className={classes.views}>
              {reportViews.map((view) => (
                <Tabs.Tab key={view} value={view}>
                  {say(`view_${view}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="overview">
              <ReportOverview search={shown} onSandbox={() => filter({ environment: 'sandbox', channelId: '' })} />
            </Tabs.Panel>
            <Tabs.Panel value="funnel">
              <ReportFunnel search={shown} onNode={(node) => change({ node }, { isReplacing: true })} />
            </Tabs.Panel>
            <Tabs.Panel value="refused">
              <ReportRefused search={shown} />
            </Tabs.Panel>
            <Tabs.Panel value="data">
              <ReportData search={shown} onPage={(from) => change({ from })} />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </div>
  );
}

/** The second of two versions beside each other, once the first is chosen. */
function Beside({ search, choices, onChange }: { search: ReportSearch; choices: Choices; onChange: (version: number) => void }) {
  const say = useWords(streamReportWords.report);
  const others = (choices.streams.find(({ id }) => id === search.journeyId)?.versions ?? []).filter((one) => one !== search.version);
  if (search.version === 0 || others.length === 0) return null;
  return (
    <FilterSelect
      label={say('beside')}
      all={say('besideNone')}
      value={search.beside === 0 ? '' : String(search.beside)}
      data={others.map((version) => ({ value: String(version), label: say('versionOf', { version }) }))}
      onChange={(version) => onChange(Number(version))}
    />
  );
}
