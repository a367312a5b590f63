import { DateField, type DateFieldProps, DateTimeField, TimeField } from '@parley/ui/date-field';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { setEnterpriseCountry } from '../lib/format.ts';
import { setLanguage } from '../lib/i18n.ts';
import { draw } from '../test-draw.tsx';

const SecondField = (props: DateFieldProps) => <DateTimeField hasSeconds {...props} />;
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Start' });
function open(Field: ComponentType<DateFieldProps>, props: Partial<DateFieldProps> = {}, initial = '') {
  const values = vi.fn();
  function Holder() {
    const [value, setValue] = useState(initial);
    return (
      <Field
        label="Start"
        {...props}
        value={value}
        onChange={(next) => {
          values(next);
          setValue(next);
        }}
      />
    );
  }
  draw(<Holder />);
  return { last: () => values.mock.lastCall?.[0] as string };
}

test('a day is typed in any of its forms, and shown in the form of the house once the field is left', async () => {
  const { last } = open(DateField);
  await userEvent.type(field(), '05/01/2026');
  expect([field().value, last()]).toEqual(['05/01/2026', '2026-01-05']);
  await userEvent.tab();
  expect(field().value).toBe('5 Jan 2026');
  await userEvent.clear(field());
  expect(last()).toBe('');
});

test('a date is read month first where the country writes it so', async () => {
  setEnterpriseCountry('US');
  const { last } = open(DateField);
  fireEvent.change(field(), { target: { value: '05/01/2026' } });
  expect(last()).toBe('2026-05-01');
});

test('WIDGET-003 Invalid Date Format is reported when the user leaves the field, and the text is passed on to be refused', async () => {
  const { last } = open(DateTimeField);
  await userEvent.type(field(), 'next week');
  expect(screen.queryByText(/^Invalid Date Format/)).toBeNull();
  await userEvent.tab();
  expect(screen.getByText('Invalid Date Format. Write a day and a time like 5 Jan 2026 09:30 AM.')).toBeTruthy();
  expect([field().value, last(), field().getAttribute('aria-invalid')]).toEqual(['next week', 'next week', 'true']);
  await setLanguage('hi');
  expect(await screen.findByText('तारीख़ का प्रारूप अमान्य है। दिन और समय इस तरह लिखें: 5 Jan 2026 09:30 AM')).toBeTruthy();
});

test('a day out of the bounds is named', async () => {
  open(DateField, { min: '2026-01-10', max: '2026-01-20' });
  fireEvent.change(field(), { target: { value: '2026-01-09' } });
  fireEvent.blur(field());
  expect(screen.getByText('The first day possible is 10 Jan 2026.')).toBeTruthy();
  fireEvent.change(field(), { target: { value: '2026-01-21' } });
  fireEvent.blur(field());
  expect(screen.getByText('The last day possible is 20 Jan 2026.')).toBeTruthy();
});

test('arrow keys step, and stop at the bounds', () => {
  const { last } = open(DateField, { max: '2026-03-01' }, '2026-02-28');
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  expect([last(), field().value]).toEqual(['2026-03-01', '1 Mar 2026']);
});

test('WIDGET-004 an emptied field of date and time clears the value', async () => {
  const { last } = open(DateTimeField, {}, '2026-01-05T21:15');
  await userEvent.clear(field());
  expect([field().value, last()]).toEqual(['', '']);
  await userEvent.tab();
  expect(field().getAttribute('aria-invalid')).toBeNull();
});

test('WIDGET-001 the picker stays open while the time is changed, and the chosen date closes it', async () => {
  const { last } = open(DateTimeField, { min: '2026-01-03T00:00' }, '2026-01-05T21:15');
  expect(field().value).toBe('5 Jan 2026 09:15 PM');
  fireEvent.keyDown(field(), { key: 'ArrowDown', altKey: true });
  const hour = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Hour' });
  fireEvent.change(hour, { target: { value: '6' } });
  expect(last()).toBe('2026-01-05T06:15');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'January 2, 2026' }).disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'January 7, 2026' }));
  expect(last()).toBe('2026-01-07T06:15');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'January 7, 2026' })).toBeNull());
});

test('WIDGET-005 the arrows of the picker step by an hour, 15 minutes and 30 seconds, and go round; the time waits for its day', async () => {
  const { last } = open(SecondField);
  await userEvent.click(screen.getByRole('button', { name: 'Choose a day and a time' }));
  const times = within(await screen.findByRole('group', { name: 'Times' }));
  const read = () => times.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);
  expect(read()).toEqual(['9', '0', '0']);
  const step = (name: string, key: 'ArrowUp' | 'ArrowDown') => fireEvent.keyDown(times.getByRole('textbox', { name }), { key });
  step('Hour', 'ArrowUp');
  step('Minute', 'ArrowUp');
  step('Second', 'ArrowUp');
  expect(read()).toEqual(['10', '15', '30']);
  step('Second', 'ArrowUp');
  step('Minute', 'ArrowDown');
  step('Minute', 'ArrowDown');
  expect([read(), last()]).toEqual([['10', '45', '0'], undefined]);
  await userEvent.click(document.querySelector('[data-today], td button') as HTMLElement);
  expect(last()).toMatch(/^\d{4}-\d{2}-\d{2}T10:45:00$/);
});

test('a time of day is chosen from the half hours, in the reader’s language', async () => {
  await setLanguage('hi');
  const { last } = open(TimeField, {}, '09:00');
  await userEvent.click(await screen.findByRole('button', { name: 'समय चुनें' }));
  await userEvent.click(await screen.findByRole('button', { name: '09:30 PM' }));
  expect([last(), field().value]).toEqual(['21:30', '09:30 PM']);
});

test('a read-only field has neither keys nor a calendar', () => {
  const { last } = open(TimeField, { readOnly: true }, '09:00');
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  expect(last()).toBeUndefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Choose a time' }).disabled).toBe(true);
});

test('a filter goes on by what it had while a day is typed, and where it lies out of the bounds', async () => {
  const { last } = open(DateField, { isStrict: true, max: '2026-01-20' }, '2026-01-05');
  await userEvent.clear(field());
  await userEvent.type(field(), '21 Jan 2026');
  expect([last(), field().value]).toEqual(['', '21 Jan 2026']);
  await userEvent.tab();
  expect(screen.getByText('The last day possible is 20 Jan 2026.')).toBeTruthy();
  fireEvent.change(field(), { target: { value: '19 Jan 2026' } });
  expect(last()).toBe('2026-01-19');
});

const change = { deaf: (_value: string): void => undefined, form: (_value: string): void => undefined };
function Deaf() {
  const [value, setValue] = useState('2026-01-05');
  change.deaf = setValue;
  return <DateField label="Start" value={value} onChange={() => undefined} />;
}
function Emptied() {
  const [value, setValue] = useState('');
  change.form = setValue;
  return <DateField label="Start" value={value} onChange={setValue} />;
}

test('a field shows another value that its parent sets meanwhile', () => {
  draw(<Deaf />);
  fireEvent.change(field(), { target: { value: '7 Jan 2026' } });
  expect(field().value).toBe('7 Jan 2026');
  act(() => change.deaf('2026-01-09'));
  expect(field().value).toBe('9 Jan 2026');
});

test('a form that was sent and emptied with the focus still in the field shows no day that it has not', () => {
  draw(<Emptied />);
  fireEvent.change(field(), { target: { value: '7 Jan 2026' } });
  act(() => change.form(''));
  expect(field().value).toBe('');
});
