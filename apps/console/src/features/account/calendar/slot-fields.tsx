import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { type CalendarSlot, slotsOfDayMax } from '@parley/contract';
import { TimeField } from '@parley/ui/date-field';
import { IconTrash } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { hoursWords } from '../../../locales/hours.ts';
import { isWholeDay, usualSlot, wholeDay } from './calendar.draft.ts';
import classes from './calendar.module.css';

type SlotFieldsProps = {
  /** The day or the exception, by which screen readers tell the fields apart. */
  of: string;
  path: string;
  slots: readonly CalendarSlot[];
  error: string | undefined;
  onChange: (slots: CalendarSlot[]) => void;
};

/** The slots of one day: from and to of each, another one, or the whole day. */
export function SlotFields({ of, path, slots, error, onChange }: SlotFieldsProps) {
  const say = useWords(hoursWords.calendar);
  const set = (index: number, part: Partial<Record<'from' | 'to', string>>) =>
    onChange(slots.map((slot, place) => (place === index ? ({ ...slot, ...part } as CalendarSlot) : slot)));
  return (
    <Stack gap={6} data-path={path} tabIndex={-1} role="group" aria-label={of}>
      {slots.length === 0 ? (
        <Text size="sm" c="dimmed">
          {say('closed')}
        </Text>
      ) : null}
      {slots.map((slot, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: slots have no name of their own; with the count one that goes moves no other's text
        <Group key={`${index} ${slots.length}`} gap="xs" wrap="nowrap" align="center">
          {isWholeDay(slot) ? (
            <Text size="sm" className={classes.whole}>
              {say('wholeDay')}
            </Text>
          ) : (
            <>
              <TimeField
                className={classes.time}
                aria-label={say('fromOf', { of, number: index + 1 })}
                value={slot.from}
                onChange={(from) => set(index, { from })}
              />
              <span aria-hidden>–</span>
              <TimeField
                className={classes.time}
                aria-label={say('toOf', { of, number: index + 1 })}
                value={slot.to.replace('24:00', '00:00')}
                onChange={(to) => set(index, { to })}
              />
            </>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={say('removeSlot', { of, number: index + 1 })}
            onClick={() => onChange(slots.filter((_, place) => place !== index))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={say('addSlotTo', { of })}
          disabled={slots.length >= slotsOfDayMax || slots.some(isWholeDay)}
          onClick={() => onChange([...slots, usualSlot])}
        >
          {say('addSlot')}
        </Button>
        {slots.length === 0 ? (
          <Button size="compact-sm" variant="subtle" aria-label={say('wholeDayOf', { of })} onClick={() => onChange([wholeDay])}>
            {say('wholeDay')}
          </Button>
        ) : null}
      </Group>
      {error ? (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      ) : null}
    </Stack>
  );
}
