import { Badge, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import type { WholePackage } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { packageWords } from '../../../locales/package.ts';
import classes from './package.module.css';
import { trialQuery } from './package.queries.ts';

/** Plays the saved conversations of a package; nothing is kept. */
export function TryDialog({ found, onClose }: { found: WholePackage; onClose: () => void }) {
  const say = useWords(packageWords.try);
  const trial = useQuery(trialQuery(found.id));
  return (
    <Modal opened onClose={onClose} title={say('title', { name: found.name })}>
      <Stack gap="md">
        {trial.data ? (
          <ul className={classes.plain} aria-label={say('title', { name: found.name })}>
            {trial.data.results.length === 0 ? <li>{say('none')}</li> : null}
            {trial.data.results.map(({ stream, name, passes, text }) => (
              <li key={`${stream} ${name}`} className={classes.item}>
                <div className={classes.itemWords}>
                  <strong>{name}</strong> <span className={classes.dim}>{stream}</span>
                  {text === '' ? null : (
                    <Text size="xs" c="dimmed">
                      {text}
                    </Text>
                  )}
                </div>
                <Badge color={passes ? 'green' : 'red'}>{say(passes ? 'passed' : 'failed')}</Badge>
              </li>
            ))}
          </ul>
        ) : trial.error ? (
          <ErrorState error={trial.error} onRetry={() => void trial.refetch()} />
        ) : (
          <Group gap="sm" role="status">
            <Loader size="sm" /> <Text size="sm">{say('running')}</Text>
          </Group>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {say('close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
