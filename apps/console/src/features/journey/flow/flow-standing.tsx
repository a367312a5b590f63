import { Badge, Group, Text } from '@mantine/core';
import { type FlowItem, flowStageOf } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { flowWords } from '../../../locales/flow.ts';
import classes from './flow.module.css';

const colors = { draft: 'gray', published: 'green', deprecated: 'gray' } as const;

/** State of a flow as Draft, Published or Deprecated, what the vendor makes of it, and the vendor's words. */
export function FlowStanding({ state, reason, errors }: Pick<FlowItem, 'state' | 'reason' | 'errors'>) {
  const say = useWords(flowWords.list);
  const stage = flowStageOf(state);
  return (
    <div className={classes.standing}>
      <Group gap={4} component="span">
        <Badge component="span" color={colors[stage]} miw="max-content">
          {say(`stage_${stage}`)}
        </Badge>
        {state === 'UPLOADED' && errors.length === 0 ? (
          <Badge component="span" color="blue" variant="outline" miw="max-content">
            {say('checked')}
          </Badge>
        ) : null}
        {state === 'THROTTLED' || state === 'BLOCKED' ? (
          <Badge component="span" color={state === 'BLOCKED' ? 'red' : 'orange'} miw="max-content">
            {say(state === 'BLOCKED' ? 'blocked' : 'throttled')}
          </Badge>
        ) : null}
      </Group>
      {errors.length > 0 ? (
        <Text size="xs" className={classes.fault ?? ''}>
          {say('errors', { count: errors.length })}: {errors[0]?.text}
        </Text>
      ) : null}
      {reason === '' ? null : (
        <Text size="xs" c="dimmed" className={classes.words ?? ''}>
          {reason}
        </Text>
      )}
    </div>
  );
}
