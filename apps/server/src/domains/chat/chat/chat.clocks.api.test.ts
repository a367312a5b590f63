import { chatStates } from '@parley/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createScenes } from '../../../../test/scene.ts';
import { noteLook } from '../clock/clock.repository.ts';
import { actOnDueClocks } from './chat.clocks.ts';

const app = await startApp();
const { makeScene, visit } = createScenes(app);

const inTheFuture = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
type Scene = Awaited<ReturnType<typeof makeScene>>;

async function makeSuspended(wakeAt = inTheFuture(1)) {
  const scene = await makeScene();
  const { chatId } = await scene.visitor.say('Call me back');
  await scene.asha.ask('agentPickupChat', { chatId });
  const agent = app.as(scene.users.asha);
  const { statusCode } = await agent.post(`/e/enterprise/chat/${chatId}/suspend?wakeAt=${wakeAt}`);
  expect(statusCode).toBe(200);
  return { ...scene, agent, chatId, wakeAt };
}

const clocksOf = ({ enterprise }: Scene) =>
  app.contextOf(enterprise).read((tx) => tx.selectFrom('chatClocks').select(['chatId', 'kind', 'dueAt']).execute());

/** The clock runs out now, as time passes for everybody else. */
const runOut = ({ enterprise }: Scene) =>
  app.contextOf(enterprise).transaction((tx) => sql`update chat_clocks set due_at = now() - interval '1 second'`.execute(tx));

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

const stateOf = async (agent: ReturnType<typeof app.as>, chatId: string) =>
  (await agent.get(`/e/enterprise/chat/${chatId}`)).json().data.state as number;

test('CHAT-019 a chat that is suspended until a time tells that time, and goes on by itself then', async () => {
  const scene = await makeSuspended();
  const { agent, chatId, wakeAt, asha } = scene;
  const suspended = { chatId, state: chatStates.suspended, wakeAt, isWoken: false };
  expect(await asha.next('chatStateChanged', ({ state }) => state === chatStates.suspended)).toEqual(suspended);
  expect((await agent.get('/e/enterprise/chat/summary')).json().data).toMatchObject([{ chatId, wakeAt }]);
  await runOut(scene);
  const woken = { chatId, state: chatStates.started, wakeAt: null, isWoken: true };
  expect(await asha.next('chatStateChanged', ({ state }) => state === chatStates.started)).toEqual(woken);
  expect((await agent.get('/e/enterprise/chat/summary')).json().data).toMatchObject([{ chatId, state: chatStates.started, wakeAt: null }]);
  expect(await clocksOf(scene)).toEqual([]);
});

test.each([
  ['a moment ago', inTheFuture(-0.001), 'schedule.past'],
  ['in two years', inTheFuture(17_520), 'schedule.too_far'],
])('a chat is not suspended until %s: the answer names the field, and the chat goes on', async (_when, wakeAt, code) => {
  const { users, asha, visitor } = await makeScene();
  const { chatId } = await visitor.say('Call me back');
  await asha.ask('agentPickupChat', { chatId });
  const refused = await app.as(users.asha).post(`/e/enterprise/chat/${chatId}/suspend?wakeAt=${wakeAt}`);
  expect(refused.json()).toMatchObject({ code: 'request.invalid', data: { issues: [{ field: 'wakeAt', code }] } });
  expect(await stateOf(app.as(users.asha), chatId)).toBe(chatStates.started);
});

type Suspended = Awaited<ReturnType<typeof makeSuspended>>;

test.each([
  ['the customer writes', ({ visitor }: Suspended) => visitor.say('Now please')],
  ['the agent resumes it', ({ chatId, agent }: Suspended) => agent.post(`/e/enterprise/chat/${chatId}/resume`)],
  ['the agent closes it', ({ chatId, agent }: Suspended) => agent.post(`/e/enterprise/chat/${chatId}/close`)],
])('no clock of a suspended chat is left when %s', async (_what, act) => {
  const scene = await makeSuspended();
  expect(await clocksOf(scene)).toMatchObject([{ chatId: scene.chatId, kind: 'wake', dueAt: new Date(scene.wakeAt) }]);
  await act(scene);
  await expect.poll(() => clocksOf(scene)).toEqual([]);
});

