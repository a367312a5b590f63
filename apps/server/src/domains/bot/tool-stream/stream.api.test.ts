import { endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { at, createBots } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { ask, createStreamScenes, end, makeStream, type Nodes } from '../../../../test/journeys.ts';
import { makeWebChannel } from '../../../../test/scene.ts';
import { createTools } from '../../../../test/tools.ts';
import { startVendors } from '../../../../test/vendors.ts';
import { answerAsBot } from '../turn/live-answer.ts';

const vendors = await startVendors();
const app = await startApp({ config: { privateHosts: ['localhost'], simulator: vendors.address } });
const { as } = app;
const { makeActing, saveTool, train, visit } = createTools(app);
const { talk } = createBots(app);
const { publish, attach, walks, walksOf } = createStreamScenes(app, vendors);
const { tools, journeys, journeyMonitor } = endpoints;

const variables = [
  { name: 'city', type: 'Text', default: '"your town"' },
  { name: 'day', type: 'Text' },
  { name: 'pin', type: 'Text', isSensitive: true },
];
const booking: Nodes = {
  ask00001: ask('Which day in {{city}}?', 'day', { ok: 'ask00002' }),
  ask00002: ask('Your PIN?', 'pin', { ok: 'end00001' }),
  end00001: end('booked'),
};
const settings = { words: { stop: { words: ['exit'] } } };
const bookTool = (journeyId: string, more: object = {}) => ({
  name: 'book_visit',
  title: 'Book a visit',
  description: 'Books a visit of a mechanic.',
  kind: 'stream',
  stream: { journeyId, minutes: 30 },
  fields: [{ name: 'city', type: 'string', description: 'Where', isRequired: true }],
  picks: ['day'],
  hasEffect: false,
  confirm: 'none',
  dryAnswer: '{"outcome":"booked","day":"Friday"}',
  ...more,
});
const call = (city = 'Pune') => ({ name: 'book_visit', arguments: { city } });

type Acting = Awaited<ReturnType<typeof makeActing>>;

async function makeBooking(nodes: Nodes | ((acting: Acting) => Promise<Nodes>) = booking, more: object = {}) {
  const acting = await makeActing([], () => []);
  const { admin, agentId, channel } = acting;
  const stream = { admin, channelId: channel.id };
  const journeyId = await publish(
    stream,
    '',
    makeStream(typeof nodes === 'function' ? await nodes(acting) : nodes, { variables, settings }),
    'tool',
  );
  const tool = await saveTool(admin, agentId, bookTool(journeyId, more));
  await train(admin, agentId);
  const { visitor } = acting;
  return {
    ...acting,
    stream,
    journeyId,
    tool,
    /** Says something, and waits for the words that answer it. */
    async hears(text: string, reply: string): Promise<string> {
      const { chatId } = await visitor.say(text);
      await visitor.next('entry', ({ entry }) => entry.text === reply);
      return chatId;
    },
    /** The answer of its last call, as the model has read it. */
    read: () => acting.llm.asked.at(-1)?.request.messages.at(-1)?.content ?? '',
  };
}

/** The rows of a chat in the bot's report. */
const turnsOf = (admin: TestUser, chatId: string) =>
  app
    .contextOf(admin)
    .read((tx) =>
      tx
        .selectFrom('botTurns')
        .select(['text', 'reply', 'answeredBy'])
        .where('sessionId', '=', chatId)
        .orderBy('askedAt')
        .orderBy('turnId')
        .execute(),
    );

test('a stream is a tool: it talks with the customer until it ends, and its variables are the answer', async () => {
  const { admin, replay, hears, read, llm, trace, stream, visitor } = await makeBooking();
  replay([[call()], 'Booked for Monday.']);
  const chatId = await hears('I need a mechanic', 'Which day in Pune?');
  expect((await trace(chatId)).map(({ state, error }) => [state, error])).toEqual([['TAKEN', '']]);
  await hears('Monday', 'Your PIN?');
  await visitor.say('4711');
  await visitor.next('entry', ({ entry }) => entry.text === 'Booked for Monday.');
  expect(read()).toMatch(/^<answer-(\w+)>\n\{"outcome":"booked","day":"Monday"\}\n<\/answer-\1>$/);
  expect((await trace(chatId)).map(({ state, answer }) => [state, answer])).toEqual([
    ['TAKEN', ''],
    ['DONE', '{"outcome":"booked","day":"Monday"}'],
  ]);
  expect(JSON.stringify([llm.asked.map(({ request }) => request), await trace(chatId)])).not.toContain('4711');
  const [walk] = await walks(admin);
  expect(walk).toMatchObject({ state: 'COMPLETED', outcome: 'booked' });
  const shown = (await as(admin).get(at(journeyMonitor.get.path, { instanceId: walk?.id ?? '' }))).json().data;
  expect([shown.begunByBot, shown.chatId ?? chatId]).toEqual(['Clerk', chatId]);
  // The bot has the chat again from here on.
  replay(['Gladly.']);
  await hears('thank you', 'Gladly.');
  expect(await walksOf(stream)).toHaveLength(1);
  expect(await turnsOf(admin, chatId)).toEqual([
    { text: 'I need a mechanic', reply: 'Booked for Monday.', answeredBy: 'prompt' },
    { text: 'thank you', reply: 'Gladly.', answeredBy: 'prompt' },
  ]);
});

test('the customer leaves the stream by its word: the model reads so', async () => {
  const { replay, hears, read } = await makeBooking();
  replay([[call()], 'Then not.']);
  await hears('I need a mechanic', 'Which day in Pune?');
  await hears('exit', 'Then not.');
  expect(read()).toBe('Failed: The customer has left the stream.');
});

async function handingOver({ admin, users }: Acting): Promise<Nodes> {
  const departmentId = (await as(admin).post(endpoints.departments.create.path, { name: 'Help' })).json().data.id;
  await as(admin).put(at(endpoints.departments.addUsers.path, { departmentId }), { users: [users.asha.userId] });
  return {
    ask00001: ask('Which day in {{city}}?', 'day', { ok: 'hand0001' }),
    hand0001: { type: 'talk.department', config: { department: { ref: 'department', id: departmentId } } },
  };
}

test('the stream hands over: the call has failed, a person goes on, and the bot says nothing', async () => {
  const { replay, hears, trace, visitor, llm, admin } = await makeBooking(handingOver);
  replay([[call()], 'never said']);
  const chatId = await hears('I need a mechanic', 'Which day in Pune?');
  await visitor.say('Monday');
  await vi.waitFor(async () =>
    expect((await trace(chatId)).at(-1)).toMatchObject({ state: 'FAILED', error: 'The stream has handed the customer over to a person.' }),
  );
  expect(llm.asked).toHaveLength(1);
  const { botState, handledBy } = await app
    .contextOf(admin)
    .read((tx) => tx.selectFrom('chats').select(['botState', 'handledBy']).where('chatId', '=', chatId).executeTakeFirstOrThrow());
  expect(handledBy).toBe('queue');
  expect(botState).toMatchObject({ running: null, history: [{ role: 'user', content: 'I need a mechanic' }] });
  // One row a message, in the bot's report too.
  await vi.waitFor(async () =>
    expect(await turnsOf(admin, chatId)).toEqual([{ text: 'I need a mechanic', reply: '', answeredBy: 'handOver' }]),
  );
});

test('a message that comes with the last answer of the stream is answered by the bot, behind the turn that goes on', async () => {
  const { ask00001, end00001 } = { ask00001: ask('Which day in {{city}}?', 'day', { ok: 'end00001' }), end00001: end('booked') };
  const { admin, replay, hears, visitor, journeyId } = await makeBooking({ ask00001, end00001 });
  replay([[call()], 'Booked for Monday.', 'It costs 40.']);
  const chatId = await hears('I need a mechanic', 'Which day in Pune?');
  // While the stream is paused both wait, and are read in one transaction.
  const move = async (path: string) => expect((await as(admin).post(at(path, { journeyId }), {})).json().status).toBe(true);
  await move(journeys.pause.path);
  await visitor.say('Monday');
  await visitor.say('What does it cost?');
  await move(journeys.resume.path);
  await visitor.next('entry', ({ entry }) => entry.text === 'It costs 40.');
  expect(await turnsOf(admin, chatId)).toEqual([
    { text: 'I need a mechanic', reply: 'Booked for Monday.', answeredBy: 'prompt' },
    { text: 'What does it cost?', reply: 'It costs 40.', answeredBy: 'prompt' },
  ]);
});

test('a walk that a merge of customers lets go ends its call at once', async () => {
  const { admin, replay, hears, read, trace, stream, journeyId, enterprise } = await makeBooking();
  const other = await makeWebChannel(enterprise);
  // A stream that was not rehearsed begins by a rule of the sandbox alone.
  await app
    .contextOf(admin)
    .transaction((tx) => tx.updateTable('channels').set({ environment: 'sandbox' }).where('channelId', '=', other.id).execute());
  await attach({ admin, channelId: other.id }, journeyId, 'keyword', 'mechanic');
  const second = await visit(other.widgetKey);
  await second.say('mechanic');
  await second.next('entry', ({ entry }) => entry.text === 'Which day in your town?');
  replay([[call()], 'Please answer there.']);
  const chatId = await hears('I need a mechanic', 'Which day in Pune?');
  const [kept, lost] = await walksOf(stream);
  const { phoneBook } = endpoints;
  const keep = (await as(admin).get(at(phoneBook.get.path, { customerId: kept?.customerId ?? '' }))).json().data.customer;
  const values = { name: 'Asha', phoneNumber: '+919876500093', emailId: '', groups: [], tags: [], data: [] };
  const merge = { keepId: keep.id, mergeId: lost?.customerId, version: keep.version, values };
  expect((await as(admin).post(phoneBook.merge.path, merge)).json()).toMatchObject({ status: true });
  await vi.waitFor(() => expect(read()).toBe('Failed: The customer is one with another now, with whom a stream talks already.'));
  expect((await trace(chatId)).at(-1)).toMatchObject({ state: 'FAILED' });
  expect((await walksOf(stream)).map(({ state, reason }) => [state, reason])).toEqual([
    ['WAITING', ''],
    ['STOPPED', 'MERGED'],
  ]);
});

test('a stream that is deleted while it runs, and one whose time is over, fail their calls', async () => {
  const { admin, replay, hears, visitor, read, journeyId, trace, stream } = await makeBooking();
  // A message that comes while the bot still thinks has it think again.
  const said = (text: string) => visitor.next('entry', ({ entry }) => entry.text === text);
  replay([[call()], 'Too late.', [call('Goa')], 'It is gone.', [call('Kochi')], 'Still gone.']);
  const chatId = await hears('I need a mechanic', 'Which day in Pune?');
  const { callId = '' } = (await trace(chatId))[0] ?? {};
  await app.contextOf(admin).transaction((tx) =>
    tx
      .updateTable('botToolCalls')
      .set({ takenUntil: new Date(0) })
      .where('callId', '=', callId)
      .execute(),
  );
  await vi.waitFor(() => expect(read()).toBe('Failed: The stream took more than 30 minutes.'), 10_000);
  expect((await walksOf(stream)).map(({ state, reason }) => [state, reason])).toEqual([['STOPPED', 'OPERATOR']]);
  await said('Too late.');
  await hears('again, in Goa', 'Which day in Goa?');
  const removed = await as(admin).delete(`${at(journeys.remove.path, { journeyId })}?stopInstances=true`);
  expect(removed.json().status).toBe(true);
  await vi.waitFor(() => expect(read()).toBe('Failed: The stream was stopped.'));
  await said('It is gone.');
  await hears('and in Kochi?', 'Still gone.');
  expect(read()).toBe('Failed: The stream is not published.');
});

test('it is confirmed as others are, one at a time, and behind its end two that go on say one answer', async () => {
  const { admin, replay, hears, visitor, trace, stream } = await makeBooking(booking, { hasEffect: true, confirm: 'customer' });
  replay([[call('Pune'), call('Goa')], 'Booked.']);
  await hears('mechanics for Pune and Goa', 'Shall I do this? Book a visit\n• city: “Pune”\nPlease answer yes or no.');
  const chatId = await hears('yes', 'Which day in Pune?');
  expect((await trace(chatId)).map(({ state, error }) => [state, error])).toEqual([
    ['PROPOSED', ''],
    ['PROPOSED', ''],
    ['DENIED', 'Only one call at a time can be confirmed.'],
    ['TAKEN', ''],
  ]);
  await hears('Monday', 'Your PIN?');
  await visitor.say('4711');
  await visitor.next('entry', ({ entry }) => entry.text === 'Booked.');
  const ctx = app.contextOf(admin);
  await Promise.all([answerAsBot(ctx, app.deps, chatId), answerAsBot(ctx, app.deps, chatId)]);
  const said = await ctx.read((tx) =>
    tx.selectFrom('chatActions').select('message').where('chatId', '=', chatId).where('message', '=', 'Booked.').execute(),
  );
  expect(said).toHaveLength(1);
  expect(await walksOf(stream)).toHaveLength(1);
});

test('Try it begins no stream, and answers with what the builder wrote', async () => {
  const { admin, agentId, replay, stream } = await makeBooking();
  replay([[call()], 'Booked for Friday.']);
  const answer = await talk(admin, agentId)('a mechanic');
  expect([answer.output.text, answer.details?.tools.map(({ state, answer: told }) => [state, told])]).toEqual([
    ['Booked for Friday.'],
    [['DONE', '{"outcome":"booked","day":"Friday"}']],
  ]);
  expect(await walksOf(stream)).toEqual([]);
});

test.each<[string, object, string, string]>([
  ['no stream', { stream: { journeyId: '', minutes: 5 } }, 'stream.journeyId', 'tool.stream'],
  ['an input that is no variable', { fields: [{ name: 'street', type: 'string' }] }, 'fields', 'tool.stream_input'],
  ['an input of another type', { fields: [{ name: 'city', type: 'number' }] }, 'fields', 'tool.stream_input'],
  ['a sensitive input', { fields: [{ name: 'pin', type: 'string' }] }, 'fields', 'tool.stream_input'],
  ['a sensitive output', { picks: ['pin'] }, 'picks', 'tool.stream_input'],
  ['a bound value for nothing', { bound: [{ name: 'street', source: 'number' }] }, 'bound', 'tool.stream_input'],
  ['an agent who confirms', { confirm: 'agent' }, 'confirm', 'tool.stream_agent'],
])('a tool with %s is refused', async (_name, changes, field, fault) => {
  const { admin, agentId, journeyId, tool } = await makeBooking();
  const body = { ...bookTool(journeyId, changes), id: tool.id, version: tool.version };
  const answer = (await as(admin).post(at(tools.save.path, { agentId }), body)).json();
  expect([answer.code, answer.data.errors.map((error: { field: string; code: string }) => [error.field, error.code])]).toEqual([
    'bot_tool.invalid',
    [[field, fault]],
  ]);
});

test('a stream that asks the same bot is no tool of it; streams are named with their variables to builders alone', async () => {
  const { admin, agentId, stream, journeyId } = await makeBooking();
  const asking = makeStream({
    skil0001: {
      type: 'talk.skill',
      config: { bot: { ref: 'bot', id: agentId } },
      to: { done: 'end00001' },
    },
    end00001: end(),
  });
  const loopId = await publish(stream, '', asking, 'tool');
  const refusal = (
    await as(admin).post(at(tools.save.path, { agentId }), bookTool(loopId, { name: 'loop', fields: [], picks: [] }))
  ).json();
  expect(refusal.data.errors).toMatchObject([{ field: 'stream.journeyId', code: 'tool.stream_loop' }]);
  const path = at(tools.list.path, { agentId });
  const { streams } = (await as(admin).get(path)).json().data;
  expect(streams.find(({ id }: { id: string }) => id === journeyId).variables).toEqual(
    variables.map(({ name, type, isSensitive = false }) => ({ name, type, isSensitive })),
  );
  const viewer = await app.makeUser({ enterprise: admin, roles: [3] });
  expect((await as(viewer).get(path)).json().data.streams).toEqual([]);
});
