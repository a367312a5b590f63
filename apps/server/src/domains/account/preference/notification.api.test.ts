import { endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { notificationsOfPerson } from '../notification/notification.personal.ts';
import { dropOldNotifications, type Notice, notify } from '../notification/notification.service.ts';

/** Two notices of one millisecond have no order: here none come so close. */
function* ticks(start = Date.now()) {
  for (let time = start; ; time += 1) yield new Date(time);
}
const clock = ticks();
const { as, stranger, makeUser, contextOf, deps } = await startApp({ now: () => clock.next().value as Date });
const { notifications } = endpoints;

const tell = (user: TestUser, notice: Partial<Pick<Notice, 'cause' | 'link'>> & { values?: { customer: string } } = {}) => {
  const ctx = contextOf(user);
  return ctx.transaction((tx) =>
    notify(ctx, tx, [user.userId], { kind: 'chat_missed', code: 'chat.missed', values: { customer: 'Meera' }, cause: 'chat', ...notice }),
  );
};
const list = async (user: TestUser, query = '') => (await as(user).get(`${notifications.list.path}${query}`)).json().data;
const read = async (user: TestUser, ids: string[]) => (await as(user).put(notifications.markRead.path, { ids })).json().data;

test('SHELL-041 the icon lists the own notifications, newest first, with an unread count', async () => {
  const user = await makeUser();
  await tell(user, { cause: 'one', values: { customer: 'First' }, link: '/dashboard' });
  await tell(user, { cause: 'two', values: { customer: 'Second' } });
  const { notifications: rows, unreadCount, more } = await list(user);
  expect(rows).toMatchObject([
    { kind: 'chat_missed', code: 'chat.missed', values: { customer: 'Second' }, count: 1, isRead: false },
    {
      kind: 'chat_missed',
      code: 'chat.missed',
      values: { customer: 'First' },
      title: 'A chat was missed',
      text: 'First waited and nobody picked the chat up.',
      link: '/dashboard',
      count: 1,
    },
  ]);
  expect({ unreadCount, more }).toEqual({ unreadCount: 2, more: false });
});

test('repeats of one cause are folded with a count, also when they come at the same moment', async () => {
  const user = await makeUser();
  await Promise.all(Array.from({ length: 5 }, () => tell(user)));
  expect(await list(user)).toMatchObject({ notifications: [{ count: 5 }], unreadCount: 1 });
});

test('notices that lead to a chat of an erased customer go with it, though they name the customer otherwise', async () => {
  const user = await makeUser();
  const [own, other] = [newId(), newId()];
  for (const chatId of [own, other]) await tell(user, { cause: `note:${newId()}`, link: `/chat/conversation?chatId=${chatId}` });
  const person = { enterpriseId: user.enterpriseId, customerIds: [], chatIds: [own], name: 'Renamed', addresses: [], sharedAddresses: [] };
  const ctx = contextOf(user);
  await ctx.transaction((tx) => notificationsOfPerson.erase(ctx, tx, person, { limit: 10, cursor: '' }));
  expect((await list(user)).notifications.map(({ link }: { link: string }) => link)).toEqual([`/chat/conversation?chatId=${other}`]);
});

test('the same cause is told anew after it was read', async () => {
  const user = await makeUser();
  await tell(user);
  expect(await read(user, [])).toEqual({ unreadCount: 0 });
  await tell(user);
  expect((await list(user)).notifications).toMatchObject([
    { count: 1, isRead: false },
    { count: 1, isRead: true },
  ]);
  expect((await list(user, '?unreadOnly=true')).notifications).toHaveLength(1);
});

test('some are marked, or all with an empty list; unknown ids do no harm', async () => {
  const user = await makeUser();
  for (const cause of ['a', 'b', 'c']) await tell(user, { cause });
  const [first] = (await list(user)).notifications;
  expect(await read(user, [first.id, newId()])).toEqual({ unreadCount: 2 });
  expect(await read(user, [])).toEqual({ unreadCount: 0 });
});

test('the list is paged', async () => {
  const user = await makeUser();
  for (const cause of ['a', 'b', 'c']) await tell(user, { cause, values: { customer: cause } });
  expect(await list(user, '?from=0&perPage=2')).toMatchObject({
    notifications: [{ values: { customer: 'c' } }, { values: { customer: 'b' } }],
    more: true,
  });
  expect(await list(user, '?from=2&perPage=2')).toMatchObject({ notifications: [{ values: { customer: 'a' } }], more: false });
});

test('a notification of one user is neither seen nor marked by another', async () => {
  const user = await makeUser();
  const colleague = await makeUser({ enterprise: user });
  await tell(user);
  const [mine] = (await list(user)).notifications;
  expect((await list(colleague)).notifications).toEqual([]);
  await read(colleague, [mine.id]);
  expect((await list(user)).unreadCount).toBe(1);
});

test('nothing is told when the change did not happen', async () => {
  const user = await makeUser();
  const ctx = contextOf(user);
  const failing = ctx.transaction(async (tx) => {
    await notify(ctx, tx, [user.userId], { kind: 'chat_missed', code: 'chat.missed', values: { customer: 'Never' } });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect((await list(user)).notifications).toEqual([]);
});

test('open pages hear of it after the commit', async () => {
  const user = await makeUser();
  const heard: unknown[] = [];
  const leave = deps.hub.join({
    topics: new Set([`user:${user.userId}` as const]),
    send: (message) => heard.push(message),
    close: () => {},
  });
  await tell(user);
  leave();
  expect(heard).toMatchObject([{ type: 'notification', data: { title: 'A chat was missed', count: 1 } }]);
});

test('notifications are removed after 90 days', async () => {
  const user = await makeUser();
  await tell(user);
  await dropOldNotifications(deps.db, new Date(Date.now() + 89 * 24 * 3_600_000));
  expect((await list(user)).notifications).toHaveLength(1);
  await dropOldNotifications(deps.db, new Date(Date.now() + 91 * 24 * 3_600_000));
  expect((await list(user)).notifications).toEqual([]);
});

test('the calls need a session', async () => {
  expect((await stranger().get(notifications.list.path)).statusCode).toBe(401);
  expect((await stranger().put(notifications.markRead.path, { ids: [] })).statusCode).toBe(401);
});
