import { applyKnown, checkDocument, faultCodes, findingTexts, refKinds, type TestCase } from '@parley/journey';
import findingsEn from '@parley/ui/findings/en.json' with { type: 'json' };
import { setLanguage } from '@parley/ui/i18n';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { SavedTest } from '../api.ts';
import { Outline } from '../outline/outline.tsx';
import { rowViewsOf } from '../outline/row-views.ts';
import { Play } from '../play/play.ts';
import { draw, stubApi } from '../test-draw.tsx';
import { makeStream, nestedStreams, smallStream } from '../test-stream.ts';
import { CheckPanel } from './check-panel.tsx';
import { comparisonOf } from './comparison.ts';
import { PartsPanel } from './parts-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { type Run, TestsPanel } from './tests-panel.tsx';
import { TryPanel } from './try-panel.tsx';
import { VariablesPanel } from './variables-panel.tsx';

const close = () => undefined;

function RunsTests() {
  const [run, setRun] = useState<Run | null>(null);
  return <TestsPanel run={run} onRun={setRun} onClose={close} />;
}

test('each finding, each fault of an expression and each kind of reference has words, which are the English ones of the check', () => {
  expect(findingsEn.found).toEqual(findingTexts);
  expect(Object.keys(findingsEn.fault)).toEqual([...faultCodes, 'never_equal']);
  expect(Object.keys(findingsEn.ref)).toEqual([...refKinds]);
});

test('the check speaks the language of its reader, with the values in it; what an expression is refused for is English behind its kind', async () => {
  const findings = checkDocument(
    makeStream({
      text0001: { type: 'message.text', config: { text: { en: '{{ nobody }}' } }, to: { next: 'inner001' } },
      inner001: { type: 'logic.stream', config: { stream: { ref: 'stream', id: '', name: '' } }, to: { done: 'end00001' } },
      end00001: { type: 'mark.end' },
    }),
    { shapes: [], customer: {} },
  );
  draw(<CheckPanel onClose={close} />, smallStream(), { shell: { findings } });
  expect(screen.getByText('There is nothing named “nobody”.')).toBeTruthy();
  expect(screen.getByText('Choose a stream.')).toBeTruthy();
  await setLanguage('hi');
  expect(await screen.findByText('अनजान नाम: There is nothing named “nobody”.')).toBeTruthy();
  expect(screen.getByText('स्ट्रीम चुनें।')).toBeTruthy();
});

