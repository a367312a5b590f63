import { SegmentedControl } from '@mantine/core';
import type { ScenarioDepartment, ScenarioHour } from '@parley/contract';
import { useState } from 'react';
import { LineChart } from '../../../components/chart.tsx';
import { useWords } from '../../../lib/words.ts';
import { chatScenarioWords } from '../../../locales/chat-scenario.ts';
import type { Column } from './figure-table.tsx';

const figures = ['waitMedianMs', 'missed', 'load'] as const;
type HourFigure = (typeof figures)[number];
const colors = ['brand.6', 'orange.6', 'grape.6', 'teal.6'];
const dashes = ['', '6 4', '2 3', '8 3 2 3'];

const figureAt = (hour: ScenarioHour | undefined, figure: HourFigure): number | null => {
  const value = hour?.[figure] ?? null;
  if (value === null) return null;
  return figure === 'waitMedianMs' ? Math.round(value / 1000) : Math.round(value * 100) / 100;
};

type Props = { title: string; was: ScenarioDepartment['was']; columns: readonly Column[] };

/** A figure by the hour of the day, as it was and as it would have been. */
export function HourChart({ title, was, columns }: Props) {
  const say = useWords(chatScenarioWords.scenario);
  const [figure, setFigure] = useState<HourFigure>('waitMedianMs');
  const hours = was.hours
    .map((_, hour) => hour)
    .filter((hour) => was.hours[hour]?.chats || columns.some(({ now }) => now.hours[hour]?.chats));
  return (
    <LineChart
      title={say('byHour', { name: title, interpolation: { escapeValue: false } })}
      note={say(`hourNote_${figure}`)}
      labelHeader={say('hour')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={say('figure')}
          data={figures.map((value) => ({ value, label: say(`hour_${value}`) }))}
          value={figure}
          onChange={(value) => setFigure(value as HourFigure)}
        />
      }
      points={hours.map((hour) => ({
        label: `${String(hour).padStart(2, '0')}:00`,
        was: figureAt(was.hours[hour], figure),
        ...Object.fromEntries(columns.map(({ id, now }) => [id, figureAt(now.hours[hour], figure)])),
      }))}
      series={[
        { key: 'was', label: say('asItWas'), color: 'gray.6', dash: '1 4' },
        ...columns.map(({ id, name }, place) => ({ key: id, label: name, color: colors[place] ?? 'brand.6', dash: dashes[place] ?? '' })),
      ]}
    />
  );
}
