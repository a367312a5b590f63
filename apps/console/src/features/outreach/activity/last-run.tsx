import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../../components/panel.tsx';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { progressQuery } from '../shared/campaign.queries.ts';
import { ProgressBar } from '../shared/run-progress.tsx';

/** Result of the iteration that was approved last. */
export function LastRun({ activityId, number }: { activityId: string; number: number }) {
  const say = useWords(campaignWords.activity);
  const { data, isError } = useQuery({ ...progressQuery(activityId, false), meta: { isQuiet: true } });
  return (
    <Panel
      title={say('lastRun')}
      actions={
        <Anchor size="sm" renderRoot={(props) => <Link to="/campaigns/activity/$activityId" params={{ activityId } as never} {...props} />}>
          {say('openIteration', { number })}
        </Anchor>
      }
    >
      {data && data.audience > 0 ? (
        <ProgressBar figures={data} speed={null} />
      ) : (
        <Text size="sm" c="dimmed">
          {say(isError ? 'couldNotLoad' : data ? 'notRun' : 'loading')}
        </Text>
      )}
    </Panel>
  );
}
