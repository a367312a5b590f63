import { expect, test, vi } from 'vitest';
import { Saver } from '../editor/saver.ts';
import { smallStream } from '../test-stream.ts';
import { ownStore } from './own-store.ts';

const openBy = (owner: string | null) =>
  new Saver('j1', 7, null, {
    api: { edit: () => new Promise(() => undefined) },
    store: ownStore(owner),
    now: Date.now,
    onState: () => undefined,
    onSaved: () => undefined,
    onSessionOut: () => undefined,
    onHeld: () => undefined,
  });

test('unsaved changes of one person are kept for that person: nobody else at this browser finds them in the same stream', () => {
  vi.useFakeTimers();
  openBy('e1:asha').add([{ kind: 'rename', name: 'Of Asha' }]);
  expect(Object.keys(localStorage)).toEqual(['own:e1:asha:typed:designer:j1']);
  expect(openBy('e1:ben').recover(smallStream())).toBeUndefined();
  expect(openBy('e2:asha').recover(smallStream())).toBeUndefined();
  expect(openBy('e1:asha').recover(smallStream())?.name).toBe('Of Asha');
  vi.useRealTimers();
});

test('nothing is kept in a browser whose user is not known', () => {
  vi.useFakeTimers();
  openBy(null).add([{ kind: 'rename', name: 'Whose?' }]);
  expect(Object.keys(localStorage)).toEqual([]);
  vi.useRealTimers();
});
