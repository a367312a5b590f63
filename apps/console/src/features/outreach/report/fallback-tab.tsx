import { Anchor, Skeleton, Stack, Table, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { api } from '../../../lib/api.ts';
import { formatCost, formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { ActivityUnknownAgain } from '../shared/activity-unknown-again.tsx';
import { campaignKeys } from '../shared/campaign.queries.ts';
import { CountTiles } from '../shared/count-tiles.tsx';
import { RecipientsPanel } from '../shared/recipients-panel.tsx';
import { iterationName, StateBadge } from '../shared/run-state.tsx';
import type { CampaignReportSearch } from './report.search.ts';

const livePaceMs = 5000;
const fallbackQuery = (campaignId: string) =>
  queryOptions({
    queryKey: [...campaignKeys.all, 'fallback', campaignId],
    queryFn: async ({ signal }) => (await api.campaigns.fallbackStats({ params: { campaignId } }, { signal })).runs,
    refetchInterval: ({ state }) =>
      state.data?.some(({ counts, isCompleted }) => counts.inFlight > 0 || !isCompleted) ? livePaceMs : false,
  });

const all = ['audience', 'skipped', 'failed', 'inFlight', 'unknown', 'delivered', 'read'] as const;
const answers = ['replied', 'pressed', 'clicked'] as const;

type FallbackTabProps = {
  campaignId: string;
  search: CampaignReportSearch;
  onChange: (part: Partial<CampaignReportSearch>) => void;
};

/** Results of the fallback, iteration by iteration, and the people of the chosen one. */
export function FallbackTab({ campaignId, search: { activity, status, reason }, onChange }: FallbackTabProps) {
  const say = useWords(campaignWords.report);
  const list = useQuery(fallbackQuery(campaignId));
  if (list.error && !list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Skeleton height={220} radius="md" />;
  const runs = activity === '' ? list.data : list.data.filter(({ activityId }) => activityId === activity);
  const [chosen] = activity === '' ? [] : runs;
  const hasUnknown = runs.some(({ counts }) => counts.unknown > 0);
  const columns = all.filter((column) => column !== 'unknown' || hasUnknown);
  if (runs.length === 0) return <EmptyState title={say('noFallback')} text={say('noFallbackText')} />;
  return (
    <Stack gap="md">
      <Text size="sm">{say('fallbackText')}</Text>
      <Table.ScrollContainer minWidth={320} type="native" tabIndex={0}>
        <Table aria-label={say('fallbackFigures')} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{say('iteration')}</Table.Th>
              {[...columns, ...answers].map((column) => (
                <Table.Th key={column} ta="end">
                  {say(column)}
                </Table.Th>
              ))}
              <Table.Th ta="end">{say('optedOut')}</Table.Th>
              <Table.Th ta="end">{say('atMost')}</Table.Th>
              <Table.Th ta="end">{say('actual')}</Table.Th>
              {hasUnknown ? <Table.Th ta="end">{say('unknownCost')}</Table.Th> : null}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {runs.map((run) => (
              <Table.Tr key={run.activityId}>
                <Table.Th scope="row">
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    onClick={() => onChange({ activity: run.activityId, status: '', reason: '' })}
                  >
                    {iterationName(run)}
                  </Anchor>{' '}
                  <StateBadge {...run} />
                </Table.Th>
                {columns.map((column) => (
                  <Table.Td key={column} ta="end">
                    {formatNumber(run.counts[column])}
                  </Table.Td>
                ))}
                {answers.map((answer) => (
                  <Table.Td key={answer} ta="end">
                    {formatNumber(run[answer])}
                  </Table.Td>
                ))}
                <Table.Td ta="end">{formatNumber(run.optedOut)}</Table.Td>
                <Table.Td ta="end">{run.estimate ? formatCost(run.estimate.amount, run.currency) : '–'}</Table.Td>
                <Table.Td ta="end">{formatCost(run.actual, run.currency)}</Table.Td>
                {hasUnknown ? <Table.Td ta="end">{formatCost(run.unknownCost, run.currency)}</Table.Td> : null}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {chosen ? (
        <>
          <CountTiles counts={chosen.counts} status={status} reason={reason} onChoose={(choice) => onChange(choice)} />
          <div>
            <ActivityUnknownAgain activityId={chosen.activityId} run="fallback" count={chosen.counts.unknown} />
          </div>
          <RecipientsPanel activityId={chosen.activityId} run="fallback" choice={{ status, reason }} isLive={chosen.counts.inFlight > 0} />
        </>
      ) : null}
    </Stack>
  );
}
