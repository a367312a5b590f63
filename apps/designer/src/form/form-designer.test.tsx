import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FormChanged } from './form-api.ts';
import { at, blank, openForm, typeLine } from './test-form.tsx';

const outline = () => within(screen.getByRole('navigation', { name: 'Screens and questions' }));
const rows = () =>
  outline()
    .getAllByRole('button')
    .filter((row) => row.hasAttribute('data-row'))
    .map((row) => row.querySelector('span')?.textContent);
const row = (name: string) => outline().getByRole('button', { name: new RegExp(name) });
const settings = () => within(screen.getByRole('complementary', { name: 'Settings' }));
const preview = () => within(screen.getByRole('region', { name: 'Page' }));
const lines = [
  'Full name *',
  'Date of birth',
  'Mobile number',
  'E-mail',
  'Plan: Gold, Silver',
  'Income',
  'Guarantor',
  'Remarks',
  'I agree to be called',
];

test('DESIGN-003 nine lines that are typed are nine questions, each behind the one before, with their kinds guessed', async () => {
  await openForm();
  for (const line of lines) typeLine(line);
  expect(rows()).toEqual(['Screen 1', 'Full name', ...lines.slice(1, 4), 'Plan', ...lines.slice(5)]);
  for (const kind of ['Text', 'Date', 'Phone number', 'E-mail', 'One choice', 'Number', 'Long text', 'Consent'])
    expect(outline().getAllByRole('img', { name: kind }).length, kind).toBeGreaterThan(0);
  expect(preview().getByRole('radio', { name: 'Silver' })).toBeTruthy();
  expect(screen.getByRole('log').textContent).toContain('I agree to be called added');
});

test('a pasted list becomes questions, and / chooses the kind of the next line', async () => {
  await openForm();
  const field = screen.getByRole('textbox', { name: 'Add a question' });
  fireEvent.paste(field, { clipboardData: { getData: () => '1. Name\n2. City\n3. Age' } });
  expect(rows()).toEqual(['Screen 1', 'Name', 'City', 'Age']);
  fireEvent.change(field, { target: { value: '/rat' } });
  fireEvent.click(await screen.findByRole('option', { name: 'Rating' }));
  typeLine('How was it?');
  expect(outline().getByRole('img', { name: 'Rating' })).toBeTruthy();
});

test('Alt and an arrow move a question, past the edge of its screen into the next; Delete takes it away, and Ctrl Z brings it back', async () => {
  await openForm();
  for (const line of ['One', 'Two', 'Three']) typeLine(line);
  fireEvent.keyDown(row('Three'), { key: 'ArrowUp', altKey: true });
  expect(rows()).toEqual(['Screen 1', 'One', 'Three', 'Two']);
  fireEvent.click(outline().getByRole('button', { name: 'Add a screen' }));
  fireEvent.keyDown(row('Two'), { key: 'ArrowDown', altKey: true });
  expect(rows()).toEqual(['Screen 1', 'One', 'Three', 'Screen 2', 'Two']);
  fireEvent.keyDown(row('One'), { key: 'Delete' });
  expect(rows()).toEqual(['Screen 1', 'Three', 'Screen 2', 'Two']);
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  expect(rows()).toEqual(['Screen 1', 'One', 'Three', 'Screen 2', 'Two']);
  fireEvent.keyDown(document.body, { key: 'Z', ctrlKey: true, shiftKey: true });
  expect(rows()).toEqual(['Screen 1', 'Three', 'Screen 2', 'Two']);
});

test('a question is dragged before another one', async () => {
  await openForm();
  for (const line of ['One', 'Two', 'Three']) typeLine(line);
  const dataTransfer = { setData: () => undefined, effectAllowed: '' };
  fireEvent.dragStart(row('Three'), { dataTransfer });
  fireEvent.drop(row('One'), { dataTransfer });
  expect(rows()).toEqual(['Screen 1', 'Three', 'One', 'Two']);
});

test('a condition of rows shows a question in the preview only where it holds', async () => {
  const { server, say } = await openForm();
  for (const line of ['Income', 'Guarantor']) typeLine(line);
  fireEvent.click(settings().getByRole('button', { name: 'Add a condition' }));
  fireEvent.change(settings().getByRole('textbox', { name: 'Value' }), { target: { value: '25000' } });
  expect(row('Guarantor').querySelector('[aria-label="shown under a condition"]')).toBeTruthy();
  fireEvent.change(preview().getByLabelText(/Income/), { target: { value: '30000' } });
  await waitFor(() => expect(preview().queryByLabelText(/Guarantor/)).toBeNull());
  fireEvent.change(preview().getByLabelText(/Income/), { target: { value: '20000' } });
  expect(await preview().findByLabelText(/Guarantor/)).toBeTruthy();
  await say({ type: 'save', id: 'form' });
  expect(server.document.screens[0]?.fields[1]?.visibleIf).toBe('income < 25000');
});

