import { expect, test } from 'vitest';
import { makeStream } from '../test-stream.ts';
import { cardViewOf } from './card-view.ts';
import { viewWith } from './geometry.ts';

const stage = { width: 1000, height: 600 };
const card = { width: 200, height: 100 };

test.each([
  ['in sight', { x: 0, y: 0, zoom: 1 }, { x: 100, y: 100 }, { x: 0, y: 0 }],
  ['in sight of a view that is moved and small', { x: -500, y: 40, zoom: 0.5 }, { x: 1200, y: 100 }, { x: -500, y: 40 }],
  ['right of the stage', { x: 0, y: 0, zoom: 1 }, { x: 900, y: 100 }, { x: -120, y: 0 }],
  ['left and above', { x: 0, y: 0, zoom: 1 }, { x: -300, y: -50 }, { x: 320, y: 70 }],
  ['below, half as large', { x: 0, y: 0, zoom: 0.5 }, { x: 100, y: 1200 }, { x: 0, y: -70 }],
] as const)('a card %s moves the view no further than it takes', (_where, view, at, moved) => {
  expect(viewWith(view, { ...at, ...card }, stage)).toEqual({ ...moved, zoom: view.zoom });
});

test('a card larger than the stage shows its beginning', () => {
  expect(viewWith({ x: 0, y: 0, zoom: 1 }, { x: 50, y: 50, width: 1200, height: 900 }, stage)).toEqual({ x: -30, y: -30, zoom: 1 });
});

test('the card of a call shows where it goes when it fails or nobody knows, joined or not; other nodes keep such exits quiet', () => {
  const stream = makeStream({
    call0001: { type: 'data.http', config: { address: 'https://shop.example/' }, to: { ok: 'tell0001' } },
    tell0001: { type: 'message.text', config: { text: { en: 'Done.' } }, to: { next: 'end00001' } },
    end00001: { type: 'mark.end' },
  });
  const shown = stream.nodes.map((node) => cardViewOf(stream, node));
  expect(shown.map(({ exits }) => exits.map(({ id, isNeeded, isJoined }) => `${id} ${isNeeded} ${isJoined}`))).toEqual([
    ['ok true true', 'unknown false false', 'error false false'],
    ['next true true'],
    [],
  ]);
  expect(shown[0]?.size.exitTops.map(({ id }) => id)).toEqual(['ok', 'unknown', 'error']);
});
