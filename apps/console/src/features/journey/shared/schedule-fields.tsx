import { MultiSelect, NumberInput, Select } from '@mantine/core';
import { scheduleRepeats } from '@parley/contract';
import { DateField, TimeField } from '@parley/ui/date-field';
import { useTranslation } from 'react-i18next';
import { nativeOptions } from '../../../components/native-options.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { listTimeZones } from '../../customer/shared/locale-choices.ts';
import { RefSelect } from './ref-select.tsx';
import type { Planned } from './rule.ts';
import { nameWeekday, weekdayNumbers } from './weekday.ts';

type ScheduleFieldsProps = Planned & { journeyId: string; isOptional: boolean; onChange: (part: Partial<Planned>) => void };

/** Audience of a scheduled rule, and its times by the clock of a zone. */
export function ScheduleFields({ journeyId, isOptional, onChange, ...planned }: ScheduleFieldsProps) {
  const { audienceId, repeat, date, time, weekdays, day, timeZone } = planned;
  const required = !isOptional;
  const say = useWords(journeyWords.entry);
  const { i18n } = useTranslation();
  return (
    <>
      <RefSelect
        label={say('audience')}
        nothingFound={say('noAudience')}
        isOptional={isOptional}
        journeyId={journeyId}
        groups={[
          { kind: 'group', title: say('groups') },
          { kind: 'label', title: say('labels') },
        ]}
        value={audienceId}
        onChange={(next) => onChange({ audienceId: next })}
      />
      <Select
        label={say('repeat')}
        allowDeselect={false}
        data={scheduleRepeats.map((one) => ({ value: one, label: say(`repeat_${one}`) }))}
        value={repeat}
        onChange={(next) => onChange({ repeat: scheduleRepeats.find((one) => one === next) ?? repeat })}
      />
      {repeat === 'once' ? (
        <DateField label={say('date')} required={required} value={date} onChange={(next) => onChange({ date: next })} />
      ) : null}
      {repeat === 'weekly' ? (
        <MultiSelect
          label={say('weekdays')}
          required={required}
          data={weekdayNumbers.map((one) => ({ value: String(one), label: nameWeekday(one, i18n.language, 'long') }))}
          value={weekdays.map(String)}
          onChange={(next) => onChange({ weekdays: next.map(Number).sort() })}
        />
      ) : null}
      {repeat === 'monthly' ? (
        <NumberInput
          label={say('day')}
          description={say('dayHint')}
          required={required}
          allowDecimal={false}
          min={1}
          max={31}
          clampBehavior="strict"
          value={day}
          onChange={(next) => onChange({ day: Number(next) || 1 })}
        />
      ) : null}
      <TimeField label={say('time')} required={required} value={time} onChange={(next) => onChange({ time: next })} />
      <Select
        label={say('zone')}
        placeholder={say('zoneOwn')}
        searchable
        clearable
        {...nativeOptions}
        limit={200}
        data={listTimeZones(timeZone)}
        value={timeZone || null}
        onChange={(next) => onChange({ timeZone: next ?? '' })}
      />
    </>
  );
}