test('a finding stands at its field, leads there from the list, and keeps the form from being published', async () => {
  const { server } = await openForm();
  for (const line of ['Income', 'City']) typeLine(line);
  fireEvent.click(row('Income'));
  fireEvent.click(settings().getByRole('button', { name: 'Checks' }));
  fireEvent.change(await settings().findByRole('textbox', { name: 'Own check' }), { target: { value: 'value >= nobody' } });
  expect(await outline().findByLabelText('1 error')).toBeTruthy();
  fireEvent.click(row('City'));
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish the form' }));
  expect(dialog.getByText('1 error keeps the form from being published.')).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(true);
  fireEvent.click(dialog.getByRole('button', { name: /Income/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const check = await settings().findByRole<HTMLInputElement>('textbox', { name: 'Own check' });
  expect([check.value, check.getAttribute('aria-invalid')]).toEqual(['value >= nobody', 'true']);
  fireEvent.change(check, { target: { value: 'value >= 1000' } });
  await waitFor(() => expect(outline().queryByLabelText('1 error')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
  const again = within(await screen.findByRole('dialog', { name: 'Publish the form' }));
  fireEvent.click(again.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText('Version 1 published')).toBeTruthy();
  expect(server.document.screens[0]?.fields[0]?.check).toBe('value >= 1000');
});

test('the page is tried by the judge: faults are told in words, and what would be kept at the end', async () => {
  await openForm();
  for (const line of ['Age *', 'City']) typeLine(line);
  fireEvent.click(preview().getByRole('button', { name: 'Send' }));
  expect(preview().getByRole('alert').textContent).toContain('Age: This is needed.');
  fireEvent.change(preview().getByLabelText(/Age/), { target: { value: 'many' } });
  fireEvent.click(preview().getByRole('button', { name: 'Send' }));
  expect(preview().getByRole('alert').textContent).toContain('Age: Please give a number.');
  fireEvent.change(preview().getByLabelText(/Age/), { target: { value: '41' } });
  fireEvent.click(preview().getByRole('button', { name: 'Send' }));
  expect(preview().getByText('Thank you. Your answers have arrived.')).toBeTruthy();
  expect(preview().getByText('41')).toBeTruthy();
});

test('the same form is asked one by one, to the summary and the end', async () => {
  await openForm();
  for (const line of ['Age *', 'Plan: Gold, Silver']) typeLine(line);
  fireEvent.click(screen.getByRole('radio', { name: 'Questions' }));
  const talk = within(screen.getByRole('region', { name: 'Questions' }));
  const say = (text: string) => {
    const field = talk.getByRole('textbox', { name: 'Answer' });
    fireEvent.change(field, { target: { value: text } });
    fireEvent.submit(field);
  };
  expect(talk.getByText('Age')).toBeTruthy();
  say('old');
  expect(talk.getByText('Please give a number.')).toBeTruthy();
  say('41');
  fireEvent.click(talk.getByRole('button', { name: 'Silver' }));
  expect(talk.getByText(/2 Plan: Silver/)).toBeTruthy();
  say('ok');
  expect(talk.getByText('Thank you. Your answers have arrived.')).toBeTruthy();
});

test('a change is saved a second after the last one, and the page hears of it', async () => {
  const { server, told } = await openForm();
  vi.useFakeTimers();
  typeLine('One');
  typeLine('Two');
  expect(told.at(-1)).toEqual({ type: 'dirty', data: { isDirty: true } });
  await act(() => vi.advanceTimersByTimeAsync(999));
  expect(server.saves).toBe(0);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect([server.saves, server.document.screens[0]?.fields.length]).toEqual([1, 2]);
  expect(told.slice(-2)).toEqual([
    { type: 'dirty', data: { isDirty: false } },
    { type: 'saved', data: { revision: 2, at, name: 'Loan' } },
  ]);
  expect(screen.getByText(/^Saved /)).toBeTruthy();
});

test('a save of somebody else is not overwritten: theirs is loaded, and the own one kept as a copy', async () => {
  const copies: string[] = [];
  const { server, say } = await openForm(blank(), {
    api: {
      save: async () => {
        throw new FormChanged('Changed', 'Ravi', at);
      },
      saveCopy: async ({ screens }) => {
        copies.push(screens[0]?.fields[0]?.name ?? '');
        return 'Loan (2)';
      },
    },
  });
  typeLine('Mine');
  server.document = { ...blank(), name: 'Theirs' };
  await say({ type: 'save', id: 'form' });
  const dialog = within(await screen.findByRole('dialog', { name: 'Saved by somebody else' }));
  expect(dialog.getByText(/^Ravi saved the form at/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Keep mine as a copy' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([copies, rows()]).toEqual([['mine'], ['Screen 1']]);
  expect(screen.getByRole('toolbar').textContent).toContain('Theirs');
});

test('a version is taken back into the draft, which can be undone', async () => {
  const former = { ...blank(), screens: [{ ...blank().screens[0], id: 'screen01', title: { en: 'Former' } }] } as ReturnType<typeof blank>;
  await openForm(blank(), {
    api: {
      versions: async () => [{ number: 1, note: 'First', by: 'Asha', at, answered: 3 }],
      version: async () => former,
    },
  });
  typeLine('New');
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Versions' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Take version 1 into the draft' }));
  await waitFor(() => expect(rows()).toEqual(['Former']));
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  expect(rows()).toEqual(['Screen 1', 'New']);
});

test('a reader is offered no change', async () => {
  await openForm(blank(), { readOnly: true });
  expect(screen.getByText('Read only')).toBeTruthy();
  for (const name of ['Publish', 'Undo', 'Add a screen']) expect(screen.queryByRole('button', { name }), name).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Add a question' })).toBeNull();
});
