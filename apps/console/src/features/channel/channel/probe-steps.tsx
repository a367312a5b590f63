import { Badge } from '@mantine/core';
import type { ProbeStep } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import classes from './channel.module.css';
import { channelSay } from './channel.words.ts';

/** Each step of a connection test with its outcome in words. */
export function ProbeSteps({ steps }: { steps: readonly ProbeStep[] }) {
  const say = useWords(channelSay);
  return (
    <ol className={classes.steps} aria-label={say('test')}>
      {steps.map(({ name, isOk, text }) => (
        <li key={name}>
          <Badge size="sm" color={isOk ? 'green' : 'red'}>
            {say(isOk ? 'ok' : 'failed')}
          </Badge>{' '}
          <b>{say(name === 'templates' ? 'templatesStep' : name)}</b> {text}
        </li>
      ))}
    </ol>
  );
}
