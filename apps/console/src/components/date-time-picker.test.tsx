import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { draw } from '../test-draw.tsx';
import { DateTimePicker } from './date-time-picker.tsx';

function Field({ onChange, initial = null }: { onChange?: (value: Date | null) => void; initial?: Date | null }) {
  const [value, setValue] = useState<Date | null>(initial);
  return (
    <DateTimePicker
      label="From"
      zone="UTC"
      value={value}
      onChange={(next) => {
        setValue(next);
        onChange?.(next);
      }}
    />
  );
}

test('WIDGET-002 text of the right form is a moment', async () => {
  const onChange = vi.fn();
  draw(<Field onChange={onChange} />);
  await userEvent.click(screen.getByLabelText('From'));
  await userEvent.paste('2024/01/05 15:30:00');
  expect(onChange).toHaveBeenLastCalledWith(new Date('2024-01-05T15:30:00Z'));
});

test('WIDGET-003 other text shows Invalid Date Format and keeps the value', async () => {
  const onChange = vi.fn();
  draw(<Field onChange={onChange} />);
  await userEvent.type(screen.getByLabelText('From'), '5 Jan');
  expect(screen.getByText('Invalid Date Format')).toBeTruthy();
  expect(onChange).not.toHaveBeenCalled();
});

test('WIDGET-004 emptied text clears the value', async () => {
  const onChange = vi.fn();
  draw(<Field onChange={onChange} initial={new Date('2024-01-05T15:30:00Z')} />);
  await userEvent.clear(screen.getByLabelText('From'));
  expect(onChange).toHaveBeenLastCalledWith(null);
});

test('WIDGET-001 the calendar stays open until a date is chosen, and closes then', async () => {
  draw(<Field initial={new Date('2024-01-05T15:30:00Z')} />);
  await userEvent.click(screen.getByRole('button', { name: 'Choose date and time' }));
  await screen.findByLabelText('Hour');
  await screen.findByRole('button', { name: /17 January 2024/ });
  await userEvent.click(document.body);
  await userEvent.click(screen.getByRole('button', { name: /17 January 2024/ }));
  expect((screen.getByLabelText('From') as HTMLInputElement).value).toBe('2024/01/17 15:30:00');
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: /17 January 2024/ })).toBeNull());
});

test('WIDGET-005 the clock steps by 1 hour, 15 minutes, 30 seconds', async () => {
  draw(<Field initial={new Date('2024-01-05T10:00:00Z')} />);
  await userEvent.click(screen.getByRole('button', { name: 'Choose date and time' }));
  for (const [name, step] of [
    ['Hour', '11'],
    ['Minute', '15'],
    ['Second', '30'],
  ] as const) {
    const field = await screen.findByLabelText(name);
    await userEvent.click(field);
    await userEvent.keyboard('{ArrowUp}');
    expect((field as HTMLInputElement).value).toBe(step);
  }
});
