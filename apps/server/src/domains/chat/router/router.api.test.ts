import { randomUUID } from 'node:crypto';
import { agentStatuses, type ChatConfig, chatActionTypes, chatStates, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';
import { runRound } from './round.ts';

const app = await sharedApp();
const { makeScene, connect, visit } = createScenes(app);
const { chats, chatRouting, departments, skills } = endpoints;

type Scene = Awaited<ReturnType<typeof makeRouted>>;

/** Asha and Ben are Online; chats of the website are given out by these settings. */
async function makeRouted(settings: Partial<ChatConfig> = {}) {
  const scene = await makeScene();
  const admin = await app.makeUser({ enterprise: scene.enterprise, name: 'Ada' });
  const save = async (chat: Partial<ChatConfig>, deptId = '') => {
    const saved = (await app.as(admin).post(chats.saveConfiguration.path, { chat, deptId })).json();
    expect(saved).toMatchObject({ status: true });
  };
  const ctx = app.contextOf(scene.enterprise);
  for (const user of [scene.users.asha, scene.users.ben]) await setStatus(user, agentStatuses.online);
  await levelAll(scene.enterprise);
  await save({ routingMode: 'automatic', acceptMode: 'direct', ...settings });
  return { ...scene, admin, save, ctx };
}

const setStatus = (user: TestUser, agentStatus: number) => app.as(user).put(chats.updateAgentStatus.path, { agentStatus, reason: '' });

/** Agents of a scene have been Online for long. */
const levelAll = (owner: { enterpriseId: string }) =>
  app
    .contextOf(owner)
    .transaction((tx) => tx.updateTable('agentDesks').set({ rampSince: null }).where('enterpriseId', '=', owner.enterpriseId).execute());

const write = async ({ channel }: Pick<Scene, 'channel'>, text = 'Hello') => {
  const visitor = await visit(channel.widgetKey);
  return { visitor, chatId: (await visitor.say(text)).chatId };
};
const chatOf = ({ ctx }: Scene, chatId: string) =>
  ctx.read((tx) => tx.selectFrom('chats').selectAll().where('chatId', '=', chatId).executeTakeFirstOrThrow());
const ownerOf = async (scene: Scene, chatId: string) => (await chatOf(scene, chatId)).ownerId;
const whyOf = async (user: TestUser, chatId: string) =>
  (await app.as(user).get(chatRouting.why.path.replace(':chatId', chatId))).json().data;
const deskOf = ({ ctx }: Scene, { userId }: TestUser) =>
  ctx.read((tx) => tx.selectFrom('agentDesks').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow());
const ownersOf = async (scene: Scene, chatIds: readonly string[]) => Promise.all(chatIds.map((chatId) => ownerOf(scene, chatId)));
const expectOwner = (scene: Scene, chatId: string, { userId }: TestUser) => expect.poll(() => ownerOf(scene, chatId)).toBe(userId);
const close = async (user: TestUser, chatId: string) =>
  expect((await app.as(user).post(chats.close.path.replace(':chatId', chatId), {})).json()).toMatchObject({ status: true });

test('five who write at once fill two agents up to their limit of two; the fifth gets the first place that frees', async () => {
  const scene = await makeRouted({ maxOpenChats: 2 });
  const { asha, users, admin } = scene;
  const written = await Promise.all(Array.from({ length: 5 }, () => write(scene)));
  const chatIds = written.map(({ chatId }) => chatId);
  await expect.poll(async () => (await ownersOf(scene, chatIds)).filter((owner) => owner !== null).length).toBe(4);
  const owners = await ownersOf(scene, chatIds);
  for (const user of [users.asha, users.ben]) expect(owners.filter((owner) => owner === user.userId)).toHaveLength(2);
  await asha.next('acceptAssign');
  const last = chatIds[owners.indexOf(null)] as string;
  expect(await whyOf(admin, last)).toEqual({
    decision: null,
    wait: expect.objectContaining({ isByHand: false, ahead: 0, fitting: 0, offeredTo: null }),
  });
  expect((await whyOf(admin, last)).wait.reasons).toContainEqual({ reason: 'full', agents: 2 });
  const hers = chatIds[owners.indexOf(users.asha.userId)] as string;
  await close(users.asha, hers);
  await expectOwner(scene, last, users.asha);
  expect((await whyOf(users.asha, last)).decision).toMatchObject({
    agentName: 'Asha',
    kind: 'direct',
    ground: 'only',
    load: 100,
    limit: 200,
  });
});

test('an offer that is declined goes to the other agent, and neither is asked twice; whoever misses two is Away', async () => {
  const scene = await makeRouted({ acceptMode: 'offer', maxOpenChats: 1 });
  const { asha, ben, users } = scene;
  const { chatId } = await write(scene);
  const offers = [
    { socket: asha, user: users.asha },
    { socket: ben, user: users.ben },
  ];
  const { toUserId } = await expect
    .poll(() =>
      scene.ctx.read((tx) =>
        tx.selectFrom('chatOffers').selectAll().where('chatId', '=', chatId).where('state', '=', 'waiting').executeTakeFirst(),
      ),
    )
    .toBeDefined()
    .then(() =>
      scene.ctx.read((tx) =>
        tx.selectFrom('chatOffers').selectAll().where('chatId', '=', chatId).where('state', '=', 'waiting').executeTakeFirstOrThrow(),
      ),
    );
  const first = offers.find(({ user }) => user.userId === toUserId) as (typeof offers)[number];
  const second = offers.find(({ user }) => user.userId !== toUserId) as (typeof offers)[number];
  expect(await first.socket.next('assignWaiting')).toMatchObject({ chatId, by: '', acceptWithinSeconds: 60 });
  expect(await first.socket.ask('declineOffer', { chatId, kind: 'assigned' })).toMatchObject({ status: true });
  expect(await second.socket.next('assignWaiting')).toMatchObject({ chatId });
  expect(await second.socket.ask('declineOffer', { chatId, kind: 'assigned' })).toMatchObject({ status: true });
  // Both have passed it by: it waits, and says so.
  expect((await whyOf(scene.admin, chatId)).wait.reasons).toContainEqual({ reason: 'passed', agents: 2 });
  expect(await chatOf(scene, chatId)).toMatchObject({ state: chatStates.created, handledBy: 'queue' });
  // Half a minute later it is offered again.
  await passTime(scene, chatId);
  expect(await first.socket.next('assignWaiting')).toMatchObject({ chatId });
  await expire(scene, chatId);
  expect(await second.socket.next('assignWaiting')).toMatchObject({ chatId });
  expect((await deskOf(scene, first.user)).missedInRow).toBe(1);
  // The second one declines, and the first misses another.
  await second.socket.ask('declineOffer', { chatId, kind: 'assigned' });
  await passTime(scene, chatId);
  expect(await first.socket.next('assignWaiting')).toMatchObject({ chatId });
  await expire(scene, chatId);
  await expect
    .poll(() => deskOf(scene, first.user))
    .toMatchObject({ status: agentStatuses.away, reason: 'Missed 2 offers', missedInRow: 2 });
  expect((await deskOf(scene, second.user)).missedInRow).toBe(0);
});

/** The time for which agents are passed by is over. */
async function passTime({ ctx, enterprise }: Scene, chatId: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    await sql`update chats set routing = jsonb_set(routing, '{passed}', (select coalesce(jsonb_object_agg(key, '2020-01-01T00:00:00Z'::text), '{}') from jsonb_each(routing->'passed')))
      where chat_id = ${chatId}`.execute(tx);
    await sql`insert into chat_clocks (enterprise_id, chat_id, kind, started_at, due_at) values (${enterprise.enterpriseId}, ${chatId}, 'relax', now(), now())
      on conflict (enterprise_id, chat_id, kind) do update set due_at = now()`.execute(tx);
  });
}

