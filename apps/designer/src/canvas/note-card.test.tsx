import { type Document, fingerprintOf } from '@parley/journey';
import { fireEvent, screen } from '@testing-library/react';
import { ReactFlowProvider } from '@xyflow/react';
import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { Editor } from '../editor/editor.ts';
import { draw } from '../test-draw.tsx';
import { smallStream } from '../test-stream.ts';
import { boundsOf, noteSizeNear } from './geometry.ts';
import { NoteCard, type NoteData } from './note-card.tsx';

test('arrow keys on the corner of a note change its size, and reach nobody else', () => {
  const wanted: unknown[] = [];
  const data: NoteData = {
    text: '',
    size: [220, 120],
    isEditable: true,
    onText: () => undefined,
    onSize: (change, key) => void wanted.push([...change([220, 120]), key]),
    onRemove: () => undefined,
  };
  const heard: string[] = [];
  const listen = (event: KeyboardEvent) => void heard.push(event.key);
  globalThis.addEventListener('keydown', listen);
  const props = { id: 'note0001', data } as unknown as ComponentProps<typeof NoteCard>;
  draw(
    <ReactFlowProvider>
      <NoteCard {...props} />
    </ReactFlowProvider>,
    smallStream(),
  );
  const grip = screen.getByRole('button', { name: 'Size of the note: 220 × 120. Arrow keys change it' });
  for (const key of ['ArrowRight', 'ArrowUp', 'x']) fireEvent.keyDown(grip, { key });
  globalThis.removeEventListener('keydown', listen);
  expect([wanted, heard]).toEqual([
    [
      [240, 120, 'size note0001'],
      [220, 100, 'size note0001'],
    ],
    ['x'],
  ]);
});

test('a size is kept within its bounds, taken back as a step, and no part of what a version is', () => {
  expect([noteSizeNear([90, 5000]), noteSizeNear([300.4, 99.6])]).toEqual([
    [120, 1200],
    [300, 100],
  ]);
  const document: Document = { ...smallStream(), notes: [{ id: 'note0001', text: 'Why', at: [0, 0] }] };
  const editor = new Editor(document);
  editor.change([{ kind: 'setNotes', notes: [{ id: 'note0001', text: 'Why', at: [0, 0], size: [1200, 1000] }] }]);
  expect(boundsOf(editor.document)).toMatchObject({ bottom: 1000 });
  expect(fingerprintOf(editor.document)).toBe(fingerprintOf(document));
  editor.undo();
  expect(editor.document.notes).toEqual(document.notes);
});
