import { Badge } from '@mantine/core';
import type { ProbeStep } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import classes from './channel.module.css';

/** Each step of a connection test with its outcome in words. */
export function ProbeSteps({ steps }: { steps: readonly ProbeStep[] }) {
  const say = useWords(channelWords.channel);
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