/** The time to accept is over. */
const expire = ({ ctx }: Scene, chatId: string) =>
  ctx.transaction((tx) =>
    tx
      .updateTable('chatOffers')
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where('chatId', '=', chatId)
      .where('state', '=', 'waiting')
      .execute(),
  );

test('chats are given out by priority, then by who has waited longest', async () => {
  const scene = await makeRouted({ maxOpenChats: 1 });
  const { users } = scene;
  for (const user of [users.asha, users.ben]) await setStatus(user, agentStatuses.away);
  const [oldest, older, urgent] = [await write(scene), await write(scene), await write(scene)];
  await scene.ctx.transaction((tx) => tx.updateTable('chats').set({ priority: 9 }).where('chatId', '=', urgent.chatId).execute());
  await setStatus(users.asha, agentStatuses.online);
  await expectOwner(scene, urgent.chatId, users.asha);
  expect((await whyOf(scene.admin, older.chatId)).wait).toMatchObject({ ahead: 1 });
  await close(users.asha, urgent.chatId);
  await expectOwner(scene, oldest.chatId, users.asha);
  await close(users.asha, oldest.chatId);
  await expectOwner(scene, older.chatId, users.asha);
});

test('a customer comes back to the agent of their last chat, though another one is less busy', async () => {
  const scene = await makeRouted();
  const { users } = scene;
  const first = await write(scene);
  await expect.poll(() => ownerOf(scene, first.chatId)).not.toBeNull();
  const agent = (await ownerOf(scene, first.chatId)) === users.asha.userId ? users.asha : users.ben;
  await close(agent, first.chatId);
  // The agent is busier than the other one by then.
  await scene.ctx.transaction((tx) => sql`update agent_desks set load = 200 where user_id = ${agent.userId}`.execute(tx));
  const { chatId } = await first.visitor.say('Me again');
  expect(chatId).not.toBe(first.chatId);
  await expectOwner(scene, chatId, agent);
  expect((await whyOf(agent, chatId)).decision).toMatchObject({ ground: 'sameAgent', fitting: 2, load: 200 });
});

