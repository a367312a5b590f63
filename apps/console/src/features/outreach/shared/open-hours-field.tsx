import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { nativeOptions } from '../../../components/native-options.ts';
import { useWords } from '../../../lib/words.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import { calendarChoicesQuery } from '../../account/shared/calendars.ts';

type OpenHoursFieldProps = { calendarId: string; fault?: string | undefined; onChange: (calendarId: string) => void };

/** The calendar in whose open hours alone messages leave; an enterprise without calendars is not asked. */
export function OpenHoursField({ calendarId, fault, onChange }: OpenHoursFieldProps) {
  const say = useWords(outreachWords.broadcast);
  const { data } = useQuery(calendarChoicesQuery);
  const calendars = data ?? [];
  if (calendars.length === 0 && !calendarId) return null;
  const options = calendars.map(({ id, name }) => ({ value: id, label: name }));
  // One that is gone stays chosen until somebody chooses another one.
  const known =
    !calendarId || options.some(({ value }) => value === calendarId) ? options : [...options, { value: calendarId, label: '?' }];
  return (
    <Select
      label={say('openHours')}
      description={say('openHoursHint')}
      placeholder={say('anyHour')}
      clearable
      openOnFocus={false}
      data={known}
      value={calendarId || null}
      error={fault}
      onChange={(next) => onChange(next ?? '')}
      {...nativeOptions}
    />
  );
}
