import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';

type DayRangeProps = {
  from: string;
  to: string;
  /** YYYY-MM-DD, as `days` are. */
  today: string;
  /** '' where the range is open. */
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
        maxDate={days.last || today}
        value={days.first || null}
        onChange={(day) => onChange({ fromDate: day ?? '' })}
      />
      <DatePickerInput
        label={to}
        valueFormat="D MMM YYYY"
        {...(days.first === '' ? {} : { minDate: days.first })}
        maxDate={today}
        value={days.last || null}
        onChange={(day) => onChange({ toDate: day ?? '' })}
      />
    </>
  );
}
