import { fireEvent, screen } from '@testing-library/dom';
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import { BeforeForm } from './parts/before-form.tsx';
import type { WidgetEvent, WidgetForm } from './protocol.ts';
import type { Session } from './session.ts';
import type { SessionState } from './session-state.ts';
import { sayIn } from './words.ts';

const form: WidgetForm = {
  fields: [
    { id: 'name', kind: 'name', isRequired: true, label: '', most: 30 },
    { id: 'email', kind: 'email', isRequired: false, label: 'Mail', labels: { hi: 'डाक' }, most: 254 },
    { id: 'plan', kind: 'choice', isRequired: true, label: 'Plan', choices: ['Gold', 'Silver'], most: 100 },
  ],
  consent: 'We keep it.',
};

function open(more: Partial<WidgetForm> = {}, language = 'en') {
  let hear: (event: WidgetEvent) => void = () => {};
  const session = {
    hear: (listener: typeof hear) => {
      hear = listener;
      return () => {};
    },
    send: vi.fn(() => true),
    setForm: vi.fn(),
  };
  const state = { connection: 'open', isRestored: false } as SessionState;
  const props = { form: { ...form, ...more }, session: session as unknown as Session, state, language, say: sayIn(language) };
  const box = document.body.appendChild(document.createElement('div'));
  void act(() => render(h(BeforeForm, props), box));
  return { session, tell: (event: WidgetEvent) => void act(() => hear(event)) };
}
const press = () => void act(() => void fireEvent.click(screen.getByRole('button', { name: 'Start chat' })));
const type = (name: string, value: string, role = 'textbox') =>
  void act(() => void fireEvent.input(screen.getByRole(role, { name }), { target: { value } }));
const faultOf = (element: HTMLElement) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;

afterEach(() => {
  for (const box of document.body.children) void act(() => render(null, box));
  document.body.replaceChildren();
});

test('a fault is said beside its field, which gets the focus; nothing is asked of the server', () => {
  const { session } = open();
  const name = screen.getByRole('textbox', { name: 'Your name' });
  expect(document.activeElement).toBe(name);
  type('Mail (optional)', 'ravi@');
  press();
  const [mail, plan, consent] = [
    screen.getByRole('textbox', { name: 'Mail (optional)' }),
    screen.getByRole('combobox', { name: 'Plan' }),
    screen.getByRole('checkbox', { name: 'We keep it.' }),
  ];
  expect([name, mail, plan, consent].map(faultOf)).toEqual([
    ...['Please fill this in.', 'This is no e-mail address.', 'Please fill this in.', 'Please agree to go on.'],
  ]);
  expect([name, mail, plan, consent].map((one) => one.getAttribute('aria-invalid'))).toEqual(['true', 'true', 'true', 'true']);
  expect(document.activeElement).toBe(name);
  expect(session.send).not.toHaveBeenCalled();
});

test('a fault that the server finds is said too; a form that it takes is kept for the first message', () => {
  const { session, tell } = open({ consent: '' });
  type('Your name', 'Ravi');
  type('Plan', 'Gold', 'combobox');
  press();
  expect(session.send.mock.calls).toEqual([['fillForm', { values: { name: 'Ravi', plan: 'Gold' }, agreed: false }]]);
  expect((screen.getByRole('button', { name: 'Start chat' }) as HTMLButtonElement).disabled).toBe(true);
  tell({ type: 'formChecked', data: { faults: { name: { fault: 'taken', message: 'Name may contain only letters' } } } });
  expect(screen.getByText('Name may contain only letters').id).toBe('before-name');
  expect(session.setForm).not.toHaveBeenCalled();
  tell({ type: 'refused', data: { key: 'fillForm', code: 'request.too_many', message: 'Too many requests.' } });
  expect(screen.getByRole('alert').textContent).toBe('Too many requests.');
  tell({ type: 'formChecked', data: { faults: {} } });
  expect(session.setForm.mock.calls).toEqual([[{ values: { name: 'Ravi', plan: 'Gold' }, agreed: false }]]);
});

test("a label of the visitor's language stands before the usual one, and consent in it too", () => {
  open({ consents: { hi: 'हम इसे रखते हैं।' } }, 'hi');
  expect(screen.getByRole('textbox', { name: /^डाक/ })).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'हम इसे रखते हैं।' })).toBeTruthy();
});
