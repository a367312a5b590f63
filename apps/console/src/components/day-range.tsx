import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';

type DayRangeProps = {
  from: string;
  to: string;
  /** YYYY-MM-DD, as `days` are. */
  today: string;
  days: { first: string; last: string };
  /** '' for a day that was cleared. */
  onChange: (days: { fromDate?: string; toDate?: string }) => void;
};

/** Two fields of a filter: from which day to which. `from` and `to` are their labels. */
export function DayRange({ from, to, today, days, onChange }: DayRangeProps) {
  return (
    <>
      <DatePickerInput
        label={from}
        valueFormat="D MMM YYYY"
        maxDate={days.last}
        value={days.first}
        onChange={(day) => onChange({ fromDate: day ?? '' })}
      />
      <DatePickerInput
        label={to}
        valueFormat="D MMM YYYY"
        minDate={days.first}
        maxDate={today}
        value={days.last}
        onChange={(day) => onChange({ toDate: day ?? '' })}
      />
    </>
  );
}
