import { expect, test } from 'vitest';
import { readSelection, tidyRange, toSegments } from './phrase-segments.ts';

const ref = (entityStartPos: number, entityEndPos: number) => ({ entityId: 'c', entityStartPos, entityEndPos });

test('INTENT-024 a phrase is cut at its marks, whose ends are inclusive', () => {
  expect(toSegments('fly to Pune now', [ref(7, 10)]).map(({ text }) => text)).toEqual(['fly to ', 'Pune', ' now']);
  expect(toSegments('Pune', [ref(0, 3)]).map(({ text }) => text)).toEqual(['Pune']);
});

test('marks that do not fit are left out', () => {
  expect(toSegments('fly', [ref(1, 9), ref(2, 1)]).map(({ text }) => text)).toEqual(['fly']);
  expect(toSegments('a b c', [ref(0, 2), ref(2, 4)]).map(({ text }) => text)).toEqual(['a b', ' c']);
});

test('white space at the ends of a selection is not marked', () => {
  expect(tidyRange('fly to Pune now', 6, 12)).toEqual({ start: 7, end: 10 });
  expect(tidyRange('a b', 1, 2)).toBeUndefined();
});

test('INTENT-010 a selection across marks is read as positions of the phrase', () => {
  const box = document.createElement('span');
  box.innerHTML = 'fly <mark>to</mark> 😀 Pune now';
  document.body.append(box);
  const range = document.createRange();
  range.setStart(box.querySelector('mark')?.firstChild as Node, 0);
  range.setEnd(box.lastChild as Node, 8);
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  expect(readSelection(box, selection)).toEqual({ start: 4, end: 13 });
  selection?.collapseToStart();
  expect(readSelection(box, selection)).toBeUndefined();
  box.remove();
});
