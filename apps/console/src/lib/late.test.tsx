import { act, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { draw } from '../test-draw.tsx';
import { late } from './late.ts';

const Arrived = () => <p>The part</p>;

test('a part that does not arrive leaves the screen standing, and is asked for again when the network is back', async () => {
  const load = vi.fn(async () => Arrived);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const Part = late(load);
  draw(
    <>
      <p>The screen</p>
      <Suspense>
        <Part />
      </Suspense>
    </>,
  );
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  expect(screen.getByText('The screen')).toBeTruthy();
  expect(screen.queryByText('The part')).toBeNull();
  await act(async () => void dispatchEvent(new Event('online')));
  expect(await screen.findByText('The part')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});
