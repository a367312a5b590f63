import { Text } from '@mantine/core';
import { LineChart } from '../../../components/chart.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatInstant } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { PeriodSelect } from '../shared/period-select.tsx';
import { fillDays, type TrendDay } from './trend-days.ts';

const series = [
  { key: 'positive', color: 'green.6' },
  { key: 'neutral', color: 'gray.6' },
  { key: 'negative', color: 'red.6' },
] as const;

/** Messages a day by level. */
export function SentimentTrend({ trend, days, onDays }: { trend: readonly TrendDay[]; days: number; onDays: (days: number) => void }) {
  const say = useWords(botWords.sentiment);
  return (
    <Panel title={say('trend')} actions={<PeriodSelect days={days} onChange={onDays} />}>
      {trend.length === 0 ? (
        <Text size="sm" c="dimmed">
          {say('noTrend')}
        </Text>
      ) : (
        <LineChart
          title={say('trendTitle')}
          note={say('trendNote')}
          labelHeader={say('date')}
          points={fillDays(trend, days, formatInstant(Date.now(), 'isoDay')).map(({ date, positive, neutral, negative }) => ({
            label: date,
            positive,
            neutral,
            negative,
          }))}
          series={series.map(({ key, color }) => ({ key, color, label: say(key) }))}
        />
      )}
    </Panel>
  );
}