test('the outline is a tree that arrows walk and Enter opens, with every action in its menu', async () => {
  const { editor, container, shell } = draw(<Outline />, smallStream());
  const rows = screen.getAllByRole('treeitem');
  expect(rows.map((row) => row.getAttribute('aria-level'))).toEqual(['1', '1', '1', '2', '2']);
  expect(
    (await axe.run(container, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } })).violations.map(
      ({ id }) => id,
    ),
  ).toEqual([]);
  rows[0]?.focus();
  fireEvent.keyDown(rows[0] as Element, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(rows[1]);
  fireEvent.keyDown(rows[1] as Element, { key: 'Enter' });
  expect(editor.getState().opened).toBe('ask00001');
  fireEvent.click(within(rows[2] as HTMLElement).getByRole('button', { name: /^Actions/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Connect to…' }));
  expect(shell.askConnect).toHaveBeenCalledWith('cond0001');
  await setLanguage('hi');
  expect(await screen.findByText('शुरुआत')).toBeTruthy();
});

test('a key in a form changes what one row of the outline says, so no other one is drawn again', () => {
  const before = smallStream();
  const [first] = before.nodes;
  const edited = applyKnown(before, [{ kind: 'setNode', node: { ...first, name: 'Welcome' } as typeof first & object }]);
  if (!('document' in edited)) throw new Error('not edited');
  const rowsOf = (document: typeof before) => rowViewsOf(document, new Set(['hello001']), new Map());
  const [was, is] = [rowsOf(before), rowsOf(edited.document)];
  const changed = is.flatMap((row, place) =>
    Object.entries(row).flatMap(([key, value]) => (Object.is(value, was[place]?.[key as keyof typeof row]) ? [] : [`${row.id} ${key}`])),
  );
  expect(changed).toEqual(['hello001 title']);
});

test('settings, variables, milestones and languages are changes of the stream', async () => {
  const { editor, unmount } = draw(<SettingsPanel onClose={close} />, smallStream());
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Loan' } });
  fireEvent.click(screen.getByRole('switch', { name: 'Other streams may take the conversation over' }));
  expect([editor.document.name, editor.document.settings.mayBeInterrupted]).toEqual(['Loan', false]);
  unmount();

  const variables = draw(<VariablesPanel onClose={close} />, smallStream());
  const name = screen.getByRole('textbox', { name: 'Name' });
  fireEvent.change(name, { target: { value: 'Not a name' } });
  fireEvent.blur(name);
  expect(variables.editor.document.variables[0]?.name).toBe('age');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Sensitive' }));
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(variables.editor.document.variables.map(({ name: one, isSensitive }) => `${one} ${isSensitive}`)).toEqual([
    'age true',
    'value2 false',
  ]);
  // Defaults are computed where nobody knows open hours.
  const [first] = screen.getAllByRole('textbox', { name: 'Default, as an expression' });
  fireEvent.change(first as Element, { target: { value: 'isOpen()' } });
  expect(screen.getByText('There is no function “isOpen”.')).toBeTruthy();
  fireEvent.click(screen.getByText('Age'));
  expect(variables.shell.goTo).toHaveBeenCalledWith('ask00001', true);
  variables.unmount();

  const parts = draw(<PartsPanel onClose={close} />, smallStream());
  fireEvent.click(screen.getAllByRole('button', { name: 'Add' })[0] as Element);
  expect(parts.editor.document.milestones.map(({ name: one }) => one)).toEqual(['Milestone 1']);
});

test('saved conversations are played at once, what differs leads to its node, and coverage names what nobody has tried', async () => {
  const saved: SavedTest[] = ['21', '3'].map((said, place) => ({
    id: `test000${place}`,
    test: {
      id: `test000${place}`,
      name: `Says ${said}`,
      facts: {
        now: '2026-01-05T09:00:00Z',
        zone: 'UTC',
        language: 'en',
        country: '',
        channel: 'WHATSAPP',
        isWindowOpen: true,
        customer: {},
        customerId: 'test',
      },
      entry: null,
      said: null,
      turns: [{ kind: 'say', text: said }],
      stubs: {},
      expect: [{ kind: 'end', after: 1, state: 'COMPLETED', outcome: 'in' }],
    },
  }));
  const handleRun = vi.fn();
  const removed: string[] = [];
  const api = stubApi({
    tests: async () => saved,
    removeTest: async (id) => {
      removed.push(id);
    },
  });
  draw(<TestsPanel run={null} onRun={handleRun} onClose={close} />, smallStream(), { api });
  await screen.findByText('Says 21');
  fireEvent.click(screen.getByRole('button', { name: 'Run all' }));
  await waitFor(() => expect(handleRun).toHaveBeenCalled());
  const [[run]] = handleRun.mock.calls as [[Parameters<Parameters<typeof TestsPanel>[0]['onRun']>[0]]];
  expect([...run.results.values()].map(({ isPassed }) => isPassed)).toEqual([true, false]);
  expect([...run.failed]).toEqual(['end00002']);
  expect(run.coverage.nodes).toEqual({ covered: 5, all: 5 });
  fireEvent.click(screen.getByRole('button', { name: 'Delete Says 3' }));
  await waitFor(() => expect(removed).toEqual(['test0001']));
});

test('a difference is shown turn by turn, and “This is right now” saves it with one click, one by one or all', async () => {
  const facts = { channel: 'WHATSAPP', language: 'en', zone: 'UTC', country: 'IN', customer: { name: 'Asha' }, said: null };
  const play = Play.begin(smallStream(), facts, 0);
  const { record: _, ...written } = play.say('30').toTest('test0003', 'Written by hand');
  const kept = new Map<string, TestCase>(
    [
      play.say('21').toTest('test0001', 'Adult'),
      play.say('19').toTest('test0002', 'Just so'),
      play.say('18').toTest('test0004', 'Barely'),
      written,
    ].map((one) => [one.id, one]),
  );
  const api = stubApi({
    tests: async () => [...kept.values()].map((one) => ({ id: one.id, test: one })),
    saveTest: async (one) => void kept.set(one.id, one),
  });
  // Grown up at 25 now, and greeted with other words.
  const stream = smallStream();
  const nodes = stream.nodes.map((node) => {
    if (node.type === 'logic.condition') return { ...node, name: 'Grown up?', config: { test: { source: 'age >= 25', rows: null } } };
    return node.id === 'hello001' && node.type === 'message.text'
      ? { ...node, config: { ...node.config, text: { en: 'Hi {{ customer.name }}' } } }
      : node;
  });
  draw(<RunsTests />, { ...stream, nodes }, { api });
  await screen.findByText('Adult');
  fireEvent.click(screen.getByRole('button', { name: 'Run all' }));
  const adult = within(screen.getByText('Adult').closest('li') as HTMLElement);
  await adult.findByText('At the start');
  expect(adult.getByText('Turn 1: “21”')).toBeTruthy();
  expect(adult.getAllByText(/^(Expected|Got):/).map(({ textContent }) => textContent)).toEqual([
    'Expected: “Hello ⟨customer.name⟩”',
    'Got: “Hi ⟨customer.name⟩”',
    'Expected: Grown up? leaves by Yes',
    'Got: Grown up? leaves by No',
    'Expected: It stands at COMPLETED in',
    'Got: It stands at COMPLETED',
  ]);
  expect(screen.getByText('1 of 4 passed')).toBeTruthy();
  // While one is saved none is pressed.
  const press = async (name: string) => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name });
    await waitFor(() => expect(button.disabled).toBe(false));
    fireEvent.click(button);
  };
  await press('This is right now: Adult');
  await screen.findByText('2 of 4 passed');
  expect(kept.get('test0001')?.record?.[0]?.says[0]).toBe('Hi ⟨customer.name⟩');
  // One that was saved before there were records goes on as it was, until somebody asks for more.
  const before = 'It compares only what somebody wrote down for it.';
  expect(screen.getByText(before)).toBeTruthy();
  await press('Compare exits, values and texts from now on: Written by hand');
  await waitFor(() => expect(screen.queryByText(before)).toBeNull());
  expect(kept.get('test0003')?.record).toHaveLength(2);
  await press('All 2 are right now');
  await screen.findByText('4 of 4 passed');
  expect(screen.queryByRole('button', { name: /right now/ })).toBeNull();
});

