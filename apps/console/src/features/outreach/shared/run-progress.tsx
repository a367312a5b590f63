import { Progress, Text } from '@mantine/core';
import { type ActivityItem, type ActivityProgress, activityStates } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { isRunning, progressQuery } from './campaign.queries.ts';

type Figures = Pick<ActivityProgress, 'audience' | 'sent' | 'delivered' | 'failed' | 'skipped' | 'remaining'>;

/** Progress of a run: audience = skipped + failed + sent + remaining. */
export function ProgressBar({ figures, speed }: { figures: Figures; speed: number | null }) {
  const say = useWords(campaignWords.common);
  const { audience, sent, delivered, failed, skipped, remaining } = figures;
  const share = (part: number) => (audience === 0 ? 0 : (part / audience) * 100);
  const done = audience - remaining;
  const words = [
    say('sent', { count: sent }),
    say('deliveredCount', { count: delivered }),
    say('failedCount', { count: failed }),
    say('skippedCount', { count: skipped }),
    say('remaining', { count: remaining }),
  ];
  return (
    <div>
      <div
        role="progressbar"
        aria-label={say('progress')}
        aria-valuemin={0}
        aria-valuemax={audience}
        aria-valuenow={done}
        aria-valuetext={words.join(', ')}
      >
        <Progress.Root size="md" miw={140} aria-hidden>
          <Progress.Section value={share(delivered)} color="green" withAria={false} />
          <Progress.Section value={share(sent - delivered)} color="blue" withAria={false} />
          <Progress.Section value={share(failed)} color="red" withAria={false} />
          <Progress.Section value={share(skipped)} color="orange" withAria={false} />
        </Progress.Root>
      </div>
      <Text size="xs" c="dimmed" className="tabular" mt={4}>
        {words.join(' · ')}
        {speed === null ? '' : ` · ${say('currentSpeed', { count: speed })}`}
      </Text>
    </div>
  );
}

/** Progress of an iteration in a list: refetched while its run is under way, and its last figures afterwards. */
export function RunProgress({ activity }: { activity: ActivityItem }) {
  const say = useWords(campaignWords.common);
  const hasRun = activity.startedOn !== '';
  const isLive = isRunning(activity);
  const progress = useQuery({ ...progressQuery(activity.id, isLive), enabled: hasRun, meta: { isQuiet: true } });
  if (!hasRun)
    return (
      <Text size="sm" c="dimmed">
        {say(activity.state === activityStates.scheduled ? 'waitsForTime' : 'notStarted')}
      </Text>
    );
  if (!progress.data)
    return (
      <Text size="sm" c="dimmed">
        {progress.isError ? '–' : say('loading')}
      </Text>
    );
  return <ProgressBar figures={progress.data} speed={isLive ? progress.data.currentSpeed : null} />;
}
