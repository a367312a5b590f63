import { randomUUID } from 'node:crypto';
import { type ChatClock, type ChatDetail, chatStates, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createScenes } from '../../../../test/scene.ts';
import { actOnDueClocks } from './chat.clocks.ts';

const app = await startApp();
const { makeScene, connect } = createScenes(app);
const { clockPolicies, departments, notifications } = endpoints;

const times = { resolutionAmberSeconds: 3600, resolutionRedSeconds: 7200, resolutionActSeconds: 10_800 };

/** A chat that Asha has picked up and answered, in an enterprise with this policy. */
async function makeServed(policy: object = {}) {
  const scene = await makeScene();
  const admin = await app.makeUser({ enterprise: scene.enterprise, name: 'Ada' });
  const form = { name: 'Whole', inOpenHours: false, ...times, ...policy };
  const made = (await app.as(admin).post(clockPolicies.create.path, form)).json();
  expect(made).toMatchObject({ code: '100' });
  const { id, groupName: _name, order: _order, ...fields } = made.data;
  const save = async (change: object) =>
    expect((await app.as(admin).put(clockPolicies.update.path.replace(':policyId', id), { ...fields, ...change })).json()).toMatchObject({
      code: '100',
    });
  const { chatId } = await scene.visitor.say('Hello');
  await scene.asha.ask('agentPickupChat', { chatId });
  const reply = (message: string) => scene.asha.ask('agentReply', { chatId, key: randomUUID(), message });
  await reply('Good day');
  const act = async (name: 'suspend' | 'resume' | 'close' | 'reopen') =>
    expect((await app.as(scene.users.asha).post(`/e/enterprise/chat/${chatId}/${name}`)).json()).toMatchObject({ code: '100' });
  return { ...scene, admin, chatId, save, act, reply };
}
type Scene = Awaited<ReturnType<typeof makeServed>>;

const read = async ({ admin, chatId }: Scene): Promise<ChatDetail> => (await app.as(admin).get(`/e/enterprise/chat/${chatId}`)).json().data;
const rowOf = async ({ enterprise, chatId }: Scene) => {
  const select = app
    .contextOf(enterprise)
    .read((tx) =>
      tx.selectFrom('chatClocks').select('dueAt').where('chatId', '=', chatId).where('kind', '=', 'resolution').executeTakeFirst(),
    );
  return (await select)?.dueAt.toISOString() ?? null;
};
/** Seconds from the beginning until it is amber and red; those that the test itself takes are left out. */
const secondsOf = (clock: ChatClock | null) =>
  clock && [
    clock.kind,
    ...[clock.amberAt, clock.redAt].map((at) => at && Math.floor((Date.parse(at) - Date.parse(clock.since)) / 100_000) * 100),
  ];
const deedsOf = async (scene: Scene) =>
  (await read(scene)).sides.flatMap(({ act }) => (act?.act === 'clock' ? [[act.clock, act.did, act.policy]] : []));
const told = async ({ admin }: Scene) =>
  (await app.as(admin).get(notifications.list.path)).json().data.notifications.map(({ code }: { code: string }) => code);

/** So many seconds pass for the chat: all of its times are so much earlier. */
async function passTime({ enterprise, chatId }: Scene, seconds: number): Promise<void> {
  const earlier = (value: unknown): unknown => {
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value))
      return new Date(Date.parse(value) - seconds * 1000).toISOString();
    if (Array.isArray(value)) return value.map(earlier);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, name === 'key' ? part : earlier(part)]));
  };
  await app.contextOf(enterprise).transaction(async (tx) => {
    const { service } = await tx.selectFrom('chats').select('service').where('chatId', '=', chatId).forUpdate().executeTakeFirstOrThrow();
    await sql`update chats set service = ${JSON.stringify(earlier(service))}::jsonb, picked_up_at = picked_up_at - make_interval(secs => ${seconds})
      where chat_id = ${chatId}`.execute(tx);
    await sql`update chat_clocks set due_at = due_at - make_interval(secs => ${seconds}) where chat_id = ${chatId}`.execute(tx);
  });
}

test('the list, the chat and live events tell the resolution, which stands still while an answered chat is suspended', async () => {
  const scene = await makeServed();
  const { asha, users, chatId, act } = scene;
  const [row] = (await app.as(users.asha).get('/e/enterprise/chat/summary')).json().data;
  expect(secondsOf(row.clock)).toEqual(['resolution', 3600, 7200]);
  await passTime(scene, 4000);
  await act('suspend');
  const [suspended] = (await app.as(users.asha).get('/e/enterprise/chat/summary')).json().data;
  // It was amber before. It is not red, and acts on nothing, as long as it stands still.
  expect([secondsOf(suspended.clock), await rowOf(scene)]).toEqual([['resolution', 3600, null], null]);
  expect(secondsOf((await asha.next('chatClock', ({ clock }) => clock?.redAt === null)).clock)).toEqual(['resolution', 3600, null]);
  await passTime(scene, 100_000);
  await actOnDueClocks(app.deps);
  expect(await deedsOf(scene)).toEqual([]);
  await act('resume');
  expect(secondsOf((await asha.next('chatClock', ({ clock }) => clock?.redAt !== null)).clock)).toEqual(['resolution', 3600, 107_200]);
  expect(secondsOf((await read(scene)).clock)).toEqual(['resolution', 3600, 107_200]);
  await act('close');
  expect([(await read(scene)).clock, await rowOf(scene)]).toEqual([null, null]);
  expect(chatId).toBe(row.chatId);
});

