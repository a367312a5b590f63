import { Badge, Text } from '@mantine/core';
import type { ActivityItem } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { DataColumn } from '../../../components/data-table.tsx';
import { formatCost, formatNumber, formatRelative, formatReportDate } from '../../../lib/format.ts';
import { i18next } from '../../../lib/i18n.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import classes from '../shared/broadcast.module.css';
import { ChannelAndTemplate } from '../shared/channel-and-template.tsx';
import { iterationName } from '../shared/run-state.tsx';

type Columns = Record<
  | 'campaign'
  | 'iteration'
  | 'iterationOf'
  | 'maker'
  | 'checker'
  | 'submitted'
  | 'channelAndTemplate'
  | 'audience'
  | 'scheduled'
  | 'cost'
  | 'age'
  | 'approved'
  | 'rejectedOn'
  | 'reason'
  | 'rejections',
  DataColumn<ActivityItem>
>;

const IterationLink = ({ activity: { id, campaignName } }: { activity: ActivityItem }) => (
  <Link to="/campaigns/activity/$activityId" params={{ activityId: id }} className={classes.rowLink}>
    {campaignName}
  </Link>
);

/** Columns that several lists of iterations have. */
export function useActivityColumns(): Columns {
  const say = useWords(campaignWords.lists);
  const sayCommon = useWords(campaignWords.common);
  return useMemo(
    () => ({
      campaign: {
        id: 'campaign',
        header: say('campaign'),
        isHideable: false,
        cell: (row) => <IterationLink activity={row} />,
      },
      iterationOf: {
        id: 'campaign',
        header: say('campaign'),
        isHideable: false,
        cell: (row) => (
          <>
            <IterationLink activity={row} />
            <Text size="xs" c="dimmed">
              {say('iterationBy', { iteration: iterationName(row), name: row.maker.name, interpolation: { escapeValue: false } })}
            </Text>
          </>
        ),
      },
      iteration: { id: 'iteration', header: sayCommon('iteration'), cell: iterationName },
      maker: { id: 'maker', header: sayCommon('maker'), cell: (row) => row.maker.name },
      checker: { id: 'checker', header: sayCommon('checker'), cell: (row) => row.checker.name || '–' },
      submitted: {
        id: 'submitted',
        header: say('submitted'),
        isOneLine: true,
        cell: (row) => (
          <>
            <span className="tabular">{formatReportDate(row.submittedOn)}</span>
            <Text size="xs" c="dimmed">
              {row.submittedBy.name}
            </Text>
          </>
        ),
      },
      channelAndTemplate: {
        id: 'channelAndTemplate',
        header: sayCommon('channelAndTemplate'),
        isOneLine: true,
        cell: (row) => <ChannelAndTemplate {...row} />,
      },
      audience: {
        id: 'audience',
        header: sayCommon('audience'),
        align: 'end',
        cell: (row) => <span className="tabular">{row.audienceCount === null ? '–' : formatNumber(row.audienceCount)}</span>,
      },
      scheduled: {
        id: 'scheduled',
        header: sayCommon('scheduled'),
        isOneLine: true,
        cell: (row) => (
          <>
            {row.scheduledOn === '' ? sayCommon('whenStarted') : <span className="tabular">{formatReportDate(row.scheduledOn)}</span>}
            {row.isOverdue ? (
              <Badge color="orange" ms={6}>
                {say('overdue')}
              </Badge>
            ) : null}
          </>
        ),
      },
      cost: {
        id: 'cost',
        header: say('estimatedCost'),
        align: 'end',
        isOneLine: true,
        cell: (row) => (row.estimate ? formatCost(row.estimate.amount, row.estimate.currency) : '–'),
      },
      age: {
        id: 'age',
        header: say('age'),
        isOneLine: true,
        cell: (row) => formatRelative(row.submittedOn, Date.now(), i18next.language),
      },
      approved: {
        id: 'approved',
        header: say('approved'),
        isOneLine: true,
        cell: (row) => (
          <>
            <span className="tabular">{formatReportDate(row.decidedOn) || '–'}</span>
            <Text size="xs" c="dimmed">
              {row.checker.name}
            </Text>
          </>
        ),
      },
      rejectedOn: { id: 'rejectedOn', header: say('rejectedOn'), isOneLine: true, cell: (row) => formatReportDate(row.decidedOn) || '–' },
      reason: { id: 'reason', header: say('reason'), cell: (row) => <Text size="sm">{row.reason}</Text> },
      rejections: { id: 'rejections', header: say('rejections'), align: 'end', cell: (row) => row.rejections },
    }),
    [say, sayCommon],
  );
}
