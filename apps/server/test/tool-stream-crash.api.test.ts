import type { ServerResponse } from 'node:http';
import { type ChatAction, chatActionTypes } from '@parley/contract';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { startApp } from './app.ts';
import { cloneDatabase } from './database.ts';
import { ask, createStreamScenes, end, makeStream } from './journeys.ts';
import { type LlmRequest, replaying } from './llm.ts';
import { type ServerProcess, startProcess } from './processes.ts';
import { createTools } from './tools.ts';
import { startVendors } from './vendors.ts';

const vendors = await startVendors();
const patience = { interval: 50, timeout: 60_000 };

const booking = makeStream(
  {
    ask00001: ask('Which day in {{city}}?', 'day', { ok: 'ask00002' }),
    ask00002: ask('At what time?', 'time', { ok: 'end00001' }),
    end00001: end('booked'),
  },
  {
    variables: [
      { name: 'city', type: 'Text', default: '"your town"' },
      { name: 'day', type: 'Text' },
      { name: 'time', type: 'Text' },
    ],
  },
);
const bookTool = (journeyId: string) => ({
  name: 'book_visit',
  title: 'Book a visit',
  description: 'Books a visit of a mechanic.',
  kind: 'stream',
  stream: { journeyId, minutes: 30 },
  fields: [{ name: 'city', type: 'string', description: 'Where', isRequired: true }],
  picks: ['day', 'time'],
  hasEffect: false,
  confirm: 'none',
  dryAnswer: '{"outcome":"booked"}',
});

test('34.3 kill -9 of the worker while a bot calls a stream: as its model thinks, as the customer is asked, and as the end is told, the call is made once and nothing is said twice', {
  timeout: 300_000,
}, async () => {
  const database = await cloneDatabase(inject('testServerUrl'), inject('templateName'));
  const app = await startApp({ config: { databaseUrl: database.url, roles: ['http', 'realtime'], simulator: vendors.address } });
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: app.deps.config.dataDir,
    SECRETS_KEY: app.deps.config.secretsKey ?? '',
    PUBLIC_URL: app.url,
    PRIVATE_HOSTS: 'localhost',
    WORKER_SILENCE_SECONDS: '2',
  };
  const startWorker = () => startProcess(environment, ['--roles=worker']);
  let worker: ServerProcess = await startWorker();
  onTestFinished(() => worker.kill('SIGKILL'));
  const die = async () => {
    await worker.kill('SIGKILL');
    worker = await startWorker();
  };

  const { makeActing, saveTool, train } = createTools(app);
  const { admin, agentId, channel, visitor, llm } = await makeActing([], () => []);
  const journeyId = await createStreamScenes(app, vendors).publish({ admin, channelId: channel.id }, '', booking, 'tool');
  await saveTool(admin, agentId, bookTool(journeyId));
  await train(admin, agentId);

  /** The model calls the stream, and tells its answer; each of both is held the first time that it is asked for. */
  const held: ServerResponse[] = [];
  const holds = new Set<string>();
  const think = (request: LlmRequest, response: ServerResponse) => {
    const isAnswer = request.messages.at(-1)?.role === 'tool';
    const step = isAnswer ? 'tells' : 'calls';
    if (!holds.has(step)) {
      holds.add(step);
      held.push(response);
      return;
    }
    replaying([isAnswer ? 'Booked for Monday.' : [{ name: 'book_visit', arguments: { city: 'Pune' } }]])(request, response);
  };
  llm.behave(think);
  const ctx = app.contextOf(admin);
  const { chatId } = await visitor.say('I need a mechanic');
  /** Words of the bot and its stream, in their order. */
  const said = async (): Promise<string[]> =>
    ((await app.as(admin).get(`/e/enterprise/chat/${chatId}`)).json().data.messages as ChatAction[])
      .filter(({ authorKind, actionType, message }) => authorKind === 'bot' && actionType === chatActionTypes.agentReply && message !== '')
      .map(({ message }) => message);
  const heldBy = (step: string) => vi.waitFor(() => expect(holds.has(step)).toBe(true), patience);
  const says = (...texts: string[]) => vi.waitFor(async () => expect(await said()).toEqual(texts), patience);

  await heldBy('calls');
  await die();
  await says('Which day in Pune?');
  await die();
  await visitor.say('Monday');
  await says('Which day in Pune?', 'At what time?');
  await visitor.say('At nine');
  await heldBy('tells');
  await die();
  await says('Which day in Pune?', 'At what time?', 'Booked for Monday.');

  expect(held).toHaveLength(2);
  const { rows: calls } = await ctx.read((tx) =>
    sql<object>`select state, answer from bot_tool_calls where enterprise_id = ${admin.enterpriseId}`.execute(tx),
  );
  expect(calls).toEqual([{ state: 'DONE', answer: '{"outcome":"booked","day":"Monday","time":"At nine"}' }]);
  const { rows: walks } = await ctx.read((tx) =>
    sql<object>`select state, outcome from journey_instances where enterprise_id = ${admin.enterpriseId}`.execute(tx),
  );
  expect(walks).toEqual([{ state: 'COMPLETED', outcome: 'booked' }]);
  const { rows: turns } = await ctx.read((tx) =>
    sql<object>`select text, reply from bot_turns where enterprise_id = ${admin.enterpriseId} and session_id = ${chatId}`.execute(tx),
  );
  expect(turns).toEqual([{ text: 'I need a mechanic', reply: 'Booked for Monday.' }]);
  await worker.kill('SIGTERM');
  await app.stop();
});
