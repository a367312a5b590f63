import { Badge, Tooltip, VisuallyHidden } from '@mantine/core';
import type { BotCard, TrainingState } from '@parley/contract';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconLoader2, IconRefreshAlert } from '@tabler/icons-react';
import { formatCardDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';

const looks: Record<TrainingState, { color: string; icon: typeof IconCircleCheck }> = {
  NOT_TRAINED: { color: 'gray', icon: IconCircleDashed },
  IN_PROGRESS: { color: 'blue', icon: IconLoader2 },
  TRAINED: { color: 'green', icon: IconCircleCheck },
  CHANGED: { color: 'yellow', icon: IconRefreshAlert },
  FAILED: { color: 'red', icon: IconAlertTriangle },
};

/** Training state of a bot, in the server's words (BOT-020); the reason of a failure is shown on hover and focus, and read aloud. */
export function TrainingLabel({ training }: { training: BotCard['training'] }) {
  const say = useWords(botWords.shared);
  const { color, icon: Icon } = looks[training.state];
  const isRunning = training.state === 'IN_PROGRESS';
  const more =
    training.state === 'FAILED'
      ? training.reason
      : training.trainedAt
        ? say('trainedAt', { time: formatCardDate(training.trainedAt) })
        : '';
  return (
    <Tooltip label={more} disabled={more === ''} multiline maw={320}>
      <Badge
        miw="max-content"
        color={color}
        leftSection={<Icon size={12} aria-hidden />}
        tabIndex={more === '' ? undefined : 0}
        data-state={training.state}
      >
        {training.label}
        {isRunning && training.progress > 0 ? ` ${say('progress', { percent: Math.round(training.progress * 100) })}` : null}
        {training.state === 'FAILED' && more !== '' ? <VisuallyHidden>: {more}</VisuallyHidden> : null}
      </Badge>
    </Tooltip>
  );
}
