import { MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { type ScheduleRepeat, scheduleRepeats } from '@parley/contract';
import { useTranslation } from 'react-i18next';
import { nativeOptions } from '../../../components/native-options.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { listTimeZones } from '../../customer/shared/locale-choices.ts';
import { RefSelect } from './ref-select.tsx';
import { nameWeekday, weekdayNumbers } from './weekday.ts';

export type Planned = {
  audienceId: string;
  repeat: ScheduleRepeat;
  date: string;
  time: string;
  weekdays: number[];
  day: number;
  timeZone: string;
};
type ScheduleFieldsProps = Planned & { journeyId: string; onChange: (part: Partial<Planned>) => void };

/** Whether it says for whom and when. */
export const isPlanned = ({ audienceId, repeat, date, time, weekdays }: Planned): boolean =>
  audienceId !== '' && time !== '' && (repeat !== 'once' || date !== '') && (repeat !== 'weekly' || weekdays.length > 0);

/** For whom the stream begins, and when, by the clock of a zone. */
export function ScheduleFields({ journeyId, audienceId, repeat, date, time, weekdays, day, timeZone, onChange }: ScheduleFieldsProps) {
  const say = useWords(journeyWords.entry);
  const { i18n } = useTranslation();
  return (
    <>
      <RefSelect
        label={say('audience')}
        nothingFound={say('noAudience')}
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
        <TextInput
          type="date"
          label={say('date')}
          required
          value={date}
          onChange={(event) => onChange({ date: event.currentTarget.value })}
        />
      ) : null}
      {repeat === 'weekly' ? (
        <MultiSelect
          label={say('weekdays')}
          required
          data={weekdayNumbers.map((one) => ({ value: String(one), label: nameWeekday(one, i18n.language, 'long') }))}
          value={weekdays.map(String)}
          onChange={(next) => onChange({ weekdays: next.map(Number).sort() })}
        />
      ) : null}
      {repeat === 'monthly' ? (
        <NumberInput
          label={say('day')}
          description={say('dayHint')}
          required
          allowDecimal={false}
          min={1}
          max={31}
          clampBehavior="strict"
          value={day}
          onChange={(next) => onChange({ day: Number(next) || 1 })}
        />
      ) : null}
      <TextInput
        type="time"
        label={say('time')}
        required
        value={time}
        onChange={(event) => onChange({ time: event.currentTarget.value })}
      />
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
