import { Badge, Text } from '@mantine/core';
import { type EncapLaunch, launchStates } from '@parley/contract';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import classes from './encap.module.css';

export type LaunchStateName = keyof typeof launchStates;
const names = Object.keys(launchStates) as LaunchStateName[];
export const launchStateOf = (state: number): LaunchStateName => names.find((name) => launchStates[name] === state) ?? 'created';

const colours: Record<LaunchStateName, string> = {
  created: 'gray',
  scheduled: 'blue',
  started: 'green',
  paused: 'yellow',
  stopped: 'red',
  deleted: 'red',
};

/** State of a launch with its reason, and the moment that it waits for. */
export function LaunchStanding({ state, reason, scheduledOn }: Pick<EncapLaunch, 'state' | 'reason' | 'scheduledOn'>) {
  const say = useWords(encapWords.launch);
  const name = launchStateOf(state);
  const waits = (name === 'created' || name === 'scheduled') && scheduledOn !== '';
  return (
    <div className={classes.said}>
      <Badge color={colours[name]} miw="max-content">
        {say(`state_${name}`)}
      </Badge>
      {reason === '' && !waits ? null : (
        <Text size="xs" c="dimmed" mt={2}>
          {waits ? say('startsOn', { time: formatReportDate(scheduledOn) }) : reason}
        </Text>
      )}
    </div>
  );
}
