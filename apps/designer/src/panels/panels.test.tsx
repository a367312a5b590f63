import { setLanguage } from '@parley/ui/i18n';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, test, vi } from 'vitest';
import type { SavedTest } from '../api.ts';
import en from '../locales/en/designer.json';
import hi from '../locales/hi/designer.json';
import { Outline } from '../outline/outline.tsx';
import { draw, stubApi } from '../test-draw.tsx';
import { smallStream } from '../test-stream.ts';
import { comparisonOf } from './comparison.ts';
import { PartsPanel } from './parts-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { TestsPanel } from './tests-panel.tsx';
import { VariablesPanel } from './variables-panel.tsx';

const close = () => undefined;

test('Hindi has every word that English has, with the same values in it', () => {
  const flat = (words: Record<string, Record<string, string>>) =>
    Object.entries(words).flatMap(([group, keys]) =>
      Object.entries(keys).map(
        ([key, text]) => [`${group}.${key}`, [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted()] as const,
      ),
    );
  expect(Object.fromEntries(flat(hi))).toEqual(Object.fromEntries(flat(en)));
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
  const [[run]] = handleRun.mock.calls as [[Parameters<Parameters<typeof TestsPanel>[0]['onRun']>[0]]];
  expect([...run.results.values()].map(({ isPassed }) => isPassed)).toEqual([true, false]);
  expect([...run.failed]).toEqual(['end00002']);
  expect(run.coverage.nodes).toEqual({ covered: 5, all: 5 });
  fireEvent.click(screen.getByRole('button', { name: 'Delete Says 3' }));
  await waitFor(() => expect(removed).toEqual(['test0001']));
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
