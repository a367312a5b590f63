import type { JourneyLoad } from '@parley/contract';
import { formatInstant, formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** Names an hour: 'Mon 27 Nov 09:00 AM'; the running hour is 'This hour'. */
export function useHourName(): (load: Pick<JourneyLoad, 'at' | 'dueFrom'>) => string {
  const say = useWords(journeyWords.coming);
  return ({ at, dueFrom }) => {
    if (dueFrom === '') return say('thisHour');
    const [year, month, day] = formatInstant(at, 'isoDay').split('-').map(Number);
    const weekday = (new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day)).getUTCDay() + 6) % 7;
    return `${say(`day_${weekdays[weekday] ?? 'Mon'}`)} ${formatInstant(at, 'point')}`;
  };
}

/** Formats the time that a channel needs: whole minutes from two on, hours from two on. */
export function useLoadTime(): (load: Pick<JourneyLoad, 'seconds' | 'perSecond'>) => string {
  const say = useWords(journeyWords.coming);
  return ({ seconds, perSecond }) => {
    if (perSecond === 0) return say('noLimit');
    if (seconds < 120) return say('seconds', { count: seconds });
    if (seconds < 7200) return say('minutes', { count: Math.ceil(seconds / 60) });
    return say('loadHours', { shown: formatNumber(Math.ceil(seconds / 360) / 10) });
  };
}
