import { Group, NumberInput } from '@mantine/core';
import { fieldWords } from '../words/fields.ts';
import { useWords } from '../words/words.ts';
import type { TimeSteps } from './read-date.ts';

const units = [
  ['hour', 24],
  ['minute', 60],
  ['second', 60],
] as const;

/**
 * Hour, minute and, where the time has them, seconds, in 24 hours: each is typed or stepped, and goes round at its end.
 * @param time `09:30` or `09:30:00`
 */
export function TimeSteppers({ time, steps, onChange }: { time: string; steps: TimeSteps; onChange: (time: string) => void }) {
  const say = useWords(fieldWords.picker);
  const parts = time.split(':');
  return (
    <Group gap="xs" wrap="nowrap" role="group" aria-label={say('times')}>
      {units.slice(0, parts.length).map(([unit, size], place) => (
        <NumberInput
          key={unit}
          label={say(unit)}
          size="xs"
          w={76}
          data-mantine-stop-propagation
          value={Number(parts[place])}
          step={steps[unit]}
          clampBehavior="none"
          allowDecimal={false}
          stepHoldDelay={500}
          stepHoldInterval={120}
          onChange={(next) => {
            const given = ((Number(next) % size) + size) % size;
            onChange(parts.map((part, index) => (index === place ? String(given).padStart(2, '0') : part)).join(':'));
          }}
        />
      ))}
    </Group>
  );
}
