import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { draw } from '../test-draw.tsx';
import { ListPager } from './list-pager.tsx';

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('the pager goes by its step, never below the start, and not on while the next page is on its way', async () => {
  const handleChange = vi.fn();
  draw(<ListPager from={5} perPage={10} rowCount={10} hasMore onChange={handleChange} />);
  expect(screen.getByRole('status').textContent).toBe('Rows 6–15');
  await userEvent.click(button('Previous'));
  await userEvent.click(button('Next'));
  expect(handleChange.mock.calls).toEqual([[0], [15]]);
});

test('the pager stops at either end', () => {
  draw(<ListPager from={0} perPage={10} rowCount={0} hasMore={false} note="No more" label="Pages of things" onChange={() => {}} />);
  expect([button('Previous').disabled, button('Next').disabled]).toEqual([true, true]);
  expect(screen.getByRole('navigation', { name: 'Pages of things' }).textContent).toContain('No more');
});

test('Next waits for the page that it asked for', () => {
  draw(<ListPager from={0} perPage={10} rowCount={10} hasMore isFetching onChange={() => {}} />);
  expect(button('Next').disabled).toBe(true);
});
