import { z } from '@parley/contract';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '../test-draw.tsx';
import { type AddressState, useAddressState } from './use-address-state.ts';

const ListSearch = z.object({ name: z.string().catch(''), from: z.coerce.number().int().min(0).catch(0), open: z.string().catch('') });

/** State of the test's screen now. */
let state: AddressState<z.infer<typeof ListSearch>> | undefined;
function Screen() {
  state = useAddressState(ListSearch);
  return null;
}

async function start(address: string) {
  state = undefined;
  const history = createMemoryHistory({ initialEntries: [address] });
  const root = createRootRoute({ component: Outlet });
  const list = createRoute({ getParentRoute: () => root, path: '/list', component: Screen });
  const router = createRouter({ routeTree: root.addChildren([list]), history });
  draw(<RouterProvider router={router as never} />);
  await waitFor(() => expect(state).toBeDefined());
  return history;
}

test('the address is read by the schema; what is unreadable falls to its default', async () => {
  await start('/list?name=Ada&from=many');
  expect(state?.search).toEqual({ name: 'Ada', from: 0, open: '' });
});

test('a filter starts the list anew; another change leaves its page', async () => {
  const history = await start('/list?name=Ada&from=20');
  act(() => state?.change({ open: 'x' }));
  await waitFor(() => expect(state?.search).toEqual({ name: 'Ada', from: 20, open: 'x' }));
  act(() => state?.filter({ name: 'Grace' }));
  await waitFor(() => expect(state?.search).toEqual({ name: 'Grace', from: 0, open: 'x' }));
  act(() => state?.filter({ from: 10 }));
  await waitFor(() => expect(state?.search.from).toBe(10));
  expect(history.location.pathname).toBe('/list');
});

test('a change is a step that Back undoes, unless it replaces the one before', async () => {
  const history = await start('/list');
  act(() => state?.filter({ name: 'A' }));
  await waitFor(() => expect(state?.search.name).toBe('A'));
  expect(history.length).toBe(2);
  act(() => state?.filter({ name: 'Ad' }, { isReplacing: true }));
  await waitFor(() => expect(state?.search.name).toBe('Ad'));
  expect(history.length).toBe(2);
  act(() => history.back());
  await waitFor(() => expect(state?.search.name).toBe(''));
});
