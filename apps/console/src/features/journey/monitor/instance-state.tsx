import { Badge } from '@mantine/core';
import type { JourneyInstance, JourneyInstanceState } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';

const colours: Record<JourneyInstanceState, string> = {
  RUNNING: 'blue',
  WAITING: 'cyan',
  COMPLETED: 'green',
  TIMEDOUT: 'yellow',
  HANDED_OVER: 'grape',
  FAILED: 'red',
  STOPPED: 'gray',
};

export function InstanceBadge({ state }: Pick<JourneyInstance, 'state'>) {
  const say = useWords(journeyWords.common);
  return (
    <Badge component="span" color={colours[state]} miw="max-content">
      {say(`instance_${state}`)}
    </Badge>
  );
}