test('round robin goes by turn, whatever lies on the desks', async () => {
  const scene = await makeRouted({ routingMode: 'roundRobin', maxOpenChats: 10 });
  const { users } = scene;
  await scene.ctx.transaction((tx) => sql`update agent_desks set load = 500 where user_id = ${users.ben.userId}`.execute(tx));
  const owners: (string | null)[] = [];
  for (let count = 0; count < 4; count += 1) {
    const { chatId } = await write(scene);
    await expect.poll(() => ownerOf(scene, chatId)).not.toBeNull();
    owners.push(await ownerOf(scene, chatId));
  }
  expect(new Set(owners.slice(0, 2))).toEqual(new Set([users.asha.userId, users.ben.userId]));
  expect(owners.slice(2)).toEqual(owners.slice(0, 2));
});

test('a chat waits for an agent who speaks its language, and for any one when the time for that is over', async () => {
  const scene = await makeRouted({ languageSeconds: 600 });
  const { users, admin } = scene;
  await setLanguages(scene, users.asha, ['en']);
  await setLanguages(scene, users.ben, ['en']);
  const visitor = await visit(scene.channel.widgetKey, { language: 'hi-IN' });
  const { chatId } = await visitor.say('नमस्ते');
  await expect.poll(async () => (await whyOf(admin, chatId)).wait?.reasons).toContainEqual({ reason: 'language', agents: 2 });
  expect((await whyOf(admin, chatId)).wait).toMatchObject({ language: 'hi', fitting: 0 });
  // Somebody learns it.
  await setLanguages(scene, users.ben, ['en', 'hi']);
  await expectOwner(scene, chatId, users.ben);
  const { chatId: second } = await (await visit(scene.channel.widgetKey, { language: 'hi-IN' })).say('नमस्ते');
  await expectOwner(scene, second, users.ben);
  await setStatus(users.ben, agentStatuses.away);
  const { chatId: third } = await (await visit(scene.channel.widgetKey, { language: 'hi-IN' })).say('नमस्ते');
  await scene.save({ languageSeconds: 0 });
  // It keeps the need of when it began to wait, until its time is over.
  expect((await chatOf(scene, third)).routing).toMatchObject({ step: { language: 'hi' } });
  await scene.ctx.transaction(async (tx) => {
    await sql`update chats set routing = jsonb_set(routing, '{languageUntil}', '"2020-01-01T00:00:00Z"') where chat_id = ${third}`.execute(
      tx,
    );
    await sql`update chat_clocks set due_at = now() where chat_id = ${third} and kind = 'relax'`.execute(tx);
  });
  await expectOwner(scene, third, users.asha);
});

const setLanguages = ({ ctx }: Scene, { userId }: TestUser, languages: string[]) =>
  ctx.transaction((tx) => sql`update users set languages = ${languages}::text[] where user_id = ${userId}`.execute(tx));

