import { Badge, Button, Checkbox, Group, Modal, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type CalendarException, calendarExceptionsMax } from '@parley/contract';
import { DateField } from '@parley/ui/date-field';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { today } from '../../../lib/days.ts';
import { type Faults, useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { hoursWords } from '../../../locales/hours.ts';
import { checkException, newException, showDays, showSlots } from './calendar.draft.ts';
import classes from './calendar.module.css';
import { SlotFields } from './slot-fields.tsx';

type ExceptionFieldsProps = {
  exceptions: readonly CalendarException[];
  faults: Faults;
  onChange: (exceptions: CalendarException[]) => void;
  onImport?: (() => void) | undefined;
};

/** Days that differ from the week, in the order in which they were added; each is edited in a dialog of its own. */
export function ExceptionFields({ exceptions, faults, onChange, onImport }: ExceptionFieldsProps) {
  const say = useWords(hoursWords.calendar);
  /** Place of the one that is edited; that behind the last is new. */
  const [open, setOpen] = useState<number>();
  const [, fault] = Object.entries(faults).find(([path]) => path.startsWith('exceptions')) ?? [];
  return (
    <Stack gap="xs" data-path="exceptions" tabIndex={-1}>
      <Text size="xs" c="dimmed">
        {say('exceptionsHint')}
      </Text>
      {exceptions.length === 0 ? <Text size="sm">{say('noExceptions')}</Text> : null}
      <ul className={classes.exceptions}>
        {exceptions.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two exceptions may be alike
          <li key={`${index} ${one.name} ${one.from}`} className={classes.exception}>
            <div className={classes.exceptionWords}>
              <Text size="sm" fw={550}>
                {one.name} {one.yearly ? <Badge variant="light">{say('yearly')}</Badge> : null}
              </Text>
              <Text size="xs" c="dimmed">
                {showDays(one)} · {showSlots(one.slots, say)}
              </Text>
            </div>
            <Group gap={4} wrap="nowrap">
              <Button size="compact-sm" variant="subtle" aria-label={say('editOf', { name: one.name })} onClick={() => setOpen(index)}>
                {say('edit')}
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                aria-label={say('removeOf', { name: one.name })}
                onClick={() => onChange(exceptions.filter((_, place) => place !== index))}
              >
                {say('remove')}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      {fault ? (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      ) : null}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          disabled={exceptions.length >= calendarExceptionsMax}
          onClick={() => setOpen(exceptions.length)}
        >
          {say('addException')}
        </Button>
        {onImport ? (
          <Button size="xs" variant="default" onClick={onImport}>
            {say('import')}
          </Button>
        ) : null}
      </Group>
      {open === undefined ? null : (
        <ExceptionDialog
          exception={exceptions[open]}
          onClose={() => setOpen(undefined)}
          onDone={(one) => {
            onChange(open < exceptions.length ? exceptions.map((before, place) => (place === open ? one : before)) : [...exceptions, one]);
            setOpen(undefined);
          }}
        />
      )}
    </Stack>
  );
}

type ExceptionDialogProps = {
  exception: CalendarException | undefined;
  onDone: (exception: CalendarException) => void;
  onClose: () => void;
};

function ExceptionDialog({ exception, onDone, onClose }: ExceptionDialogProps) {
  const say = useWords(hoursWords.calendar);
  const form = useForm<CalendarException>({
    initial: exception ?? newException(today()),
    check: (draft) => checkException(draft, say),
  });
  const { draft, faults, change, field, box } = form;
  return (
    <Modal opened onClose={onClose} title={exception ? say('exceptionTitle', { name: exception.name }) : say('addException')}>
      <DialogForm submit={say(exception ? 'take' : 'addException')} onCancel={onClose} onSubmit={form.submit(onDone)}>
        <TextInput data-autofocus label={say('name')} maxLength={120} {...field('name')} />
        <SimpleGrid cols={2}>
          <DateField
            label={say('firstDay')}
            {...field('from')}
            onChange={(from) => change({ from, ...(draft.to === draft.from ? { to: from } : {}) })}
          />
          <DateField label={say('lastDay')} {...field('to')} />
        </SimpleGrid>
        <Checkbox label={say('yearly')} description={say('yearlyHint')} {...box('yearly')} />
        <SlotFields of={say('slots')} path="slots" slots={draft.slots} error={faults.slots} onChange={(slots) => change({ slots })} />
        <Text size="xs" c="dimmed">
          {say('nightHint')}
        </Text>
      </DialogForm>
    </Modal>
  );
}
