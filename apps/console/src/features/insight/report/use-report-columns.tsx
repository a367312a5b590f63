import { Anchor, Badge, UnstyledButton } from '@mantine/core';
import type { ReportRow, ReportSource } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { DataColumn } from '../../../components/data-table.tsx';
import { formatCost, formatTimestamp } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { insightWords } from '../../../locales/insight.ts';
import { messagingWords } from '../../../locales/messaging.ts';
import { statusColor } from '../../messaging/shared/delivery-dialog.tsx';

/** Day and time in two lines, so that ten columns fit beside the menu. */
const instantWidth = 122;

/** The columns of the report (screens 11.1). */
export function useReportColumns(onOpen: (messageId: string) => void): DataColumn<ReportRow>[] {
  const say = useWords(insightWords.report);
  const sayStatus = useWords(messagingWords.delivery);
  return useMemo(
    () => [
      {
        id: 'time',
        header: say('time'),
        isHideable: false,
        width: instantWidth,
        cell: (row) => (
          <UnstyledButton
            className="tabular"
            fz="inherit"
            c="var(--mantine-color-anchor)"
            aria-label={`${formatTimestamp(row.sentOn)}: ${say('details', { to: row.to || row.customerName })}`}
            onClick={() => onOpen(row.messageId)}
          >
            {formatTimestamp(row.sentOn)}
          </UnstyledButton>
        ),
      },
      { id: 'from', header: say('from'), cell: (row) => row.from },
      { id: 'to', header: say('to'), cell: (row) => [row.to, row.customerName].filter(Boolean).join(' · ') },
      { id: 'channel', header: say('channel'), width: 110, cell: (row) => row.channelName },
      {
        id: 'source',
        header: say('source'),
        cell: (row) => <SourceLink opens={row.opens} label={say(row.source as 'CHAT')} onOpen={onOpen} />,
      },
      { id: 'template', header: say('template'), cell: (row) => row.templateName },
      {
        id: 'status',
        header: say('status'),
        cell: (row) => (
          <>
            <Badge color={statusColor(row.status)} miw="max-content">
              {sayStatus(row.status)}
            </Badge>
            {row.isSandbox ? (
              <Badge color="grape" variant="light" ms={4}>
                {say('sandbox')}
              </Badge>
            ) : null}
          </>
        ),
      },
      {
        id: 'statusTime',
        header: say('statusTime'),
        width: instantWidth,
        cell: (row) => <span className="tabular">{formatTimestamp(row.currentDeliveryStatusTime)}</span>,
      },
      { id: 'reason', header: say('reason'), cell: (row) => row.reasonText || row.reason },
      { id: 'cost', header: say('cost'), align: 'end', cell: (row) => <span className="tabular">{formatCost(row.cost)}</span> },
    ],
    [say, sayStatus, onOpen],
  );
}

/** Leads to what the message came from; one that stands alone shows its own history. */
function SourceLink({ opens, label, onOpen }: { opens: ReportRow['opens']; label: string; onOpen: (messageId: string) => void }) {
  if (!opens) return label;
  const { kind, id } = opens;
  if (kind === 'message')
    return (
      <UnstyledButton fz="inherit" c="var(--mantine-color-anchor)" onClick={() => onOpen(id)}>
        {label}
      </UnstyledButton>
    );
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...placeOf({ kind, id })} {...props} />}>
      {label}
    </Anchor>
  );
}

function placeOf({ kind, id }: { kind: Exclude<ReportSource['kind'], 'message'>; id: string }) {
  switch (kind) {
    case 'activity':
      return { to: '/campaigns/activity/$activityId', params: { activityId: id } } as const;
    case 'broadcast':
      return { to: '/campaigns/broadcast/$broadcastId', params: { broadcastId: id } } as const;
    case 'walk':
      return { to: '/journey/monitor/$instanceId', params: { instanceId: id } } as const;
    case 'customer':
      return { to: '/customer-master/customers/view/$customerId', params: { customerId: id } } as const;
    case 'chat':
      return { to: '/chat/conversation', search: { chatId: id } } as const;
  }
}
