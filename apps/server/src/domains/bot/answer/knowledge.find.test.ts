import { expect, test } from 'vitest';
import { withoutRepeats } from './knowledge.find.ts';

test('one sentence is said once, wherever else it stands, and in whatever case and marks', () => {
  const found = [
    'Shoes can be returned within 45 days.',
    'shoes can be returned within 45 days',
    'Within 45 days!',
    'Shirts: within 4 days.',
    '45 days',
  ].map((text, place) => ({ place, answer: { text } }));
  expect(withoutRepeats(found).map(({ place }) => place)).toEqual([0, 3]);
});
