import { DateField } from '@parley/ui/date-field';
import { isDay, today } from '../../../lib/days.ts';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';

type Days = { start: string; end: string };
type DayFilterProps = { days: Days; onChange: (days: Partial<Days>) => void };

/** Filters a list by its first and last day; an empty field leaves that end open. */
export function DayFilter({ days: { start, end }, onChange }: DayFilterProps) {
  const say = useWords(campaignWords.common);
  const field = {
    description: getEnterpriseZone(),
    isStrict: true,
    placeholder: say('anyDay'),
    miw: 130,
  } as const;
  return (
    <>
      <DateField
        {...field}
        label={say('fromDay')}
        max={isDay(end) ? end : today()}
        value={isDay(start) ? start : ''}
        onChange={(day) => onChange({ start: day })}
      />
      <DateField
        {...field}
        label={say('toDay')}
        min={isDay(start) ? start : ''}
        max={today()}
        value={isDay(end) ? end : ''}
        onChange={(day) => onChange({ end: day })}
      />
    </>
  );
}
