import { Button, Group, Skeleton } from '@mantine/core';
import { builderPermissions } from '@parley/contract';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
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
  const handleExport = (format: 'csv' | 'json') => void downloadFile(exportPath(botId, format)).catch(tellFailure);

  return (
    <div className={classes.layout}>
      <div className={classes.pair}>
        <May any={builderPermissions}>
          <ImportCard botId={botId} />
        </May>
        <Panel title={say('exportData')} text={say('exportHint')}>
          <Group gap="xs">
            {(['csv', 'json'] as const).map((format) => (
              <Button key={format} variant="default" leftSection={<IconDownload size={15} />} onClick={() => handleExport(format)}>
                {say(format === 'csv' ? 'exportCsv' : 'exportJson')}
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