test('a chat waits for an agent who has the skill that its department needs, and for any one when the time for that is over', async () => {
  const scene = await makeRouted();
  const { users, admin } = scene;
  const skill = async (agents: { uId: string; level: number }[], needs: object[], known?: { id: string; version: number }) => {
    const body = { name: 'Refund', agents, needs };
    const saved = known
      ? await app.as(admin).put(skills.update.path.replace(':skillId', known.id), { ...body, version: known.version })
      : await app.as(admin).post(skills.create.path, body);
    expect(saved.json()).toMatchObject({ status: true });
    return saved.json().data;
  };
  const needs = [{ deptId: '', level: 3, seconds: 60 }];
  const refund = await skill([{ uId: users.ben.userId, level: 2 }], needs);
  const { chatId } = await write(scene);
  await expect.poll(async () => (await whyOf(admin, chatId)).wait?.reasons).toContainEqual({ reason: 'skill', agents: 2 });
  expect((await whyOf(admin, chatId)).wait).toMatchObject({ skills: [{ name: 'Refund', level: 3 }], fitting: 0 });
  // The clock drops the need a minute after the wait began.
  const { routing } = await chatOf(scene, chatId);
  const { from, skills: asked } = routing as { from: string; skills: { until: string }[] };
  expect(asked.map(({ until }) => Date.parse(until) - Date.parse(from))).toEqual([60_000]);
  const clock = await scene.ctx.read((tx) =>
    tx.selectFrom('chatClocks').select('dueAt').where('chatId', '=', chatId).where('kind', '=', 'relax').executeTakeFirst(),
  );
  expect(clock?.dueAt.toISOString()).toBe(asked[0]?.until);
  // Somebody becomes better at it.
  const better = await skill([{ uId: users.ben.userId, level: 3 }], needs, refund);
  await expectOwner(scene, chatId, users.ben);
  await setStatus(users.ben, agentStatuses.away);
  const { chatId: second } = await write(scene);
  await skill([], [], better);
  // It keeps the need of when it began to wait, until its time is over.
  expect((await chatOf(scene, second)).routing).toMatchObject({ step: { skills: [{ id: refund.id, level: 3 }] } });
  await scene.ctx.transaction(async (tx) => {
    await sql`update chats set routing = jsonb_set(routing, '{skills,0,until}', '"2020-01-01T00:00:00Z"') where chat_id = ${second}`.execute(
      tx,
    );
    await sql`update chat_clocks set due_at = now() where chat_id = ${second} and kind = 'relax'`.execute(tx);
  });
  await expectOwner(scene, second, users.asha);
  // Nothing is needed any more.
  const { chatId: third } = await write(scene);
  await expectOwner(scene, third, users.asha);
});

test('a chat that waits for a skill goes to an agent when that skill is deleted', async () => {
  const scene = await makeRouted();
  const { admin, users } = scene;
  const needs = [{ deptId: '', level: 3, seconds: 3600 }];
  const made = await app.as(admin).post(skills.create.path, { name: 'Tax', agents: [{ uId: users.ben.userId, level: 1 }], needs });
  const { chatId } = await write(scene);
  await expect.poll(async () => (await whyOf(admin, chatId)).wait?.skills).toEqual([{ name: 'Tax', level: 3 }]);
  expect((await app.as(admin).delete(skills.remove.path.replace(':skillId', made.json().data.id))).json()).toMatchObject({ status: true });
  await expect.poll(() => ownerOf(scene, chatId)).not.toBeNull();
});

test('a department’s own need of a skill counts instead of that of all departments', async () => {
  const scene = await makeRouted();
  const { users, admin } = scene;
  const sales = (await app.as(admin).post(departments.create.path, { name: 'Sales' })).json().data;
  await app.as(admin).put(departments.addUsers.path.replace(':departmentId', sales.id), { users: [users.asha.userId] });
  const needs = [
    { deptId: '', level: 5, seconds: 60 },
    { deptId: sales.id, level: 2, seconds: 60 },
  ];
  await app.as(admin).post(skills.create.path, { name: 'Tax', agents: [{ uId: users.asha.userId, level: 2 }], needs });
  const { chatId } = await write(scene);
  await expect.poll(async () => (await whyOf(admin, chatId)).wait?.skills).toEqual([{ name: 'Tax', level: 5 }]);
  await scene.ctx.transaction((tx) =>
    tx.updateTable('channels').set({ deptId: sales.id }).where('channelId', '=', scene.channel.id).execute(),
  );
  const { chatId: theirs } = await write(scene);
  await expectOwner(scene, theirs, users.asha);
});

