import { Select } from '@mantine/core';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';

const periods = [1, 7, 30, 90];

/** Chooses the number of past days that a screen covers. */
export function PeriodSelect({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  const say = useWords(botWords.part);
  return (
    <Select
      size="xs"
      w={140}
      aria-label={say('period')}
      allowDeselect={false}
      data={periods.map((count) => ({ value: String(count), label: say('days', { count }) }))}
      value={String(days)}
      onChange={(next) => next && onChange(Number(next))}
    />
  );
}
