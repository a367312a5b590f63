import { ActionIcon, Loader, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { useUncontrolled } from '@mantine/hooks';
import { IconCalendar, IconClock } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, Suspense, useEffect, useState } from 'react';
import { writesMonthFirst } from '../format/format.ts';
import { fieldWords } from '../words/fields.ts';
import { useWords } from '../words/words.ts';
import { type DateKind, defaultSteps, examples, isHeld, readers, show, stepFrom, type TimeSteps } from './read-date.ts';

// The calendar is large, and most fields are typed into.
const PickerPanel = lazy(() => import('./picker-panel.tsx').then((module) => ({ default: module.PickerPanel })));

/**
 * `value` is a day `2026-01-05`, a time on the wall `2026-01-05T09:30` (with seconds where they are asked for), or a time of day `09:30`, by
 * the clock of whoever asks for it; '' for nothing. What cannot be read is handed on as it was typed, so that it is refused by name and never taken for nothing.
 */
export type DateFieldProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'min' | 'max'> & {
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  /** Hands on a day or a time within the bounds, or '', and nothing else: for a filter, which goes on by what it had. */
  isStrict?: boolean;
};

/** A day. */
export const DateField = (props: DateFieldProps) => <TypedField kind="date" {...props} />;

type DateTimeFieldProps = DateFieldProps & {
  /** Its value and its picker have seconds. */
  hasSeconds?: boolean;
  /** Lengths that one press of the picker's arrows goes. */
  steps?: TimeSteps;
};
/** A day with its time. */
export const DateTimeField = ({ hasSeconds, ...props }: DateTimeFieldProps) => (
  <TypedField kind={hasSeconds ? 'second' : 'instant'} {...props} />
);
/** A time of day. */
export const TimeField = (props: DateFieldProps) => <TypedField kind="time" {...props} />;

const words = { date: fieldWords.date, instant: fieldWords.instant, second: fieldWords.instant, time: fieldWords.time };

/** Is typed into, stepped by the arrow keys, or filled from a calendar that the button or Alt+Arrow down opens. */
function TypedField({
  kind,
  value,
  defaultValue,
  onChange,
  min = '',
  max = '',
  isStrict,
  steps = defaultSteps,
  ...props
}: DateFieldProps & { kind: DateKind; steps?: TimeSteps }) {
  const { error, disabled, readOnly, onBlur, onKeyDown, ...rest } = props;
  const say = useWords(words[kind]);
  const [current, setCurrent] = useUncontrolled({ value, defaultValue, finalValue: '', onChange: (next: string) => onChange?.(next) });
  // The text as it is being typed, the value that it gives and the one before: where somebody else has set another since, it is over.
  const [typed, setTyped] = useState<{ text: string; gave: string; stood: string }>();
  const [isLeft, setLeft] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const read = (text: string) => (text.trim() === '' ? '' : (readers[kind](text, writesMonthFirst()) ?? text.trim()));
  useEffect(() => {
    // Taken once: from now on the value before is another one, such as that of a form that was emptied.
    if (typed && current === typed.gave && typed.stood !== typed.gave) setTyped({ ...typed, stood: typed.gave });
  }, [typed, current]);
  const own = typed && (typed.gave === current || typed.stood === current) ? typed : undefined;
  const given = own ? own.gave : current;
  const isReadable = given === '' || isHeld(kind, given);
  const isWithin = (one: string) => (min === '' || one >= min) && (max === '' || one <= max);

  function fault(): string | undefined {
    if (!isLeft || given === '') return undefined;
    if (!isReadable) return say('unreadable', { example: examples[kind] });
    if (min !== '' && given < min) return say('tooEarly', { first: show(kind, min) });
    return max !== '' && given > max ? say('tooLate', { last: show(kind, max) }) : undefined;
  }
  function pick(next: string): void {
    setTyped(undefined);
    setLeft(true);
    setCurrent(next);
  }
  function handleKey(event: KeyboardEvent<HTMLInputElement>): void {
    onKeyDown?.(event);
    if (event.defaultPrevented || readOnly || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    const isAsked = event.altKey && event.key === 'ArrowDown';
    const next = isAsked ? undefined : stepFrom(kind, current, event.key === 'ArrowUp' ? 1 : -1);
    if (!isAsked && next === undefined) return;
    event.preventDefault();
    if (isAsked) setOpen(true);
    else if (next !== undefined && isWithin(next)) pick(next);
  }
  const Icon = kind === 'time' ? IconClock : IconCalendar;
  return (
    <TextInput
      autoComplete="off"
      placeholder={examples[kind]}
      {...rest}
      disabled={disabled}
      readOnly={readOnly}
      error={error || fault()}
      value={own ? own.text : show(kind, current)}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const gave = read(text);
        setTyped({ text, gave, stood: current });
        setLeft(false);
        if (!isStrict || gave === '' || (isHeld(kind, gave) && isWithin(gave))) setCurrent(gave);
      }}
      onBlur={(event) => {
        // A filter that takes no empty field shows what it goes by.
        if (isReadable && (given === current || given === '')) setTyped(undefined);
        setLeft(true);
        onBlur?.(event);
      }}
      onKeyDown={handleKey}
      rightSection={
        <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus shadow="md">
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={26}
              aria-label={say('open')}
              disabled={disabled || readOnly}
              onClick={() => setOpen((is) => !is)}
            >
              <Icon size={16} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <Suspense fallback={<Loader size={18} />}>
              <PickerPanel
                kind={kind}
                value={isReadable ? given : ''}
                min={min}
                max={max}
                steps={steps}
                onPick={pick}
                onDone={() => setOpen(false)}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}
