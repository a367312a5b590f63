import {
  type ChatPreview,
  channelTypes,
  chatActionTypes,
  chatMessages,
  type Department,
  endpoints,
  previewChannels,
  showInstant,
} from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes, webData } from '../../../../test/scene.ts';

const app = await sharedApp();
const { as, makeUser, stranger } = app;
const { visit, connect } = createScenes(app);
const { chats, departments, channels, roles } = endpoints;

const at = (path: string, id: string) => path.replace(/:\w+/, id);
const ask = async (by: TestUser, query: Record<string, string | number> = {}) =>
  (
    await as(by).get(
      `${chats.previewConfiguration.path}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`,
    )
  ).json();
const preview = async (by: TestUser, query: Record<string, string | number> = {}): Promise<ChatPreview> => (await ask(by, query)).data;
const save = async (by: TestUser, chat: object, deptId = '') =>
  expect((await as(by).post(chats.saveConfiguration.path, { chat, deptId })).json()).toMatchObject({ status: true });
const makeDepartment = async (by: TestUser, name: string): Promise<Department> =>
  (await as(by).post(departments.create.path, { name })).json().data;
const waysOf = ({ messages }: ChatPreview) =>
  Object.fromEntries(messages.filter(({ language }) => language === 'en').map(({ name, way }) => [name, way]));
const textOf = ({ messages }: ChatPreview, wanted: string, inLanguage = 'en') =>
  messages.find(({ name, language }) => name === wanted && language === inLanguage)?.text;

/** Open on working days from 9 to 17, by the clock of Kolkata. */
const hours = {
  ...{ name: 'Office', timeZone: 'Asia/Kolkata', isDefault: false, exceptions: [] },
  days: Array.from({ length: 7 }, (_, day) => (day < 5 ? [{ from: '09:00', to: '17:00' }] : [])),
};

/** Sales with hours and a welcome of its own. */
async function scene() {
  const admin = await makeUser();
  const sales = await makeDepartment(admin, 'Sales');
  const calendar = (await as(admin).post('/e/enterprise/calendars', hours)).json().data;
  await as(admin).put(at(departments.update.path, sales.id), { name: 'Sales', calendarId: calendar.id });
  await save(admin, { maxOpenChats: 8, joinedMessage: 'I am {{ agent.name }}.' });
  await save(admin, { welcomeMessage: '{{ customer.name }}, welcome to {{ department.name }}.', ratingMessage: 'Stars?' }, sales.id);
  return { admin, sales };
}
// A Monday at noon in Kolkata, and the evening before.
const [open, closed] = ['2026-03-02T06:30:00.000Z', '2026-03-01T15:00:00.000Z'];

test('a preview tells each value with its origin, and of the weights that of the channel alone', async () => {
  const { admin, sales } = await scene();
  const shown = await preview(admin, { deptId: sales.id, at: open, channelType: channelTypes.WHATSAPP });
  expect(shown.chat).toMatchObject({ maxOpenChats: 8, welcomeMessage: '{{ customer.name }}, welcome to {{ department.name }}.' });
  expect(shown.sources).toMatchObject({ maxOpenChats: 'enterprise', welcomeMessage: 'department', missedAfterSeconds: 'default' });
  expect(shown.keys.filter((key) => key.startsWith('weight'))).toEqual(['weightWhatsapp']);
  const whole = (await as(admin).get(`${chats.configuration.path}?deptId=${sales.id}`)).json().data;
  expect([shown.chat, shown.sources]).toEqual([whole.chat, whole.sources]);
  expect((await preview(admin)).sources).toMatchObject({ welcomeMessage: 'default' });
  for (const channelType of previewChannels) expect((await ask(admin, { channelType })).code).toBe('100');
});

