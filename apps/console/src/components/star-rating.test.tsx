import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '../test-draw.tsx';
import { StarRating } from './star-rating.tsx';

test('WIDGET-017 five stars unless told otherwise, and never more', () => {
  draw(
    <>
      <StarRating value={3} />
      <StarRating value={9} count={8} />
    </>,
  );
  expect(screen.getAllByRole('img').map((stars) => stars.getAttribute('aria-label'))).toEqual(['3 of 5 stars', '5 of 5 stars']);
});
