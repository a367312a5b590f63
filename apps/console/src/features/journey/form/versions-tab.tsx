import { Button, Skeleton, Stack } from '@mantine/core';
import type { FormVersionItem } from '@parley/contract';
import { IconVersions } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatNumber, formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { formWords } from '../../../locales/form.ts';
import { formVersionQuery, formVersionsQuery, type WholeForm } from './form.queries.ts';
import { FormOutline } from './form-outline.tsx';

type VersionsTabProps = { form: WholeForm; shown: number; onShow: (number: number) => void };

/** Published versions with their authors and reasons; one of them is read as an outline. */
export function VersionsTab({ form, shown, onShow }: VersionsTabProps) {
  const say = useWords(formWords.versions);
  const list = useQuery(formVersionsQuery(form.id));
  const columns: DataColumn<FormVersionItem>[] = [
    { id: 'number', header: say('version'), cell: (row) => <strong>{row.number}</strong> },
    { id: 'at', header: say('at'), isOneLine: true, cell: (row) => formatReportDate(row.publishedOn) },
    { id: 'by', header: say('by'), cell: (row) => row.publishedBy || '–' },
    { id: 'note', header: say('note'), cell: (row) => row.note || '–' },
    { id: 'answered', header: say('answered'), align: 'end', cell: (row) => formatNumber(row.answered) },
    {
      id: 'actions',
      header: say('actions'),
      isHideable: false,
      isPinned: true,
      cell: (row) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={say(row.number === shown ? 'hideOne' : 'showOne', { number: row.number })}
          onClick={() => onShow(row.number === shown ? 0 : row.number)}
        >
          {say(row.number === shown ? 'hide' : 'show')}
        </Button>
      ),
    },
  ];
  return (
    <Stack gap="md">
      <DataTable
        label={say('title')}
        columns={columns}
        rows={list.data}
        getRowId={({ number }) => String(number)}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<EmptyState icon={IconVersions} title={say('emptyTitle')} text={say('emptyText')} />}
      />
      {shown > 0 ? <Outline formId={form.id} number={shown} /> : null}
    </Stack>
  );
}

function Outline({ formId, number }: { formId: string; number: number }) {
  const say = useWords(formWords.versions);
  const version = useQuery(formVersionQuery(formId, number));
  return (
    <Panel title={say('outlineOf', { number })} text={say('outlineText')}>
      {version.data ? (
        <FormOutline document={version.data} />
      ) : version.error ? (
        <ErrorState error={version.error} onRetry={() => void version.refetch()} />
      ) : (
        <Skeleton height={160} radius="md" />
      )}
    </Panel>
  );
}
