import { Badge, Text } from '@mantine/core';
import type { ActivityItem } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { DataColumn } from '../../../components/data-table.tsx';
import { formatCost, formatRelative, formatReportDate } from '../../../lib/format.ts';
import { i18next } from '../../../lib/i18n.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import classes from '../shared/broadcast.module.css';
import { iterationName } from '../shared/run-state.tsx';

type Columns = Record<
  | 'campaign'
  | 'iteration'
  | 'maker'
  | 'checker'
  | 'submitted'
  | 'channel'
  | 'template'
  | 'audience'
  | 'scheduled'
  | 'cost'
  | 'age'
  | 'approvedOn'
  | 'rejectedOn'
  | 'reason'
  | 'rejections',
  DataColumn<ActivityItem>
>;

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
        cell: (row) => (
          <Link to="/campaigns/activity/$activityId" params={{ activityId: row.id }} className={classes.rowLink}>
            {row.campaignName}
          </Link>
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
      channel: { id: 'channel', header: sayCommon('channel'), cell: (row) => row.channelName || '–' },
      template: {
        id: 'template',
        header: sayCommon('template'),
        cell: (row) => (
          <>
            {row.templateName || '–'}
            {row.templateStatus === '' || row.templateStatus === 'APPROVED' ? null : (
              <Text size="xs" c="orange">
                {row.templateStatus}
              </Text>
            )}
          </>
        ),
      },
      audience: {
        id: 'audience',
        header: sayCommon('audience'),
        align: 'end',
        cell: (row) => <span className="tabular">{row.audienceCount?.toLocaleString() ?? '–'}</span>,
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
      approvedOn: { id: 'approvedOn', header: say('approvedOn'), isOneLine: true, cell: (row) => formatReportDate(row.decidedOn) || '–' },
      rejectedOn: { id: 'rejectedOn', header: say('rejectedOn'), isOneLine: true, cell: (row) => formatReportDate(row.decidedOn) || '–' },
      reason: { id: 'reason', header: say('reason'), cell: (row) => <Text size="sm">{row.reason}</Text> },
      rejections: { id: 'rejections', header: say('rejections'), align: 'end', cell: (row) => row.rejections },
    }),
    [say, sayCommon],
  );
}
