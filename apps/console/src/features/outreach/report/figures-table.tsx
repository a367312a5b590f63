import { Anchor, Table, Text } from '@mantine/core';
import type { ActivityFigures as ActivityFiguresSchema, z } from '@parley/contract';
import { formatCost, formatNumber, formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { iterationName, StateBadge } from '../shared/run-state.tsx';
import type { CampaignReportSearch } from './report.search.ts';

type Figures = z.infer<typeof ActivityFiguresSchema>;
type Total = Pick<Figures, 'counts' | 'optedOut' | 'actual' | 'unknownCost' | 'currency' | 'fallback'> & { estimated: number };
type Opened = Pick<CampaignReportSearch, 'tab' | 'status' | 'reason'>;

const all = ['audience', 'skipped', 'failed', 'inFlight', 'unknown', 'delivered', 'read'] as const;
/** Maps each figure to the view that it opens: rows if they are of one status, otherwise the figures that it is made of. */
const opens: Record<(typeof all)[number], Opened> = {
  audience: { tab: 'recipients', status: '', reason: '' },
  skipped: { tab: 'recipients', status: 'SKIPPED', reason: '' },
  failed: { tab: 'recipients', status: 'FAILED', reason: '' },
  inFlight: { tab: 'figures', status: '', reason: '' },
  unknown: { tab: 'recipients', status: 'UNKNOWN', reason: '' },
  delivered: { tab: 'figures', status: '', reason: '' },
  read: { tab: 'recipients', status: 'READ', reason: '' },
};

type FiguresTableProps = {
  activities: readonly Figures[];
  total: Total;
  hasTotal: boolean;
  onOpen: (activityId: string, opened: Opened) => void;
};

/** Figures that add up, iteration by iteration and in total: audience = skipped + failed + in flight + delivered. */
export function FiguresTable({ activities, total, hasTotal, onOpen }: FiguresTableProps) {
  const say = useWords(campaignWords.report);
  const counts = total.counts;
  // Part of what is in flight: a column of its own where there is any.
  const hasUnknown = activities.some(({ counts: { unknown } }) => unknown > 0);
  const columns = all.filter((column) => column !== 'unknown' || hasUnknown);
  const hasFallback = activities.some(({ fallback }) => fallback.sent > 0);
  const sum = (['skipped', 'failed', 'inFlight', 'delivered'] as const)
    .map((name) => `${say(name)} ${formatNumber(counts[name])}`)
    .join(' + ');
  return (
    <div>
      {hasTotal ? (
        <Text mb="xs">
          {say('audience')} {formatNumber(counts.audience)} = {sum}
        </Text>
      ) : null}
      <Table.ScrollContainer minWidth={320} type="native" tabIndex={0}>
        <Table aria-label={say('figures')} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{say('iteration')}</Table.Th>
              {columns.map((column) => (
                <Table.Th key={column} ta="end">
                  {say(column)}
                </Table.Th>
              ))}
              <Table.Th ta="end">{say('optedOut')}</Table.Th>
              <Table.Th ta="end">{say('estimated')}</Table.Th>
              <Table.Th ta="end">{say('actual')}</Table.Th>
              {hasUnknown ? <Table.Th ta="end">{say('unknownCost')}</Table.Th> : null}
              {hasFallback ? (
                <>
                  <Table.Th ta="end">{say('fallbackSent')}</Table.Th>
                  <Table.Th ta="end">{say('fallbackDelivered')}</Table.Th>
                </>
              ) : null}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {activities.map((row) => (
              <Table.Tr key={row.activityId}>
                <Table.Th scope="row">
                  {iterationName(row)} <StateBadge {...row} />
                  <Text size="xs" c="dimmed">
                    {formatReportDate(row.startedOn)}
                  </Text>
                </Table.Th>
                {columns.map((column) => (
                  <Table.Td key={column} ta="end">
                    <Anchor
                      component="button"
                      type="button"
                      size="sm"
                      className="tabular"
                      aria-label={say('openFigure', { name: say(column), count: row.counts[column], number: row.number })}
                      onClick={() => onOpen(row.activityId, opens[column])}
                    >
                      {formatNumber(row.counts[column])}
                    </Anchor>
                  </Table.Td>
                ))}
                <Table.Td ta="end">{formatNumber(row.optedOut)}</Table.Td>
                <Table.Td ta="end">{row.estimate ? formatCost(row.estimate.amount, row.estimate.currency) : '–'}</Table.Td>
                <Table.Td ta="end">{formatCost(row.actual, row.currency)}</Table.Td>
                {hasUnknown ? <Table.Td ta="end">{formatCost(row.unknownCost, row.currency)}</Table.Td> : null}
                {hasFallback ? (
                  <>
                    <Table.Td ta="end">{formatNumber(row.fallback.sent)}</Table.Td>
                    <Table.Td ta="end">{formatNumber(row.fallback.delivered)}</Table.Td>
                  </>
                ) : null}
              </Table.Tr>
            ))}
          </Table.Tbody>
          {hasTotal ? (
            <Table.Tfoot>
              <Table.Tr>
                <Table.Th scope="row">{say('total')}</Table.Th>
                {columns.map((column) => (
                  <Table.Th key={column} ta="end">
                    {formatNumber(counts[column])}
                  </Table.Th>
                ))}
                <Table.Th ta="end">{formatNumber(total.optedOut)}</Table.Th>
                <Table.Th ta="end">{formatCost(total.estimated, total.currency)}</Table.Th>
                <Table.Th ta="end">{formatCost(total.actual, total.currency)}</Table.Th>
                {hasUnknown ? <Table.Th ta="end">{formatCost(total.unknownCost, total.currency)}</Table.Th> : null}
                {hasFallback ? (
                  <>
                    <Table.Th ta="end">{formatNumber(total.fallback.sent)}</Table.Th>
                    <Table.Th ta="end">{formatNumber(total.fallback.delivered)}</Table.Th>
                  </>
                ) : null}
              </Table.Tr>
            </Table.Tfoot>
          ) : null}
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}
