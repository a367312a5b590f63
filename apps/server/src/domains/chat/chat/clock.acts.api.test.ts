import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { agentStatuses, type ChatClock, type ChatConfig, type ChatDetail, type ChatSide, chatStates, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';
import { createScenes } from '../../../../test/scene.ts';
import { receive } from '../conversation/chat.inbound.ts';
import { storeReplies } from '../conversation/chat.reply.ts';
import { actOnDueClocks } from './chat.clocks.ts';

const app = await startApp();
const { makeScene, visit, connect } = createScenes(app);
const book = createPhoneBook(app);
const { chats, clockPolicies, departments, notifications } = endpoints;

type Scene = Awaited<ReturnType<typeof makeTimed>>;
type Policy = Record<string, unknown> & { name: string };

const makePolicy = async (admin: TestUser, policy: Policy) => {
  const answer = (await app.as(admin).post(clockPolicies.create.path, policy)).json();
  expect(answer).toMatchObject({ code: '100' });
  return answer.data;
};

/** Asha and Ben of one enterprise with these settings of clocks, in a department that Mona manages. */
async function makeTimed(settings: Partial<ChatConfig> = {}, policies: Policy[] = []) {
  const scene = await makeScene();
  const { enterprise, users, channel } = scene;
  const admin = await app.makeUser({ enterprise, name: 'Ada' });
  const mona = await app.makeUser({ enterprise, roles: [3], name: 'Mona' });
  const form = { name: 'Sales', manager: mona.userId };
  const sales = (await app.as(admin).post(departments.create.path, form)).json().data;
  await app.as(admin).put(departments.addUsers.path.replace(':departmentId', sales.id), { users: [users.asha.userId, users.ben.userId] });
  await app
    .contextOf(enterprise)
    .transaction((tx) => tx.updateTable('channels').set({ deptId: sales.id }).where('channelId', '=', channel.id).execute());
  const save = async (chat: Partial<ChatConfig>, deptId = '') =>
    expect((await app.as(admin).post(chats.saveConfiguration.path, { chat, deptId })).json()).toMatchObject({ status: true });
  if (Object.keys(settings).length > 0) await save(settings);
  for (const policy of policies) await makePolicy(admin, policy);
  // Joining a department renews the connections.
  const [asha, ben] = await Promise.all([connect(users.asha), connect(users.ben)]);
  return { ...scene, asha, ben, admin, mona, sales, save };
}

const chatOf = async ({ admin }: Pick<Scene, 'admin'>, chatId: string): Promise<ChatDetail> =>
  (await app.as(admin).get(`/e/enterprise/chat/${chatId}`)).json().data;
const begin = async (scene: Scene, text = 'Hello') => {
  const { chatId } = await scene.visitor.say(text);
  expect(await scene.asha.ask('agentPickupChat', { chatId })).toMatchObject({ status: true });
  return chatId;
};
const reply = (scene: Scene, chatId: string, message = 'Good day') => scene.asha.ask('agentReply', { chatId, key: randomUUID(), message });
const rowsOf = ({ enterprise }: Scene) =>
  app.contextOf(enterprise).read((tx) =>
    tx
      .selectFrom('chatClocks')
      .select(['kind', 'dueAt', 'ends'])
      // A save of settings asks the open chats to be timed anew, by a job that may run at any moment.
      .where('kind', '!=', 'retime')
      .orderBy('kind')
      .execute(),
  );
const serviceOf = async ({ enterprise }: Scene, chatId: string) =>
  (
    await app
      .contextOf(enterprise)
      .read((tx) => tx.selectFrom('chats').select('service').where('chatId', '=', chatId).executeTakeFirstOrThrow())
  ).service;
const retimesOf = async ({ enterprise }: Scene): Promise<string[]> => {
  const { rows } = await sql<{ state: string }>`select state from pgboss.job
    where name = 'chat.retime' and data->>'enterpriseId' = ${enterprise.enterpriseId}`.execute(app.deps.db);
  return rows.map(({ state }) => state);
};
const kindsOf = async (scene: Scene) => (await rowsOf(scene)).map(({ kind }) => kind);
const deedsOf = async (scene: Scene, chatId: string) =>
  (await chatOf(scene, chatId)).sides.flatMap(({ kind, act }: ChatSide) => (kind === 'clock' && act?.act === 'clock' ? [act.did] : []));
const told = async (user: TestUser) =>
  (await app.as(user).get(notifications.list.path)).json().data.notifications.map(({ code }: { code: string }) => code);

/** So many seconds pass for the clocks of a chat: each has begun, and is due, so much earlier. */
async function passTime({ enterprise }: Scene, chatId: string, seconds: number): Promise<void> {
  const earlier = (value: unknown): unknown => {
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value))
      return new Date(Date.parse(value) - seconds * 1000).toISOString();
    if (Array.isArray(value)) return value.map(earlier);
    if (typeof value !== 'object' || value === null) return value;
    // The reason of a clock stays.
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, name === 'key' ? part : earlier(part)]));
  };
  await app.contextOf(enterprise).transaction(async (tx) => {
    const { service } = await tx.selectFrom('chats').select('service').where('chatId', '=', chatId).forUpdate().executeTakeFirstOrThrow();
    await tx
      .updateTable('chats')
      .set({ service: JSON.stringify(earlier(service)) })
      .where('chatId', '=', chatId)
      .execute();
    await sql`update chat_clocks set due_at = due_at - make_interval(secs => ${seconds}) where chat_id = ${chatId}`.execute(tx);
  });
}