test('a chat of a department is for its agents, and for those of its fallback when the last one leaves or the time is over', async () => {
  const scene = await makeRouted();
  const { users, admin, ctx, channel, save } = scene;
  const make = async (name: string, more: object = {}) =>
    (await app.as(admin).post(departments.create.path, { name, ...more })).json().data.id as string;
  const support = await make('Support');
  const sales = await make('Sales', { fallback: support });
  const join = (id: string, { userId }: TestUser) =>
    app.as(admin).put(departments.addUsers.path.replace(':departmentId', id), { users: [userId] });
  await join(sales, users.asha);
  await join(support, users.ben);
  // Another department opens their connections anew.
  await Promise.all([connect(users.asha), connect(users.ben)]);
  await ctx.transaction((tx) => tx.updateTable('channels').set({ deptId: sales }).where('channelId', '=', channel.id).execute());
  await save({ maxOpenChats: 1 });
  const [first, second] = [await write(scene), await write(scene)];
  await expectOwner(scene, first.chatId, users.asha);
  expect((await whyOf(admin, second.chatId)).wait.reasons).toEqual([
    { reason: 'notOnline', agents: 1 },
    { reason: 'otherDepartment', agents: 1 },
    { reason: 'full', agents: 1 },
  ]);
  // Asha leaves: nobody of Sales is there.
  await setStatus(users.asha, agentStatuses.offline);
  await expectOwner(scene, second.chatId, users.ben);
  await close(users.ben, second.chatId);
  await setStatus(users.asha, agentStatuses.online);
  await save({ overflowSeconds: 300 });
  const third = await write(scene);
  await expect.poll(async () => (await whyOf(admin, third.chatId)).wait?.reasons).toContainEqual({ reason: 'full', agents: 1 });
  expect(await ownerOf(scene, third.chatId)).toBeNull();
  // Five minutes later.
  await ctx.transaction(async (tx) => {
    const from = JSON.stringify(new Date(Date.now() - 301_000));
    await sql`update chats set routing = jsonb_set(routing, '{from}', ${from}::jsonb) where chat_id = ${third.chatId}`.execute(tx);
    await sql`update chat_clocks set due_at = now() where chat_id = ${third.chatId} and kind = 'relax'`.execute(tx);
  });
  await expectOwner(scene, third.chatId, users.ben);
});

test('a department whose last agent chooses a status that gets no chats is empty: its fallback gets the chat; whoever comes back starts slowly', async () => {
  const scene = await makeRouted();
  const { users, admin, ctx, channel, save } = scene;
  const make = async (name: string, more: object = {}) =>
    (await app.as(admin).post(departments.create.path, { name, ...more })).json().data.id as string;
  const support = await make('Support');
  const sales = await make('Sales', { fallback: support });
  const join = (id: string, { userId }: TestUser) =>
    app.as(admin).put(departments.addUsers.path.replace(':departmentId', id), { users: [userId] });
  await join(sales, users.asha);
  await join(support, users.ben);
  // Another department opens their connections anew.
  await Promise.all([connect(users.asha), connect(users.ben)]);
  await ctx.transaction((tx) => tx.updateTable('channels').set({ deptId: sales }).where('channelId', '=', channel.id).execute());
  await save({ maxOpenChats: 1 });
  const { id } = (await app.as(admin).post(endpoints.agentStatuses.create.path, { name: 'Training', base: agentStatuses.online })).json()
    .data;
  const choose = (statusId: string) =>
    app.as(users.asha).put(chats.updateAgentStatus.path, { agentStatus: agentStatuses.online, reason: '', statusId });
  const [first, second] = [await write(scene), await write(scene)];
  await expectOwner(scene, first.chatId, users.asha);
  await choose(id);
  await expectOwner(scene, second.chatId, users.ben);
  expect(await ownerOf(scene, first.chatId)).toBe(users.asha.userId);
  expect(await deskOf(scene, users.asha)).toMatchObject({ status: agentStatuses.online, isRouted: false, rampSince: null });
  await choose('');
  expect(await deskOf(scene, users.asha)).toMatchObject({ isRouted: true, rampSince: expect.any(Date) });
});