test('workers that find one clock act on it once', async () => {
  const scene = await makeSuspended();
  const { chatId, asha, agent } = scene;
  await runOut(scene);
  await Promise.all([actOnDueClocks(app.deps), actOnDueClocks(app.deps), actOnDueClocks(app.deps)]);
  await asha.next('chatStateChanged', ({ isWoken }) => isWoken);
  await agent.post(`/e/enterprise/chat/${chatId}/close`);
  // The end of the chat is told behind everything else: nobody has told of the waking again before it.
  await asha.next('agentEndChat');
  expect(asha.talker.received.filter(({ type, data }) => type === 'chatStateChanged' && (data as { isWoken: boolean }).isWoken)).toEqual(
    [],
  );
});

test('a chat whose clock cannot be carried out keeps no other chat waiting, and is tried again later', async () => {
  const scene = await makeSuspended();
  const { chatId } = await (await visit(scene.channel.widgetKey)).say('Me too');
  await scene.asha.ask('agentPickupChat', { chatId });
  await scene.agent.post(`/e/enterprise/chat/${chatId}/suspend?wakeAt=${scene.wakeAt}`);
  await asOwner(`alter table chats add constraint cannot_wake check (chat_id <> '${scene.chatId}' or state = 5) not valid`);
  await runOut(scene);
  await expect.poll(() => stateOf(scene.agent, chatId)).toBe(chatStates.started);
  expect(await stateOf(scene.agent, scene.chatId)).toBe(chatStates.suspended);
  await asOwner('alter table chats drop constraint cannot_wake');
  await expect.poll(async () => (await clocksOf(scene))[0]?.dueAt.getTime()).toBeGreaterThan(Date.now());
  await runOut(scene);
  await expect.poll(() => stateOf(scene.agent, scene.chatId)).toBe(chatStates.started);
});

test('an ending for a customer waits for a minute when no worker has looked for one', async () => {
  const look = () => noteLook(app.deps.db);
  await look();
  expect(await look()).toBe(false);
  await asOwner("update chat_clock_looks set looked_at = now() - interval '2 minutes'");
  expect(await look()).toBe(true);
  const { visitor, asha, enterprise } = await makeScene();
  const { chatId } = await visitor.say('Is somebody there?');
  await app.contextOf(enterprise).transaction((tx) => sql`update chats set deadline_at = now()`.execute(tx));
  // Other clocks go on meanwhile; the customer is still picked up.
  expect(await asha.ask('agentPickupChat', { chatId })).toMatchObject({ status: true });
  await asOwner('update chat_clock_looks set held_until = now()');
  await expect.poll(look).toBe(false);
});

test('kinds of a version that comes after this one are left to its workers, and hold up nobody', async () => {
  const scene = await makeSuspended();
  const { enterpriseId } = scene.enterprise;
  await app.contextOf(scene.enterprise).transaction((tx) =>
    tx
      .insertInto('chatClocks')
      .values({ enterpriseId, chatId: scene.chatId, kind: 'someday', startedAt: new Date(), dueAt: new Date(Date.now() - 3_600_000) })
      .execute(),
  );
  await runOut(scene);
  await expect.poll(() => stateOf(scene.agent, scene.chatId)).toBe(chatStates.started);
  await actOnDueClocks(app.deps);
  expect((await clocksOf(scene)).map(({ kind }) => kind)).toEqual(['someday']);
});

test('a worker of the version before is given the kinds that it knows, and no clock of a resolution', async () => {
  const scene = await makeScene();
  const { chatId } = await scene.visitor.say('Hello');
  await scene.asha.ask('agentPickupChat', { chatId });
  const { enterpriseId } = scene.enterprise;
  // Nobody else sees the row, which goes with its transaction.
  const asked = async (kind: string) =>
    app.contextOf(scene.enterprise).transaction(async (tx) => {
      const dueAt = new Date(Date.now() - 3_600_000);
      await tx.insertInto('chatClocks').values({ enterpriseId, chatId, kind, startedAt: dueAt, dueAt }).execute();
      const { rows } = await sql<{ kind: string }>`select kind from due_chat_clocks(500, false) where chat_id = ${chatId}`.execute(tx);
      await tx.deleteFrom('chatClocks').where('chatId', '=', chatId).execute();
      return rows.map((row) => row.kind);
    });
  expect([await asked('nextReply'), await asked('resolution')]).toEqual([['nextReply'], []]);
});
