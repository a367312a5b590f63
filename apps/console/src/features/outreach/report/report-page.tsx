import { Button, Select, Skeleton, Stack, Tabs } from '@mantine/core';
import type { ActivityFigures as ActivityFiguresSchema, z } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { BackLink } from '../shared/back-link.tsx';
import { campaignQuery } from '../shared/campaign.queries.ts';
import { ComparisonTable } from '../shared/comparison-table.tsx';
import { CountTiles } from '../shared/count-tiles.tsx';
import { RecipientsPanel } from '../shared/recipients-panel.tsx';
import { iterationName } from '../shared/run-state.tsx';
import { FallbackTab } from './fallback-tab.tsx';
import { FiguresTable } from './figures-table.tsx';
import { MilestoneTab } from './milestone-tab.tsx';
import { reportQuery } from './report.queries.ts';
import { CampaignReportSearch } from './report.search.ts';
import { ReportActions } from './report-actions.tsx';
import { ReportCharts } from './report-charts.tsx';
import { ReportLog } from './report-log.tsx';
import { ResponseFigures } from './response-figures.tsx';
import { ResponseTables } from './response-tables.tsx';
import { ResponsesTable } from './responses-table.tsx';

type Figures = z.infer<typeof ActivityFiguresSchema>;
/** Nothing narrows the recipients. */
const anyRecipient = { status: '', reason: '', result: '', link: '', content: '' } as const;
const tabs = ['figures', 'recipients', 'responses', 'fallback', 'milestones', 'log'] as const;

