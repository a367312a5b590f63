import { DateField } from '@parley/ui/date-field';

type DayRangeProps = {
  from: string;
  to: string;
  /** Names the time zone of the days, in the label above the fields. */
  zone: string;
  /** YYYY-MM-DD, as `days` are. */
  today: string;
  /** '' where the range is open. */
  days: { first: string; last: string };
  /** '' for a day that was cleared. */
  onChange: (days: { fromDate?: string; toDate?: string }) => void;
};

/** Two fields of a filter: from which day to which. `from` and `to` are their labels. */
export function DayRange({ from, to, zone, today, days, onChange }: DayRangeProps) {
  return (
    <>
      <DateField
        label={from}
        description={zone}
        isStrict
        max={days.last || today}
        value={days.first}
        onChange={(day) => onChange({ fromDate: day })}
      />
      <DateField
        label={to}
        description={zone}
        isStrict
        min={days.first}
        max={today}
        value={days.last}
        onChange={(day) => onChange({ toDate: day })}
      />
    </>
  );
}
