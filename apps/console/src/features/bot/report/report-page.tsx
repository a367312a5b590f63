import { Switch, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { addDays, dayOf } from '../../../lib/days.ts';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { ConversationsTab } from './conversations-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import classes from './report.module.css';
import { agentsQuery, type ReportRange, summaryQuery } from './report.queries.ts';
import { ConversationReportSearch, noNarrowing } from './report.search.ts';
import { ReportFilterBar } from './report-filter-bar.tsx';
import { RowsDrawer } from './rows-drawer.tsx';

const UnansweredPage = late(() => import('./unanswered-page.tsx').then((module) => module.UnansweredPage));

const shownDays = 7;

/** The conversation report: of one agent below its tabs, or of any that is chosen (REPORT-002). */
export function ReportPage() {
  const say = useWords(botWords.report);
  const { botId: ownId = '' } = useParams({ strict: false });
  const { search, change, filter } = useAddressState(ConversationReportSearch);
  const agents = useQuery({ ...agentsQuery, enabled: ownId === '' });
  const botId = ownId || search.agent || (agents.data?.[0]?.id ?? '');
  const today = dayOf(new Date(), getEnterpriseZone());
  const range: ReportRange = {
    botId,
    start: search.start || addDays(search.end || today, -shownDays),
    end: search.end || today,
    sandbox: search.sandbox,
  };
  const summary = useQuery({ ...summaryQuery(range), enabled: botId !== '' });
  const sandboxOnly = !search.sandbox && summary.data?.totalMessages === 0 ? summary.data.sandboxMessages : 0;

  return (
    <div className={classes.page}>
      {ownId === '' ? (
        <PageHeader title={say('title')} subtitle={say('subtitle')} />
      ) : (
        <h2 className={classes.title}>{say('childTitle')}</h2>
      )}
      <ReportFilterBar
        key={`${botId} ${range.start} ${range.end}`}
        agents={ownId === '' ? (agents.data ?? []) : undefined}
        range={range}
        today={today}
        onSubmit={({ botId: agent, start, end }) => {
          filter({ ...(ownId === '' ? { agent } : {}), start, end, ...noNarrowing, rows: '' });
          if (agent === botId && start === range.start && end === range.end) void summary.refetch();
        }}
      />
      {botId === '' ? (
        agents.data ? (
          <EmptyState title={say('noAgents')} />
        ) : null
      ) : (
        <Tabs
          value={search.view}
          onChange={(view) => change({ view: view as ConversationReportSearch['view'], from: 0, ...noNarrowing })}
          keepMounted={false}
        >
          <div className={classes.tabs}>
            <Tabs.List aria-label={say('views')}>
              <Tabs.Tab value="overview">{say('overview')}</Tabs.Tab>
              <Tabs.Tab value="conversations">{say('conversations')}</Tabs.Tab>
              {search.view === 'unanswered' ? <Tabs.Tab value="unanswered">{say('unanswered')}</Tabs.Tab> : null}
            </Tabs.List>
            <Switch
              label={say('sandbox')}
              checked={search.sandbox}
              onChange={(event) => filter({ sandbox: event.currentTarget.checked, ...noNarrowing })}
            />
          </div>
          {sandboxOnly > 0 ? (
            <p className={classes.note} role="note">
              {say('sandboxOnly', { count: sandboxOnly })}
            </p>
          ) : null}
          <Tabs.Panel value="overview">
            <OverviewTab key={botId} range={range} summary={summary} onOpen={change} />
          </Tabs.Panel>
          <Tabs.Panel value="conversations">
            <ConversationsTab key={botId} range={range} search={search} onFilter={filter} />
          </Tabs.Panel>
          <Tabs.Panel value="unanswered">
            <Suspense>
              <UnansweredPage botId={botId} />
            </Suspense>
          </Tabs.Panel>
        </Tabs>
      )}
      <RowsDrawer range={range} search={search} onChange={change} />
    </div>
  );
}
