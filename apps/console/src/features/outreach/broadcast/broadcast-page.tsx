import { Alert, Anchor, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { type Broadcast, broadcastPage, endpoints, type MessageRow, retriedCount } from '@parley/contract';
import { IconArrowLeft, IconDownload, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { type DoneWord, sayDone } from '../../../lib/done.ts';
import { exportList } from '../../../lib/exports.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import { codeWord, DeliveryDialog, statusColor } from '../../messaging/shared/delivery-dialog.tsx';
import classes from '../shared/broadcast.module.css';
import { broadcastQuery } from '../shared/broadcast.queries.ts';
import { CountTiles } from '../shared/count-tiles.tsx';
import { UnknownAgain } from '../shared/unknown-again.tsx';
import { messageQuery, messagesQuery, useBroadcastAction } from './broadcast.queries.ts';
import { BroadcastSearch, noBroadcastSearch } from './broadcast.search.ts';
import { broadcastColors } from './status-colors.ts';
import { StoredContent } from './stored-content.tsx';

/** One broadcast, read only: what was sent, and what became of each message. */
export function BroadcastPage() {
  const say = useWords(outreachWords.broadcast);
  const { broadcastId = '' } = useParams({ strict: false });
  const broadcast = useQuery(broadcastQuery(broadcastId));
  return (
    <div>
      <Anchor component={Link} to="/campaigns/broadcast" size="sm">
        <Group gap={4}>
          <IconArrowLeft size={14} aria-hidden />
          {say('backToReports')}
        </Group>
      </Anchor>
      {broadcast.data ? (
        <Loaded broadcast={broadcast.data} />
      ) : broadcast.isError ? (
        <ErrorState error={broadcast.error} title={say('couldNotLoad')} onRetry={() => void broadcast.refetch()} />
      ) : (
        <Stack gap="md" mt="md">
          <Skeleton height={72} radius="md" />
          <Skeleton height={280} radius="md" />
        </Stack>
      )}
    </div>
  );
}

function Loaded({ broadcast }: { broadcast: Broadcast }) {
  const say = useWords(outreachWords.broadcast);
  const { search, change } = useAddressState(BroadcastSearch);
  const cancel = useBroadcastAction('cancel');
  const resume = useBroadcastAction('resume');
  const retry = useBroadcastAction('retry');
  const { id, counts, status } = broadcast;
  const isUnderWay = status === 'QUEUED' || status === 'IN_PROGRESS';
  const messages = useQuery(messagesQuery(id, search, isUnderWay || counts.inFlight > 0));
  const detail = useQuery(messageQuery(search.message));
  const columns = useMessageColumns((messageId) => change({ message: messageId }));
  const tell = (done: DoneWord) => ({
    onSuccess: ({ message }: { message: string }) => showToast('success', sayDone(message, done)),
    onError: tellFailure,
  });
  const handleCancel = async () => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('cancelTitle'),
      text: say('cancelText'),
      confirm: say('cancelRest'),
      cancel: say('keep'),
      color: 'red',
    });
    if (isSure) cancel.mutate(id, tell('cancelled'));
  };
  const failed = retriedCount(counts);
  const handleRetry = async () => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('retryTitle', { count: failed }),
      text: say('retryText'),
      confirm: say('sendAgain'),
      cancel: say('leave'),
    });
    if (isSure) retry.mutate(id, tell('sentAgain'));
  };
  const rows = messages.data?.message;
  return (
    <>
      <PageHeader
        title={broadcast.name}
        subtitle={
          <Badge component="span" color={broadcastColors[status]}>
            {say(status)}
          </Badge>
        }
        actions={
          <>
            {broadcast.pauseReason === '' || broadcast.pauseReason === 'CLOSED' ? null : (
              <Button loading={resume.isPending} onClick={() => resume.mutate(id, tell('goesOn'))}>
                {say(broadcast.pauseReason === 'LATE' ? 'sendHeld' : 'goOn')}
              </Button>
            )}
            {isUnderWay ? (
              <Button
                variant="default"
                leftSection={<IconPlayerStop size={16} aria-hidden />}
                loading={cancel.isPending}
                onClick={() => void handleCancel()}
              >
                {say('cancelRest')}
              </Button>
            ) : null}
            {failed > 0 && !isUnderWay ? (
              <Button
                variant="default"
                leftSection={<IconRefresh size={16} aria-hidden />}
                loading={retry.isPending}
                onClick={() => void handleRetry()}
              >
                {say('retryFailed')}
              </Button>
            ) : null}
            {status === 'CANCELLED' || broadcast.isFreezing ? null : <UnknownAgain of={{ kind: 'broadcast', id }} count={counts.unknown} />}
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => void exportList('broadcast', endpoints.broadcasts.export.path, { broadcastId: id }).catch(tellFailure)}
            >
              {say('export')}
            </Button>
          </>
        }
      />
      <div className={classes.form}>
        <CountTiles
          counts={counts}
          status={search.status}
          reason={search.reason}
          onChoose={(next) => change({ ...noBroadcastSearch, ...next })}
        />
        {broadcast.scheduledFor === '' ? null : (
          <Text size="sm" role="status">
            {say('scheduledFor', { time: formatReportDate(broadcast.scheduledFor) })}
          </Text>
        )}
        {broadcast.calendarName === '' ? null : (
          <Text size="sm">{say('inOpenHours', { calendar: broadcast.calendarName, interpolation: { escapeValue: false } })}</Text>
        )}
        {broadcast.pauseReason === 'TEMPLATE' || broadcast.pauseReason === 'LATE' || broadcast.pauseReason === 'CLOSED' ? (
          <Alert color="yellow">{say(`held_${broadcast.pauseReason}`)}</Alert>
        ) : null}
        {broadcast.quiet ? (
          <Text size="sm" role="status">
            {say('quietWaits', { count: broadcast.quiet.count, time: formatReportDate(broadcast.quiet.until) })}
          </Text>
        ) : null}
        {broadcast.isFreezing ? (
          <Text size="sm" c="dimmed" role="status">
            {say('stillFreezing')}
          </Text>
        ) : null}
        <Panel title={say('messages')}>
          <div className={classes.linkRows}>
            <DataTable
              label={say('messages')}
              columns={columns}
              rows={rows}
              getRowId={({ messageId }) => messageId}
              getRowName={({ to }) => to}
              getRowProps={({ messageId }) => ({ onClick: () => change({ message: messageId }) })}
              error={messages.error}
              isFetching={messages.isPlaceholderData}
              onRetry={() => void messages.refetch()}
              empty={<EmptyState title={say('noRecord')} />}
            />
          </div>
          {rows ? (
            <ListPager
              from={search.from}
              perPage={broadcastPage}
              rowCount={rows.length}
              hasMore={messages.data?.more ?? false}
              onChange={(from) => change({ from })}
            />
          ) : null}
        </Panel>
        <StoredContent broadcast={broadcast} />
      </div>
      <DeliveryDialog
        isOpen={search.message !== ''}
        onClose={() => change({ message: '' })}
        detail={detail.data}
        error={detail.error}
        onRetry={() => void detail.refetch()}
      />
    </>
  );
}

