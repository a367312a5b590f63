import { expect, test } from 'vitest';
import { differingLines, differingPart } from './differing-part.ts';

const marked = (text: string, other: string) => {
  const { from, to } = differingPart(text, other);
  return text.slice(from, to);
};

test('the difference between two texts is marked in whole words, on either side', () => {
  expect([marked('Only today: 20 % off', 'Only today: 25 % off'), marked('Only today: 25 % off', 'Only today: 20 % off')]).toEqual([
    '20',
    '25',
  ]);
  expect([marked('Come to the sale', 'Come to the summer sale'), marked('Come to the summer sale', 'Come to the sale')]).toEqual([
    '',
    'summer ',
  ]);
  expect([marked('80', '100'), marked('same', 'same'), marked('new', ''), marked('', 'gone')]).toEqual(['80', '', 'new', '']);
  expect([marked('शुभ दीपावली', 'शुभ दिवाली'), marked('Hi 😀!', 'Hi 😁!')]).toEqual(['दीपावली', '😀']);
});

test('lines of a list that the other list lacks are marked', () => {
  expect(differingLines(['a', 'limit: 10', 'b'], ['b', 'limit: 12', 'a'])).toEqual([
    { from: 0, to: 0 },
    { from: 7, to: 9 },
    { from: 0, to: 0 },
  ]);
  expect(differingLines(['a', 'new'], ['a'])).toEqual([
    { from: 0, to: 0 },
    { from: 0, to: 3 },
  ]);
});