test('time in which a customer waits for the agent of a suspended chat counts, and its answer ends that', async () => {
  const scene = await makeServed();
  const { visitor, act, reply } = scene;
  await visitor.say('And this?');
  await act('suspend');
  expect(await rowOf(scene)).not.toBeNull();
  await passTime(scene, 7300);
  expect(secondsOf((await read(scene)).clock)).toEqual(['resolution', 3600, 7200]);
  await reply('Tomorrow');
  await expect.poll(() => rowOf(scene)).toBeNull();
  // The customer's next word lets it go on.
  await visitor.say('Thanks');
  await expect.poll(() => rowOf(scene)).not.toBeNull();
});

test('the manager is told once when it is due, the line names the resolution, and another save tells nobody again', async () => {
  const scene = await makeServed();
  await passTime(scene, 10_801);
  await expect.poll(() => deedsOf(scene)).toEqual([['resolution', 'told', 'Whole']]);
  expect(await told(scene)).toEqual(['chat.late']);
  await scene.save({ resolutionActSeconds: 9000 });
  await expect.poll(async () => secondsOf((await read(scene)).clock)).toEqual(['resolution', 3600, 7200]);
  await scene.act('suspend');
  await scene.act('resume');
  await actOnDueClocks(app.deps);
  expect([await deedsOf(scene), await rowOf(scene)]).toEqual([[['resolution', 'told', 'Whole']], null]);
});

test('the chat goes back to its queue when it is due, and another pickup does not begin it anew', async () => {
  const scene = await makeServed({ act: 'move' });
  const ben = await connect(scene.users.ben);
  await passTime(scene, 10_801);
  expect(await scene.asha.next('youLeftChat')).toMatchObject({
    chatId: scene.chatId,
    message: 'The time of the chat was over. It waits in another queue.',
  });
  const since = (await read(scene)).clock?.since;
  expect(await read(scene)).toMatchObject({ handledBy: 'queue', clock: { kind: 'resolution' } });
  await ben.ask('agentPickupChat', { chatId: scene.chatId });
  expect(await read(scene)).toMatchObject({ handledBy: 'agent', clock: { kind: 'resolution', since } });
  await actOnDueClocks(app.deps);
  expect(await deedsOf(scene)).toEqual([['resolution', 'moved', 'Whole']]);
});

test('changed seconds and calendars count from what was spent, and a chat of before the policy from its pickup', async () => {
  const scene = await makeServed({ resolutionActSeconds: 0 });
  const { admin, save, act } = scene;
  const hours = { name: 'Closed', timeZone: 'UTC', isDefault: true, days: Array.from({ length: 7 }, () => []), exceptions: [] };
  await passTime(scene, 1000);
  await act('suspend');
  await passTime(scene, 500);
  await act('resume');
  expect(secondsOf((await read(scene)).clock)).toEqual(['resolution', 4100, 7700]);
  await save({ resolutionAmberSeconds: 0, resolutionRedSeconds: 900, version: 1 });
  await expect.poll(async () => secondsOf((await read(scene)).clock)).toEqual(['resolution', null, 900]);
  await save({ resolutionRedSeconds: 1800, inOpenHours: true, resolutionAmberSeconds: 0, version: 2 });
  await expect.poll(async () => secondsOf((await read(scene)).clock)).toEqual(['resolution', null, 2300]);
  const department = (await app.as(admin).post(departments.create.path, { name: 'Sales' })).json().data;
  const calendar = (await app.as(admin).post('/e/enterprise/calendars', { ...hours, isDefault: false })).json().data;
  await app.as(admin).put(departments.update.path.replace(':departmentId', department.id), { name: 'Sales', calendarId: calendar.id });
  await app
    .contextOf(scene.enterprise)
    .transaction((tx) => tx.updateTable('chats').set({ deptId: department.id }).where('chatId', '=', scene.chatId).execute());
  // It never opens: nothing more is spent.
  await save({ resolutionRedSeconds: 1800, inOpenHours: true, resolutionAmberSeconds: 0, version: 3 });
  await expect.poll(async () => (await read(scene)).clock).toBeNull();
});

test('a reopened chat is resolved anew', async () => {
  const scene = await makeServed();
  await passTime(scene, 9000);
  await scene.act('close');
  await scene.act('reopen');
  const { clock } = await read(scene);
  expect(secondsOf(clock)).toEqual(['resolution', 3600, 7200]);
  expect(Date.now() - Date.parse(clock?.since ?? '')).toBeLessThan(60_000);
});

test('a clock that a process of the version before has left with a closed chat colours nothing', async () => {
  const scene = await makeServed();
  await app
    .contextOf(scene.enterprise)
    .transaction((tx) => tx.updateTable('chats').set({ state: chatStates.closed }).where('chatId', '=', scene.chatId).execute());
  expect((await read(scene)).clock).toBeNull();
  await passTime(scene, 10_801);
  await expect.poll(() => rowOf(scene)).toBeNull();
  expect(await deedsOf(scene)).toEqual([]);
});