test('a preview says whether it is open then and until when, and which messages are sent for that', async () => {
  const { admin, sales } = await scene();
  const day = await preview(admin, { deptId: sales.id, at: open });
  expect([day.at, day.hours]).toEqual([open, { isOpen: true, until: '2026-03-02T11:30:00.000Z', timeZone: 'Asia/Kolkata' }]);
  expect(waysOf(day)).toEqual({
    ...{ welcome: 'message', joined: 'line', transferred: 'empty', closing: 'line', missed: 'line' },
    ...{ outOfHours: 'notNow', rating: 'message', idle: 'off' },
  });
  expect([textOf(day, 'welcome'), textOf(day, 'joined')]).toEqual(['Meera, welcome to Sales.', 'I am Nina.']);
  const evening = await preview(admin, { deptId: sales.id, at: closed, channelType: channelTypes.WHATSAPP });
  const opensAt = '2026-03-02T03:30:00.000Z';
  expect(evening.hours).toEqual({ isOpen: false, until: opensAt, timeZone: 'Asia/Kolkata' });
  expect(textOf(evening, 'outOfHours')).toBe(
    `We are closed at the moment. We open again on ${showInstant(opensAt, 'instant', 'Asia/Kolkata')}.`,
  );
  expect(waysOf(evening)).toMatchObject({
    welcome: 'notNow',
    missed: 'notNow',
    outOfHours: 'message',
    closing: 'message',
    rating: 'notHere',
  });
  await save(admin, { ratingEnabled: false, outsideHours: 'queue' });
  expect(waysOf(await preview(admin, { deptId: sales.id, at: closed }))).toMatchObject({ rating: 'off', outOfHours: 'message' });
  // Nobody has a calendar, so it is always open.
  expect((await preview(admin, { at: closed })).hours).toBeNull();
});

test('messages of a preview are those that a visitor of the website reads', async () => {
  const { admin } = await scene();
  const sales = await makeDepartment(admin, 'Service');
  await save(admin, { welcomeMessage: 'Welcome to {{ department.name }}.', closingMessage: 'Bye from {{ agent.name }}.' }, sales.id);
  const agent = await makeUser({ enterprise: admin, roles: [3], name: 'Nina' });
  await as(admin).put(at(departments.addUsers.path, sales.id), { users: [agent.userId] });
  const form = { name: 'Website', type: 12, deptId: sales.id, isActive: true, data: webData() };
  const channel = (await as(admin).post(channels.create.path, form)).json().response;
  const visitor = await visit(channel.widgetKey);
  const socket = await connect(agent);
  const { chatId } = await visitor.say('Hello');
  await socket.ask('agentPickupChat', { chatId });
  await as(agent).post(at(chats.close.path, chatId));
  const { messages } = (await as(admin).get(at(chats.get.path, chatId))).json().data;
  const read = messages
    .filter(({ authorKind, message }: { authorKind: string; message: string }) => message !== '' && authorKind !== 'customer')
    .map(({ actionType, message }: { actionType: number; message: string }) => [
      actionType === chatActionTypes.agentReply ? 'message' : 'line',
      message,
    ]);
  const shown = await preview(admin, { deptId: sales.id });
  const sent = ['welcome', 'joined', 'closing'].flatMap((wanted) =>
    shown.messages.flatMap(({ name, language, way, text }) => (name === wanted && language === 'en' ? [[way, text]] : [])),
  );
  expect(read).toEqual(sent);
  expect(shown.messages).toHaveLength(chatMessages.length * 2);
});

test('CHAT_CONFIG previews, a role of departments those of its own, and nobody of another enterprise', async () => {
  const { admin, sales } = await scene();
  const [foreigner, agent] = [await makeUser(), await makeUser({ enterprise: admin, roles: [3] })];
  const role = { name: 'Config', permissions: ['CHAT.CHAT_CONFIG'], dataScope: 'department', description: '', maskedFields: [] };
  const keeper = await makeUser({ enterprise: admin, roles: [(await as(admin).put(roles.saveRole.path, role)).json().data.code] });
  expect((await stranger().get(chats.previewConfiguration.path)).statusCode).toBe(401);
  expect((await ask(agent)).code).toBe('1403');
  expect((await ask(keeper)).code).toBe('100');
  for (const by of [keeper, foreigner]) expect((await ask(by, { deptId: sales.id })).code).toBe('department.not_found');
  await as(admin).put(at(departments.addUsers.path, sales.id), { users: [keeper.userId] });
  expect((await ask(keeper, { deptId: sales.id })).code).toBe('100');
  const wrongs: Record<string, string | number>[] = [{ channelType: 7 }, { at: 'tomorrow' }, { deptId: 'x' }];
  for (const wrong of wrongs) expect((await ask(admin, wrong)).code).toBe('request.invalid');
});
