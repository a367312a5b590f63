import { Badge, Group } from '@mantine/core';
import type { EncapItem } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import { type EncapStateName, nameOfState } from './encap.search.ts';

const colours: Record<EncapStateName, string> = { draft: 'gray', published: 'green', paused: 'yellow', retired: 'red' };

/** State of an encap, its newest version, and whether the draft differs from that one. */
export function EncapStanding({ state, published, hasChanges }: Pick<EncapItem, 'state' | 'published' | 'hasChanges'>) {
  const say = useWords(encapWords.list);
  const name = nameOfState(state);
  return (
    <Group gap={4} component="span">
      <Badge component="span" color={colours[name]} miw="max-content">
        {name === 'published' ? say('publishedAs', { number: published }) : say(`state_${name}`)}
      </Badge>
      {published > 0 && hasChanges ? (
        <Badge component="span" color="blue" variant="outline" miw="max-content">
          {say('changedSince')}
        </Badge>
      ) : null}
    </Group>
  );
}