test('agents pick up nothing that is given out, but for supervisors and where the settings let them', async () => {
  const scene = await makeRouted();
  const { asha, users, admin, save } = scene;
  for (const user of [users.asha, users.ben]) await setStatus(user, agentStatuses.away);
  const [one, other] = [await write(scene), await write(scene)];
  expect(await asha.ask('agentPickupChat', { chatId: one.chatId })).toMatchObject({ status: false, code: 'chat.given_out' });
  expect(await asha.ask('agentPickupChat', {})).toMatchObject({ status: false, code: 'chat.given_out' });
  const hers = await connect(admin);
  await setStatus(admin, agentStatuses.away);
  expect(await hers.ask('agentPickupChat', { chatId: one.chatId })).toMatchObject({ status: true });
  await save({ pickupWhileRouted: true });
  expect(await asha.ask('agentPickupChat', { chatId: other.chatId })).toMatchObject({ status: true });
});

test('chats that wait already are given out when the settings change to that, and wait for agents again when they change back', async () => {
  const scene = await makeRouted({ routingMode: 'byHand' });
  const { users, admin, save, ctx } = scene;
  const { chatId } = await write(scene);
  expect(await whyOf(admin, chatId)).toEqual({ decision: null, wait: expect.objectContaining({ isByHand: true }) });
  await save({ routingMode: 'automatic' });
  await expect.poll(() => ownerOf(scene, chatId)).not.toBeNull();
  for (const user of [users.asha, users.ben]) await setStatus(user, agentStatuses.away);
  const second = await write(scene);
  await save({ routingMode: 'byHand' });
  await expect.poll(async () => (await chatOf(scene, second.chatId)).fitKey).toBe('');
  await setStatus(users.asha, agentStatuses.online);
  expect(await runRound(ctx)).toBe('busy');
  expect(await ownerOf(scene, second.chatId)).toBeNull();
});

test('chats of a channel count on a desk what it weighs', async () => {
  const scene = await makeRouted({ maxOpenChats: 1, weightWeb: 50 });
  const { users } = scene;
  const chatIds: string[] = [];
  for (let count = 0; count < 5; count += 1) chatIds.push((await write(scene)).chatId);
  await expect.poll(async () => (await ownersOf(scene, chatIds)).filter((owner) => owner !== null).length).toBe(4);
  expect([(await deskOf(scene, users.asha)).load, (await deskOf(scene, users.ben)).load]).toEqual([100, 100]);
  const owners = await ownersOf(scene, chatIds);
  await close(users.asha, chatIds[owners.indexOf(users.asha.userId)] as string);
  await expectOwner(scene, chatIds[4] as string, users.asha);
  expect((await deskOf(scene, users.asha)).load).toBe(100);
});

test('an agent who wraps up gets the next chat when that is over; one who comes Online gets few a minute until level', async () => {
  const scene = await makeRouted({ wrapUpSeconds: 3600, rampPerMinute: 2, maxOpenChats: 10 });
  const { users, admin, ctx } = scene;
  await setStatus(users.ben, agentStatuses.away);
  const first = await write(scene);
  await expectOwner(scene, first.chatId, users.asha);
  await close(users.asha, first.chatId);
  const second = await write(scene);
  await expect.poll(async () => (await whyOf(admin, second.chatId)).wait?.reasons).toContainEqual({ reason: 'wrappingUp', agents: 1 });
  await ctx.transaction((tx) => sql`update agent_desks set wrap_until = now() where user_id = ${users.asha.userId}`.execute(tx));
  await ctx.transaction((tx) => sql`update routing_pools set look_at = now() where enterprise_id = ${ctx.enterpriseId}`.execute(tx));
  await expectOwner(scene, second.chatId, users.asha);
  // Ben comes back while Asha has nine: two this minute, and no more.
  await ctx.transaction((tx) => sql`update agent_desks set load = 900, ramp_since = null where user_id = ${users.asha.userId}`.execute(tx));
  const minute = () => Math.floor(Date.now() / 60_000);
  const began = minute();
  await setStatus(users.ben, agentStatuses.online);
  const chatIds: string[] = [];
  for (let count = 0; count < 4; count += 1) chatIds.push((await write(scene)).chatId);
  await expect.poll(async () => (await ownersOf(scene, chatIds)).filter((owner) => owner !== null).length).toBeGreaterThanOrEqual(3);
  const owners = await ownersOf(scene, chatIds);
  // A minute may have ended in between.
  const minutes = minute() - began + 1;
  expect(owners.filter((owner) => owner === users.ben.userId).length).toBeLessThanOrEqual(2 * minutes);
  if (minutes === 1) expect(owners.filter((owner) => owner === users.asha.userId)).toHaveLength(1);
});

