import { Anchor, Badge, Button, Group } from '@mantine/core';
import type { BotVersion } from '@parley/contract';
import { builderPermissions } from '@parley/contract';
import { IconCircleCheck, IconVersions } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { api } from '../../../lib/api.ts';
import { openDialog } from '../../../lib/dialogs.ts';
import { formatBytes, formatNumber, formatReportDate, formatShare } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May } from '../../account/shared/may.tsx';
import { DataChanges, hasChanges } from './data-changes.tsx';
import classes from './training.module.css';
import { useRestoreData, useRestoreVersion, versionsQuery } from './training.queries.ts';

/** Trained versions, the newest first; an earlier one can serve again. */
export function VersionsTab({ botId, onOpen }: { botId: string; onOpen: (versionId: string) => void }) {
  const say = useWords(botWords.training);
  const versions = useQuery(versionsQuery(botId));
  const { mutate: restore } = useRestoreVersion(botId);
  const { mutate: restoreData } = useRestoreData(botId);

  const columns = useMemo<DataColumn<BotVersion>[]>(() => {
    const handleRestore = async ({ id, number }: BotVersion) => {
      const isSure = await openDialog({
        type: 'confirm',
        title: say('restoreTitle', { number }),
        text: say('restoreText'),
        confirm: say('restore'),
        cancel: say('cancel'),
      });
      if (isSure) restore(id, { onSuccess: () => showToast('success', say('restored', { number })) });
    };
    const handleRestoreData = async ({ id, number }: BotVersion) => {
      const preview = await api.training.previewData({ params: { agentId: botId, versionId: id } }).catch(tellFailure);
      if (!preview) return;
      if (!hasChanges(preview)) {
        showToast('info', say('restoreDataSame', { number }));
        return;
      }
      const isSure = await openDialog({
        type: 'confirm',
        title: say('restoreDataTitle', { number }),
        text: <DataChanges restore={preview} />,
        confirm: say('restoreData'),
        cancel: say('cancel'),
      });
      if (isSure) restoreData(id, { onSuccess: () => showToast('success', say('restoreDataDone', { number })) });
    };
    return [
      {
        id: 'number',
        header: say('version'),
        cell: ({ id, number, isServing }) => (
          <span className={classes.facts}>
            <Anchor component="button" type="button" size="sm" aria-label={say('openReport', { number })} onClick={() => onOpen(id)}>
              {number}
            </Anchor>
            {isServing ? (
              <Badge size="sm" color="green" leftSection={<IconCircleCheck size={12} aria-hidden />}>
                {say('serving')}
              </Badge>
            ) : null}
          </span>
        ),
      },
      { id: 'created', header: say('created'), cell: ({ createdAt }) => <time dateTime={createdAt}>{formatReportDate(createdAt)}</time> },
      { id: 'by', header: say('createdBy'), cell: ({ createdBy }) => createdBy },
      { id: 'model', header: say('model'), cell: ({ modelType }) => modelType },
      { id: 'intents', header: say('intents'), align: 'end', cell: ({ intentCount }) => intentCount },
      { id: 'phrases', header: say('phrases'), align: 'end', cell: ({ phraseCount }) => phraseCount },
      { id: 'passages', header: say('passages'), align: 'end', cell: ({ passageCount }) => passageCount },
      {
        id: 'accuracy',
        header: say('accuracy'),
        align: 'end',
        cell: ({ accuracy, phraseCount }) => (phraseCount > 0 ? formatShare(accuracy) : '—'),
      },
      {
        id: 'tests',
        header: say('tests'),
        align: 'end',
        cell: ({ testsPassed, testsFailed }) =>
          testsPassed + testsFailed > 0 ? `${formatNumber(testsPassed)} / ${formatNumber(testsPassed + testsFailed)}` : '—',
      },
      { id: 'size', header: say('size'), align: 'end', cell: ({ modelBytes }) => formatBytes(modelBytes) },
      {
        id: 'actions',
        header: say('actions'),
        isPinned: true,
        width: 220,
        cell: (version) => (
          <May any={builderPermissions}>
            <Group gap={6} wrap="nowrap" justify="flex-end">
              {version.hasData ? (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={say('restoreDataNumber', { number: version.number })}
                  onClick={() => void handleRestoreData(version)}
                >
                  {say('restoreData')}
                </Button>
              ) : null}
              {version.canRestore ? (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={say('restoreNumber', { number: version.number })}
                  onClick={() => void handleRestore(version)}
                >
                  {say('restore')}
                </Button>
              ) : null}
            </Group>
          </May>
        ),
      },
    ];
  }, [say, botId, restore, restoreData, onOpen]);

  return (
    <div className={classes.layout}>
      <Panel title={say('versions')} text={say('versionsHint')}>
        <DataTable
          label={say('versions')}
          columns={columns}
          rows={versions.data}
          getRowId={({ id }) => id}
          error={versions.error}
          onRetry={() => void versions.refetch()}
          empty={<EmptyState icon={IconVersions} title={say('noVersions')} text={say('neverText')} />}
        />
      </Panel>
    </div>
  );
}