/** Results of a campaign's iterations, each and in total; every figure opens its rows (screens 3.6). */
export function ReportPage() {
  const say = useWords(campaignWords.report);
  const sayContent = useWords(campaignWords.content);
  const { campaignId = '' } = useParams({ strict: false });
  const { search, change } = useAddressState(CampaignReportSearch);
  const campaign = useQuery({ ...campaignQuery(campaignId), refetchInterval: false });
  const whole = useQuery(reportQuery(campaignId, ''));
  const one = useQuery({ ...reportQuery(campaignId, search.activity), enabled: search.activity !== '' });
  const report = search.activity === '' ? whole : one;
  const activities = whole.data?.activities ?? [];
  const chosen = activities.find(({ activityId }) => activityId === search.activity);
  const failed = campaign.error ?? whole.error;
  return (
    <div>
      <BackLink to="/campaigns/report">{say('backToList')}</BackLink>
      <PageHeader
        title={campaign.data?.name ?? say('title')}
        subtitle={campaign.data?.description}
        actions={chosen ? <ReportActions activityId={chosen.activityId} number={chosen.number} unknown={chosen.counts.unknown} /> : null}
      />
      {failed && !whole.data ? (
        <ErrorState error={failed} onRetry={() => void whole.refetch()} />
      ) : !whole.data ? (
        <Skeleton height={320} radius="md" />
      ) : (
        <Stack gap="md">
          <Select
            label={say('iteration')}
            maw={420}
            allowDeselect={false}
            data={[
              { value: 'all', label: say('allIterations') },
              ...activities.map((one) => ({ value: one.activityId, label: iterationName(one) })),
            ]}
            value={search.activity || 'all'}
            onChange={(activity) =>
              change({ ...anyRecipient, activity: activity === 'all' ? '' : (activity ?? ''), day: '', hour: undefined, from: 0 })
            }
          />
          <Tabs
            value={search.tab}
            onChange={(tab) => change({ tab: tabs.find((known) => known === tab) ?? 'figures', from: 0 })}
            keepMounted={false}
          >
            <Tabs.List aria-label={say('tabs')}>
              {tabs.map((tab) => (
                <Tabs.Tab key={tab} value={tab}>
                  {say(`tab_${tab}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="figures" pt="md">
              <Stack gap="md">
                {chosen ? (
                  <CountTiles
                    counts={chosen.counts}
                    status={search.status}
                    reason={search.reason}
                    onChoose={(choice) => change({ ...anyRecipient, ...choice, tab: 'recipients' })}
                  />
                ) : null}
                <FiguresTable
                  activities={chosen ? [chosen] : activities}
                  total={whole.data.total}
                  hasTotal={!chosen}
                  onOpen={(activity, choice) => change({ ...anyRecipient, activity, ...choice })}
                />
                {chosen?.comparison ? (
                  <Panel title={sayContent('comparison')} text={sayContent(`ruleText_${chosen.comparison.rule}`)}>
                    <ComparisonTable
                      comparison={chosen.comparison}
                      onOpen={(content) => change({ ...anyRecipient, content, tab: 'recipients' })}
                    />
                  </Panel>
                ) : null}
                <ResponseFigures
                  activities={chosen ? [chosen] : activities}
                  total={whole.data.total}
                  hasTotal={!chosen}
                  onOpen={(activity, figure) =>
                    change(
                      figure === 'pressed'
                        ? { activity, tab: 'responses', kind: 'press', button: '', from: 0 }
                        : { ...anyRecipient, activity, result: figure, tab: 'recipients' },
                    )
                  }
                />
                {report.data ? (
                  <ResponseTables
                    buttons={report.data.buttons}
                    links={report.data.links}
                    activities={activities}
                    onOpenButton={(button) => change({ tab: 'responses', kind: 'press', button, from: 0 })}
                    onOpenLink={(activity, link, content) => change({ ...anyRecipient, activity, link, content, tab: 'recipients' })}
                  />
                ) : null}
                {report.data ? <ReportCharts report={report.data} /> : <Skeleton height={220} radius="md" />}
              </Stack>
            </Tabs.Panel>
            <Tabs.Panel value="recipients" pt="md">
              {chosen ? <Recipients figures={chosen} search={search} onChange={change} /> : say('chooseOne')}
            </Tabs.Panel>
            <Tabs.Panel value="responses" pt="md">
              <ResponsesTable
                campaignId={campaignId}
                activities={activities}
                choice={{ activityId: search.activity, kind: search.kind, button: search.button }}
                from={search.from}
                onChoose={(choice) => change({ ...choice, from: 0 })}
                onPage={(from) => change({ from })}
              />
            </Tabs.Panel>
            <Tabs.Panel value="fallback" pt="md">
              <FallbackTab campaignId={campaignId} search={search} onChange={change} />
            </Tabs.Panel>
            <Tabs.Panel value="milestones" pt="md">
              <MilestoneTab campaignId={campaignId} search={search} onChange={change} />
            </Tabs.Panel>
            <Tabs.Panel value="log" pt="md">
              {chosen ? <ReportLog activityId={chosen.activityId} /> : say('chooseOne')}
            </Tabs.Panel>
          </Tabs>
        </Stack>
      )}
    </div>
  );
}

type RecipientsProps = {
  figures: Figures;
  search: CampaignReportSearch;
  onChange: (part: Partial<CampaignReportSearch>) => void;
};

function Recipients({ figures, search: { status, reason, result, link, content }, onChange }: RecipientsProps) {
  const say = useWords(campaignWords.report);
  const sayCommon = useWords(campaignWords.common);
  const sayContent = useWords(campaignWords.content);
  const narrowed = [
    ...(result === '' ? [] : [sayCommon(`result_${result}`)]),
    ...(link === '' ? [] : [say('openedLink', { link })]),
    ...(content === '' ? [] : [content === 'rest' ? sayContent('rest') : sayContent('ofContent', { letter: content })]),
  ];
  return (
    <Stack gap="md">
      <CountTiles counts={figures.counts} status={status} reason={reason} onChoose={(choice) => onChange({ ...anyRecipient, ...choice })} />
      {narrowed.length > 0 ? (
        <Button variant="default" style={{ alignSelf: 'start' }} onClick={() => onChange(anyRecipient)}>
          {say('onlyThese', { what: narrowed.join(', '), interpolation: { escapeValue: false } })}
        </Button>
      ) : null}
      <RecipientsPanel
        activityId={figures.activityId}
        choice={{ status, reason, result, link, content }}
        isLive={figures.counts.inFlight > 0}
        hasContents={figures.comparison !== null}
      />
    </Stack>
  );
}
