import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { channelTypes, endpoints } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { createChannel } from '../src/domains/channel/door.ts';
import { startApp } from './app.ts';
import { at, createBots, shopIntents } from './bots.ts';
import { cloneDatabase } from './database.ts';
import { makeFolder } from './folders.ts';
import { lacking } from './lacking.ts';
import { findRedis, type Gate, openGateTo, type ServerProcess, startProcess } from './processes.ts';
import { openAgent, openVisitor, type Visitor } from './sockets.ts';

const data = { allowedDomains: [], title: 'Chat', greeting: 'Hello', colour: '#1f6f78', entry: 'bot' as const, botId: '' };

/** Tests share the database on which programs are started, and this process, which makes an enterprise for each of them. */
const database = await cloneDatabase(inject('testServerUrl'), inject('templateName'));
afterAll(() => database.drop());
const app = await startApp({ config: { databaseUrl: database.url, roles: ['http'] } });

/** An enterprise, its widget and an agent. */
async function makeWorld(entry: 'bot' | 'queue') {
  const enterprise = await app.makeEnterprise();
  const channel = await createChannel(enterprise.ctx, {
    name: 'Website',
    type: channelTypes.WEB,
    isActive: true,
    data: { ...data, entry },
  });
  const agent = await app.makeUser({ enterprise, roles: [3], name: 'Asha' });
  return { enterprise, channel, agent };
}

/** Settings of each program, without its folder. */
const environment = { DATABASE_URL: database.url, SECRETS_KEY: 'ab'.repeat(32) };
const folder = () => {
  const made = makeFolder('process');
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

test('two http and realtime processes and one worker on one PostgreSQL and one Redis serve one chat', {
  timeout: 240_000,
  ...lacking.redis,
}, async ({ skip }) => {
  const redis = await findRedis();
  if (!redis) return skip();
  onTestFinished(() => redis.stop());
  const world = await makeWorld('bot');
  const shared = { ...environment, REDIS_URL: redis.url, DATA_DIR: folder() };
  const [one, two, worker] = await Promise.all([
    startProcess(shared, ['--roles=http,realtime']),
    startProcess(shared, ['--roles=http,realtime']),
    startProcess(shared, ['--roles=worker']),
  ]);
  onTestFinished(async () => {
    await Promise.all([one.kill('SIGKILL'), two.kill('SIGKILL'), worker.kill('SIGKILL')]);
  });

  const visitor = await openVisitor(one.url, world.channel.widgetKey);
  const agent = await openAgent(two.url, world.agent.token);
  onTestFinished(() => {
    visitor.close();
    agent.close();
  });
  // The bot is built by a call to one process, trained by another, and answers what comes by a third.
  const admin = await app.makeUser({ enterprise: world.enterprise });
  const { botId } = await createBots(app).makeTrained(admin, shopIntents);
  await app.as(admin).put(at(endpoints.bots.connect.path, { agentId: botId }), { channelIds: [world.channel.id] });
  const { chatId } = await visitor.say('When are you open?');
  expect((await visitor.next('entry', (frame) => frame.entry.author === 'bot')).entry.text).toBe('We are open from 9 to 18.');
  await visitor.say('agent please');
  expect(await agent.next('customerStartChat')).toMatchObject({ chatId });
  expect(await agent.ask('agentPickupChat', { chatId })).toMatchObject({ status: true });
  await agent.ask('agentReply', { chatId, key: 'r', message: 'Across processes' });
  expect((await visitor.next('entry', (frame) => frame.entry.author === 'agent')).entry.text).toBe('Across processes');
  await visitor.say('And back');
  expect((await agent.next('customerReply', (event) => event.action.message === 'And back')).chatId).toBe(chatId);

  const elsewhere = await fetch(`${one.url}/e/enterprise/chat/${chatId}`, { headers: { 'authentication-token': world.agent.token } });
  expect(
    ((await elsewhere.json()) as { data: { messages: { message: string }[] } }).data.messages.map((action) => action.message),
  ).toContain('Across processes');

  await fetch(`${one.url}/account/logout`, { headers: { 'authentication-token': world.agent.token } });
  await expect.poll(() => agent.talker.socket.readyState).toBe(3);
});

/** Writes numbered messages until told to stop; what is not acknowledged is sent again under its key after each reconnect. */
async function writeOn(
  urlOf: () => Promise<string>,
  widgetKey: string,
  name: string,
  shouldStop: () => boolean,
  onAcknowledged: () => void,
) {
  const acknowledged: string[] = [];
  let token = '';
  let visitor: Visitor | undefined;
  let chatId = '';
  for (let index = 0; !shouldStop() || !visitor; ) {
    const text = `${name} ${index}`;
    try {
      visitor ??= await openVisitor(await urlOf(), widgetKey, { visitorToken: token });
      token = visitor.token;
      const stored = await Promise.race([visitor.say(text, text), visitor.talker.closed.then(() => Promise.reject(new Error('closed')))]);
      chatId = stored.chatId;
      acknowledged.push(text);
      onAcknowledged();
      index += 1;
    } catch {
      visitor?.close();
      visitor = undefined;
      await sleep(100);
    }
  }
  visitor.close();
  return { acknowledged, token, chatId };
}

/** Two are enough: a program that began with nothing, and one that took over what a killed one had left. `CRASH_KILLS=20` for longer. */
const kills = Number(process.env.CRASH_KILLS ?? 2);

test('kill -9 of the server at random while fifty visitors write loses no acknowledged message and stores none twice', {
  timeout: 240_000,
}, async () => {
  const { enterprise, channel } = await makeWorld('bot');
  const own = { ...environment, DATA_DIR: folder() };
  let server = await startProcess(own);
  onTestFinished(() => server.kill('SIGKILL'));
  const { port } = new URL(server.url);
  /** Writers whose connection is gone come back when somebody answers, rather than knock all the time. */
  let isBack = Promise.resolve();
  const restart = async () => {
    await server.kill('SIGKILL');
    server = await startProcess(own, [], Number(port));
  };
  // A bot answers each message, so that others write into the same records.
  const admin = await app.makeUser({ enterprise });
  const { botId } = await createBots(app).makeTrained(admin, shopIntents);
  await app.as(admin).put(at(endpoints.bots.connect.path, { agentId: botId }), { channelIds: [channel.id] });

  let isOver = false;
  let acknowledgedCount = 0;
  /** A server that is killed before it has acknowledged anything would prove nothing, so the moment follows a number of messages. */
  const moreAcknowledged = (count: number) => {
    const wanted = acknowledgedCount + count;
    return expect.poll(() => acknowledgedCount).toBeGreaterThanOrEqual(wanted);
  };
  const writers = Array.from({ length: 50 }, (_, index) =>
    writeOn(
      async () => {
        await isBack;
        return server.url;
      },
      channel.widgetKey,
      `v${index}`,
      () => isOver,
      () => {
        acknowledgedCount += 1;
      },
    ),
  );
  for (let killed = 0; killed < kills; killed += 1) {
    await moreAcknowledged(50 + Math.floor(Math.random() * 100));
    isBack = restart();
    await isBack;
  }
  await moreAcknowledged(50);
  isOver = true;
  const written = await Promise.all(writers);

  for (const { acknowledged, chatId } of written) {
    const stored: string[] = [];
    for (let after = 0; ; ) {
      const answer = await fetch(`${server.url}/e/enterprise/chat/${chatId}?after=${after}&perPage=200`, {
        headers: { 'authentication-token': admin.token },
      });
      const { data: chat } = (await answer.json()) as { data: { messages: { number: number; actionType: number; message: string }[] } };
      if (chat.messages.length === 0) break;
      expect(chat.messages.map((action) => action.number)).toEqual(chat.messages.map((_, offset) => after + offset + 1));
      stored.push(...chat.messages.filter((action) => action.actionType === 1).map((action) => action.message));
      after += chat.messages.length;
    }
    expect(stored).toEqual(acknowledged);
  }
  expect(written.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)).toBe(acknowledgedCount);
  await server.kill('SIGTERM');
  expect(server.child.exitCode).toBe(0);
});

