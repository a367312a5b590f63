import { Badge, Text } from '@mantine/core';
import type { JourneyEntry } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { type RowAction, RowMenu } from '../../../components/row-menu.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { useCan } from '../../account/shared/me.ts';
import { channelTypeName } from '../../channel/shared/channel-type-name.ts';
import classes from './entries.module.css';
import type { OpenEntryDialog } from './entry-dialog.tsx';
import { hasOutputs } from './entry-outputs.ts';
import { useEntryRule } from './entry-rule.ts';
import { useEntryCalls } from './journey.queries.ts';
import { usePausedReason } from './paused-by.tsx';
import { ScheduleRuns } from './schedule-runs.tsx';

const EntryDialog = late(() => import('./entry-dialog.tsx').then((module) => module.EntryDialog));

type EntryTableProps = {
  entries: readonly JourneyEntry[] | undefined;
  error: unknown;
  isFiltered?: boolean;
  /** True for the rules of one stream, whose name stands above already */
  isOfOne?: boolean;
  empty: ReactNode;
  onRetry: () => void;
  onClearFilters?: () => void;
};

/** Rules with their channels and the versions that they begin, and the actions on each. */
export function EntryTable({ entries, error, isFiltered = false, isOfOne = false, empty, onRetry, onClearFilters }: EntryTableProps) {
  const say = useWords(journeyWords.entry);
  const toRule = useEntryRule();
  const toReason = usePausedReason();
  const sayCommon = useWords(journeyWords.common);
  const canEdit = useCan(['JOURNEYS.EDIT']);
  const { change, detach } = useEntryCalls();
  const [open, setOpen] = useState<OpenEntryDialog>();

  const handleChange = (entry: JourneyEntry, part: Partial<Pick<JourneyEntry, 'version' | 'isActive'>>) =>
    change.mutate(
      { entryId: entry.id, version: entry.version, isActive: entry.isActive, ...part },
      { onSuccess: ({ message }) => showToast('success', sayDone(message, 'saved')), onError: tellFailure },
    );
  const handleDetach = async (entry: JourneyEntry) => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('detachTitle'),
      text: say('detachText', { rule: toRule(entry), channel: entry.channelName }),
      confirm: say('detach'),
      color: 'red',
    });
    if (!isSure) return;
    detach.mutate(entry.id, {
      onSuccess: ({ message }) => showToast('success', sayDone(message, 'deleted')),
      onError: tellFailure,
    });
  };
  const toActions = (entry: JourneyEntry): RowAction[] => [
    ...(hasOutputs(entry) ? [{ label: say('outputs'), onClick: () => setOpen({ dialog: 'outputs', entry }) }] : []),
    ...(canEdit
      ? [
          ...(entry.version < entry.newestVersion
            ? [
                {
                  label: say('useNewest', { version: entry.newestVersion }),
                  onClick: () => handleChange(entry, { version: entry.newestVersion }),
                },
              ]
            : []),
          ...(entry.newestVersion > 1 ? [{ label: say('changeVersion'), onClick: () => setOpen({ dialog: 'version', entry }) }] : []),
          {
            label: say(entry.isActive ? 'switchOff' : 'switchOn'),
            onClick: () => handleChange(entry, { isActive: !entry.isActive }),
          },
          { label: say('detach'), isDangerous: true, onClick: () => void handleDetach(entry) },
        ]
      : []),
  ];
  const columns: DataColumn<JourneyEntry>[] = [
    ...(isOfOne
      ? []
      : [
          {
            id: 'item',
            header: say('item'),
            isHideable: false,
            cell: (row: JourneyEntry) => (
              <Link
                to="/journey/workspace/$journeyId"
                params={{ journeyId: row.journeyId }}
                search={{ tab: 'rules' }}
                className={classes.link}
              >
                {row.journeyName}
              </Link>
            ),
          },
        ]),
    {
      id: 'version',
      header: say('version'),
      isOneLine: true,
      cell: (row) => (
        <>
          {row.version}
          {row.version < row.newestVersion ? (
            <Text size="xs" c="dimmed">
              {say('newer', { version: row.newestVersion })}
            </Text>
          ) : null}
        </>
      ),
    },
    {
      id: 'channel',
      header: say('channel'),
      cell: (row) => (
        <>
          {row.channelName}
          <Text size="xs" c="dimmed">
            {channelTypeName(row.channelType)}
          </Text>
        </>
      ),
    },
    {
      id: 'rule',
      header: say('rule'),
      cell: (row) => (
        <>
          {toRule(row)}
          {row.kind === 'schedule' ? <ScheduleRuns {...row} /> : null}
        </>
      ),
    },
    {
      id: 'environment',
      header: say('environment'),
      cell: (row) => (
        <Badge color={row.environment === 'production' ? 'blue' : 'grape'} variant="outline" miw="max-content">
          {say(row.environment)}
        </Badge>
      ),
    },
    {
      id: 'active',
      header: say('active'),
      cell: (row) => (
        <>
          <Badge color={row.isActive ? (row.isPaused ? 'yellow' : 'green') : 'gray'} miw="max-content">
            {row.isActive && row.isPaused ? sayCommon('state_PAUSED') : say(row.isActive ? 'on' : 'off')}
          </Badge>
          {row.isActive && row.pausedBy ? (
            <Text size="xs" c="dimmed">
              {toReason(row.pausedBy)}
            </Text>
          ) : null}
        </>
      ),
    },
    { id: 'since', header: say('since'), isOneLine: true, cell: (row) => formatReportDate(row.since) },
    { id: 'by', header: say('by'), cell: (row) => row.by || '–' },
    {
      id: 'actions',
      header: say('actions'),
      isHideable: false,
      isPinned: true,
      cell: (row) => {
        const actions = toActions(row);
        return actions.length === 0 ? null : (
          <RowMenu label={say('actionsOf', { rule: toRule(row), channel: row.channelName })} actions={actions} />
        );
      },
    },
  ];
  return (
    <>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={entries}
        getRowId={({ id }) => id}
        error={error}
        onRetry={onRetry}
        isFiltered={isFiltered}
        {...(onClearFilters ? { onClearFilters } : {})}
        empty={empty}
      />
      <Suspense>{open ? <EntryDialog open={open} onClose={() => setOpen(undefined)} /> : null}</Suspense>
    </>
  );
}