function useMessageColumns(onOpen: (messageId: string) => void): DataColumn<MessageRow>[] {
  const say = useWords(outreachWords.broadcast);
  return useMemo(
    () => [
      { id: 'from', header: say('from'), cell: (row) => row.from || '–' },
      {
        id: 'to',
        header: say('to'),
        cell: (row) => (
          <Anchor
            component="button"
            type="button"
            size="sm"
            aria-label={say('openStatus', { number: row.to })}
            onClick={(event) => {
              event.stopPropagation();
              onOpen(row.messageId);
            }}
          >
            {row.to}
          </Anchor>
        ),
      },
      { id: 'sentDate', header: say('sentDate'), isOneLine: true, cell: (row) => formatReportDate(row.sentOn) },
      {
        id: 'status',
        header: say('status'),
        cell: (row) => (
          <div>
            <Badge color={statusColor(row.status)}>
              {row.status === 'SKIPPED' || row.status === 'UNKNOWN'
                ? say(row.status === 'SKIPPED' ? 'skipped' : 'unknown')
                : say(codeWord(row.currentDeliveryStatus))}
            </Badge>
            {row.reasonText ? (
              <Text size="xs" c="dimmed">
                {row.reasonText}
              </Text>
            ) : null}
          </div>
        ),
      },
    ],
    [say, onOpen],
  );
}
