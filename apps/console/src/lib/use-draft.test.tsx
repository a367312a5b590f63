import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { getOpenedDialog } from './dialogs.ts';
import { differs } from './differs.ts';
import { setToken } from './session.ts';
import { useDraft } from './use-draft.ts';

type Draft = { name: string; note: string };

beforeEach(() => setToken('token'));

function start(isChanged?: (draft: Draft, saved: Draft) => boolean) {
  const history = createMemoryHistory({ initialEntries: ['/form'] });
  const router = createRouter({ routeTree: createRootRoute(), history });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RouterContextProvider router={router as never}>{children}</RouterContextProvider>
  );
  const { result } = renderHook(() => useDraft<Draft>({ name: 'Ada', note: '' }, isChanged), { wrapper });
  /** Tries to go elsewhere. @returns whether it was asked first, and where one is after a No */
  const leave = async () => {
    act(() => history.push('/elsewhere'));
    await act(async () => {});
    const opened = getOpenedDialog();
    opened?.answer(false);
    await act(async () => {});
    return { isAsked: opened !== undefined, at: history.location.pathname };
  };
  return { form: result, leave };
}

test('an edited draft is dirty until it is as saved again', () => {
  const { form } = start();
  expect(form.current.isDirty).toBe(false);
  act(() => form.current.change({ name: 'Grace' }));
  expect([form.current.draft, form.current.isDirty]).toEqual([{ name: 'Grace', note: '' }, true]);
  act(() => form.current.change(({ name }) => ({ note: `of ${name}` })));
  expect(form.current.draft).toEqual({ name: 'Grace', note: 'of Grace' });
  act(() => form.current.change(form.current.saved));
  expect(form.current.isDirty).toBe(false);
});

test('a form decides itself what of its draft is saved', () => {
  const { form } = start((draft, saved) => differs(draft.name, saved.name));
  act(() => form.current.change({ note: 'for me alone' }));
  expect(form.current.isDirty).toBe(false);
});

test('the answer of a save takes the place of the draft; markSaved leaves what was typed meanwhile', () => {
  const { form } = start();
  act(() => form.current.change({ name: 'Grace' }));
  act(() => form.current.settle({ name: 'Grace Hopper', note: '' }));
  expect([form.current.draft.name, form.current.isDirty]).toEqual(['Grace Hopper', false]);
  act(() => form.current.change({ name: 'Ada' }));
  act(() => form.current.markSaved({ name: 'Barbara', note: '' }));
  expect([form.current.draft.name, form.current.saved.name, form.current.isDirty]).toEqual(['Ada', 'Barbara', true]);
});

test('leaving with a difference asks first, and without one does not', async () => {
  const changed = start();
  act(() => changed.form.current.change({ name: 'Grace' }));
  expect(await changed.leave()).toEqual({ isAsked: true, at: '/form' });
  expect(await start().leave()).toEqual({ isAsked: false, at: '/elsewhere' });
});

test('a form that was let go is left without a question', async () => {
  const { form, leave } = start();
  act(() => form.current.change({ name: 'Grace' }));
  act(() => form.current.release());
  expect(await leave()).toEqual({ isAsked: false, at: '/elsewhere' });
});
