import { Button, Group, ScrollArea, SimpleGrid, Stack } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useEffect, useRef, useState } from 'react';
import { formatDayWords, formatInstant } from '../format/format.ts';
import { fieldWords } from '../words/fields.ts';
import { useWords } from '../words/words.ts';
import { type DateKind, show, type TimeSteps } from './read-date.ts';
import { TimeSteppers } from './time-steppers.tsx';

type PickerPanelProps = {
  kind: DateKind;
  value: string;
  min: string;
  max: string;
  steps: TimeSteps;
  onPick: (value: string) => void;
  onDone: () => void;
};

const halfHours = Array.from({ length: 48 }, (_, half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`);
/** Time of a day that is picked before its time. */
const mornings: Record<DateKind, string> = { date: '', instant: '09:00', second: '09:00:00', time: '' };

/**
 * The calendar, with the time below it, or the half hours of a day. A change of the time leaves the panel open, and a day closes it (WIDGET-001);
 * Escape closes this and nothing behind it.
 */
export function PickerPanel({ kind, value, min, max, steps, onPick, onDone }: PickerPanelProps) {
  const say = useWords(fieldWords.picker);
  const root = useRef<HTMLDivElement>(null);
  // The panel arrives after the popover, which has looked for something to focus already.
  useEffect(() => {
    const first = root.current?.querySelector<HTMLElement>('[data-selected], [aria-pressed="true"], [tabindex="0"]');
    (first ?? root.current?.querySelector('button'))?.focus();
  }, []);
  const [day = '', heldTime = ''] = kind === 'time' ? ['', value] : value.split('T');
  // The time that was set while there is no day yet: it is handed on with the day.
  const [early, setEarly] = useState(mornings[kind]);
  const time = heldTime || early;
  const today = formatInstant(Date.now(), 'isoDay');
  const dayBounds = { ...(min === '' ? {} : { minDate: min.slice(0, 10) }), ...(max === '' ? {} : { maxDate: max.slice(0, 10) }) };
  if (kind === 'time')
    return (
      <div ref={root}>
        <ScrollArea.Autosize mah={290} viewportProps={{ tabIndex: -1, role: 'group', 'aria-label': say('times') }}>
          <SimpleGrid cols={2} spacing={4} verticalSpacing={4}>
            {halfHours
              .filter((one) => (min === '' || one >= min) && (max === '' || one <= max))
              .map((one) => (
                <Button
                  key={one}
                  size="compact-sm"
                  variant={one === time ? 'filled' : 'subtle'}
                  aria-pressed={one === time}
                  data-mantine-stop-propagation
                  onClick={() => {
                    onPick(one);
                    onDone();
                  }}
                >
                  {show('time', one)}
                </Button>
              ))}
          </SimpleGrid>
        </ScrollArea.Autosize>
      </div>
    );
  return (
    <Stack ref={root} gap="sm">
      <DatePicker
        __stopPropagation
        {...dayBounds}
        value={day || null}
        defaultDate={day || min.slice(0, 10) || today}
        onChange={(next) => {
          if (next === null) return;
          onPick(kind === 'date' ? next : `${next}T${time}`);
          onDone();
        }}
        weekdayFormat={(date) => formatDayWords(date, { weekday: 'short' })}
        monthLabelFormat={(date) => formatDayWords(date, { month: 'long', year: 'numeric' })}
        getDayAriaLabel={(date) => formatDayWords(date, { day: 'numeric', month: 'long', year: 'numeric' })}
        previousLabel={say('previous')}
        nextLabel={say('next')}
        ariaLabels={{
          monthLevelControl: say('level'),
          yearLevelControl: say('level'),
          nextMonth: say('next'),
          previousMonth: say('previous'),
          nextYear: say('next'),
          previousYear: say('previous'),
          nextDecade: say('next'),
          previousDecade: say('previous'),
        }}
      />
      {kind === 'date' ? null : (
        <Group justify="center">
          <TimeSteppers time={time} steps={steps} onChange={(next) => (day === '' ? setEarly(next) : onPick(`${day}T${next}`))} />
        </Group>
      )}
    </Stack>
  );
}
