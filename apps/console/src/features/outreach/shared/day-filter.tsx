import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { getUserZone } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { dayOf, isDay } from './days.ts';

type Days = { start: string; end: string };
type DayFilterProps = { days: Days; onChange: (days: Partial<Days>) => void };

/** From which day to which a list is narrowed; an empty field leaves that end open. */
export function DayFilter({ days: { start, end }, onChange }: DayFilterProps) {
  const say = useWords(campaignWords.common);
  const today = dayOf(new Date(), getUserZone());
  const field = { valueFormat: 'D MMM YYYY', clearable: true, placeholder: say('anyDay'), miw: 130 } as const;
  return (
    <>
      <DatePickerInput
        {...field}
        label={say('fromDay')}
        maxDate={isDay(end) ? end : today}
        value={isDay(start) ? start : null}
        onChange={(day) => onChange({ start: day ?? '' })}
      />
      <DatePickerInput
        {...field}
        label={say('toDay')}
        {...(isDay(start) ? { minDate: start } : {})}
        maxDate={today}
        value={isDay(end) ? end : null}
        onChange={(day) => onChange({ end: day ?? '' })}
      />
    </>
  );
}
