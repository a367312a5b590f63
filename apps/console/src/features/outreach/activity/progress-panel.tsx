import { Skeleton, Text } from '@mantine/core';
import type { Activity } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { isRunning, progressQuery } from '../shared/campaign.queries.ts';
import { FallbackLine } from '../shared/fallback-line.tsx';
import { ProgressBar } from '../shared/run-progress.tsx';

/** Progress of the run, and the reasons for a delay. */
export function ProgressPanel({ activity }: { activity: Activity }) {
  const say = useWords(campaignWords.activity);
  const isLive = isRunning(activity);
  const { data: progress, error, refetch } = useQuery({ ...progressQuery(activity.id, isLive), meta: { isQuiet: true } });
  const notes = progress
    ? [
        progress.isFreezing ? say('freezing') : '',
        progress.unknown > 0 ? say('unknown', { count: progress.unknown }) : '',
        progress.quiet ? say('quietWaits', { count: progress.quiet.count, time: formatReportDate(progress.quiet.until) }) : '',
        progress.channelState === 'ACTIVE' || progress.isCompleted ? '' : say('channelDown', { state: progress.channelState }),
        progress.templateStatus === 'APPROVED' || progress.isCompleted ? '' : say('templateDown', { status: progress.templateStatus }),
        progress.wave ? waveWords(progress.wave) : '',
        activity.nextActionOn === '' ? '' : say('nextAction', { time: formatReportDate(activity.nextActionOn) }),
      ].filter((note) => note !== '')
    : [];
  function waveWords({ size, left, waitsUntil, result }: NonNullable<NonNullable<typeof progress>['wave']>): string {
    if (result !== '') return say(result === 'passed' ? 'wavePassed' : 'waveStopped', { count: size });
    return waitsUntil === '' ? say('waveLeaves', { left, count: size }) : say('waveWaits', { time: formatReportDate(waitsUntil) });
  }
  return (
    <Panel title={say('progress')}>
      {progress ? (
        <>
          <ProgressBar figures={progress} speed={isLive ? progress.currentSpeed : null} />
          <Text size="sm" mt="xs">
            {say('equation', progress)}
          </Text>
          {progress.fallback ? <FallbackLine fallback={progress.fallback} /> : null}
          {notes.map((note) => (
            <Text key={note} size="sm" role="status">
              {note}
            </Text>
          ))}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={48} radius="md" />
      )}
    </Panel>
  );
}
