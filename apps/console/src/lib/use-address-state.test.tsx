import { z } from '@parley/contract';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { useAddressState } from './use-address-state.ts';

const ListSearch = z.object({ name: z.string().catch(''), from: z.coerce.number().int().min(0).catch(0), open: z.string().catch('') });

async function start(address: string) {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: createRootRoute(), history });
  await router.load();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RouterContextProvider router={router as never}>{children}</RouterContextProvider>
  );
  return { history, ...renderHook(() => useAddressState(ListSearch), { wrapper }) };
}

test('the address is read by the schema; what is unreadable falls to its default', async () => {
  const { result } = await start('/list?name=Ada&from=many');
  await waitFor(() => expect(result.current.search).toEqual({ name: 'Ada', from: 0, open: '' }));
});

test('a filter starts the list anew; another change leaves its page', async () => {
  const { result, history } = await start('/list?name=Ada&from=20');
  act(() => result.current.change({ open: 'x' }));
  await waitFor(() => expect(history.location.href).toBe('/list?name=Ada&from=20&open=x'));
  act(() => result.current.filter({ name: 'Grace' }));
  await waitFor(() => expect(history.location.search).toContain('name=Grace&from=0'));
  act(() => result.current.filter({ from: 10 }));
  await waitFor(() => expect(history.location.search).toContain('from=10'));
});

test('a change is a step that Back undoes, unless it replaces the one before', async () => {
  const { result, history } = await start('/list');
  act(() => result.current.filter({ name: 'A' }));
  await waitFor(() => expect(history.length).toBe(2));
  act(() => result.current.filter({ name: 'Ad' }, { isReplacing: true }));
  await waitFor(() => expect(history.location.search).toContain('name=Ad'));
  expect(history.length).toBe(2);
});