test('two versions lie over each other: what is gone stands where it stood', () => {
  const before = smallStream();
  const after = {
    ...before,
    nodes: before.nodes.filter(({ id }) => id !== 'end00002').map((node) => (node.id === 'hello001' ? { ...node, name: 'Hi' } : node)),
    edges: before.edges.filter(({ to }) => to !== 'end00002'),
    layout: { ...before.layout, ask00001: [500, 500] as [number, number] },
  };
  const { union, marks, steps } = comparisonOf(before, after, { added: 'Added', removed: 'Removed', changed: 'Changed' });
  expect(union.nodes.map(({ id }) => id)).toContain('end00002');
  expect([...marks.nodes].map(([id, { tone }]) => `${id} ${tone}`)).toEqual(['end00002 removed', 'hello001 changed']);
  expect([...marks.edges]).toEqual([['cond0001 no', 'removed']]);
  expect(steps).toEqual(['end00002', 'hello001']);
});

test('a conversation with a stream inside shows its nodes by its name, and saved conversations play it too', async () => {
  const { main, inside } = nestedStreams();
  const play = Play.begin(
    main,
    { channel: 'WHATSAPP', language: 'en', zone: 'UTC', country: 'IN', customer: {}, said: null },
    0,
    inside,
  ).say('Pune');
  const { unmount } = draw(
    <TryPanel
      play={play}
      channel="WHATSAPP"
      isBeginning={false}
      failure=""
      onChannel={close}
      onBegin={close}
      onPlay={close}
      onClose={close}
    />,
    main,
  );
  for (const steps of screen.getAllByRole('button', { name: /steps?$/ })) fireEvent.click(steps);
  expect(screen.getAllByText(/ › /).map(({ textContent }) => textContent)).toEqual([
    'Address › City → Answered',
    'Echo › Repeat → Next',
    'Address › Echo → Done',
  ]);
  unmount();

  const api = stubApi({ tests: async () => [{ id: 'test0001', test: play.toTest('test0001', 'Pune') }] });
  const handleRun = vi.fn();
  draw(<TestsPanel run={null} onRun={handleRun} onClose={close} />, main, {
    api,
    shell: { readInside: async () => ({ inside, forms: new Map(), hours: { calendars: {}, own: null } }) },
  });
  await screen.findByText('Pune');
  fireEvent.click(screen.getByRole('button', { name: 'Run all' }));
  await waitFor(() => expect(handleRun).toHaveBeenCalled());
  expect(handleRun.mock.calls[0]?.[0].results.get('test0001')).toMatchObject({ isPassed: true, failures: [], differences: [] });
});

