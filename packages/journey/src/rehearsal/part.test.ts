import { expect, test } from 'vitest';
import type { InstanceState } from '../engine/state.ts';
import { type Passed, partingOf } from './part.ts';

/** 'ask ok 2': the node, its exit ('-': it stands there), and the input that led there (0: a time that was over). */
const walk = (state: InstanceState, ...written: string[]) => ({
  state,
  passed: written.map((one, place): Passed => {
    const [node = '', exit = '', by = '0'] = one.split(' ');
    return { stream: 's', node, exit: exit === '-' ? null : exit, by: Number(by), at: Number(by) || place };
  }),
});
const to = (node: string) => ({ stream: 's', node });
const was = walk('COMPLETED', 'ask - 1', 'ask ok 2', 'menu - 2', 'menu yes 3', 'end - 3');

test('the same inputs lead the same way: asked twice, reminded or later is no other way', () => {
  expect(partingOf(was, was)).toBeUndefined();
  expect(partingOf(was, walk('COMPLETED', 'ask - 1', 'ask - 0', 'ask ok 2', 'menu - 2', 'menu yes 3', 'end - 3'))).toBeUndefined();
});

const parts: [string, ReturnType<typeof walk>, unknown][] = [
  [
    'by another exit',
    walk('COMPLETED', 'ask - 1', 'ask ok 2', 'menu - 2', 'menu no 3', 'end - 3'),
    { node: to('menu'), was: { exit: 'yes', to: to('end'), state: '' }, would: { exit: 'no', to: to('end'), state: '' } },
  ],
  [
    'the exit leads to another node',
    walk('WAITING', 'ask - 1', 'ask ok 2', 'score - 2'),
    { node: to('ask'), was: { exit: 'ok', to: to('menu'), state: '' }, would: { exit: 'ok', to: to('score'), state: '' } },
  ],
  [
    'the exit leads nowhere any more',
    walk('FAILED', 'ask - 1', 'ask ok 2'),
    { node: to('ask'), was: { exit: 'ok', to: to('menu'), state: '' }, would: { exit: 'ok', to: null, state: 'FAILED' } },
  ],
  [
    'an answer is not taken any more',
    walk('WAITING', 'ask - 1', 'ask - 2', 'ask - 3'),
    { node: to('ask'), was: { exit: 'ok', to: to('menu'), state: '' }, would: { exit: null, to: null, state: 'WAITING' } },
  ],
  [
    'it is taken from a later answer only',
    walk('WAITING', 'ask - 1', 'ask - 2', 'ask ok 3', 'menu - 3'),
    { node: to('ask'), was: { exit: 'ok', to: to('menu'), state: '' }, would: { exit: null, to: null, state: 'WAITING' } },
  ],
  [
    'it begins elsewhere',
    walk('WAITING', 'hello next 1', 'ask - 1'),
    { node: null, was: { exit: null, to: to('ask'), state: '' }, would: { exit: null, to: to('hello'), state: '' } },
  ],
  [
    'it ends in another way',
    walk('FAILED', 'ask - 1', 'ask ok 2', 'menu - 2', 'menu yes 3', 'end - 3'),
    { node: to('end'), was: { exit: null, to: null, state: 'COMPLETED' }, would: { exit: null, to: null, state: 'FAILED' } },
  ],
];

test.each(parts)('the place where they part is said both ways: %s', (_, would, parting) => {
  expect(partingOf(was, would)).toEqual(parting);
});
