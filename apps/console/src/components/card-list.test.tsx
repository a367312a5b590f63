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
      rows={undefined}
      getRowId={({ id }) => id}
      card={({ name }) => name}
      placeholder={{ count: 2, height: 100 }}
      onRetry={() => {}}
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

test('while the first page is on its way there is no list', () => {
  drawList({});
  expect(screen.queryByRole('list')).toBeNull();
  expect(screen.queryByText('Nothing yet')).toBeNull();
});

test('a failure without cards is told in their place; with cards they stay', async () => {
  const handleRetry = vi.fn();
  const { unmount } = drawList({ error: new Error('no'), onRetry: handleRetry });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(handleRetry).toHaveBeenCalledOnce();
  unmount();
  drawList({ error: new Error('no'), rows: [{ id: '1', name: 'One' }] });
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
