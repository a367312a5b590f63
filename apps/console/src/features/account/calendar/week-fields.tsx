import { Button, Checkbox, Group, Popover, Stack, Text } from '@mantine/core';
import type { CalendarSlot } from '@parley/contract';
import { useState } from 'react';
import type { Faults } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { hoursWords } from '../../../locales/hours.ts';
import { nameDay, weekdays } from './calendar.draft.ts';
import classes from './calendar.module.css';
import { SlotFields } from './slot-fields.tsx';

type WeekFieldsProps = { days: readonly CalendarSlot[][]; faults: Faults; onChange: (days: CalendarSlot[][]) => void };

/** Seven days with their slots; the slots of one can be copied to others. */
export function WeekFields({ days, faults, onChange }: WeekFieldsProps) {
  const faultOf = (index: number) =>
    faults[`days.${index}`] ?? Object.entries(faults).find(([path]) => path.startsWith(`days.${index}.`))?.[1];
  return (
    <Stack gap={0}>
      {weekdays.map((index) => (
        <div key={index} className={classes.day}>
          <Text size="sm" fw={550} className={classes.dayName}>
            {nameDay(index)}
          </Text>
          <div className={classes.daySlots}>
            <SlotFields
              of={nameDay(index)}
              path={`days.${index}`}
              slots={days[index] ?? []}
              error={faultOf(index)}
              onChange={(slots) => onChange(days.map((before, place) => (place === index ? slots : before)))}
            />
          </div>
          <CopyMenu
            from={index}
            onCopy={(to) => onChange(days.map((before, place) => (to.includes(place) ? [...(days[index] ?? [])] : before)))}
          />
        </div>
      ))}
    </Stack>
  );
}

function CopyMenu({ from, onCopy }: { from: number; onCopy: (to: number[]) => void }) {
  const say = useWords(hoursWords.calendar);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string[]>([]);
  const handleCopy = () => {
    onCopy(chosen.map(Number));
    setOpen(false);
    setChosen([]);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button size="compact-sm" variant="subtle" aria-label={say('copyOf', { day: nameDay(from) })} onClick={() => setOpen(!isOpen)}>
          {say('copy')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={say('copyOf', { day: nameDay(from) })}>
        <Stack gap="xs">
          <Checkbox.Group label={say('copyTo')} value={chosen} onChange={setChosen}>
            <Stack gap={6} mt={6}>
              {weekdays
                .filter((day) => day !== from)
                .map((day) => (
                  <Checkbox key={day} value={String(day)} label={nameDay(day)} />
                ))}
            </Stack>
          </Checkbox.Group>
          <Group justify="flex-end">
            <Button size="compact-sm" disabled={chosen.length === 0} onClick={handleCopy}>
              {say('copyNow')}
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