test('a trial says until when it is closed, by the hours as they are, and goes past the wait', async () => {
  const stream = makeStream({
    wait0001: { type: 'logic.open', config: { calendar: { ref: 'calendar', id: 'c1' } }, to: { next: 'open0001', error: 'end00001' } },
    open0001: { type: 'message.text', config: { text: { en: 'We are open.' } }, to: { next: 'end00001' } },
    end00001: { type: 'mark.end' },
  });
  const days = Array.from({ length: 7 }, () => [{ from: '09:00', to: '18:00' }]);
  const hours = { calendars: { c1: { timeZone: 'UTC', days, exceptions: [] } }, own: null };
  const facts = { channel: 'WHATSAPP', language: 'en', zone: 'UTC', country: 'IN', customer: {}, said: null };
  const play = Play.begin(stream, facts, Date.UTC(2026, 0, 6, 20), new Map(), hours);
  const handlePlay = vi.fn();
  const props = { play, channel: 'WHATSAPP', isBeginning: false, failure: '', onChannel: close, onBegin: close, onClose: close };
  const { unmount } = draw(<TryPanel {...props} onPlay={handlePlay} />, stream);
  expect(screen.getByText('Closed until Jan 07 2026 09:00:00 AM')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Skip the wait' }));
  const after = handlePlay.mock.calls[0]?.[0] as Play;
  expect([after.instance.state, after.now]).toEqual(['COMPLETED', Date.UTC(2026, 0, 7, 9)]);
  unmount();

  // Saved, it goes the same way where all are run; a calendar that is open then makes a difference.
  const api = stubApi({ tests: async () => [{ id: 'test0001', test: after.toTest('test0001', 'Morning') }] });
  const handleRun = vi.fn();
  const open = {
    calendars: { c1: { timeZone: 'UTC', days: days.map(() => [{ from: '00:00', to: '24:00' }]), exceptions: [] } },
    own: null,
  };
  for (const [known, isPassed] of [
    [hours, true],
    [open, false],
  ] as const) {
    const drawn = draw(<TestsPanel run={null} onRun={handleRun} onClose={close} />, stream, {
      api,
      shell: { readInside: async () => ({ inside: new Map(), forms: new Map(), hours: known }) },
    });
    await screen.findByText('Morning');
    fireEvent.click(screen.getByRole('button', { name: 'Run all' }));
    await waitFor(() => expect(handleRun.mock.lastCall?.[0].results.get('test0001')).toMatchObject({ isPassed }));
    drawn.unmount();
  }
});

test('a call shows what goes out, values written in, with the size of its body', () => {
  const body = '{"day": "{{ day }}", "on": {{ day }}, "who": "{{ customer.name }}"}';
  const stream = makeStream(
    {
      call0001: {
        type: 'data.http',
        config: {
          method: 'POST',
          address: 'https://shop.example/orders',
          query: [{ name: 'for', value: 'customer.name' }],
          headers: [
            { name: 'X-Day', value: 'day' },
            { name: 'Host', value: '"elsewhere.example"' },
          ],
          body: { kind: 'json', text: body },
        },
        to: { ok: 'end00001' },
      },
      end00001: { type: 'mark.end' },
    },
    { variables: [{ name: 'day', type: 'Date', default: 'date("2026-01-07")' }] },
  );
  const facts = { channel: 'WHATSAPP', language: 'en', zone: 'Asia/Kolkata', country: 'IN', customer: { name: 'Zoë K' }, said: null };
  const shownOn = (play: Play) => {
    const props = { play, channel: 'WHATSAPP', isBeginning: false, failure: '' };
    return draw(<TryPanel {...props} onChannel={close} onBegin={close} onPlay={close} onClose={close} />, stream);
  };
  const { unmount } = shownOn(Play.begin(stream, facts, 0));
  expect(screen.getByText('Call: POST https://shop.example/orders?for=Zo%C3%AB+K')).toBeTruthy();
  const sent = '{"day": "Jan 7, 2026", "on": "2026-01-07", "who": "Zoë K"}';
  expect(screen.getByRole('group', { name: 'What goes out' }).textContent).toBe(
    `X-Day: Jan 7, 2026\ncontent-type: application/json\n\n${sent}`,
  );
  expect(screen.getByText('Body of 59 bytes')).toBeTruthy();
  expect(screen.queryByText('This body is no JSON.')).toBeNull();
  unmount();
  const torn = { method: 'POST', address: 'https://shop.example/', body: { kind: 'json', text: '{"who": {{ customer.name }} }}' } };
  shownOn(Play.begin(makeStream({ call0001: { type: 'data.http', config: torn } }), facts, 0));
  expect(screen.getByText('This body is no JSON.')).toBeTruthy();
});
