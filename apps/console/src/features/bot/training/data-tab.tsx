import { Button, Group, SegmentedControl, Skeleton } from '@mantine/core';
import { builderPermissions, type ExportFormat, type ExportPart, exportFormats, exportParts } from '@parley/contract';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { downloadFile } from '../../../lib/download.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May } from '../../account/shared/may.tsx';
import { ImportCard } from './import-card.tsx';
import { IssueList } from './issue-list.tsx';
import classes from './training.module.css';
import { checksQuery, exportPath } from './training.queries.ts';

/** The training data: what is wrong with it, and how it comes in and goes out. */
export function DataTab({ botId }: { botId: string }) {
  const say = useWords(botWords.training);
  const checks = useQuery(checksQuery(botId));
  const [part, setPart] = useState<ExportPart>('intents');
  const handleExport = (format: ExportFormat) => void downloadFile(exportPath(botId, format, part)).catch(tellFailure);

  return (
    <div className={classes.layout}>
      <div className={classes.pair}>
        <May any={builderPermissions}>
          <ImportCard botId={botId} />
        </May>
        <Panel title={say('exportData')} text={say('exportHint')}>
          <SegmentedControl
            size="xs"
            aria-label={say('exportPart')}
            value={part}
            onChange={(next) => setPart(next as ExportPart)}
            data={exportParts.map((value) => ({ value, label: say(`exportPart_${value}`) }))}
          />
          <Group gap="xs">
            {exportFormats.map((format) => (
              <Button key={format} variant="default" leftSection={<IconDownload size={15} />} onClick={() => handleExport(format)}>
                {say(`export_${format}`)}
              </Button>
            ))}
          </Group>
        </Panel>
      </div>
      <Panel
        title={say('checks')}
        text={say('checksHint')}
        actions={
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={15} />}
            loading={checks.isFetching}
            onClick={() => void checks.refetch()}
          >
            {say('checkAgain')}
          </Button>
        }
      >
        {checks.data ? (
          <IssueList botId={botId} issues={checks.data} />
        ) : checks.isError ? (
          <ErrorState error={checks.error} onRetry={() => void checks.refetch()} />
        ) : (
          <Skeleton height={80} radius="md" />
        )}
      </Panel>
    </div>
  );
}
