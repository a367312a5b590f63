import { chatStates, type Macro, type MacroFacts } from '@parley/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { good, holdTime, idOf, openScreens, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { macroHold } from '../shared/macro-hold.ts';
import { MacroBar } from './macro-bar.tsx';
import { MacroMenu } from './macro-menu.tsx';

const chatId = idOf(50);
const macro = (number: number, name: string, letter: string, part: Partial<Macro> = {}): Macro => ({
  id: idOf(number),
  scope: 'own',
  deptId: '',
  name,
  letter,
  steps: [
    { kind: 'reply', text: 'Hello', textHi: '' },
    { kind: 'addLabel', labelId: idOf(70) },
  ],
  order: 0,
  version: 1,
  ...part,
});
const facts: MacroFacts = {
  at: '2026-06-01T10:00:00.000Z',
  zone: 'UTC',
  state: chatStates.ongoing,
  isOwner: true,
  windowEndsAt: null,
  refusal: '',
  texts: [{ step: 0, text: 'Hello Ravi', gap: '' }],
  has: [],
  labels: [{ id: idOf(70), name: 'Refund', isActive: true, isOffered: true }],
  departments: [],
  agents: [],
  tag: '',
  note: '',
  needsLabel: false,
  needsNote: false,
  missingFields: [],
};
const run = `POST /e/enterprise/chat/${chatId}/macro/${idOf(1)}`;
const refund = macro(1, 'Refund', 'r');
let known: MacroFacts;
const server = stubServer(() => {
  known = facts;
  return {
    'GET /e/enterprise/macros': () =>
      good([refund, macro(2, 'Farewell', '', { scope: 'enterprise' }), macro(3, 'Other', 'r', { scope: 'enterprise' })]),
    [`GET /e/enterprise/chat/${chatId}/macro/${idOf(1)}`]: () => good({ macro: refund, facts: known }),
    [run]: () => good({ done: 2 }),
  };
});

beforeEach(holdTime);

const onOwn = vi.fn();
let leaveChat = () => {};
function Pane() {
  const [isOpen, setOpen] = useState(false);
  const [isLeft, setLeft] = useState(false);
  leaveChat = () => setLeft(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen ? <MacroMenu chatId={chatId} onClose={() => setOpen(false)} onOwn={onOwn} /> : null}
      <input aria-label="Reply" />
      <a href="#row">Row</a>
      {isLeft ? null : <MacroBar chatId={chatId} onFocusFree={() => screen.queryByRole('textbox', { name: 'Reply' })?.focus()} />}
    </>
  );
}

/** Opens the menu and calls the macro by its letter. */
async function call() {
  macroHold.forget();
  openScreens('/chat', (root) => [screenAt(root, '/chat', Pane)]);
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }));
  const menu = await screen.findByRole('dialog', { name: 'Run a macro' });
  await within(menu).findByRole('button', { name: /Refund/ });
  await userEvent.keyboard('r');
  const bar = await screen.findByRole('region', { name: 'Macro Refund' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return bar;
}

test('a macro is called by its letter, the own one before that of all; its steps stand with what they write', async () => {
  const bar = await call();
  expect(server.queriesOf('GET /e/enterprise/macros')[0]).toEqual({ chatId });
  expect(
    within(bar)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Reply Hello Ravi', 'Add a label Refund']);
  await vi.waitFor(() => expect(document.activeElement?.textContent).toContain('Run now'));
  expect(server.countOf(run)).toBe(0);
});

test('Enter runs it now and once, with the key and version that were looked at', async () => {
  await call();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Macro Refund' })).toBeNull());
  expect(server.bodyOf(run)).toEqual({ requestKey: expect.any(String), seen: '0', version: '1', force: 'false' });
  expect([server.countOf(run), toastTexts()]).toEqual([1, ['Refund is done.']]);
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Reply' })));
});

test('a letter that follows before the focus has come into the menu calls its macro too', async () => {
  macroHold.forget();
  openScreens('/chat', (root) => [screenAt(root, '/chat', Pane)]);
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }));
  await within(await screen.findByRole('dialog', { name: 'Run a macro' })).findByRole('button', { name: /Refund/ });
  fireEvent.keyDown(document.body, { key: 'r' });
  expect(await screen.findByRole('region', { name: 'Macro Refund' })).toBeTruthy();
});

