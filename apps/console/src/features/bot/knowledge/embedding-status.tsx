import { Alert, Button, Group, Text } from '@mantine/core';
import { builderPermissions } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May } from '../../account/shared/may.tsx';
import { embeddingQuery, useEmbedAgain } from './knowledge.queries.ts';

/** Tells whether passages are found by their meaning as well, what leaves the house for it, and what went wrong; nothing while no model is named. */
export function EmbeddingStatus({ botId }: { botId: string }) {
  const say = useWords(botWords.knowledge);
  const { data } = useQuery(embeddingQuery(botId));
  const again = useEmbedAgain(botId);
  if (!data || data.state === 'OFF') return null;
  const { state, model, dimension, embeddedCount, textCount, reason, retryAt } = data;
  if (state !== 'FAILED')
    return (
      <Alert color="blue" role="status" title={say('meaning')}>
        {state === 'READY'
          ? say('meaningReady', { model, dimension })
          : state === 'RUNNING'
            ? say('meaningRunning', { model, done: embeddedCount, count: textCount })
            : say('meaningWaiting', { model })}
      </Alert>
    );
  return (
    <Alert color="yellow" role="status" title={say('meaning')}>
      <Text size="sm">{say('meaningFailed', { model })}</Text>
      <Text size="sm">{reason}</Text>
      <Group mt="xs" gap="sm">
        <May any={builderPermissions}>
          <Button size="compact-sm" variant="default" loading={again.isPending} onClick={() => again.mutate()}>
            {say('embedAgain')}
          </Button>
        </May>
        {retryAt === null ? null : (
          <Text size="xs" c="dimmed">
            {say('meaningNextTry', { time: formatReportDate(retryAt) })}
          </Text>
        )}
      </Group>
    </Alert>
  );
}
