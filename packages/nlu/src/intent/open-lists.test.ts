import { expect, test } from 'vitest';
import { findOpenLists } from './open-lists.ts';

const listOf = (id: string, values: readonly string[]) => ({
  id,
  name: id,
  values: values.map((value) => ({ value, type: 'synonyms' as const, synonyms: [value], pattern: [] })),
});
const songs = Array.from({ length: 20 }, (_, at) => `song${at}`);
const examples = songs.map((song) => ({
  text: `play ${song}`,
  intent: 'play',
  values: [{ entity: 'song', start: 5, end: 5 + song.length }],
}));

test('a list of what phrases mentioned once each is open', () => {
  expect(findOpenLists(examples, [listOf('song', songs)])).toEqual(new Set(['song']));
});

test('a list that knows more than the phrases is somebody’s own', () => {
  expect(findOpenLists(examples, [listOf('song', [...songs, 'another'])])).toEqual(new Set());
});

test('a list whose values come again is whole', () => {
  expect(findOpenLists([...examples, ...examples], [listOf('song', songs)])).toEqual(new Set());
});

test('short lists and patterns are taken as they are', () => {
  expect(findOpenLists(examples.slice(0, 19), [listOf('song', songs.slice(0, 19))])).toEqual(new Set());
  const pattern = { id: 'song', name: 'song', values: [{ value: 'song', type: 'pattern' as const, synonyms: [], pattern: ['song\\d+'] }] };
  expect(findOpenLists(examples, [pattern])).toEqual(new Set());
});
