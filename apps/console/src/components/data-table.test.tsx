import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { draw } from '../test-draw.tsx';
import { type DataColumn, DataTable, type DataTableProps } from './data-table.tsx';

type Person = { id: string; name: string };
const columns: DataColumn<Person>[] = [{ id: 'name', header: 'Name', cell: (row) => row.name, isSortable: true }];
const rows: Person[] = [
  { id: '1', name: 'Ada' },
  { id: '2', name: 'Grace' },
];
const drawTable = (props: Partial<DataTableProps<Person>>) =>
  draw(<DataTable label="People" columns={columns} rows={rows} getRowId={(row) => row.id} getRowName={(row) => row.name} {...props} />);

test('rows are shown under their headers', () => {
  drawTable({});
  expect(within(screen.getByRole('table', { name: 'People' })).getByRole('cell', { name: 'Grace' })).toBeTruthy();
});

test('a list without anything to reach in its rows is reached itself, to scroll its columns', () => {
  const scroller = () => screen.getByRole('table', { name: 'People' }).closest('[tabindex]');
  const { unmount } = drawTable({});
  expect(scroller()?.getAttribute('tabindex')).toBe('0');
  unmount();
  drawTable({ columns: [{ id: 'name', header: 'Name', cell: ({ name }) => <a href="/people">{name}</a> }] });
  expect(scroller()).toBeNull();
});

/** A list of what goes on: each drawing has other columns, as those of a screen that names them in its body. */
function LiveTable() {
  const [count, setCount] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setCount(count + 1)}>
        Draw anew
      </button>
      <DataTable
        label="People"
        columns={[{ id: 'name', header: 'Name', cell: (row: Person) => <input aria-label={`${row.name} ${count}`} /> }]}
        rows={rows}
        getRowId={(row) => row.id}
        getRowName={(row) => row.name}
      />
    </>
  );
}

test('a row keeps what is open in it while the list is drawn anew', async () => {
  draw(<LiveTable />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Ada 0' }), 'Countess');
  await userEvent.click(screen.getByRole('button', { name: 'Draw anew' }));
  expect((screen.getByRole('textbox', { name: 'Ada 1' }) as HTMLInputElement).value).toBe('Countess');
});

test('an empty list says No Record, a filtered one offers to clear the filters', async () => {
  const { unmount } = drawTable({ rows: [] });
  expect(screen.getByText('No Record')).toBeTruthy();
  unmount();
  const onClearFilters = vi.fn();
  drawTable({ rows: [], isFiltered: true, onClearFilters });
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(onClearFilters).toHaveBeenCalledOnce();
});

test('a failed list says so with its request id and may be tried again', async () => {
  const onRetry = vi.fn();
  drawTable({ rows: undefined, error: { code: 'server.unexpected', message: 'The list is not at home.', requestId: 'r-17' }, onRetry });
  expect(screen.getByText('The list is not at home.')).toBeTruthy();
  expect(screen.getByText('Request id: r-17')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test('old rows stay when a later read fails', () => {
  drawTable({ error: new Error('later') });
  expect(screen.getByText('Ada')).toBeTruthy();
});

test('the header sorts and tells how', async () => {
  const onSort = vi.fn();
  drawTable({ sort: { by: 'name', direction: 'asc' }, onSort });
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  expect(onSort).toHaveBeenCalledExactlyOnceWith({ by: 'name', direction: 'desc' });
});

test('rows are selected one by one or all together', async () => {
  const onChange = vi.fn();
  drawTable({ selection: { ids: ['1'], onChange, actions: () => null } });
  expect(screen.getByText('1 selected')).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select row Grace' }));
  expect(onChange).toHaveBeenLastCalledWith(['1', '2']);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
  expect(onChange).toHaveBeenLastCalledWith(['1', '2']);
});

test('Previous is disabled at the start and Next at the end', async () => {
  const onChange = vi.fn();
  drawTable({ page: { from: 0, perPage: 2, more: true, onChange } });
  expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ from: 2, perPage: 2 });
});
