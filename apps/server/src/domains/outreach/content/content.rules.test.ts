import { expect, test } from 'vitest';
import { chosenByRule, measured, rank } from './content.rules.ts';

const content = (letter: 'A' | 'B' | 'C', left: number, read: number) => ({
  content: letter,
  left,
  delivered: measured(left, left),
  read: measured(read, left),
  clicked: measured(0, left),
});

test('screens 3.4 the best and the second are ranked by the measure, and clear is what chance does not explain', () => {
  const close = rank([content('A', 100, 50), content('B', 100, 60)], 'read');
  expect(close).toMatchObject({ best: 'B', second: 'A', isClear: false });
  expect([close.difference?.share.toFixed(2), (close.difference?.low ?? 0) < 0]).toEqual(['0.10', true]);
  const far = rank([content('A', 100, 50), content('B', 100, 70), content('C', 100, 20)], 'read');
  expect(far).toMatchObject({ best: 'B', second: 'A', isClear: true });
  expect((far.difference?.low ?? 0) > 0).toBe(true);
  // The same shares of more people: now it is clear.
  expect(rank([content('A', 1000, 500), content('B', 1000, 600)], 'read').isClear).toBe(true);
});

test('screens 3.4 the first of the plan is best among equal ones, and one that has left for nobody is none', () => {
  expect(rank([content('A', 10, 5), content('B', 10, 5)], 'read')).toMatchObject({ best: 'A', second: 'B', isClear: false });
  expect(rank([content('A', 0, 0), content('B', 10, 0)], 'read')).toEqual({ best: 'B', second: '', difference: null, isClear: false });
  expect(rank([content('A', 0, 0), content('B', 0, 0)], 'read')).toEqual({ best: '', second: '', difference: null, isClear: false });
});

test('screens 3.4 the rule hand leaves the choice to a person, clear needs a clear best, best takes what is best', () => {
  const [clear, close, none] = [
    { best: 'B', isClear: true } as const,
    { best: 'B', isClear: false } as const,
    { best: '', isClear: false } as const,
  ];
  const of = (rule: 'hand' | 'clear' | 'best') => [clear, close, none].map((found) => chosenByRule({ rule, ...found }));
  expect(of('hand')).toEqual([undefined, undefined, undefined]);
  expect(of('clear')).toEqual(['B', undefined, undefined]);
  expect(of('best')).toEqual(['B', 'B', undefined]);
});