test('Escape undoes it, and nothing is asked of the server', async () => {
  await call();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Macro Refund' })).toBeNull());
  expect(server.countOf(run)).toBe(0);
});

test('a step that cannot be done is named, and the macro cannot be run', async () => {
  server.replies[`GET /e/enterprise/chat/${chatId}/macro/${idOf(1)}`] = () =>
    good({ macro: refund, facts: { ...facts, labels: [{ id: idOf(70), name: 'Refund', isActive: false, isOffered: false }] } });
  const bar = await call();
  const alert = within(bar).getByRole('alert');
  expect(alert.textContent).toMatch(/^Refund cannot run. Nothing was done./);
  expect(within(alert).getByText('The label Refund is retired.')).toBeTruthy();
  expect(within(bar).queryByRole('button', { name: /Run now/ })).toBeNull();
  await userEvent.click(within(bar).getByRole('button', { name: /Dismiss/ }));
  expect(screen.queryByRole('region', { name: 'Macro Refund' })).toBeNull();
});

test('keys of a field stay its own while a macro waits', async () => {
  const bar = await call();
  const field = document.createElement('textarea');
  document.body.append(field);
  act(() => field.focus());
  fireEvent.keyDown(field, { key: 'Escape' });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect([server.countOf(run), bar.isConnected]).toEqual([0, true]);
  field.remove();
  macroHold.forget();
});

test('Enter on a link does what the link does, and the key that called the macro does not run it as it is held down', async () => {
  await call();
  fireEvent.keyDown(document.activeElement as Element, { key: 'Enter', repeat: true });
  screen.getByRole('link', { name: 'Row' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(server.countOf(run)).toBe(0);
  act(() => (document.activeElement as HTMLElement).blur());
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(server.countOf(run)).toBe(1));
});

test('the M that opened the menu runs nothing as it is held down', async () => {
  macroHold.forget();
  openScreens('/chat', (root) => [screenAt(root, '/chat', Pane)]);
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }));
  const menu = await screen.findByRole('dialog', { name: 'Run a macro' });
  await within(menu).findByRole('button', { name: /Refund/ });
  fireEvent.keyDown(within(menu).getByRole('button', { name: /Refund/ }), { key: 'r', repeat: true });
  expect(screen.queryByRole('dialog')).toBe(menu);
  expect(server.countOf(`GET /e/enterprise/chat/${chatId}/macro/${idOf(1)}`)).toBe(0);
});

test('nothing is done, and that is said, where the chat was left before its preview came', async () => {
  let show: () => void = () => {};
  const shown = new Promise<void>((resolve) => (show = resolve));
  server.replies[`GET /e/enterprise/chat/${chatId}/macro/${idOf(1)}`] = async () => {
    await shown;
    return good({ macro: refund, facts: known });
  };
  macroHold.forget();
  openScreens('/chat', (root) => [screenAt(root, '/chat', Pane)]);
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }));
  const menu = await screen.findByRole('dialog', { name: 'Run a macro' });
  await within(menu).findByRole('button', { name: /Refund/ });
  await userEvent.keyboard('r');
  act(() => leaveChat());
  show();
  await waitFor(() => expect(toastTexts()).toEqual(['Refund was not run: you left its chat.']));
  expect(macroHold.get(chatId)).toBeUndefined();
});

test('a customer who writes meanwhile makes a macro ask that would close the chat', async () => {
  const closing: Macro = { ...refund, steps: [...refund.steps, { kind: 'close', note: '', feedback: '' }] };
  server.replies[`GET /e/enterprise/chat/${chatId}/macro/${idOf(1)}`] = () => good({ macro: closing, facts: known });
  const bar = await call();
  act(() => macroHold.customerWrote(chatId, 'Ravi'));
  expect(within(bar).getByRole('alert').textContent).toBe('Refund was held: Ravi wrote meanwhile.');
  expect(within(bar).getByRole('button', { name: /Undo/ })).toBeTruthy();
  await userEvent.click(within(bar).getByRole('button', { name: 'Run anyway' }));
  await waitFor(() => expect(server.countOf(run)).toBe(1));
});
