import type { LiveNotification, Me, Notification } from '@parley/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { liveClient } from '../../../lib/live.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import * as sounds from '../shared/sounds.ts';
import { NotificationKeeper } from './notification-keeper.tsx';
import { NotificationListPage } from './notification-list-page.tsx';

const list = 'GET /e/enterprise/notifications';
const read = 'PUT /e/enterprise/notifications/read';
const make = (number: number, change: Partial<Notification> = {}): Notification => ({
  id: idOf(number),
  kind: 'import_done',
  code: 'import.done',
  values: { file: `file-${number}.csv`, accepted: 1, errors: 0 },
  title: `file-${number}.csv is imported`,
  text: '',
  link: '/customer-master/uploads',
  count: 1,
  isRead: false,
  createdAt: '2026-01-06T15:05:00.000Z',
  ...change,
});
let rows: Notification[];
let more: boolean;
const server = stubServer(() => {
  rows = [make(1), make(2, { isRead: true, count: 3 })];
  more = false;
  return {
    [list]: ({ query }) =>
      good({
        notifications: rows.filter(({ isRead, kind }) => (query.unreadOnly !== 'true' || !isRead) && (!query.kind || query.kind === kind)),
        unreadCount: rows.filter(({ isRead }) => !isRead).length,
        more,
      }),
    [read]: ({ body }) => {
      const { ids, link } = body as { ids?: string | string[]; link?: string };
      rows = rows.map((row) => ({
        ...row,
        isRead: row.isRead || (link ? row.link === link : ids === undefined || [ids].flat().length === 0 || [ids].flat().includes(row.id)),
      }));
      return good({ unreadCount: rows.filter(({ isRead }) => !isRead).length });
    },
  };
});

const WithKeeper = () => (
  <>
    <NotificationKeeper />
    <NotificationListPage />
  </>
);
const Elsewhere = () => (
  <>
    <NotificationKeeper />
    <p>Somewhere</p>
  </>
);
const me = { ...sampleMe, roles: [1], audioSettings: { enable: true, sounds: [] } } as unknown as Me;
const open = (address: string, reader = me) =>
  openScreens(
    address,
    (root) => [
      screenAt(root, '/notifications', WithKeeper),
      screenAt(root, '/customer-master/uploads', Elsewhere),
      screenAt(root, '/admin/details', Elsewhere),
    ],
    reader,
  );

test('SHELL-041 the list shows what was told, narrows it by its address, and leads there', async () => {
  const router = open('/notifications');
  expect(await screen.findByRole('button', { name: /^file-1\.csv is imported/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^file-2\.csv is imported ?×3/ })).toBeTruthy();
  await userEvent.click(screen.getByRole('switch', { name: 'Unread only' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^file-2/ })).toBeNull());
  expect(router.state.location.search).toMatchObject({ unread: true });
  await userEvent.click(await screen.findByRole('button', { name: /^file-1/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/customer-master/uploads'));
  expect(server.asked.find(({ call }) => call === read)?.body).toMatchObject({ ids: [idOf(1)] });
});

test('kinds are those that the reader can get', async () => {
  open('/notifications', { ...me, roles: [3], permissions: [] } as unknown as Me);
  await userEvent.click(await screen.findByRole('combobox', { name: 'Kind' }));
  const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(names).toEqual([
    'Work that you take over',
    'Exports ready',
    'Exports that fail',
    'Changes of your rights',
    'New sign-ins',
    'Second factor',
  ]);
});

test('all are marked at once; empty, nothing matches and failed are told apart', async () => {
  open('/notifications');
  await userEvent.click(await screen.findByRole('button', { name: 'Mark all read' }));
  await waitFor(() => expect(rows.every(({ isRead }) => isRead)).toBe(true));
  await userEvent.click(screen.getByRole('switch', { name: 'Unread only' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByRole('button', { name: /^file-1/ })).toBeTruthy();
});

test('an empty list says what comes here, and a failed one how to go on', async () => {
  rows = [];
  open('/notifications');
  expect(await screen.findByText('Nothing yet')).toBeTruthy();
});

test('a list that failed offers another try', async () => {
  server.replies[list] = () => refused('server.unavailable', 'Not now.', { retryAfterSeconds: 1 });
  open('/notifications');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('the next page is asked for', async () => {
  more = true;
  open('/notifications');
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
  await waitFor(() => expect(server.queriesOf(list)).toContainEqual(expect.objectContaining({ from: '25', perPage: '25' })));
});

test('screens 11.5 an address that is opened marks what leads there, and nothing is asked where nothing does', async () => {
  rows = [make(1), make(2, { link: '/admin/details?tab=apiKeys' })];
  const router = open('/notifications');
  await screen.findByRole('button', { name: /^file-1/ });
  await router.navigate({ href: '/admin/details' } as never);
  await screen.findByText('Somewhere');
  await router.navigate({ href: '/admin/details?tab=apiKeys' } as never);
  await waitFor(() => expect(rows.map(({ isRead }) => isRead)).toEqual([false, true]));
  expect(server.asked.filter(({ call }) => call === read).map(({ body }) => (body as { link: string }).link)).toEqual([
    '/admin/details?tab=apiKeys',
  ]);
});

test('a kind that sounds does, once, as loud as messages; another does not, nor for whoever has no sounds', async () => {
  const play = vi.spyOn(sounds, 'playSound').mockReturnValue(() => {});
  const listeners: ((notification: LiveNotification) => void)[] = [];
  vi.spyOn(liveClient, 'on').mockImplementation(((_type: string, listener: (notification: LiveNotification) => void) => {
    listeners.push(listener);
    return () => {};
  }) as never);
  const loud = { enable: true, sounds: [{ type: 'new_message', sound: 'Happy Bells', repeat: 5, volume: 30 }] };
  open('/notifications', { ...me, audioSettings: loud } as unknown as Me);
  await screen.findByRole('button', { name: /^file-1/ });
  const tell = (hasSound: boolean) => {
    for (const listener of listeners) listener({ ...make(3), hasSound });
  };
  tell(false);
  expect(play).not.toHaveBeenCalled();
  tell(true);
  expect(play.mock.calls).toEqual([['Software Interface', 30]]);
});
