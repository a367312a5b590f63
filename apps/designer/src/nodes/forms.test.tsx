import { type Document, type Finding, firstConfigOf, nodeTypes, readDocument } from '@parley/journey';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, test } from 'vitest';
import { nodeOf } from '../editor/index-of.ts';
import { NodePanel } from '../panels/node-panel.tsx';
import { draw, stubApi } from '../test-draw.tsx';
import { makeStream } from '../test-stream.ts';
import { summaryOf } from './summary.ts';

let made = 0;
const makeId = () => {
  made += 1;
  return `a${String(made).padStart(7, '0')}`;
};
const making = { language: 'en', makeId };
const streamWith = (type: (typeof nodeTypes)[number], config: unknown = firstConfigOf(type, making)) =>
  makeStream(
    { node0001: { type, config }, end00001: { type: 'mark.end' } },
    { variables: [{ name: 'age', type: 'Number' }], milestones: [{ id: 'mile0001', name: 'Done' }] },
  );
const configOf = (document: Document) => nodeOf(document, 'node0001')?.config as unknown as Record<string, unknown>;

/** Returns axe's violations, without rules that need a drawn page. */
async function faultsOf(container: Element) {
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200) ?? ''}`);
}

/** Together they have every kind of field; to look at all of them takes ten seconds more. */
const looked = new Set(['message.buttons', 'input.choice', 'logic.condition', 'logic.wait', 'data.http', 'talk.skill']);

test.each(nodeTypes)('the form of %s can be read, and what it changes is a document again', async (type) => {
  const stream = streamWith(type);
  const { container, editor } = draw(<NodePanel id="node0001" onClose={() => undefined} />, stream);
  if (looked.has(type)) expect(await faultsOf(container)).toEqual([]);
  fireEvent.change(screen.getAllByRole('textbox', { name: 'Name' })[0] as Element, { target: { value: 'Mine' } });
  for (const box of screen.queryAllByRole('switch')) fireEvent.click(box);
  for (const button of screen.queryAllByRole('button', { name: 'Add' })) fireEvent.click(button);
  const read = readDocument(JSON.parse(JSON.stringify(editor.document)));
  expect(read).toHaveProperty('document');
  expect(nodeOf(editor.document, 'node0001')?.name).toBe('Mine');
  while (editor.undo()) expect(readDocument(JSON.parse(JSON.stringify(editor.document)))).toHaveProperty('document');
  expect(editor.document).toEqual(stream);
});
test('a text is written per language, says what is wrong in a placeholder, and takes a name from the list', async () => {
  const stream = { ...streamWith('message.text'), languages: ['en', 'hi'] };
  const { editor } = draw(<NodePanel id="node0001" onClose={() => undefined} />, stream);
  const field = screen.getByRole('textbox', { name: /^Text/ });
  fireEvent.change(field, { target: { value: 'You are {{ agee }}' } });
  expect(await screen.findByText(/agee/, { selector: 'p' })).toBeTruthy();
  fireEvent.change(field, { target: { value: 'You are ' } });
  fireEvent.click(screen.getAllByRole('button', { name: 'Insert a name' })[0] as Element);
  fireEvent.click(await screen.findByRole('menuitem', { name: /^age/ }));
  expect(configOf(editor.document).text).toEqual({ en: 'You are {{ age }}' });
  fireEvent.click(screen.getByRole('radio', { name: 'hi' }));
  const translated = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Text/ });
  expect([translated.value, translated.placeholder]).toEqual(['', 'You are {{ age }}']);
  fireEvent.change(translated, { target: { value: 'उम्र {{ age }}' } });
  expect(configOf(editor.document).text).toEqual({ en: 'You are {{ age }}', hi: 'उम्र {{ age }}' });
  fireEvent.click(screen.getByRole('radio', { name: 'en' }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Text/ }).value).toBe('You are {{ age }}');
});

/** A field that grows keeps a hidden copy of itself, which has no label. */
const isLabelled = (field: HTMLElement) => ((field as HTMLTextAreaElement).labels?.length ?? 0) > 0;

test('titles of what can be tapped are written per language too', () => {
  const stream = {
    ...streamWith('input.choice', {
      text: { en: 'Which?' },
      options: { kind: 'fixed', items: [{ id: 'a0000001', title: { en: 'Tea' } }] },
    }),
    languages: ['en', 'hi'],
  };
  const { editor } = draw(<NodePanel id="node0001" onClose={() => undefined} />, stream);
  fireEvent.click(screen.getByRole('radio', { name: 'hi' }));
  // The name of a node that has none shows its words as well, above them.
  for (const [shown, words] of [
    ['Which?', 'कौन सा?'],
    ['Tea', 'चाय'],
  ] as const)
    fireEvent.change(screen.getAllByPlaceholderText(shown).filter(isLabelled).at(-1) as Element, { target: { value: words } });
  expect(configOf(editor.document)).toMatchObject({
    text: { en: 'Which?', hi: 'कौन सा?' },
    options: { items: [{ title: { en: 'Tea', hi: 'चाय' } }] },
  });
});

test('an expression is checked while it is typed', async () => {
  draw(<NodePanel id="node0001" onClose={() => undefined} />, streamWith('logic.switch'));
  fireEvent.change(screen.getAllByRole('textbox', { name: 'Value' })[0] as Element, { target: { value: 'age >' } });
  expect(await screen.findByText(/expression|expected|value/i, { selector: 'p' })).toBeTruthy();
});

test('a condition begins with rows, and goes over to an expression that says the same', () => {
  const { editor } = draw(<NodePanel id="node0001" onClose={() => undefined} />, streamWith('logic.condition'));
  fireEvent.change(screen.getByRole('textbox', { name: 'Variable or field' }), { target: { value: 'age' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Value' }), { target: { value: '18' } });
  fireEvent.click(screen.getByRole('radio', { name: 'Expression' }));
  expect(configOf(editor.document).test).toEqual({ rows: null, source: 'age == 18' });
});

test('a new title keeps the ways of an item, and an item that goes takes its way along', () => {
  const item = (id: string) => ({ id, title: { en: id } });
  const stream = makeStream({
    node0001: {
      type: 'message.buttons',
      config: { text: {}, items: [item('yes00001'), item('no000001')] },
      to: { yes00001: 'end00001', no000001: 'end00001' },
    },
    end00001: { type: 'mark.end' },
  });
  const { editor } = draw(<NodePanel id="node0001" onClose={() => undefined} />, stream);
  fireEvent.change(screen.getAllByRole('textbox', { name: 'Title' })[0] as Element, { target: { value: 'Sure' } });
  expect(editor.document.edges).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Remove 2' }));
  expect(editor.document.edges.map(({ exit }) => exit)).toEqual(['yes00001']);
});

test('a choice from the enterprise keeps its id and its name', async () => {
  const api = stubApi({
    refs: async (kind, search) => (kind === 'department' ? [{ id: 'd1', name: `Loans${search}`, detail: '', extra: {} }] : []),
  });
  const { editor } = draw(<NodePanel id="node0001" onClose={() => undefined} />, streamWith('talk.department'), { api });
  fireEvent.click(screen.getByRole('combobox', { name: 'Department' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Loans' }));
  await waitFor(() => expect(configOf(editor.document).department).toEqual({ ref: 'department', id: 'd1', name: 'Loans' }));
});

test('Wait until open waits for the hours of the department, or of a calendar that is chosen by its name, and for as long as it is told', async () => {
  const api = stubApi({ refs: async (kind) => (kind === 'calendar' ? [{ id: 'c1', name: 'Support', detail: 'UTC', extra: {} }] : []) });
  const { editor, container } = draw(<NodePanel id="node0001" onClose={() => undefined} />, streamWith('logic.open'), { api });
  expect(configOf(editor.document)).toEqual({ calendar: null, mostSeconds: null });
  expect(screen.getByText('By its calendar or the default one. Without any it is always open.')).toBeTruthy();
  fireEvent.click(screen.getByRole('combobox', { name: 'Hours of' }));
  fireEvent.click(await screen.findByRole('option', { name: 'A calendar' }));
  expect(configOf(editor.document).calendar).toEqual({ ref: 'calendar', id: '', name: '' });
  fireEvent.click(screen.getByRole('combobox', { name: 'Calendar' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Support' }));
  await waitFor(() => expect(configOf(editor.document).calendar).toEqual({ ref: 'calendar', id: 'c1', name: 'Support' }));
  fireEvent.click(screen.getByRole('switch', { name: /^Wait at most/ }));
  fireEvent.change(screen.getByRole('textbox', { name: 'How long' }), { target: { value: '2' } });
  expect(configOf(editor.document).mostSeconds).toBe(2 * 86_400);
  expect(await faultsOf(container)).toEqual([]);
  fireEvent.click(screen.getByRole('switch', { name: /^Wait at most/ }));
  fireEvent.click(screen.getByRole('combobox', { name: 'Hours of' }));
  fireEvent.click(await screen.findByRole('option', { name: 'The chat’s department' }));
  expect(configOf(editor.document)).toEqual({ calendar: null, mostSeconds: null });
});

test('a call is offered the services that take one, and goes below the address of the one that is chosen', async () => {
  const services = [
    { id: 's1', name: 'Orders', detail: '', extra: { authType: 2, hasSandbox: false } },
    { id: 's0', name: 'Loans', detail: '', extra: { authType: 1, hasSandbox: true } },
    { id: 's2', name: 'Meetings', detail: '', extra: { authType: 3 } },
    { id: 's3', name: 'Shop database', detail: '', extra: { authType: 4 } },
  ];
  const api = stubApi({ refs: async (kind) => (kind === 'integration' ? services : []) });
  const config = { ...firstConfigOf('data.http', making), address: 'https://shop.example/orders/{{ age }}' };
  const { editor } = draw(<NodePanel id="node0001" onClose={() => undefined} />, streamWith('data.http', config), { api });
  fireEvent.click(screen.getByRole('combobox', { name: 'Integration' }));
  const offered = await screen.findAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Orders', 'Loans']);
  fireEvent.click(offered[0] as Element);
  const integration = { ref: 'integration', id: 's1', name: 'Orders' };
  await waitFor(() => expect(configOf(editor.document)).toMatchObject({ integration, address: '/orders/{{ age }}' }));
  // The form notes the address that walks on sandbox channels call if the service has none for them.
  const note = 'It has no sandbox address: walks on sandbox channels call its base address too.';
  expect(await screen.findByText(note)).toBeTruthy();
  fireEvent.click(screen.getByRole('combobox', { name: 'Integration' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Loans' }));
  await waitFor(() => expect(screen.queryByText(note)).toBeNull());
});

test('further tries of a call, and their pauses, are set at its node; without them the usual pauses are shown', async () => {
  const config = { ...firstConfigOf('data.http', making), method: 'POST', address: 'https://shop.example/' };
  const { editor } = draw(<NodePanel id="node0001" onClose={() => undefined} />, streamWith('data.http', config));
  fireEvent.click(screen.getByRole('button', { name: /^Timeout and repetition/ }));
  // A field of a part that unfolds has its role only once it is in sight.
  const tries = await screen.findByRole('textbox', { name: 'Tries after the first' });
  expect(screen.getByText('Pauses: 1 second, 5 seconds, 25 seconds')).toBeTruthy();
  expect(configOf(editor.document).retries).toBeUndefined();
  expect(screen.getByText(/One that may have arrived is not made again/)).toBeTruthy();
  fireEvent.change(tries, { target: { value: '2' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'First pause (seconds)' }), { target: { value: '10' } });
  expect(configOf(editor.document).retries).toEqual({ most: 2, seconds: 10, grows: true });
  expect(screen.getByText('Pauses: 10 seconds, 50 seconds')).toBeTruthy();
  fireEvent.click(screen.getByRole('switch', { name: /^Safe to repeat/ }));
  expect(screen.getByText(/or its answer was lost/)).toBeTruthy();
  fireEvent.change(tries, { target: { value: '0' } });
  expect(configOf(editor.document).retries).toEqual({ most: 0, seconds: 10, grows: true });
  expect(screen.queryByText(/^Pauses/)).toBeNull();
});

test('another skill has other intents: those of the former one are chosen again, on the ways that they have', async () => {
  const api = stubApi({ refs: async (kind) => (kind === 'bot' ? [{ id: 'b2', name: 'Other', detail: '', extra: {} }] : []) });
  const config = {
    bot: { ref: 'bot', id: 'b1', name: 'Travel' },
    intents: [{ id: 'flight01', intent: { ref: 'intent', id: 'i1', name: 'Book' } }],
  };
  const { editor } = draw(<NodePanel id="node0001" onClose={() => undefined} />, streamWith('talk.skill', config), { api });
  fireEvent.click(screen.getByRole('combobox', { name: 'Skill' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Other' }));
  await waitFor(() =>
    expect(configOf(editor.document).intents).toEqual([{ id: 'flight01', intent: { ref: 'intent', id: '', name: 'Book' } }]),
  );
});

test('a name that is no variable yet becomes one', async () => {
  const { editor } = draw(<NodePanel id="node0001" onClose={() => undefined} />, streamWith('input.number'));
  const field = screen.getByRole('textbox', { name: 'Keep the answer as' });
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: 'income' } });
  fireEvent.click(await screen.findByRole('option', { name: 'New variable “income”' }));
  expect(editor.document.variables.map(({ name, type }) => `${name} ${type}`)).toEqual(['age Number', 'income Number']);
  expect((configOf(editor.document).asking as { variable: string }).variable).toBe('income');
});

test('a new variable for a field of an answer has the type that the sample has there', async () => {
  const config = {
    ...firstConfigOf('data.http', making),
    address: 'https://shop.example/',
    sample: '{"slots": ["9", "10"], "open": true}',
    picks: [
      { path: 'slots', variable: 'age' },
      { path: 'open', variable: 'age' },
    ],
  };
  const { editor } = draw(<NodePanel id="node0001" onClose={() => undefined} />, streamWith('data.http', config));
  for (const [place, name] of ['slots', 'isOpen'].entries()) {
    const field = screen.getAllByRole('textbox', { name: 'Variable' })[place] as HTMLElement;
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: name } });
    fireEvent.click(await screen.findByRole('option', { name: `New variable “${name}”` }));
  }
  expect(editor.document.variables.map(({ name, type }) => `${name} ${type}`)).toEqual(['age Number', 'slots List', 'isOpen Boolean']);
});

test('findings of a node stand in its form', () => {
  const finding: Finding = {
    code: 'EXIT_MISSING',
    level: 'error',
    node: 'node0001',
    exit: 'next',
    field: '',
    text: 'Nothing is joined to this exit.',
    what: 'exitOpen',
    slots: {},
    way: [],
  };
  draw(<NodePanel id="node0001" onClose={() => undefined} />, streamWith('message.text'), { shell: { findings: [finding] } });
  expect(within(screen.getByRole('alert')).getByText('Nothing is joined to this exit.')).toBeTruthy();
});

test('a form is chosen by its name; how it is asked, what it begins with, its variable and its reminder are kept', async () => {
  const api = stubApi({ refs: async (kind) => (kind === 'form' ? [{ id: 'f1', name: 'Loan', detail: '', extra: {} }] : []) });
  const { editor, container } = draw(<NodePanel id="node0001" onClose={() => undefined} />, streamWith('input.form'), { api });
  fireEvent.click(screen.getByRole('combobox', { name: 'Form' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Loan' }));
  fireEvent.change(screen.getAllByRole('textbox', { name: /^Words before it/ }).filter(isLabelled)[0] as Element, {
    target: { value: 'A few questions:' },
  });
  fireEvent.click(screen.getByRole('combobox', { name: 'How it is asked' }));
  fireEvent.click(await screen.findByRole('option', { name: 'On a page of its own' }));
  expect(screen.getByText('The person gets the address of a page and fills it in there.')).toBeTruthy();
  const prefill = within(screen.getByRole('group', { name: /^Filled in beforehand/ }));
  fireEvent.click(prefill.getByRole('button', { name: 'Add' }));
  fireEvent.change(prefill.getByRole('textbox', { name: 'Its field' }), { target: { value: 'income' } });
  fireEvent.change(prefill.getByRole('textbox', { name: 'Value' }), { target: { value: 'age' } });
  fireEvent.click(screen.getByRole('switch', { name: /^Remind once/ }));
  fireEvent.change(screen.getAllByRole('textbox', { name: /^Words of the reminder/ }).filter(isLabelled)[0] as Element, {
    target: { value: 'Still open:' },
  });
  expect(configOf(editor.document)).toMatchObject({
    form: { ref: 'form', id: 'f1', name: 'Loan' },
    text: { en: 'A few questions:' },
    face: 'page',
    prefill: { income: 'age' },
    remindSeconds: 3600,
    remindText: { en: 'Still open:' },
  });
  expect(summaryOf(editor.document, nodeOf(editor.document, 'node0001') as never)).toBe('Loan');
  expect(await faultsOf(container)).toEqual([]);
});
