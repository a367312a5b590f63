import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { draw } from '../test-draw.tsx';
import { CardList, type CardListProps } from './card-list.tsx';

type Row = { id: string; name: string };
const drawList = (props: Partial<CardListProps<Row>>) =>
  draw(
    <CardList<Row>
      label="Things"
      className={undefined}
      query={{ error: null, refetch: () => {} }}
      rows={undefined}
      getRowId={({ id }) => id}
      card={({ name }) => name}
      loading={{ count: 2, height: 100 }}
      empty={<p>Nothing yet</p>}
      {...props}
    />,
  );

test('cards are a list with a name', () => {
  drawList({
    rows: [
      { id: '1', name: 'One' },
      { id: '2', name: 'Two' },
    ],
    isFetching: true,
  });
  const list = screen.getByRole('list', { name: 'Things' });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['One', 'Two']);
  expect(list.getAttribute('aria-busy')).toBe('true');
});

test('the list is absent while its first page loads', () => {
  drawList({});
  expect(screen.queryByRole('list')).toBeNull();
  expect(screen.queryByText('Nothing yet')).toBeNull();
});

test('a failure without cards is told in their place; with cards they stay', async () => {
  const handleRetry = vi.fn();
  const { unmount } = drawList({ query: { error: new Error('no'), refetch: handleRetry } });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(handleRetry).toHaveBeenCalledOnce();
  unmount();
  drawList({ query: { error: new Error('no'), refetch: handleRetry }, rows: [{ id: '1', name: 'One' }] });
  expect(screen.getByRole('listitem').textContent).toBe('One');
});

test('no cards: what they are for, or that the filters let none through', async () => {
  const { unmount } = drawList({ rows: [] });
  expect(screen.getByText('Nothing yet')).toBeTruthy();
  unmount();
  const handleClear = vi.fn();
  drawList({ rows: [], isFiltered: true, onClearFilters: handleClear });
  expect(screen.queryByText('Nothing yet')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(handleClear).toHaveBeenCalledOnce();
});

test('a list that is read page by page ends with what leads to the next page, and behind the last with what the screen says there', async () => {
  const rows = [{ id: '1', name: 'One' }];
  const more = { label: 'Show more', end: <p>That is all</p> };
  const handleMore = vi.fn();
  const query = { error: null, refetch: () => {}, hasNextPage: true, fetchNextPage: handleMore };
  const { unmount } = drawList({ query, rows, more });
  expect(screen.queryByText('That is all')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(handleMore).toHaveBeenCalledOnce();
  unmount();
  drawList({ query: { ...query, hasNextPage: false }, rows, more });
  expect(screen.getByText('That is all')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});
