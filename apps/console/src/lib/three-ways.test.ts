import { expect, test } from 'vitest';
import { compareThree, keepBoth } from './three-ways.ts';

const opened = { name: 'Shop', words: ['a'], hours: { from: '09:00', to: '18:00' } };

test('changes of each side are told apart, value by value', () => {
  const stands = { ...opened, hours: { from: '08:00', to: '18:00' } };
  const typed = { ...opened, name: 'Store', hours: { from: '09:00', to: '17:00' } };
  const differences = compareThree(opened, stands, typed);
  expect(differences).toEqual([
    { path: 'name', opened: 'Shop', stands: 'Shop', typed: 'Store', isConflict: false },
    { path: 'hours.from', opened: '09:00', stands: '08:00', typed: '09:00', isConflict: false },
    { path: 'hours.to', opened: '18:00', stands: '18:00', typed: '17:00', isConflict: false },
  ]);
  expect(keepBoth(typed, differences)).toEqual({ name: 'Store', words: ['a'], hours: { from: '08:00', to: '17:00' } });
});

test('a field that both have changed is taken as it is chosen, and is no conflict when both agree', () => {
  const stands = { ...opened, name: 'Market', words: ['a', 'b'] };
  const typed = { ...opened, name: 'Store', words: ['a', 'b'] };
  const differences = compareThree(opened, stands, typed);
  expect(differences.map(({ path, isConflict }) => [path, isConflict])).toEqual([
    ['name', true],
    ['words', false],
  ]);
  expect(keepBoth(typed, differences, { name: 'stands' })).toEqual(stands);
  expect(keepBoth(typed, differences, { name: 'typed' })).toEqual(typed);
});

test('a value that somebody has taken away is taken away', () => {
  const [before, stands] = [{ data: { city: 'Pune', plan: 'gold' } }, { data: { city: 'Pune' } }];
  const typed = { data: { city: 'Mumbai', plan: 'gold' } };
  expect(keepBoth<object>(typed, compareThree(before, stands, typed))).toEqual({ data: { city: 'Mumbai' } });
});
