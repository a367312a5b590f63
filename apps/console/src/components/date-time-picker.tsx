import { ActionIcon, Group, NumberInput, Popover, Stack, Text, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendar, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { formatInstant, getUserZone } from '../lib/format.ts';
import { parseWallTime } from '../lib/wall-time.ts';
import { useWords } from '../lib/words.ts';
import { commonWords } from '../locales/common.ts';

export type DateTimePickerProps = {
  label: ReactNode;
  value: Date | null;
  onChange: (value: Date | null) => void;
  description?: ReactNode;
  error?: ReactNode;
  min?: Date;
  max?: Date;
  isDisabled?: boolean;
  isRequired?: boolean;
  steps?: { hour: number; minute: number; second: number };
  zone?: string;
};

const textForm = 'yyyy/MM/dd HH:mm:ss';
const defaultSteps = { hour: 1, minute: 15, second: 30 };

/** A moment as text or by calendar. The calendar stays open until a date is chosen, and choosing one closes it. */
export function DateTimePicker({
  label,
  value,
  onChange,
  description,
  error,
  min,
  max,
  isDisabled,
  isRequired,
  steps = defaultSteps,
  zone = getUserZone(),
}: DateTimePickerProps) {
  const say = useWords(commonWords.block);
  const sayCommon = useWords(commonWords.ui);
  const [isOpen, popover] = useDisclosure(false);
  const shown = value ? formatInstant(value, textForm, zone) : '';
  const [text, setText] = useState(shown);
  const [isInvalid, setInvalid] = useState(false);

  useEffect(() => {
    setText(shown);
    setInvalid(false);
  }, [shown]);

  const handleText = (next: string) => {
    setText(next);
    if (next.trim() === '') {
      setInvalid(false);
      onChange(null);
      return;
    }
    const parsed = parseWallTime(next, zone);
    setInvalid(!parsed);
    if (parsed) onChange(parsed);
  };

  const clock = {
    hour: value ? Number(formatInstant(value, 'HH', zone)) : 0,
    minute: value ? Number(formatInstant(value, 'mm', zone)) : 0,
    second: value ? Number(formatInstant(value, 'ss', zone)) : 0,
  };
  const [pending, setPending] = useState(clock);
  useEffect(() => {
    if (isOpen) setPending({ hour: clock.hour, minute: clock.minute, second: clock.second });
  }, [isOpen, clock.hour, clock.minute, clock.second]);

  const compose = (day: string, time = pending) => {
    const pad = (part: number) => String(part).padStart(2, '0');
    return parseWallTime(`${day.replaceAll('-', '/')} ${pad(time.hour)}:${pad(time.minute)}:${pad(time.second)}`, zone);
  };
  const handleClock = (part: keyof typeof clock, next: number | string) => {
    const time = { ...pending, [part]: Number(next) || 0 };
    setPending(time);
    const moved = value && compose(formatInstant(value, 'yyyy-MM-dd', zone), time);
    if (moved) onChange(moved);
  };
  const handleDay = (day: string | null) => {
    const chosen = day && compose(day);
    if (!chosen) return;
    onChange(chosen);
    popover.close();
  };

  const clockFields = [
    { part: 'hour', label: say('hour'), top: 23 },
    { part: 'minute', label: say('minute'), top: 59 },
    { part: 'second', label: say('second'), top: 59 },
  ] as const;

  return (
    <Popover
      opened={isOpen}
      onDismiss={popover.close}
      closeOnClickOutside={false}
      closeOnEscape
      trapFocus
      returnFocus
      position="bottom-start"
      shadow="md"
      withinPortal
    >
      <Popover.Target>
        <TextInput
          label={label}
          description={description}
          placeholder={say('dateHint')}
          value={text}
          onChange={(event) => handleText(event.currentTarget.value)}
          error={isInvalid ? say('invalidDate') : error}
          disabled={isDisabled}
          required={isRequired}
          autoComplete="off"
          rightSection={
            <ActionIcon aria-label={say('chooseDate')} aria-expanded={isOpen} disabled={isDisabled} onClick={popover.toggle}>
              <IconCalendar size={16} />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={say('chooseDate')}>
        <Stack gap="sm">
          <Group justify="space-between" wrap="nowrap">
            <Text size="xs" c="dimmed">
              {zone}
            </Text>
            <ActionIcon size="sm" aria-label={sayCommon('close')} onClick={popover.close}>
              <IconX size={14} />
            </ActionIcon>
          </Group>
          <Group gap="xs" wrap="nowrap">
            {clockFields.map((field) => (
              <NumberInput
                key={field.part}
                label={field.label}
                size="xs"
                w={78}
                min={0}
                max={field.top}
                step={steps[field.part]}
                clampBehavior="strict"
                allowDecimal={false}
                value={pending[field.part]}
                onChange={(next) => handleClock(field.part, next)}
              />
            ))}
          </Group>
          <DatePicker
            size="xs"
            value={value ? formatInstant(value, 'yyyy-MM-dd', zone) : null}
            onChange={handleDay}
            minDate={min && formatInstant(min, 'yyyy-MM-dd', zone)}
            maxDate={max && formatInstant(max, 'yyyy-MM-dd', zone)}
            defaultDate={value ? formatInstant(value, 'yyyy-MM-dd', zone) : undefined}
            ariaLabels={{ nextMonth: sayCommon('next'), previousMonth: sayCommon('previous') }}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
