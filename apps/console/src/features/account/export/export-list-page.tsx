import { ActionIcon, Badge, Button, Group, Progress, Text } from '@mantine/core';
import { type Export, type ExportState, exportDays } from '@parley/contract';
import { IconDownload, IconFileExport, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { downloadFile } from '../../../lib/download.ts';
import { exportFilePath } from '../../../lib/exports.ts';
import { formatBytes, formatNumber, formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useWords } from '../../../lib/words.ts';
import { exportWords } from '../../../locales/export.ts';
import { exportsQuery, isMade, useEndExport } from './export.queries.ts';

const color = {
  waiting: 'gray',
  running: 'blue',
  ready: 'green',
  failed: 'red',
  cancelled: 'gray',
  expired: 'gray',
} as const satisfies Record<ExportState, string>;

/** The files that this user has made of lists: how far they are, and how long they are kept. */
export function ExportListPage() {
  const say = useWords(exportWords.page);
  const list = useQuery(exportsQuery);
  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle', { days: exportDays })} />
      <DataTable
        label={say('title')}
        columns={useColumns()}
        rows={list.data}
        getRowId={({ id }) => id}
        getRowName={({ name }) => name}
        error={list.data ? undefined : list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        empty={<EmptyState icon={IconFileExport} title={say('empty')} text={say('emptyText')} />}
      />
    </div>
  );
}

function useColumns(): DataColumn<Export>[] {
  const say = useWords(exportWords.page);
  const sayKind = useWords(exportWords.kind);
  return [
    { id: 'name', header: say('file'), cell: ({ name }) => <Text size="sm">{name}</Text> },
    { id: 'kind', header: say('list'), cell: ({ kind }) => sayKind(kind) },
    { id: 'state', header: say('state'), cell: (row) => <State row={row} /> },
    { id: 'rows', header: say('rows'), align: 'end', cell: ({ rows }) => formatNumber(rows) },
    { id: 'size', header: say('size'), align: 'end', cell: ({ sizeBytes }) => (sizeBytes === null ? '' : formatBytes(sizeBytes)) },
    { id: 'created', header: say('created'), isOneLine: true, cell: ({ createdAt }) => formatReportDate(createdAt) },
    {
      id: 'expires',
      header: say('keptUntil'),
      isOneLine: true,
      cell: ({ expiresAt, state }) => (expiresAt && state === 'ready' ? formatReportDate(expiresAt) : ''),
    },
    { id: 'actions', header: '', isPinned: true, isHideable: false, cell: (row) => <Actions row={row} /> },
  ];
}

function State({ row }: { row: Export }) {
  const say = useWords(exportWords.state);
  const sayFault = useWords(exportWords.fault);
  const { state, fault, rows } = row;
  return (
    <div>
      <Badge variant="light" color={color[state]}>
        {say(state)}
      </Badge>
      {isMade(row) ? null : <Progress mt={4} size="xs" animated value={100} aria-label={say('progress', { rows: formatNumber(rows) })} />}
      {fault === '' ? null : (
        <Text size="xs" c="dimmed">
          {sayFault(fault)}
        </Text>
      )}
    </div>
  );
}

function Actions({ row }: { row: Export }) {
  const say = useWords(exportWords.page);
  const client = useQueryClient();
  const end = useEndExport();
  const { id, name, state } = row;
  const handleDownload = async () => {
    await downloadFile(exportFilePath(id), name).catch(tellFailure);
    await client.invalidateQueries({ queryKey: exportsQuery.queryKey });
  };
  return (
    <Group gap={4} wrap="nowrap" justify="end">
      {state === 'ready' ? (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() => void handleDownload()}
        >
          {say('download')}
        </Button>
      ) : null}
      {isMade(row) ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={say('remove', { name })}
          loading={end.isPending}
          onClick={() => end.mutate(row)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      ) : (
        <Button size="compact-sm" variant="default" loading={end.isPending} onClick={() => end.mutate(row)}>
          {say('cancel')}
        </Button>
      )}
    </Group>
  );
}
