import { chatStates, defaultChatConfig } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import { createScenes } from '../../../../test/scene.ts';

const app = await sharedApp();
const { makeScene, visit } = createScenes(app);

/** A zone where it is about noon now, so that a slot lies surely behind or ahead on this day. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

const everyDay = (...slots: { from: string; to: string }[]) => Array.from({ length: 7 }, () => slots);
const morning = { from: '08:00', to: '10:00' };
const afternoon = { from: '15:00', to: '16:00' };
const allDay = { from: '00:00', to: '24:00' };

/** @param slots of each day in the calendar of the enterprise */
async function makeClosed(slots: ReturnType<typeof everyDay>, settings: object = {}) {
  const scene = await makeScene();
  const administrator = await app.makeUser({ enterprise: scene.enterprise });
  const as = app.as(administrator);
  const calendar = { name: 'Office', timeZone: zoneAtNoon(), isDefault: true, days: slots, exceptions: [] };
  expect((await as.post('/e/enterprise/calendars', calendar)).json()).toMatchObject({ status: true });
  expect((await as.post('/e/enterprise/configuration', { chat: settings })).json()).toMatchObject({ status: true });
  const chatOf = async (chatId: string) => (await as.get(`/e/enterprise/chat/${chatId}`)).json().data;
  return { ...scene, as, chatOf };
}

test.each([
  ['0 before the first opening of the day', everyDay(afternoon), 0],
  ['0 on a day without opening', everyDay(), 0],
  ['2 behind the closing', everyDay(morning), 2],
  ['2 between two slots', everyDay(morning, afternoon), 2],
])('CHAT-007 a chat that begins outside of the hours is missed at once, with the reason %s', async (_when, days, reason) => {
  const { visitor, asha, chatOf } = await makeClosed(days);
  const { chatId } = await visitor.say('Is somebody there?');
  expect(await asha.next('missedWaiting')).toMatchObject({ chatId });
  expect(await chatOf(chatId)).toMatchObject({ state: chatStates.missed, missedReason: reason, ownerId: '' });
  expect(await visitor.next('thread', ({ isOpen }) => !isOpen)).toMatchObject({ canRate: false });
  const told = await visitor.next('entry', ({ entry }) => entry.text.startsWith('We are closed at the moment.'));
  expect(told.entry.text).toMatch(days[0]?.length === 0 ? /another day\.$/ : /We open again on \d+ \w{3} \d{4} \d\d:00 [AP]M\.$/);
  // A second message is missed as well; its customer has read already when it opens.
  const again = await visitor.say('Hello?');
  expect(
    await visitor.next('entry', ({ entry }) => entry.number > 2 && entry.author === 'system' && entry.text !== told.entry.text),
  ).toMatchObject({
    entry: { text: 'Out Of Working Hours' },
  });
  expect(await chatOf(again.chatId)).toMatchObject({ state: chatStates.missed, missedReason: reason });
  // It is picked up as any missed chat.
  expect(await asha.ask('agentMissedChatPickup', { chatId: again.chatId })).toMatchObject({ status: true });
});

test('a chat waits for the opening where the settings say so: its wait counts from then', async () => {
  const { visitor, asha, enterprise, chatOf } = await makeClosed(everyDay(afternoon), { outsideHours: 'queue' });
  const { chatId } = await visitor.say('Is somebody there?');
  expect(await asha.next('customerStartChat')).toMatchObject({ chatId });
  expect(await chatOf(chatId)).toMatchObject({ state: chatStates.created, handledBy: 'queue', missedReason: null });
  await visitor.next('entry', ({ entry }) => entry.text.startsWith('We are closed at the moment. We open again on'));
  const { deadlineAt } = await app
    .contextOf(enterprise)
    .read((tx) => tx.selectFrom('chats').select('deadlineAt').where('chatId', '=', chatId).executeTakeFirstOrThrow());
  const opensAt = new Date((deadlineAt as Date).getTime() - defaultChatConfig.missedAfterSeconds * 1000);
  const wall = new Intl.DateTimeFormat('en-GB', { timeZone: zoneAtNoon(), timeStyle: 'short' });
  expect(wall.format(opensAt)).toBe('15:00');
  expect(opensAt.getTime() - Date.now()).toBeLessThan(4 * 3_600_000);
});

test('a chat that an agent has goes on behind the closing', async () => {
  const { visitor, asha, users, as, chatOf } = await makeClosed(everyDay(allDay));
  const { chatId } = await visitor.say('Hello');
  await asha.ask('agentPickupChat', { chatId });
  const { calendars } = (await as.get('/e/enterprise/calendars')).json().data;
  const [{ id, version }] = calendars as [{ id: string; version: number }];
  const closed = { name: 'Office', timeZone: zoneAtNoon(), isDefault: true, days: everyDay(morning), exceptions: [], version };
  expect((await as.put(`/e/enterprise/calendars/${id}`, closed)).json()).toMatchObject({ status: true });
  await visitor.say('Still there?');
  expect(await chatOf(chatId)).toMatchObject({ state: chatStates.started, ownerId: users.asha.userId });
});

test('a department is open by its own calendar while the enterprise is closed', async () => {
  const { as, channel, enterprise, chatOf } = await makeClosed(everyDay());
  const open = { name: 'Night shift', timeZone: 'UTC', isDefault: false, days: everyDay(allDay), exceptions: [] };
  const calendarId = (await as.post('/e/enterprise/calendars', open)).json().data.id;
  const department = await as.post('/e/enterprise/departments', { name: 'Night', calendarId });
  expect(department.json()).toMatchObject({ status: true });
  const { id } = department.json().response ?? department.json().data;
  await app
    .contextOf(enterprise)
    .transaction((tx) => tx.updateTable('channels').set({ deptId: id }).where('channelId', '=', channel.id).execute());
  const { chatId } = await (await visit(channel.widgetKey)).say('At night?');
  expect(await chatOf(chatId)).toMatchObject({ state: chatStates.created, handledBy: 'queue' });
});

test('a customer is told the opening by the clock of the calendar, not of the enterprise', async () => {
  const { visitor, enterprise } = await makeClosed(everyDay(afternoon));
  await app
    .contextOf(enterprise)
    .transaction((tx) =>
      tx.updateTable('enterprises').set({ timeZone: 'Asia/Kathmandu' }).where('enterpriseId', '=', enterprise.enterpriseId).execute(),
    );
  await visitor.say('Is somebody there?');
  const told = await visitor.next('entry', ({ entry }) => entry.text.startsWith('We are closed at the moment.'));
  expect(told.entry.text).toMatch(/ 03:00 PM\.$/);
});

test('CHAT-007 a wait that ends behind the closing is missed for the hours, not for the time', async () => {
  const { visitor, asha, as, enterprise, chatOf } = await makeClosed(everyDay(allDay));
  const { chatId } = await visitor.say('Just before you close');
  await asha.next('customerStartChat');
  const [{ id, version }] = (await as.get('/e/enterprise/calendars')).json().data.calendars;
  const closed = { name: 'Office', timeZone: zoneAtNoon(), isDefault: true, days: everyDay(morning), exceptions: [], version };
  expect((await as.put(`/e/enterprise/calendars/${id}`, closed)).json()).toMatchObject({ status: true });
  await app.contextOf(enterprise).transaction((tx) =>
    tx
      .updateTable('chats')
      .set({ deadlineAt: new Date(Date.now() - 1) })
      .where('chatId', '=', chatId)
      .execute(),
  );
  expect(await asha.next('missedWaiting')).toMatchObject({ chatId });
  expect(await chatOf(chatId)).toMatchObject({ state: chatStates.missed, missedReason: 2 });
});
