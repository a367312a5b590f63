import { Button, Group, Select, Skeleton, Stack } from '@mantine/core';
import type { JourneyItem, JourneyVersion, z } from '@parley/contract';
import { IconVersions } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { useCan } from '../../account/shared/me.ts';
import { versionsQuery } from '../shared/journey.queries.ts';
import { useRestoreVersion } from './workspace.queries.ts';
import type { StreamSearch } from './workspace.search.ts';

type Version = z.infer<typeof JourneyVersion>;
const ReplayPanel = late(() => import('./replay-panel.tsx').then((module) => module.ReplayPanel));
const ComparePanel = late(() => import('../shared/compare-panel.tsx').then((module) => module.ComparePanel));

type VersionsTabProps = {
  journey: JourneyItem;
  compared: Pick<StreamSearch, 'before' | 'after'>;
  onCompare: (pair: Pick<StreamSearch, 'before' | 'after'>) => void;
};

/** Published versions with their authors and reasons; a comparison of two; and the restoring of one. */
export function VersionsTab({ journey, compared, onCompare }: VersionsTabProps) {
  const say = useWords(journeyWords.versions);
  const list = useQuery(versionsQuery(journey.id));
  const canEdit = useCan(['JOURNEYS.EDIT']);
  const restore = useRestoreVersion();
  const handleRestore = async ({ version }: Version) => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('restoreTitle', { version }),
      text: say(journey.hasChanges ? 'restoreLoses' : 'restoreText'),
      confirm: say('restore'),
      ...(journey.hasChanges ? { color: 'red' } : {}),
    });
    if (!isSure) return;
    restore.mutate(
      { journeyId: journey.id, version, revision: journey.revision },
      { onSuccess: ({ message }) => showToast('success', sayDone(message, 'saved')), onError: tellFailure },
    );
  };
  const columns: DataColumn<Version>[] = [
    { id: 'version', header: say('version'), cell: (row) => <strong>{row.version}</strong> },
    { id: 'at', header: say('at'), isOneLine: true, cell: (row) => formatReportDate(row.at) },
    { id: 'by', header: say('by'), cell: (row) => row.by || '–' },
    { id: 'note', header: say('note'), cell: (row) => row.note || '–' },
    { id: 'nodes', header: say('nodes'), align: 'end', cell: (row) => row.nodes },
    {
      id: 'rehearsal',
      header: say('rehearsal'),
      cell: ({ rehearsal: { passed, failed, waived } }) =>
        passed + failed === 0
          ? say('notRehearsed')
          : `${say('passedOf', { passed, all: passed + failed })}${waived === '' ? '' : `. ${say('waived', { reason: waived })}`}`,
    },
    { id: 'running', header: say('running'), align: 'end', cell: (row) => row.running },
    ...(canEdit
      ? [
          {
            id: 'actions',
            header: say('actions'),
            isHideable: false,
            isPinned: true,
            cell: (row: Version) => (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={say('restoreOne', { version: row.version })}
                disabled={restore.isPending}
                onClick={() => void handleRestore(row)}
              >
                {say('restore')}
              </Button>
            ),
          },
        ]
      : []),
  ];
  const choices = [
    { value: '0', label: say('draft') },
    ...(list.data ?? []).map(({ version }) => ({ value: String(version), label: say('versionOf', { version }) })),
  ];
  const after = compared.after ?? 0;
  const before = compared.before ?? list.data?.[0]?.version;
  return (
    <Stack gap="md">
      <DataTable
        label={say('title')}
        columns={columns}
        rows={list.data}
        getRowId={({ version }) => String(version)}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<EmptyState icon={IconVersions} title={say('emptyTitle')} text={say('emptyText')} />}
      />
      {before === undefined ? null : (
        <Panel title={say('compare')} text={say('compareText')}>
          <Group gap="sm" align="flex-end">
            <Select
              label={say('before')}
              allowDeselect={false}
              data={choices}
              value={String(before)}
              onChange={(next) => onCompare({ before: Number(next), after })}
            />
            <Select
              label={say('after')}
              allowDeselect={false}
              data={choices}
              value={String(after)}
              onChange={(next) => onCompare({ before, after: Number(next) })}
            />
          </Group>
          <Suspense fallback={<Skeleton height={100} radius="md" />}>
            <ComparePanel key={journey.revision} journeyId={journey.id} before={before} after={after} />
          </Suspense>
        </Panel>
      )}
      {list.data && list.data.length > 0 ? (
        <Suspense fallback={<Skeleton height={140} radius="md" />}>
          <ReplayPanel journey={journey} versions={list.data.map(({ version }) => version)} />
        </Suspense>
      ) : null}
    </Stack>
  );
}