/** Runs one statement on the file's database as the owner of its tables. */
async function asOwner(statement: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.deps.db);
  const url = new URL(inject('testServerUrl'));
  url.pathname = `/${rows[0]?.name ?? ''}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(statement);
  await client.end();
}

describe('silent agents', () => {
  test('the agent is reminded once, then the chat goes back to the queue, and a reply ends the clock', async () => {
    const scene = await makeTimed({ agentRemindSeconds: 60, agentRequeueSeconds: 300 });
    const chatId = await begin(scene);
    expect(await kindsOf(scene)).toEqual(['agentSilent']);
    await reply(scene, chatId);
    await expect.poll(() => kindsOf(scene)).toEqual([]);
    await scene.visitor.say('And this?');
    await expect.poll(() => kindsOf(scene)).toEqual(['agentSilent']);
    await passTime(scene, chatId, 61);
    await expect.poll(() => deedsOf(scene, chatId)).toEqual(['reminded']);
    expect(await told(scene.users.asha)).toEqual(['chat.agent_silent']);
    await passTime(scene, chatId, 240);
    await Promise.all([actOnDueClocks(app.deps), actOnDueClocks(app.deps)]);
    expect(await scene.asha.next('youLeftChat')).toMatchObject({ chatId });
    expect(await deedsOf(scene, chatId)).toEqual(['reminded', 'requeued']);
    expect(await chatOf(scene, chatId)).toMatchObject({ state: chatStates.created, handledBy: 'queue', ownerId: '' });
    expect(await kindsOf(scene)).toEqual([]);
    // The bell says the last of one chat.
    expect(await told(scene.users.asha)).toEqual(['chat.requeued']);
    // Somebody else has it, and a time of their own.
    const before = Date.now();
    expect(await scene.ben.ask('agentPickupChat', { chatId })).toMatchObject({ status: true });
    expect((await rowsOf(scene))[0]?.dueAt.getTime()).toBeGreaterThan(before + 50_000);
  });

  test('the last one of two steps that have passed acts alone, and its line says when it was due', async () => {
    const scene = await makeTimed({ agentRemindSeconds: 60, agentRequeueSeconds: 300 });
    const chatId = await begin(scene);
    await passTime(scene, chatId, 3600);
    await expect.poll(() => deedsOf(scene, chatId)).toEqual(['requeued']);
    const [line] = (await chatOf(scene, chatId)).sides;
    expect(line).toMatchObject({ kind: 'clock', authorId: '', act: { act: 'clock', clock: 'agentSilent' } });
    const dueAt = line?.act?.act === 'clock' ? line.act.dueAt : '';
    const lateMs = Date.parse(line?.at ?? '') - Date.parse(dueAt);
    expect(lateMs).toBeGreaterThan(3_250_000);
    expect(await told(scene.users.asha)).toEqual(['chat.requeued']);
  });

  test('an ending is held back for a minute where no worker has looked for one, and the earlier step passes with it', async () => {
    const scene = await makeTimed({ agentRemindSeconds: 60, agentRequeueSeconds: 300 });
    await asOwner("update chat_clock_looks set held_until = now() + interval '1 hour'");
    const chatId = await begin(scene);
    await passTime(scene, chatId, 3600);
    await expect.poll(async () => (await rowsOf(scene)).map(({ ends }) => ends)).toEqual([true]);
    expect(await deedsOf(scene, chatId)).toEqual([]);
    await actOnDueClocks(app.deps, true);
    expect(await chatOf(scene, chatId)).toMatchObject({ ownerId: scene.users.asha.userId });
    await asOwner('update chat_clock_looks set held_until = now()');
    await expect.poll(() => deedsOf(scene, chatId)).toEqual(['requeued']);
    expect(await told(scene.users.asha)).toEqual(['chat.requeued']);
  });

  test('a chat that its agent was silent in is given to another one, though it was to wait for that agent', async () => {
    const scene = await makeTimed({ agentRequeueSeconds: 300 });
    const { asha, ben } = scene.users;
    for (const user of [asha, ben]) await app.as(user).put(chats.updateAgentStatus.path, { agentStatus: agentStatuses.online, reason: '' });
    await app
      .contextOf(scene.enterprise)
      .transaction((tx) =>
        tx.updateTable('agentDesks').set({ rampSince: null }).where('enterpriseId', '=', scene.enterprise.enterpriseId).execute(),
      );
    const first = await begin(scene);
    await app.as(asha).post(chats.close.path.replace(':chatId', first));
    await scene.save({ agentRequeueSeconds: 300, routingMode: 'automatic', acceptMode: 'direct', sameAgentSeconds: 600 });
    const { chatId } = await scene.visitor.say('Me again');
    await expect.poll(async () => (await chatOf(scene, chatId)).ownerId).toBe(asha.userId);
    await passTime(scene, chatId, 301);
    await expect.poll(async () => (await chatOf(scene, chatId)).ownerId).toBe(ben.userId);
    expect(await deedsOf(scene, chatId)).toEqual(['requeued']);
  });

  test('time outside of the open hours of the department does not count, and a change of the calendar counts at once', async () => {
    const scene = await makeTimed({ agentRemindSeconds: 60 });
    const closed = { name: 'Closed', timeZone: 'UTC', isDefault: false, days: Array.from({ length: 7 }, () => []), exceptions: [] };
    const calendar = (await app.as(scene.admin).post('/e/enterprise/calendars', closed)).json().data;
    const chatId = await begin(scene);
    expect(await kindsOf(scene)).toEqual(['agentSilent']);
    const department = { name: 'Sales', calendarId: calendar.id, manager: scene.mona.userId };
    await app.as(scene.admin).put(departments.update.path.replace(':departmentId', scene.sales.id), department);
    // It never opens: the clock has no due time any more.
    await expect.poll(() => kindsOf(scene)).toEqual([]);
    const open = Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]);
    await app.as(scene.admin).put(`/e/enterprise/calendars/${calendar.id}`, { ...closed, days: open, version: calendar.version });
    await expect.poll(() => kindsOf(scene)).toEqual(['agentSilent']);
    expect(await deedsOf(scene, chatId)).toEqual([]);
  });
});

test('a chat that is suspended unanswered goes back to the queue all the same', async () => {
  const scene = await makeTimed({ agentRequeueSeconds: 300 });
  const chatId = await begin(scene);
  await app.as(scene.users.asha).post(`/e/enterprise/chat/${chatId}/suspend`);
  expect(await kindsOf(scene)).toEqual(['agentSilent']);
  await passTime(scene, chatId, 301);
  expect(await scene.asha.next('youLeftChat')).toMatchObject({ chatId });
  expect(await chatOf(scene, chatId)).toMatchObject({ state: chatStates.created, handledBy: 'queue', ownerId: '' });
  expect(await deedsOf(scene, chatId)).toEqual(['requeued']);
});

test('a clock whose row was taken away is found again by the hourly work', async () => {
  const scene = await makeTimed({ agentRemindSeconds: 600 });
  const chatId = await begin(scene);
  // A job that times the chat anew would put it back.
  await expect.poll(() => retimesOf(scene)).toEqual(['completed']);
  await expect
    .poll(() =>
      app.contextOf(scene.enterprise).read((tx) => tx.selectFrom('chatClocks').select('kind').where('kind', '=', 'retime').execute()),
    )
    .toEqual([]);
  await asOwner(`delete from chat_clocks where chat_id = '${chatId}'`);
  await passTime(scene, chatId, 630);
  const tend = () => sql`select tend_chats()`.execute(app.deps.db);
  await tend();
  // Those that are about to be taken are left alone.
  expect(await kindsOf(scene)).toEqual([]);
  await passTime(scene, chatId, 60);
  await tend();
  await expect.poll(() => deedsOf(scene, chatId)).toEqual(['reminded']);
});

describe('silent customers', () => {
  test('the customer is asked, then the chat is suspended, and a word of theirs ends both', async () => {
    const scene = await makeTimed({
      customerRemindSeconds: 60,
      customerEndSeconds: 120,
      customerEndAct: 'park',
      idleMessage: 'Still there, {{ customer.name ?? "friend" }}?',
    });
    const chatId = await begin(scene);
    await reply(scene, chatId);
    await expect.poll(() => kindsOf(scene)).toEqual(['customerSilent']);
    await passTime(scene, chatId, 61);
    expect((await scene.visitor.next('entry', ({ entry }) => entry.text.startsWith('Still there'))).entry.author).toBe('system');
    await passTime(scene, chatId, 60);
    expect(await scene.asha.next('chatStateChanged', ({ state }) => state === chatStates.suspended)).toMatchObject({
      chatId,
      wakeAt: null,
    });
    await expect.poll(() => deedsOf(scene, chatId)).toEqual(['asked', 'parked']);
    expect(await kindsOf(scene)).toEqual([]);
    await scene.visitor.say('Yes');
    expect(await chatOf(scene, chatId)).toMatchObject({ state: chatStates.ongoing });
    expect(await kindsOf(scene)).toEqual([]);
  });

  test('a chat that was suspended and goes on is not asked again because somebody saves settings', async () => {
    const scene = await makeTimed({ customerEndSeconds: 120 });
    const chatId = await begin(scene);
    await reply(scene, chatId);
    await expect.poll(() => kindsOf(scene)).toEqual(['customerSilent']);
    await passTime(scene, chatId, 121);
    await expect.poll(() => deedsOf(scene, chatId)).toEqual(['parked']);
    await app.as(scene.users.asha).post(`/e/enterprise/chat/${chatId}/resume`);
    await scene.save({ customerRemindSeconds: 60 });
    await expect.poll(() => serviceOf(scene, chatId)).toMatchObject({ rules: { customerRemind: 60, customerEnd: 120 } });
    expect(await kindsOf(scene)).toEqual([]);
    await reply(scene, chatId, 'Are you there?');
    await expect.poll(() => kindsOf(scene)).toEqual(['customerSilent']);
  });

  test('a chat is closed with the closing text and the question for stars, whatever its agent would have to note', async () => {
    const scene = await makeTimed({
      customerEndSeconds: 120,
      customerEndAct: 'close',
      closeNeedsLabel: true,
      closingMessage: 'Bye from {{ agent.name }}',
    });
    const chatId = await begin(scene);
    await reply(scene, chatId);
    await expect.poll(async () => (await rowsOf(scene)).map(({ kind, ends }) => [kind, ends])).toEqual([['customerSilent', true]]);
    await passTime(scene, chatId, 121);
    expect(await scene.visitor.next('thread', ({ isOpen }) => !isOpen)).toMatchObject({ canRate: true });
    expect((await scene.visitor.next('entry', ({ entry }) => entry.text.startsWith('Bye'))).entry.text).toBe('Bye from Asha');
    await scene.asha.next('agentEndChat');
    expect(await chatOf(scene, chatId)).toMatchObject({ state: chatStates.closed });
    expect(await deedsOf(scene, chatId)).toEqual(['closed']);
    expect(await kindsOf(scene)).toEqual([]);
  });

  test.each<Partial<ChatConfig>>([{ customerRemindSeconds: 60 }, { customerEndSeconds: 60, customerEndAct: 'close' }])(
    'nobody is asked and no chat is closed while a message is to leave later: %o',
    async (settings) => {
      const scene = await makeTimed(settings);
      const chatId = await begin(scene);
      await reply(scene, chatId);
      const body = { text: 'Good morning', dueAt: new Date(Date.now() + 3_600_000).toISOString(), zone: 'UTC', requestKey: randomUUID() };
      const planned = await app.as(scene.users.asha).post(endpoints.chatLater.plan.path.replace(':chatId', chatId), body);
      expect(planned.json()).toMatchObject({ code: '100' });
      await expect.poll(() => kindsOf(scene)).toEqual(['customerSilent']);
      await passTime(scene, chatId, 61);
      await expect.poll(() => kindsOf(scene)).toEqual([]);
      expect(await chatOf(scene, chatId)).toMatchObject({ state: chatStates.ongoing });
      expect(await deedsOf(scene, chatId)).toEqual([]);
    },
  );

  test('an answer that ends the clock of its agent and begins that of its customer does both, and a message the other way round', async () => {
    const scene = await makeTimed({ agentRemindSeconds: 600, customerRemindSeconds: 600 });
    const chatId = await begin(scene);
    expect(await reply(scene, chatId)).toMatchObject({ status: true });
    expect(await kindsOf(scene)).toEqual(['customerSilent']);
    expect(await scene.visitor.say('And this?')).toMatchObject({ chatId });
    expect(await kindsOf(scene)).toEqual(['agentSilent']);
  });

  test('a customer who writes before it is due is not closed', async () => {
    const scene = await makeTimed({ customerEndSeconds: 120, customerEndAct: 'close' });
    const chatId = await begin(scene);
    await reply(scene, chatId);
    await expect.poll(() => kindsOf(scene)).toEqual(['customerSilent']);
    await scene.visitor.say('One more thing');
    await expect.poll(() => kindsOf(scene)).toEqual([]);
    expect(await chatOf(scene, chatId)).toMatchObject({ state: chatStates.ongoing });
  });
});

test('a suspended chat goes on after its longest time, which it shows, and its owner is told', async () => {
  const scene = await makeTimed({ suspendedMostSeconds: 600 });
  const chatId = await begin(scene);
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  await app.as(scene.users.asha).post(`/e/enterprise/chat/${chatId}/suspend?wakeAt=${inAnHour}`);
  const [longest, own] = await rowsOf(scene);
  expect([longest?.kind, own?.kind]).toEqual(['suspendedMost', 'wake']);
  const wakeAt = longest?.dueAt.toISOString();
  expect(await scene.asha.next('chatStateChanged')).toMatchObject({ state: chatStates.suspended, wakeAt });
  expect(await chatOf(scene, chatId)).toMatchObject({ wakeAt });
  await passTime(scene, chatId, 601);
  expect(await scene.asha.next('chatStateChanged', ({ isWoken }) => isWoken)).toMatchObject({ chatId, state: chatStates.started });
  expect(await deedsOf(scene, chatId)).toEqual(['resumed']);
  expect(await told(scene.users.asha)).toEqual(['chat.resumed']);
  expect(await kindsOf(scene)).toEqual([]);
});

describe('settings', () => {
  test('a department has its own times; changed ones re-time clocks that run from their beginning, and 0 ends them', async () => {
    const scene = await makeTimed();
    const chatId = await begin(scene);
    expect(await kindsOf(scene)).toEqual([]);
    await scene.save({ agentRemindSeconds: 600 }, scene.sales.id);
    await expect.poll(() => kindsOf(scene)).toEqual(['agentSilent']);
    await passTime(scene, chatId, 100);
    await scene.save({ agentRemindSeconds: 900 }, scene.sales.id);
    const leftMs = async () => ((await rowsOf(scene)).find(({ kind }) => kind === 'agentSilent')?.dueAt.getTime() ?? 0) - Date.now();
    await expect.poll(leftMs).toBeGreaterThan(700_000);
    expect(await leftMs()).toBeLessThan(801_000);
    // A step that is past due by the new seconds acts at once.
    await scene.save({ agentRemindSeconds: 50 }, scene.sales.id);
    await expect.poll(() => deedsOf(scene, chatId)).toEqual(['reminded']);
    await scene.save({ agentRemindSeconds: 0 }, scene.sales.id);
    await expect.poll(() => serviceOf(scene, chatId)).toEqual({});
  });

  test('a save of other settings asks no chat', async () => {
    const scene = await makeTimed({ maxOpenChats: 7 });
    await scene.save({ maxOpenChats: 8, agentRemindSeconds: 0 });
    expect(await retimesOf(scene)).toEqual([]);
    await scene.save({ agentRemindSeconds: 600 });
    expect(await retimesOf(scene)).toHaveLength(1);
  });

  test('settings and calendars wait for no chat, and one that is picked up meanwhile follows too', async () => {
    const scene = await makeTimed();
    const { chatId } = await scene.visitor.say('Hello');
    const { userId } = scene.users.asha;
    const hours = { name: 'Late', timeZone: 'UTC', isDefault: false, days: Array.from({ length: 7 }, () => []), exceptions: [] };
    const calendar = (await app.as(scene.admin).post('/e/enterprise/calendars', hours)).json().data;
    await app.contextOf(scene.enterprise).transaction(async (tx) => {
      const pickedUp = {
        ownerId: userId,
        handledBy: 'agent',
        state: chatStates.started,
        pickedUpAt: new Date(),
        deadlineAt: null,
      } as const;
      await tx.updateTable('chats').set(pickedUp).where('chatId', '=', chatId).execute();
      const department = { name: 'Sales', calendarId: calendar.id, manager: scene.mona.userId };
      const saved = await app.as(scene.admin).put(departments.update.path.replace(':departmentId', scene.sales.id), department);
      expect(saved.json()).toMatchObject({ code: '100' });
      await scene.save({ customerRemindSeconds: 600 });
      // The chats are asked before this pickup is committed: a job has begun, or is over by now.
      await expect.poll(() => retimesOf(scene)).toEqual(expect.arrayContaining([expect.stringMatching(/^(active|completed)$/)]));
    });
    await expect.poll(() => serviceOf(scene, chatId)).toEqual({ rules: { customerRemind: 600 } });
  });
});

describe('policies', () => {
  const policy = (more: object = {}) => ({
    name: 'Fast',
    inOpenHours: false,
    firstAmberSeconds: 60,
    firstRedSeconds: 120,
    nextAmberSeconds: 30,
    nextRedSeconds: 90,
    ...more,
  });
  const secondsOf = (clock: ChatClock | null) =>
    clock && [clock.kind, ...[clock.amberAt, clock.redAt].map((at) => at && (Date.parse(at) - Date.parse(clock.since)) / 1000)];

  test('the list, the chat and live events tell the clock that colours it, which needs no row', async () => {
    const scene = await makeTimed({}, [policy()]);
    const { chatId } = await scene.visitor.say('Hello');
    await scene.asha.ask('agentPickupChat', { chatId });
    const [row] = (await app.as(scene.users.asha).get('/e/enterprise/chat/summary')).json().data;
    expect(secondsOf(row.clock)).toEqual(['firstReply', 60, 120]);
    expect(await kindsOf(scene)).toEqual([]);
    await reply(scene, chatId);
    expect((await scene.asha.next('agentReply')).clock).toBeNull();
    expect((await chatOf(scene, chatId)).clock).toBeNull();
    await scene.visitor.say('One more');
    expect(secondsOf((await scene.asha.next('customerReply', ({ action }) => action.message === 'One more')).clock ?? null)).toEqual([
      'nextReply',
      30,
      90,
    ]);
    await scene.visitor.say('And another');
    expect((await scene.asha.next('customerReply', ({ action }) => action.message === 'And another')).clock).toBeUndefined();
    await app.as(scene.users.asha).post(`/e/enterprise/chat/${chatId}/suspend`);
    // The customer waits as before.
    expect(secondsOf((await chatOf(scene, chatId)).clock)).toEqual(['nextReply', 30, 90]);
    const [{ id }] = (await app.as(scene.admin).get(clockPolicies.list.path)).json().data.policies;
    await app.as(scene.admin).delete(clockPolicies.remove.path.replace(':policyId', id));
    expect(await scene.asha.next('chatClock')).toEqual({ chatId, clock: null });
  });

  test('the first policy that fits counts: by group, by priority and by department', async () => {
    const scene = await makeTimed();
    const group = await book.makeGroup(scene.admin, 'VIP');
    await makePolicy(scene.admin, policy({ name: 'VIP', groupId: group, firstAmberSeconds: 1, firstRedSeconds: 2 }));
    await makePolicy(scene.admin, policy({ name: 'Urgent', fromPriority: 8, firstAmberSeconds: 3, firstRedSeconds: 4 }));
    await makePolicy(scene.admin, policy({ name: 'Sales', deptId: scene.sales.id, firstAmberSeconds: 5, firstRedSeconds: 6 }));
    await makePolicy(scene.admin, policy({ name: 'All' }));
    const clockOf = async (chatId: string) => secondsOf((await chatOf(scene, chatId)).clock);
    const usual = await begin(scene);
    expect(await clockOf(usual)).toEqual(['firstReply', 5, 6]);
    const [other, third] = [await visit(scene.channel.widgetKey), await visit(scene.channel.widgetKey)];
    const urgent = (await other.say('Now!')).chatId;
    await app
      .contextOf(scene.enterprise)
      .transaction((tx) => tx.updateTable('chats').set({ priority: 9 }).where('chatId', '=', urgent).execute());
    await scene.asha.ask('agentPickupChat', { chatId: urgent });
    expect(await clockOf(urgent)).toEqual(['firstReply', 3, 4]);
    const vip = (await third.say('Hello')).chatId;
    const { customerId } = (await chatOf(scene, vip)).customer;
    await app
      .contextOf(scene.enterprise)
      .transaction((tx) =>
        tx.insertInto('customerSetMembers').values({ enterpriseId: scene.enterprise.enterpriseId, setId: group, customerId }).execute(),
      );
    await scene.asha.ask('agentPickupChat', { chatId: vip });
    expect(await clockOf(vip)).toEqual(['firstReply', 1, 2]);
    // Another order counts at once for chats that are open.
    const { policies } = (await app.as(scene.admin).get(clockPolicies.list.path)).json().data;
    const ids = policies.map(({ id }: { id: string }) => id).reverse();
    await app.as(scene.admin).put(clockPolicies.saveOrder.path, { ids });
    await app.as(scene.admin).delete(clockPolicies.remove.path.replace(':policyId', policies[2].id));
    await expect.poll(() => clockOf(usual)).toEqual(['firstReply', 60, 120]);
  });

  test('the owner and the manager are told once when it is due', async () => {
    const scene = await makeTimed({}, [policy({ firstActSeconds: 180 })]);
    const chatId = await begin(scene);
    expect(await kindsOf(scene)).toEqual(['firstReply']);
    await passTime(scene, chatId, 181);
    await expect.poll(() => deedsOf(scene, chatId)).toEqual(['told']);
    for (const user of [scene.users.asha, scene.mona]) expect(await told(user)).toEqual(['chat.late']);
    expect(await told(scene.users.ben)).toEqual([]);
    expect((await chatOf(scene, chatId)).sides[0]?.act).toMatchObject({ policy: 'Fast', clock: 'firstReply' });
    expect(await kindsOf(scene)).toEqual([]);
    expect((await chatOf(scene, chatId)).clock).not.toBeNull();
  });

  test('the priority is raised, and one that is higher stays', async () => {
    const scene = await makeTimed({}, [policy({ firstActSeconds: 180, act: 'raise', actPriority: 7 })]);
    const chatId = await begin(scene);
    await passTime(scene, chatId, 181);
    expect(await scene.asha.next('chatMarked')).toMatchObject({ chatId, priority: 7 });
    expect(await chatOf(scene, chatId)).toMatchObject({ priority: 7 });
    expect(await deedsOf(scene, chatId)).toEqual(['raised']);
    const urgent = (await (await visit(scene.channel.widgetKey)).say('Now!')).chatId;
    await scene.asha.ask('agentPickupChat', { chatId: urgent });
    await app
      .contextOf(scene.enterprise)
      .transaction((tx) => tx.updateTable('chats').set({ priority: 9 }).where('chatId', '=', urgent).execute());
    expect(await kindsOf(scene)).toEqual(['firstReply']);
    await passTime(scene, urgent, 181);
    await expect.poll(() => kindsOf(scene)).toEqual([]);
    expect(await serviceOf(scene, urgent)).toMatchObject({ running: { firstReply: { did: ['act'] } } });
    expect([(await chatOf(scene, urgent)).priority, await deedsOf(scene, urgent)]).toEqual([9, []]);
  });

  test('the chat moves to the queue of a department, and stays where nobody takes chats of it', async () => {
    const scene = await makeTimed();
    const make = async (name: string) => (await app.as(scene.admin).post(departments.create.path, { name })).json().data;
    const [billing, empty] = [await make('Billing'), await make('Empty')];
    await app.as(scene.admin).put(departments.addUsers.path.replace(':departmentId', billing.id), { users: [scene.users.ben.userId] });
    const ben = await connect(scene.users.ben);
    const moving = await makePolicy(scene.admin, policy({ nextActSeconds: 100, act: 'move', actDeptId: empty.id }));
    const chatId = await begin(scene);
    await reply(scene, chatId);
    await scene.visitor.say('Where is it?');
    await expect.poll(async () => (await rowsOf(scene)).map(({ kind, ends }) => [kind, ends])).toEqual([['nextReply', true]]);
    await passTime(scene, chatId, 101);
    await expect.poll(() => deedsOf(scene, chatId)).toEqual(['notMoved']);
    expect(await told(scene.mona)).toEqual(['chat.not_moved']);
    expect(await chatOf(scene, chatId)).toMatchObject({ handledBy: 'agent', ownerId: scene.users.asha.userId });
    const { id: _id, groupName: _name, order: _order, ...fields } = moving;
    const path = clockPolicies.update.path.replace(':policyId', moving.id);
    expect((await app.as(scene.admin).put(path, { ...fields, actDeptId: billing.id })).json()).toMatchObject({ code: '100' });
    await reply(scene, chatId, 'A moment');
    await scene.visitor.say('Still?');
    await expect.poll(() => kindsOf(scene)).toContain('nextReply');
    await passTime(scene, chatId, 101);
    expect(await scene.asha.next('youLeftChat')).toMatchObject({ chatId });
    expect(await chatOf(scene, chatId)).toMatchObject({ state: chatStates.created, handledBy: 'queue', deptId: billing.id });
    expect(await deedsOf(scene, chatId)).toEqual(['notMoved', 'moved']);
    expect(await ben.ask('agentPickupChat', { chatId })).toMatchObject({ status: true });
    // The customer waits since then, whoever has the chat.
    expect(secondsOf((await chatOf(scene, chatId)).clock)?.[0]).toBe('nextReply');
  });

  test('a policy that is deleted does nothing any more', async () => {
    const scene = await makeTimed({}, [policy({ firstActSeconds: 180 })]);
    const chatId = await begin(scene);
    const [{ id }] = (await app.as(scene.admin).get(clockPolicies.list.path)).json().data.policies;
    await app.as(scene.admin).delete(clockPolicies.remove.path.replace(':policyId', id));
    await passTime(scene, chatId, 181);
    await expect.poll(() => kindsOf(scene)).toEqual([]);
    expect(await deedsOf(scene, chatId)).toEqual([]);
    expect((await chatOf(scene, chatId)).clock).toBeNull();
  });

  test('a chat that waits already keeps its place and its time when it moves', async () => {
    const scene = await makeTimed();
    const billing = (await app.as(scene.admin).post(departments.create.path, { name: 'Billing' })).json().data;
    await app.as(scene.admin).put(departments.addUsers.path.replace(':departmentId', billing.id), { users: [scene.users.ben.userId] });
    await makePolicy(scene.admin, policy({ nextActSeconds: 100, act: 'move', actDeptId: billing.id }));
    const chatId = await begin(scene);
    await reply(scene, chatId);
    await scene.visitor.say('Where is it?');
    await scene.asha.ask('agentTransferChat', { chatId, departmentId: scene.sales.id, note: 'Not mine' } as never);
    const waits = { queuedAt: new Date(Date.now() - 300_000), deadlineAt: new Date(Date.now() + 60_000) };
    const ctx = app.contextOf(scene.enterprise);
    await ctx.transaction((tx) => tx.updateTable('chats').set(waits).where('chatId', '=', chatId).execute());
    await passTime(scene, chatId, 101);
    await expect.poll(() => deedsOf(scene, chatId)).toEqual(['moved']);
    const row = await ctx.read((tx) =>
      tx
        .selectFrom('chats')
        .select(['deptId', 'handledBy', 'queuedAt', 'deadlineAt'])
        .where('chatId', '=', chatId)
        .executeTakeFirstOrThrow(),
    );
    expect(row).toEqual({ deptId: billing.id, handledBy: 'queue', ...waits });
  });

  test('a chat that its agent transfers to a department goes by the policies of that', async () => {
    const scene = await makeTimed();
    const billing = (await app.as(scene.admin).post(departments.create.path, { name: 'Billing' })).json().data;
    await app.as(scene.admin).put(departments.addUsers.path.replace(':departmentId', billing.id), { users: [scene.users.ben.userId] });
    const ben = await connect(scene.users.ben);
    await makePolicy(scene.admin, policy({ deptId: scene.sales.id }));
    await makePolicy(scene.admin, policy({ name: 'Slow', deptId: billing.id, nextAmberSeconds: 300, nextRedSeconds: 600 }));
    const clockOf = async (chatId: string) => secondsOf((await chatOf(scene, chatId)).clock);
    const chatId = await begin(scene);
    await reply(scene, chatId);
    await scene.visitor.say('Where is it?');
    await expect.poll(() => clockOf(chatId)).toEqual(['nextReply', 30, 90]);
    const { clock } = await chatOf(scene, chatId);
    await scene.asha.ask('agentTransferChat', { chatId, departmentId: billing.id, note: 'A bill' } as never);
    expect(await clockOf(chatId)).toEqual(['nextReply', 300, 600]);
    expect(await ben.ask('agentPickupChat', { chatId })).toMatchObject({ status: true });
    expect(await clockOf(chatId)).toEqual(['nextReply', 300, 600]);
    // The customer waits since then, whoever has the chat.
    expect((await chatOf(scene, chatId)).clock?.since).toBe(clock?.since);
  });
});

describe('cost of a message', () => {
  const counting = new AsyncLocalStorage<string[]>();
  const seen = new WeakSet<object>();
  app.deps.pool.on('acquire', (client) => {
    if (seen.has(client)) return;
    seen.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text;
      counting.getStore()?.push(text.trim().replaceAll(/\s+/g, ' ').slice(0, 60));
      return query(...args);
    }) as typeof client.query;
  });

  /** Statements of a customer's first unanswered message, of another one, and of the agent's reply. */
  async function countOf(settings: Partial<ChatConfig>, policies: Policy[] = []) {
    const scene = await makeTimed(settings, policies);
    const chatId = await begin(scene);
    await reply(scene, chatId);
    const ctx = app.contextOf(scene.enterprise);
    const chat = await ctx.read((tx) => tx.selectFrom('chats').selectAll().where('chatId', '=', chatId).executeTakeFirstOrThrow());
    const { enterpriseId, channelId, address } = chat;
    const statements = async (work: () => Promise<unknown>) => {
      const store: string[] = [];
      await counting.run(store, work);
      return store.length;
    };
    const customer = { customerId: chat.customerId, name: '' };
    const message = { enterpriseId, channelId, address, entry: 'queue' as const, visit: {}, attachment: null, customer };
    const write = (text: string) =>
      statements(() => ctx.transaction((tx) => receive(ctx, tx, [{ ...message, text, key: randomUUID() } as never])));
    const { userId } = scene.users.asha;
    const answer = () =>
      statements(() =>
        ctx.transaction((tx) =>
          storeReplies(ctx, tx, [
            { enterpriseId, agentId: userId, agentName: 'Asha', chatId, key: randomUUID(), message: 'Yes', attachment: null },
          ]),
        ),
      );
    return [await write('First'), await write('Second'), await answer()];
  }

  test('nothing that is switched off costs a statement, colours none, and what is to happen one to note it and one to take it back', async () => {
    const off = (await countOf({})) as [number, number, number];
    const more = async (settings: Partial<ChatConfig>, policies: Policy[] = []) =>
      (await countOf(settings, policies)).map((count, place) => count - (off[place] ?? 0));
    // Another policy's chats, and settings of something else, cost nothing.
    expect(await more({ suspendedMostSeconds: 60 })).toEqual([0, 0, 0]);
    const colours = { name: 'Colours', inOpenHours: false, nextAmberSeconds: 30, nextRedSeconds: 60 };
    expect(await more({}, [colours])).toEqual([0, 0, 0]);
    expect(await more({}, [{ ...colours, nextActSeconds: 90 }])).toEqual([1, 0, 1]);
    // Open hours are read when a clock begins.
    expect(await more({}, [{ ...colours, inOpenHours: true }])).toEqual([1, 0, 0]);
    // A resolution goes on through all messages.
    const whole = { name: 'Whole', inOpenHours: true, resolutionRedSeconds: 3600, resolutionActSeconds: 7200 };
    expect(await more({}, [whole])).toEqual([0, 0, 0]);
    expect(await more({ agentRemindSeconds: 60 })).toEqual([2, 0, 1]);
    expect(await more({ customerRemindSeconds: 60 })).toEqual([1, 0, 1]);
  });
});
