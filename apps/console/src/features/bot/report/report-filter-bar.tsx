import { Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { conversationDaysMax } from '@parley/contract';
import { DateField } from '@parley/ui/date-field';
import { useState } from 'react';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { addDays } from '../../../lib/days.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import type { ReportRange } from './report.queries.ts';

const agentDelayMs = 300; // BOT-004

type Choice = Pick<ReportRange, 'botId' | 'start' | 'end'>;
export type ReportFilterBarProps = {
  /** Agents to choose from; undefined: the screen is one agent's own. */
  agents: readonly { id: string; name: string }[] | undefined;
  range: Choice;
  today: string;
  onSubmit: (choice: Choice) => void;
};

/** The agent and the days of the report, which take effect with Submit. The two days bound each other, and nothing is later than today. */
export function ReportFilterBar({ agents, range, today, onSubmit }: ReportFilterBarProps) {
  const say = useWords(botWords.report);
  const [choice, setChoice] = useState<Choice>({ botId: range.botId, start: range.start, end: range.end });
  const [typed, setTyped] = useState('');
  const [name] = useDebouncedValue(typed.trim().toLowerCase(), agentDelayMs);
  const chosen = agents?.find(({ id }) => id === choice.botId);
  const wanted = chosen && chosen.name.toLowerCase() === name ? '' : name;
  const first = addDays(choice.end, 1 - conversationDaysMax);
  return (
    <FilterBar onSubmit={() => onSubmit(choice)}>
      {agents ? (
        <Select
          label={say('agentName')}
          searchable
          allowDeselect={false}
          nothingFoundMessage={say('noAgent')}
          // Filtered here, a moment after the last key.
          filter={({ options }) => options}
          onSearchChange={setTyped}
          data={agents
            .filter((agent) => wanted === '' || agent.name.toLowerCase().includes(wanted))
            .map(({ id, name: label }) => ({ value: id, label }))}
          value={choice.botId || null}
          onChange={(botId) => botId && setChoice({ ...choice, botId })}
        />
      ) : null}
      <DateField
        label={say('startDate')}
        isStrict
        min={first}
        max={choice.end}
        value={choice.start}
        onChange={(start) => start && setChoice({ ...choice, start })}
      />
      <DateField
        label={say('endDate')}
        isStrict
        min={choice.start}
        max={today}
        value={choice.end}
        onChange={(end) => end && setChoice({ ...choice, end })}
      />
      <Button type="submit">{say('submit')}</Button>
    </FilterBar>
  );
}
