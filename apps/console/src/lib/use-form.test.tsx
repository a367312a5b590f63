import { Checkbox, MantineProvider, NumberInput, Select, TextInput } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type FormOptions, useForm } from './use-form.ts';

type Draft = { name: string; age: number | string; isOpen: boolean; kind: string; lines: { text: string }[] };
const initial: Draft = { name: '', age: 3, isOpen: false, kind: '', lines: [{ text: 'one' }, { text: 'two' }] };
const check = ({ name, lines }: Draft) => ({
  name: name.trim() === '' && 'A name, please.',
  'lines.1.text': lines[1]?.text === '' ? 'Say the second.' : null,
});

type SampleProps = { options: Partial<FormOptions<Draft>>; onSent: (draft: Draft) => void };
function Sample({ options, onSent }: SampleProps) {
  const form = useForm<Draft>({ initial, check, ...options });
  return (
    <form noValidate onSubmit={form.submit(onSent)}>
      <TextInput label="Name" {...form.field('name')} />
      <NumberInput label="Age" {...form.field('age')} />
      <Checkbox label="Open" {...form.box('isOpen')} />
      <Select label="Kind" data={['big', 'small']} {...form.choice('kind')} />
      <TextInput label="Second" {...form.field('lines.1.text')} />
      <button type="submit">Send</button>
      <output>{form.isDirty ? 'changed' : 'as saved'}</output>
    </form>
  );
}
function open(options: Partial<FormOptions<Draft>> = {}) {
  const sent: Draft[] = [];
  render(
    <MantineProvider>
      <Sample options={options} onSent={(draft) => sent.push(draft)} />
    </MantineProvider>,
  );
  return { sent };
}
const input = (name: string) => screen.getByRole('textbox', { name });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));
const isFaulty = (name: string) => input(name).getAttribute('aria-invalid') === 'true';

test('a field is bound by its name, a part of one by its path, whatever its input tells', async () => {
  const { sent } = open();
  expect(screen.getByRole('status').textContent).toBe('as saved');
  await userEvent.type(input('Name'), 'Ada');
  await userEvent.type(input('Age'), '6');
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.clear(input('Second'));
  await userEvent.type(input('Second'), 'three');
  expect(screen.getByRole('status').textContent).toBe('changed');
  await send();
  expect(sent).toEqual([{ name: 'Ada', age: 36, isOpen: true, kind: '', lines: [{ text: 'one' }, { text: 'three' }] }]);
  expect(initial.lines[1]).toEqual({ text: 'two' });
});

test('a draft with a fault is not sent: the first fault has the focus, and goes when its field is changed', async () => {
  const { sent } = open();
  await userEvent.clear(input('Second'));
  await send();
  expect([sent, isFaulty('Name'), isFaulty('Second')]).toEqual([[], true, true]);
  expect(document.activeElement).toBe(input('Name'));
  await userEvent.type(input('Name'), 'A');
  expect([isFaulty('Name'), isFaulty('Second')]).toEqual([false, true]);
});

test('a fault shows when a field is left, or while typing after a first try, where the form says so', async () => {
  const left = open({ checkOn: 'blur' });
  await userEvent.click(input('Name'));
  expect(isFaulty('Name')).toBe(false);
  await userEvent.tab();
  expect([isFaulty('Name'), left.sent]).toEqual([true, []]);
});

test('a fault comes and goes as the field is typed after a first try', async () => {
  open({ checkOn: 'typing' });
  await userEvent.type(input('Name'), 'A');
  await userEvent.clear(input('Name'));
  expect(isFaulty('Name')).toBe(false);
  await send();
  expect(isFaulty('Name')).toBe(true);
  await userEvent.type(input('Name'), 'A');
  expect(isFaulty('Name')).toBe(false);
  await userEvent.clear(input('Name'));
  expect(isFaulty('Name')).toBe(true);
});
