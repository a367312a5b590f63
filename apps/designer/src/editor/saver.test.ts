import { applyOperations, type Operation } from '@parley/journey';
import { expect, test, vi } from 'vitest';
import { Offline, RevisionConflict } from '../api.ts';
import { smallStream } from '../test-stream.ts';
import { Editor } from './editor.ts';
import { compact, Saver, type Saving, saveAt } from './saver.ts';

const rename = (name: string): Operation => ({ kind: 'rename', name });

function makeStore(): Storage & { held: Map<string, string> } {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  } as never;
}

function makeSaver(
  edit: (base: number, operations: readonly Operation[]) => Promise<{ revision: number; at: string }>,
  store = makeStore(),
) {
  const states: Saving[] = [];
  const saver = new Saver('j1', 7, null, {
    api: { edit },
    store,
    now: () => Date.now(),
    onState: (state) => states.push(state),
    onSaved: () => undefined,
    onSessionOut: () => undefined,
    onHeld: () => undefined,
  });
  return { saver, states, store };
}

test('changes are saved a second after the last one, and five after the first at most', () => {
  expect(saveAt(0, 0)).toBe(1000);
  expect(saveAt(0, 3500)).toBe(4500);
  expect(saveAt(0, 4900)).toBe(5000);
});

test('typing is one operation, and what lies between other changes stays in its order', () => {
  const hello = smallStream().nodes[0];
  if (!hello) throw new Error('no node');
  const set = (name: string): Operation => ({ kind: 'setNode', node: { ...hello, name } });
  expect(compact([set('H'), set('He'), rename('x'), rename('xy'), set('Hel')])).toEqual([set('He'), rename('xy'), set('Hel')]);
});

test('a change made while a save is under way goes with the next one, on the new revision', async () => {
  vi.useFakeTimers();
  const sent: [number, readonly Operation[]][] = [];
  const answers: (() => void)[] = [];
  const { saver, states } = makeSaver((base, operations) => {
    sent.push([base, operations]);
    return new Promise((resolve) => answers.push(() => resolve({ revision: base + 1, at: '2026-01-05T09:00:00Z' })));
  });
  saver.add([rename('a')]);
  await vi.advanceTimersByTimeAsync(1000);
  saver.add([rename('b')]);
  answers[0]?.();
  await vi.advanceTimersByTimeAsync(1000);
  answers[1]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([
    [7, [rename('a')]],
    [8, [rename('b')]],
  ]);
  expect(states.at(-1)).toEqual({ kind: 'saved', at: '2026-01-05T09:00:00Z' });
  expect(saver.isDirty).toBe(false);
});

test('a save that is asked for while one is on its way waits for it, and for what was typed since', async () => {
  const sent: (readonly Operation[])[] = [];
  const answers: (() => void)[] = [];
  const { saver } = makeSaver((base, operations) => {
    sent.push(operations);
    return new Promise((resolve) => answers.push(() => resolve({ revision: base + 1, at: '' })));
  });
  saver.add([rename('a')]);
  const first = saver.save();
  saver.add([rename('b')]);
  const second = saver.save();
  answers[0]?.();
  // The words that were typed meanwhile have not arrived with the first.
  expect(await first).toBe(false);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  expect([await second, saver.isDirty, sent]).toEqual([true, false, [[rename('a')], [rename('b')]]]);
});

test('offline it stays in the browser, is tried again, and the next visit goes on with it', async () => {
  vi.useFakeTimers();
  let isThere = false;
  const edit = async (base: number) => {
    if (!isThere) throw new Offline();
    return { revision: base + 1, at: '' };
  };
  const { saver, states, store } = makeSaver(edit);
  saver.add([rename('kept')]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(states.at(-1)).toEqual({ kind: 'offline' });
  const later = makeSaver(edit, store);
  expect(later.saver.recover(smallStream())?.name).toBe('kept');
  later.saver.stop();
  isThere = true;
  await vi.advanceTimersByTimeAsync(5000);
  expect([states.at(-1)?.kind, store.held.size]).toEqual(['saved', 0]);
});

test('a wrong base is shown, and neither side is overwritten unseen', async () => {
  const theirs = { ...smallStream(), name: 'Theirs' };
  let bases: number[] = [];
  const { saver } = makeSaver(async (base) => {
    bases = [...bases, base];
    if (base === 7) throw new RevisionConflict(9, theirs);
    return { revision: base + 1, at: '' };
  });
  saver.add([{ kind: 'setLanguages', languages: ['en', 'hi'] }]);
  expect(await saver.save()).toBe(false);
  expect(saver.state).toEqual({ kind: 'conflict', revision: 9, document: theirs });
  expect(await saver.save()).toBe(false);
  const both = saver.resolve(true);
  expect([both?.name, both?.languages]).toEqual(['Theirs', ['en', 'hi']]);
  expect(await saver.save()).toBe(true);
  expect(bases).toEqual([7, 9]);
});

test('200 changes are taken back one by one, typing as one, and what was taken back is told like any change', () => {
  const editor = new Editor(smallStream());
  const told: Operation[] = [];
  editor.onChange((operations) => told.push(...operations));
  for (const [at, name] of ['L', 'Lo', 'Loan'].entries()) editor.change([rename(name)], 'rename', at * 100);
  editor.change([rename('Loans')], 'rename', 60_000);
  expect(editor.undo()).toBe(true);
  expect(editor.document.name).toBe('Loan');
  expect(editor.undo()).toBe(true);
  expect(editor.document.name).toBe('Test');
  expect(editor.undo()).toBe(false);
  expect(editor.redo()).toBe(true);
  expect(editor.document.name).toBe('Loan');
  expect(applyOperations(smallStream(), told)).toMatchObject({ document: { name: 'Loan' } });
  for (let place = 0; place < 250; place += 1) editor.change([rename(`n${place}`)]);
  let steps = 0;
  while (editor.undo()) steps += 1;
  expect(steps).toBe(200);
});

test('a user who only watches changes nothing', () => {
  const editor = new Editor(smallStream(), { isReadOnly: true });
  expect(editor.change([rename('x')])).toBe(false);
  expect(editor.document.name).toBe('Test');
});
