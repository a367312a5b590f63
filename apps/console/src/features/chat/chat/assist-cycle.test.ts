import { expect, test } from 'vitest';
import { layAt, layNext } from './assist-cycle.ts';

test('one key lays the first draft, again the next, and after the last the first', () => {
  const drafts = ['One', 'Two'];
  const first = layNext('', drafts, undefined);
  const second = layNext('One', drafts, first);
  const third = layNext('Two', drafts, second);
  expect([first, second, third].map((cycle) => cycle?.laid)).toEqual(['One', 'Two', 'One']);
});

test('words of the writer stay above a draft, and what was typed since begins anew', () => {
  const drafts = ['One', 'Two'];
  const first = layNext('Hello, ', drafts, undefined);
  expect(first?.laid).toBe('Hello,\nOne');
  expect(layNext('Hello,\nOne', drafts, first)?.laid).toBe('Hello,\nTwo');
  expect(layNext('Hello,\nOne more', drafts, first)?.laid).toBe('Hello,\nOne more\nOne');
});

test('a chosen draft makes room for another, and without drafts nothing is laid', () => {
  const drafts = ['One', 'Two'];
  const second = layAt('Hi', drafts, 1, undefined);
  expect([second?.laid, layAt('Hi\nTwo', drafts, 0, second)?.laid]).toEqual(['Hi\nTwo', 'Hi\nOne']);
  expect([layNext('', [], undefined), layAt('', drafts, 7, undefined)]).toEqual([undefined, undefined]);
});
