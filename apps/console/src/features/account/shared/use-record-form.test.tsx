import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { getOpenedDialog } from '../../../lib/dialogs.ts';
import { setToken } from '../../../lib/session.ts';
import { useRecordForm } from './use-record-form.ts';

type Shop = { name: string; tags: string[]; version: number };
type Draft = { name: string; tags: string };
type Sent = { draft: Draft; version: number | undefined };
const shop: Shop = { name: 'Harbour', tags: ['old'], version: 3 };
const toDraft = (of: Shop | undefined): Draft => ({ name: of?.name ?? '', tags: of?.tags.join(' ') ?? '' });
const refusal = (code: string, data: object) => Object.assign(new Error(code), { code, data });

beforeEach(() => setToken('token'));

type Options = { record?: Shop; stands?: Shop; refuse?: (version: number | undefined) => Error | undefined; stays?: boolean };
function start({ record, stands = shop, refuse, stays = false }: Options) {
  const history = createMemoryHistory({ initialEntries: ['/form'] });
  const router = createRouter({ routeTree: createRootRoute(), history });
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <RouterContextProvider router={router as never}>{children}</RouterContextProvider>
    </QueryClientProvider>
  );
  const sent: Sent[] = [];
  const saved: Shop[] = [];
  const { result } = renderHook(
    () =>
      useRecordForm({
        record,
        toDraft,
        read: async () => stands,
        check: ({ name }) => ({ name: name === '' && 'A name, please.' }),
        save: async (draft, version) => {
          sent.push({ draft, version });
          const error = refuse?.(version);
          if (error) throw error;
          return { name: draft.name, tags: draft.tags.split(' '), version: (version ?? 0) + 1 };
        },
        onSaved: (answer) => saved.push(answer),
        keep: stays ? (answer) => answer : undefined,
        fieldOf: (path) => (path === 'shop.tags' ? 'tags' : path),
      }),
    { wrapper },
  );
  /** Goes elsewhere. @returns whether it was asked first */
  const leave = async () => {
    act(() => history.push('/elsewhere'));
    await act(async () => {});
    const opened = getOpenedDialog();
    opened?.answer(false);
    await act(async () => {});
    return opened !== undefined;
  };
  return { form: result, sent, saved, leave };
}
const submit = (form: { current: { handleSubmit: () => void } }) => act(async () => form.current.handleSubmit());

test('a new record is saved without a version once it has no fault, and the screen can be left', async () => {
  const { form, sent, saved, leave } = start({});
  await submit(form);
  expect([sent, form.current.faults]).toEqual([[], { name: 'A name, please.' }]);
  act(() => form.current.field('name').onChange('Market'));
  expect(form.current.faults).toEqual({});
  await submit(form);
  expect(sent).toEqual([{ draft: { name: 'Market', tags: '' }, version: undefined }]);
  expect(saved).toEqual([{ name: 'Market', tags: [''], version: 1 }]);
  expect(await leave()).toBe(false);
});

test('a refusal stands at its field until that is changed, and the guard holds on', async () => {
  const fault = { field: 'shop.tags', code: 'field.mandatory', values: {}, message: 'Please fill in this field.' };
  const { form, saved, leave } = start({ record: shop, refuse: () => refusal('shop.invalid', { errors: [fault] }) });
  act(() => form.current.change({ tags: '' }));
  await submit(form);
  expect([saved, form.current.isBusy, form.current.faults]).toEqual([[], false, { tags: 'Please fill in this field.' }]);
  expect(form.current.failure).toMatchObject({ code: 'shop.invalid' });
  act(() => form.current.change({ tags: 'new' }));
  expect(form.current.faults).toEqual({});
  expect(await leave()).toBe(true);
});

test('a form that stays open goes on from the record as it was saved', async () => {
  const { form, sent } = start({ record: shop, stays: true });
  act(() => form.current.change({ name: 'Pier' }));
  await submit(form);
  expect([form.current.isDirty, form.current.saved.name]).toEqual([false, 'Pier']);
  act(() => form.current.change({ name: 'Quay' }));
  await submit(form);
  expect(sent.map(({ version }) => version)).toEqual([3, 4]);
});

test('words that are typed while a save is under way stay, and are not saved yet', async () => {
  const { form, sent } = start({ record: shop, stays: true });
  act(() => form.current.change({ name: 'Pier' }));
  await act(async () => {
    form.current.handleSubmit();
    form.current.change({ name: 'Pier 7' });
  });
  expect(sent.map(({ draft }) => draft.name)).toEqual(['Pier']);
  expect([form.current.draft.name, form.current.saved.name, form.current.isDirty]).toEqual(['Pier 7', 'Pier', true]);
  await submit(form);
  expect(sent.map(({ draft, version }) => [draft.name, version])).toEqual([
    ['Pier', 3],
    ['Pier 7', 4],
  ]);
});

test('a save that somebody else was quicker than asks, and leaves what is typed when the question is given up', async () => {
  const changed = refusal('record.changed', { changedBy: 'Grace', changedAt: '2026-11-01T10:00:00.000Z' });
  const { form, saved } = start({ record: shop, stands: { ...shop, name: 'Dock', version: 4 }, refuse: () => changed });
  act(() => form.current.change({ name: 'Pier' }));
  await submit(form);
  expect(getOpenedDialog()?.dialog.type).toBe('conflict');
  getOpenedDialog()?.answer(false);
  await act(async () => {});
  expect([saved, form.current.draft.name]).toEqual([[], 'Pier']);
  expect(form.current.failure).toBe(changed);
});
