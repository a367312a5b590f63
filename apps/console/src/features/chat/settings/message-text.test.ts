import { expect, test } from 'vitest';
import { fillSample, variablesOf } from './message-text.ts';

const read = (text: string, department = '') =>
  fillSample(text, 'en', department)
    .map(({ text: part }) => part)
    .join('');

test('a preview fills the placeholders, in the language of the text, and marks them', () => {
  expect(fillSample('Hello {{customer.name}}!', 'en', '')).toEqual([
    { at: 0, text: 'Hello ', isFilled: false },
    { at: 6, text: 'Meera', isFilled: true },
    { at: 23, text: '!', isFilled: false },
  ]);
  expect(fillSample('{{ customer.name }}', 'hi', '')).toEqual([{ at: 0, text: 'मीरा', isFilled: true }]);
  expect(read('again on {{ hours.next ?? "another day" }}.')).toBe('again on 5 Jan 2026 09:00 AM.');
  expect([read('{{department.name}}'), read('{{ department.name }}', 'Billing')]).toEqual(['Sales', 'Billing']);
});

test('a preview leaves what it cannot fill as it is written', () => {
  for (const text of ['', 'Plain', '{{customer.age}}', '{{upper(customer.name)}}', '{{customer.name', '{{toString}}'])
    expect(read(text)).toBe(text);
});

test('a message offers the variables that have a value when it is sent', () => {
  expect(variablesOf('welcome')).toEqual(['customer.name', 'department.name']);
  expect(variablesOf('closing')).toEqual(['customer.name', 'agent.name', 'department.name']);
  expect(variablesOf('outOfHours')).toEqual(['customer.name', 'department.name', 'hours.next']);
});
