import { endpoints, type ScreenFilter } from '@parley/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import { ScreenFilters } from './screen-filters.tsx';

const { list, create, update, remove } = endpoints.screenFilters;
const call = ({ method, path }: { method: string; path: string }, id = idOf(1)) => `${method} ${path.replace(':screenFilterId', id)}`;
const failed: ScreenFilter = {
  ...{ id: idOf(1), screen: 'deliveryReport', name: 'Failed', search: { status: 'FAILED', noReceipt: true }, isOwn: true, deptId: '' },
  ...{ ownerName: 'Asha', isDefault: false, isChangeable: true, version: 3 },
};
const shared: ScreenFilter = {
  ...failed,
  id: idOf(2),
  name: 'Read',
  search: { status: 'READ' },
  isOwn: false,
  ownerName: 'Ravi',
  isChangeable: false,
};
const server = stubServer(() => ({
  [call(list)]: () => good([failed, shared]),
  [call(create)]: () => good(failed),
  [call(update)]: () => good({ ...failed, isDefault: true }),
  [call(remove)]: () => good(null),
  [`GET ${endpoints.departments.list.path}`]: () => ({
    ...good(null),
    response: {
      departments: [
        {
          ...{ id: idOf(7), name: 'Billing', desc: '', manager: null, fallback: null, calendar: null },
          ...{ userCount: 0, channelCount: 0, openChats: 0, version: 1 },
        },
      ],
      more: false,
    },
  }),
}));
const empty = { channelId: '', source: '', status: '', noReceipt: false, fromDate: '', customerNumber: '' };
let current: Record<string, unknown> = empty;

let first: Record<string, unknown> = empty;
function Page() {
  const [search, setSearch] = useState(first);
  current = search;
  return (
    <ScreenFilters
      screen="deliveryReport"
      search={search}
      empty={empty}
      onApply={(saved) => setSearch((before) => ({ ...before, ...saved }))}
    />
  );
}
function openAt(start: Record<string, unknown>) {
  first = start;
  openScreens('/', (root) => [screenAt(root, '/', Page)], { ...sampleMe, dataScope: 'enterprise' });
}
const openMenu = async () => userEvent.click(await screen.findByRole('button', { name: 'Saved filters' }));

test('a saved filter replaces the others and leaves the days; those of departments stand apart', async () => {
  openAt({ ...empty, source: 'CHAT', fromDate: '2026-03-01' });
  await openMenu();
  expect(await screen.findByText('Shared with your departments')).toBeTruthy();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Failed' }));
  await waitFor(() => expect(current).toEqual({ ...empty, status: 'FAILED', noReceipt: true, fromDate: '2026-03-01' }));
});

test('a screen that opens without a filter opens with the default once; and only once', async () => {
  server.replies[call(list)] = () => good([{ ...failed, isDefault: true }]);
  openAt(empty);
  await waitFor(() => expect(current).toMatchObject({ status: 'FAILED', noReceipt: true }));
});

test('an address with a filter keeps it, whatever the default is', async () => {
  server.replies[call(list)] = () => good([{ ...failed, isDefault: true }]);
  openAt({ ...empty, status: 'READ' });
  await openMenu();
  await screen.findByRole('menuitem', { name: /Failed/ });
  expect(current).toEqual({ ...empty, status: 'READ' });
});

test('filters are saved under a name for a department, made the default, and deleted', async () => {
  openAt({ ...empty, status: 'FAILED', customerNumber: '+91' });
  await openMenu();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save these filters' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Open this screen with Failed' }));
  await waitFor(() => expect(server.bodyOf(call(update))).toMatchObject({ isDefault: true, version: 3, search: failed.search }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete Failed' }));
  await waitFor(() => expect(server.countOf(call(remove))).toBe(1));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a name.')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: /^Name/ }), 'All failed');
  await userEvent.click(screen.getByRole('combobox', { name: 'Shared with a department' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Billing' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.bodyOf(call(create))).toMatchObject({
      ...{ screen: 'deliveryReport', name: 'All failed', deptId: idOf(7) },
      search: { channelId: '', source: '', status: 'FAILED', noReceipt: false },
    }),
  );
});
