import { Badge, Group } from '@mantine/core';
import type { JourneyItem, JourneyState } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';

const colours: Record<JourneyState, string> = { DRAFT: 'gray', PUBLISHED: 'green', PAUSED: 'yellow' };

/** State of a stream, and whether its draft differs from its newest version. */
export function JourneyStanding({ state, version, hasChanges }: Pick<JourneyItem, 'state' | 'version' | 'hasChanges'>) {
  const say = useWords(journeyWords.common);
  return (
    <Group gap={4} component="span">
      <Badge component="span" color={colours[state]} miw="max-content">
        {say(`state_${state}`)}
      </Badge>
      {hasChanges && version > 0 ? (
        <Badge component="span" color="blue" variant="outline" miw="max-content">
          {say('unpublished')}
        </Badge>
      ) : null}
    </Group>
  );
}