describe('one program', () => {
  let gate: Gate & { url: string };
  let server: ServerProcess;
  let place: string;
  beforeAll(async () => {
    gate = await openGateTo(database.url);
    place = makeFolder('process');
    server = await startProcess({ ...environment, DATABASE_URL: gate.url, DATA_DIR: place, LEAVE_SECONDS: '60' });
  });
  afterAll(async () => {
    await server.kill('SIGKILL');
    gate.close();
    rmSync(place, { recursive: true, force: true });
  });

  test('a lost database is answered in words, crashes nothing, and is found again by itself', async () => {
    const world = await makeWorld('queue');
    const visitor = await openVisitor(server.url, world.channel.widgetKey);
    onTestFinished(() => visitor.close());
    const { chatId } = await visitor.say('Before');

    gate.shut();
    const outageMs = Number(process.env.OUTAGE_MS ?? 4000);
    const until = Date.now() + outageMs;
    const refused = await fetch(`${server.url}/e/enterprise/users/me`, { headers: { 'authentication-token': world.agent.token } });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({
      status: false,
      code: 'server.unavailable',
      message: 'The service is briefly unavailable. Please try again.',
    });
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    expect((await fetch(`${server.url}/ready`)).status).toBe(503);
    visitor.tell('send', { key: 'during', text: 'During' });
    expect(await visitor.next('refused')).toMatchObject({ key: 'during', code: 'server.unavailable', retryAfterSeconds: 5 });
    await sleep(Math.max(0, until - Date.now()));
    gate.open();

    await expect.poll(async () => (await fetch(`${server.url}/ready`)).status).toBe(200);
    expect(await visitor.say('During', 'during')).toMatchObject({ chatId });
    const agent = await openAgent(server.url, world.agent.token);
    onTestFinished(() => agent.close());
    expect(await agent.ask('agentPickupChat', { chatId })).toMatchObject({ status: true });
    const answer = await fetch(`${server.url}/e/enterprise/chat/${chatId}`, { headers: { 'authentication-token': world.agent.token } });
    const { data: chat } = (await answer.json()) as { data: { messages: { actionType: number; message: string }[] } };
    expect(chat.messages.filter((action) => action.actionType === 1).map((action) => action.message)).toEqual(['Before', 'During']);
    expect(server.child.exitCode).toBeNull();
  });

  // The last one: it ends the program.
  test('a process that is told to stop says so by /ready and still answers; asked again, it closes its door and ends in order', async () => {
    const ask = async (path: string) => {
      const answer = await fetch(`${server.url}${path}`);
      return { status: answer.status, connection: answer.headers.get('connection'), body: await answer.json() };
    };
    expect(await ask('/ready')).toMatchObject({ status: 200, connection: 'keep-alive' });
    server.child.kill('SIGTERM');
    const stopping = { code: 'server.unavailable', message: 'This process is stopping.' };
    await vi.waitFor(async () => expect(await ask('/ready')).toMatchObject({ status: 503, connection: 'close', body: stopping }));
    expect(await ask('/health')).toMatchObject({ status: 200, connection: 'close' });
    await server.kill('SIGTERM');
    expect(server.child.exitCode).toBe(0);
    await expect(fetch(`${server.url}/health`)).rejects.toThrow('fetch failed');
  });
});
