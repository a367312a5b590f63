import { Button, Select, Skeleton } from '@mantine/core';
import { IconDownload, IconSchool } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { nativeOptions } from '../../../components/native-options.ts';
import { Panel } from '../../../components/panel.tsx';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { trainingQuery } from '../shared/bot.queries.ts';
import { saveCsv } from '../shared/save-csv.ts';
import { ReportFigures } from './report-figures.tsx';
import { chooseVersions, toErrorRows } from './report-rules.ts';
import { ReportView } from './report-view.tsx';
import classes from './training.module.css';
import { reportQuery, versionsQuery } from './training.queries.ts';
import { TrainingSummary } from './training-summary.tsx';

export type ResultTabProps = { botId: string; versionId: string; onVersion: (versionId: string) => void };

/** State and findings of the last training; the user may choose another version. */
export function ResultTab({ botId, versionId, onVersion }: ResultTabProps) {
  const say = useWords(botWords.training);
  const current = useQuery(trainingQuery(botId));
  const versions = useQuery(versionsQuery(botId));
  const { shownId, beforeId } = chooseVersions(versions.data ?? [], current.data?.training, versionId);
  const chosen = useQuery(reportQuery(botId, versionId));
  const before = useQuery(reportQuery(botId, beforeId));
  const report = versionId ? chosen.data : current.data?.report;
  useFreshVersions(botId, current.data?.training?.phase);
  const numberOf = (id: string) => versions.data?.find((version) => version.id === id)?.number;
  const failed = versionId && chosen.isError ? chosen : current.isError && !current.data ? current : undefined;

  if (failed) {
    return (
      <div className={classes.layout}>
        <ErrorState error={failed.error} title={say('couldNotLoad')} onRetry={() => void failed.refetch()} />
      </div>
    );
  }
  if (!current.data || (versionId && chosen.isPending)) {
    return (
      <div className={classes.layout}>
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} height={120} radius="md" />
        ))}
      </div>
    );
  }
  const { training, passedBefore } = current.data;
  if (!training && !report) {
    return (
      <div className={classes.layout}>
        <EmptyState icon={IconSchool} title={say('neverTitle')} text={say('neverText')} />
      </div>
    );
  }

  const handleExport = () => {
    if (!report) return;
    const header = [say('csvKind'), say('csvPhrase'), say('csvWanted'), say('csvGot'), say('csvConfidence')];
    const words = {
      header,
      confusion: say('csvConfusion'),
      suspect: say('csvSuspect'),
      test: say('csvTest'),
      outOfScope: say('outOfScope'),
    };
    saveCsv(`training-errors-${numberOf(shownId) ?? ''}.csv`, toErrorRows(report, words));
  };
  const [number, beforeNumber] = [numberOf(shownId), numberOf(beforeId)];

  return (
    <div className={classes.layout}>
      {training ? <TrainingSummary botId={botId} training={training} report={current.data.report} passedBefore={passedBefore} /> : null}
      <div className={classes.choice}>
        <Select
          {...nativeOptions}
          label={say('showVersion')}
          w={240}
          allowDeselect={false}
          data={[
            { value: '', label: say('ofLastTraining') },
            ...(versions.data ?? []).map((version) => ({
              value: version.id,
              label: say(version.isServing ? 'versionServing' : 'versionNumber', { number: version.number }),
            })),
          ]}
          value={versionId}
          onChange={(next) => onVersion(next ?? '')}
        />
        <Button variant="default" leftSection={<IconDownload size={15} />} disabled={!report} onClick={handleExport}>
          {say('export')}
        </Button>
      </div>
      {report ? (
        <>
          <Panel
            title={say('figures')}
            text={
              number === undefined
                ? undefined
                : before.data && beforeNumber !== undefined
                  ? say('against', { number, before: beforeNumber })
                  : say('figuresOf', { number })
            }
          >
            <ReportFigures report={report} before={before.data} />
          </Panel>
          <ReportView key={shownId} botId={botId} report={report} before={before.data} />
        </>
      ) : (
        <EmptyState title={say('noReport')} />
      )}
    </div>
  );
}

/** A training that ends has made a version, or has one taken over. */
function useFreshVersions(botId: string, phase: string | undefined): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each phase is news of its own
  useEffect(() => {
    void client.invalidateQueries({ queryKey: versionsQuery(botId).queryKey });
  }, [client, botId, phase]);
}
