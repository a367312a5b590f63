import { Badge, Text } from '@mantine/core';
import type { KnowledgeSource } from '@parley/contract';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconLoader2 } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import classes from './knowledge.module.css';

const looks: Record<KnowledgeSource['status'], { color: string; icon: typeof IconClock }> = {
  PENDING: { color: 'gray', icon: IconClock },
  READING: { color: 'blue', icon: IconLoader2 },
  READY: { color: 'green', icon: IconCircleCheck },
  FAILED: { color: 'red', icon: IconAlertTriangle },
};

/** Progress of the reading, and below it the reason of a failure or the parts left out. */
export function SourceStatus({ source: { status, reason } }: { source: KnowledgeSource }) {
  const say = useWords(botWords.knowledge);
  const { color, icon: Icon } = looks[status];
  return (
    <div className={classes.status}>
      <Badge color={color} leftSection={<Icon size={12} aria-hidden />} data-status={status}>
        {say(`status_${status}`)}
      </Badge>
      {reason ? (
        <Text size="xs" c={status === 'FAILED' ? 'red' : 'dimmed'} className={classes.reason}>
          {reason}
        </Text>
      ) : null}
    </div>
  );
}