test('three processes and agents who pick up by hand give no chat twice and go above no limit', async () => {
  const scene = await makeRouted({ maxOpenChats: 3, pickupWhileRouted: true });
  const { asha, ben, ctx, users } = scene;
  const written = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const made = await write(scene);
      await Promise.all([
        // A round that takes too long is cut, and made again by whoever comes next.
        ...Array.from({ length: 3 }, () => runRound(ctx).catch(() => 'busy')),
        asha.ask('agentPickupChat', { chatId: made.chatId }),
        ben.ask('agentPickupChat', {}),
      ]);
      return made;
    }),
  );
  const chatIds = written.map(({ chatId }) => chatId);
  await expect.poll(async () => (await ownersOf(scene, chatIds)).filter((owner) => owner !== null).length).toBe(6);
  expect([(await deskOf(scene, users.asha)).load, (await deskOf(scene, users.ben)).load]).toEqual([300, 300]);
  const { rows } = await ctx.read((tx) =>
    sql<{
      pickups: number;
    }>`select count(*)::integer as pickups from chat_actions where chat_id = any(${chatIds}::uuid[]) and action_type = ${chatActionTypes.agentPickedUp}`.execute(
      tx,
    ),
  );
  expect(rows[0]?.pickups).toBe(6);
});

test('an ask of a round that a crash cut off is looked after by the next', async () => {
  const scene = await makeRouted();
  const { ctx, users } = scene;
  for (const user of [users.asha, users.ben]) await setStatus(user, agentStatuses.away);
  const { chatId } = await write(scene);
  // One transaction holds the pool and decides; all others leave it alone.
  const crash = ctx.transaction(async (tx) => {
    await sql`select from routing_pools where enterprise_id = ${ctx.enterpriseId} for update`.execute(tx);
    await setStatus(users.asha, agentStatuses.online);
    expect(await runRound(ctx)).toBe('busy');
    await sql`delete from routing_asks where enterprise_id = ${ctx.enterpriseId}`.execute(tx);
    throw new Error('killed');
  });
  await expect(crash).rejects.toThrow('killed');
  await expectOwner(scene, chatId, users.asha);
});

test('a round that has read as many chats as it takes is followed by another', async () => {
  const scene = await makeRouted({ acceptMode: 'offer', maxOpenChats: 200 });
  const { ctx, channel, users } = scene;
  for (const user of [users.asha, users.ben]) await setStatus(user, agentStatuses.away);
  const { chatId } = await write(scene);
  // A hundred and nine more that ask for the same.
  await ctx.transaction((tx) =>
    sql`with made as (
        insert into customers (enterprise_id, customer_id, name)
        select ${ctx.enterpriseId}, gen_random_uuid(), 'Customer ' || n from generate_series(1, 109) n returning customer_id)
      insert into chats (enterprise_id, chat_id, channel_id, customer_id, address, state, handled_by, last_activity_at, created_at, queued_at, rank_at,
        routing, fit_key, visit, bot_state)
      select c.enterprise_id, gen_random_uuid(), ${channel.id}, m.customer_id, '', c.state, 'queue', now(), now(), now(), now(), c.routing, c.fit_key, '{}', '{}'
      from made m, chats c where c.chat_id = ${chatId}`.execute(tx),
  );
  await setStatus(users.asha, agentStatuses.online);
  const offered = () =>
    ctx
      .read((tx) => sql<{ n: number }>`select count(*)::integer as n from chat_offers where state = 'waiting'`.execute(tx))
      .then(({ rows }) => rows[0]?.n);
  await expect.poll(offered).toBe(110);
  expect((await deskOf(scene, users.asha)).load).toBe(11_000);
  const [first] = await ctx.read((tx) => tx.selectFrom('routeRounds').select(['decided', 'isCut']).orderBy('roundNo').limit(1).execute());
  expect(first).toEqual({ decided: 100, isCut: true });
});

test('a chat that is nobody’s to see has no reasons', async () => {
  const scene = await makeRouted();
  const stranger = await app.makeUser({ roles: [3] });
  const { chatId } = await write(scene);
  for (const id of [chatId, randomUUID()])
    expect((await app.as(stranger).get(chatRouting.why.path.replace(':chatId', id))).json()).toMatchObject({ code: 'chat.not_found' });
});
