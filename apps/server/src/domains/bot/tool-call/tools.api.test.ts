import { endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { at } from '../../../../test/bots.ts';
import { type Replayed, replaying } from '../../../../test/llm.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';
import { cancel, createTools, lookUp } from '../../../../test/tools.ts';
import { retainedCalls } from './call.held.repository.ts';
import { listCalls } from './call.repository.ts';
import { runCall } from './call.run.ts';

const app = await startApp({ config: { privateHosts: ['localhost'] } });
const { makeActing, saveTool, train } = createTools(app);
const { makeAttribute } = createPhoneBook(app);

test('a bot looks an order up, asks before it cancels it, and hands over with the trace of its calls', async () => {
  const acting = await makeActing([[{ name: 'look_up_order', arguments: { order: 'A-17' } }], 'The order A-17 was shipped.']);
  const { say, service, llm, trace, replay, visitor } = acting;
  const { chatId, reply } = await say('where is my order A-17?');
  expect(reply).toBe('The order A-17 was shipped.');
  expect(service.received).toEqual([
    {
      method: 'GET',
      path: '/api/orders/A-17',
      body: '',
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
      authorization: 'Bearer key of Shop',
    },
  ]);
  const [first, second] = llm.asked.map(({ request }) => request);
  expect(first?.tools?.map(({ function: { name, parameters } }) => [name, Object.keys(parameters.properties as object)])).toEqual([
    ['look_up_order', ['order']],
    ['cancel_order', ['order', 'reason']],
    ['hand_over', []],
  ]);
  expect(second?.messages.at(-1)).toEqual({
    role: 'tool',
    tool_call_id: 'call_1_0',
    content: expect.stringMatching(/^<answer-[0-9a-f]{12}>\n\{"state":"shipped"\}\n<\/answer-/),
  });

  replay([[{ name: 'cancel_order', arguments: { order: 'A-17', reason: 'too *late*' } }], 'It is cancelled.']);
  expect((await say('cancel it, it is too late')).reply).toBe(
    'Shall I cancel the order “A-17”?\n• reason: “too *late*”\nPlease answer yes or no.',
  );
  expect(service.received).toHaveLength(1);
  expect((await say('yes')).reply).toBe('It is cancelled.');
  const [, cancelled] = service.received;
  expect(cancelled).toMatchObject({ method: 'POST', path: '/api/orders/A-17/cancel' });
  expect(JSON.parse(cancelled?.body ?? '')).toEqual({ reason: 'too *late*', customer: expect.any(String) });

  replay([[{ name: 'hand_over', arguments: {} }]]);
  await visitor.say('thanks, and now somebody for my invoice');
  await visitor.next('entry', ({ entry }) => entry.text === 'I will get a colleague for you.');
  expect((await trace(chatId)).map(({ tool, state, answer }) => [tool, state, answer])).toEqual([
    ['Look an order up', 'DONE', '{"state":"shipped"}'],
    ['Cancel an order', 'PROPOSED', ''],
    ['Cancel an order', 'DONE', '{"state":"shipped"}'],
    ['Hand over', 'DONE', ''],
  ]);
});

const cancelled = 'Shall I cancel the order “A-17”?\nPlease answer yes or no.';
const cancelA17 = [{ name: 'cancel_order', arguments: { order: 'A-17' } }];

test('only a plain yes that was written after the question confirms; a no and another message end it', async () => {
  const acting = await makeActing([cancelA17, 'It is cancelled.']);
  const { say, service, replay, trace } = acting;
  const { chatId, reply } = await say('cancel A-17');
  expect(reply).toBe(cancelled);
  expect((await say('no')).reply).toBe('All right, I will not do that.');
  const others = ['yes, but only the second half', 'ok forget it', 'yes no', 'what would it cost?'];
  for (const text of others) {
    replay([cancelA17, 'Something else.']);
    await say('cancel A-17');
    replay(['Something else.']);
    expect([text, (await say(text)).reply]).toEqual([text, 'Something else.']);
  }
  expect(service.received).toEqual([]);
  expect((await trace(chatId)).map(({ state }) => state)).toEqual(['PROPOSED', 'DENIED', ...others.flatMap(() => ['PROPOSED', 'DENIED'])]);
});

test('a yes that was on its way before the question was there confirms nothing', async () => {
  const asked = Promise.withResolvers<() => void>();
  const { visitor, service, say, replay } = await makeActing([
    (_request, response) => asked.resolve(() => replaying([cancelA17])({} as never, response)),
  ]);
  await visitor.say('cancel A-17');
  const answer = await asked.promise;
  await visitor.say('yes');
  // The job of the second message may begin before the first has ended: whichever is the first to answer asks.
  replay([cancelA17, cancelA17]);
  answer();
  await visitor.next('entry', ({ entry }) => entry.text === cancelled);
  replay(['It is cancelled.']);
  expect((await say('yes please')).reply).toBe('It is cancelled.');
  expect(service.received).toHaveLength(1);
});

test('a person who is asked for while a question waits comes, and the call is refused', async () => {
  const asked = Promise.withResolvers<() => void>();
  const { visitor, service, trace } = await makeActing([
    (_request, response) => asked.resolve(() => replaying([cancelA17])({} as never, response)),
  ]);
  const { chatId } = await visitor.say('cancel A-17');
  const answer = await asked.promise;
  await visitor.say('I want to talk to a person');
  answer();
  await visitor.next('entry', ({ entry }) => entry.text === cancelled);
  await visitor.next('entry', ({ entry }) => entry.text === 'I will get a colleague for you.');
  expect((await trace(chatId)).map(({ state, error }) => [state, error])).toEqual([
    ['PROPOSED', ''],
    ['DENIED', 'The customer did not say yes.'],
  ]);

  const seen = await makeActing([cancelA17]);
  expect((await seen.say('cancel A-17')).reply).toBe(cancelled);
  expect((await seen.say('no, an agent')).reply).toBe('I will get a colleague for you.');
  expect([...service.received, ...seen.service.received]).toEqual([]);
});

const stopped = 'I am sorry, I did not understand that. Could you say it in other words?';
const look = (order: string) => ({ name: 'look_up_order', arguments: { order } });

test.each<[string, Replayed[], number, string]>([
  ['six calls at once', [Array.from({ length: 6 }, (_, at) => look(`A-${at}`))], 0, ''],
  ['the same call twice', [[look('A-1')], [look('A-1')]], 1, ''],
  ['the same call twice at once', [[look('A-1'), look('A-1')]], 0, ''],
  ['a ninth round', [...Array.from({ length: 9 }, (_, at) => [look(`A-${at}`)])], 8, ''],
  [
    'malformed arguments, twice',
    [[{ name: 'look_up_order', arguments: '{"order":' }], [{ name: 'look_up_order', arguments: { order: 7 } }]],
    0,
    '',
  ],
  ['a tool that is none, twice', [[{ name: 'drop_tables', arguments: {} }]], 0, ''],
  ['answers that fill the turn', [...Array.from({ length: 8 }, (_, at) => [look(`A-${at}`)])], 5, 'x'.repeat(16_000)],
])('a model that asks for %s is stopped, and a person goes on', async (_name, answers, calls, body) => {
  const { say, service, visitor } = await makeActing(answers, undefined, {
    serve: (_received, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end(body || 'ok'),
  });
  expect((await say('where is it?')).reply).toBe(stopped);
  await visitor.next('entry', ({ entry }) => entry.text === 'I will get a colleague for you.');
  expect(service.received).toHaveLength(calls);
});

test('a malformed call goes back once with what is wrong, and the next one is made', async () => {
  const { say, service, llm } = await makeActing([
    [look('A-1'), { name: 'cancel_order', arguments: { order: 'A-17', customer: 'somebody else' } }],
    [look('A-2')],
    'Shipped.',
  ]);
  expect((await say('where is A-2?')).reply).toBe('Shipped.');
  expect(service.received.map(({ path }) => path)).toEqual(['/api/orders/A-2']);
  expect(llm.asked[1]?.request.messages.slice(-2).map(({ content }) => content)).toEqual([
    'Not done: another call beside it was refused.',
    'Refused: There is no argument "customer".',
  ]);
});

test('a value that would leave its place of a path goes back to the model', async () => {
  const { say, service, llm } = await makeActing([[look('A-1/cancel')], 'I need the number alone.']);
  expect((await say('where is it?')).reply).toBe('I need the number alone.');
  expect(service.received).toEqual([]);
  expect(llm.asked[1]?.request.messages.at(-1)?.content).toBe('Refused: "order" must not be empty, dots alone, or have /, \\ or %.');
});

test.each<[string, Parameters<typeof makeActing>[2], object, string, number]>([
  [
    'redirects',
    { serve: (_r, response) => void response.writeHead(302, { location: 'http://localhost:1/' }).end() },
    {},
    'The service redirects (302), which is not followed.',
    1,
  ],
  ['refuses', { serve: (_r, response) => void response.writeHead(404).end('{}') }, {}, 'The service answered 404.', 1],
  [
    'answers without end',
    {
      serve: (_r, response) => {
        response.writeHead(200);
        const more = () => response.write('x'.repeat(100_000), (error) => error ?? setImmediate(more));
        more();
      },
    },
    {},
    'The service sent more than an answer can hold.',
    1,
  ],
  [
    'hangs',
    { serve: () => undefined },
    { timeoutSeconds: 1 },
    expect.stringContaining('did not answer within 1 s') as unknown as string,
    1,
  ],
])('a service that %s fails the call, and the model reads why', async (_name, options, more, error, received) => {
  const acting = await makeActing([[look('A-1')], 'I could not look it up.'], (id) => [lookUp(id, more)], options);
  const { chatId, reply } = await acting.say('where is it?');
  expect(reply).toBe('I could not look it up.');
  expect(await acting.trace(chatId)).toMatchObject([{ state: 'FAILED', error, answer: '' }]);
  expect(acting.service.received).toHaveLength(received);
});

test('nobody knows what a call of effect has done that was not answered: it is not made again, and a person looks', async () => {
  const acting = await makeActing([cancelA17, 'never said'], (id) => [cancel(id, { timeoutSeconds: 1 })], { serve: () => undefined });
  const { chatId } = await acting.say('cancel A-17');
  expect((await acting.say('yes')).reply).toBe('I could not find out whether that has worked. A colleague will look into it.');
  expect(await acting.trace(chatId)).toMatchObject([{ state: 'PROPOSED' }, { state: 'UNKNOWN' }]);
  expect([acting.service.received.length, acting.llm.asked.length]).toEqual([1, 1]);
});

test('limits, a deleted tool and a private address keep a call from leaving', async () => {
  const acting = await makeActing([[look('A-1'), look('A-2')], 'One of them.'], (id) => [
    lookUp(id, { limits: { chat: 1, customer: 5, day: 5 } }),
  ]);
  const { chatId } = await acting.say('where are they?');
  expect((await acting.trace(chatId)).map(({ state, error }) => [state, error]).sort()).toEqual([
    ['DONE', ''],
    ['FAILED', 'The limit of the tool is reached (chat: 1).'],
  ]);
  const { admin, agentId, tools, replay, llm } = acting;
  await app.as(admin).delete(at(endpoints.tools.remove.path, { agentId, toolId: tools[0]?.id ?? '' }));
  replay(['There is none.']);
  expect((await acting.say('and A-3?')).reply).toBe('There is none.');
  expect(llm.asked.at(-1)?.request.tools).toBeUndefined();
  expect(acting.service.received).toHaveLength(1);

  const inside = await makeActing([[look('A-1')], 'Not reached.'], (id) => [lookUp(id)]);
  await app.contextOf(inside.admin).transaction((tx) =>
    tx
      .updateTable('integrations')
      .set({
        settings: JSON.stringify({
          llm: 1,
          baseUrl: `http://127.0.0.1:${inside.service.port}/api`,
          model: '',
          embeddingModel: '',
          sandboxUrl: '',
        }),
      })
      .where('integrationId', '=', inside.serviceId)
      .execute(),
  );
  const said = await inside.say('where is it?');
  expect(await inside.trace(said.chatId)).toMatchObject([{ state: 'FAILED', error: expect.stringContaining('may not be fetched') }]);
  expect(inside.service.received).toEqual([]);
});

test('fields of the phone book are read and written, each as its attribute, and the change is asked about', async () => {
  const acting = await makeActing(['Hello.'], () => []);
  const { admin, agentId, say, replay, llm } = acting;
  const { _id: attributeId } = await makeAttribute(admin, 'City');
  const field = { name: 'city', type: 'string', isRequired: true, attributeId };
  const phoneBook = { description: 'The city of the customer.', fields: [field] };
  await saveTool(admin, agentId, {
    ...phoneBook,
    name: 'write_city',
    title: 'Save the city',
    kind: 'writeCustomer',
    hasEffect: true,
    confirm: 'customer',
  });
  await saveTool(admin, agentId, {
    ...phoneBook,
    name: 'read_city',
    title: 'Read the city',
    kind: 'readCustomer',
    hasEffect: false,
    confirm: 'none',
  });
  await train(admin, agentId);
  replay([[{ name: 'write_city', arguments: { city: 'Pune' } }], 'Saved.']);
  expect((await say('I live in Pune')).reply).toBe('Shall I do this? Save the city\n• city: “Pune”\nPlease answer yes or no.');
  expect((await say('yes')).reply).toBe('Saved.');
  replay([[{ name: 'read_city', arguments: {} }], 'You live in Pune.']);
  expect((await say('where do I live?')).reply).toBe('You live in Pune.');
  expect(llm.asked.at(-1)?.request.messages.at(-1)?.content).toContain('{"city":"Pune"}');
});

test('a call that left before its program stopped is given up, never made again, and the chat goes on to a person', async () => {
  const left = Promise.withResolvers<void>();
  const acting = await makeActing(
    [cancelA17, 'never said'],
    (id) => [cancel(id, { confirm: 'none', isUnasked: true, timeoutSeconds: 20 })],
    {
      serve: () => left.resolve(),
    },
  );
  const { chatId } = await acting.visitor.say('cancel A-17');
  await left.promise;
  // The lease of a program that is gone runs out; the sweep finds it.
  await app.contextOf(acting.admin).transaction((tx) =>
    tx
      .updateTable('botToolCalls')
      .set({ takenUntil: new Date(0) })
      .where('sessionId', '=', chatId)
      .execute(),
  );
  const { entry } = await acting.visitor.next('entry', (heard) => heard.entry.author === 'bot');
  expect(entry.text).toBe('I could not find out whether that has worked. A colleague will look into it.');
  expect(await acting.trace(chatId)).toMatchObject([{ state: 'UNKNOWN', error: 'The program that made the call has stopped.' }]);
  expect(acting.service.received).toHaveLength(1);
});

test.each<[string, 'chats' | 'botToolCalls']>([
  ['whose chat lost its texts', 'chats'],
  ['whose customer was erased', 'botToolCalls'],
])('a call on its way %s keeps nothing of its answer', async (_name, table) => {
  const left = Promise.withResolvers<() => void>();
  const acting = await makeActing([[look('A-1')], 'Told.'], undefined, {
    serve: (_received, response) => left.resolve(() => void response.writeHead(200).end('secret')),
  });
  const { chatId } = await acting.visitor.say('where is it?');
  const answer = await left.promise;
  const ctx = app.contextOf(acting.admin);
  await ctx.transaction(async (tx) => {
    if (table === 'chats') await tx.updateTable('chats').set({ textsErasedAt: new Date() }).where('chatId', '=', chatId).execute();
    else await tx.updateTable('botToolCalls').set({ arguments: '{}', customerId: null }).where('sessionId', '=', chatId).execute();
  });
  answer();
  await acting.visitor.next('entry', ({ entry }) => entry.text === 'Told.');
  const rows = await ctx.read((tx) =>
    tx.selectFrom('botToolCalls').select(['state', 'answer', 'error']).where('sessionId', '=', chatId).execute(),
  );
  expect(rows).toEqual([{ state: 'DONE', answer: '', error: '' }]);
});

test('a call that waits leaves in time alone, and is refused once its words are older than they are kept', async () => {
  const acting = await makeActing([cancelA17], (id) => [cancel(id, { timeoutSeconds: 5 })]);
  const { chatId } = await acting.say('cancel A-17');
  const ctx = app.contextOf(acting.admin);
  const only = () =>
    ctx.read(async (tx) => {
      const { turn } = await tx.selectFrom('botToolCalls').select('turn').where('sessionId', '=', chatId).executeTakeFirstOrThrow();
      const [call] = await listCalls(tx, ctx.enterpriseId, chatId, Number(turn));
      if (!call) throw new Error('There is no call.');
      return call;
    });
  const set = (state: 'READY' | 'PROPOSED') =>
    ctx.transaction((tx) => tx.updateTable('botToolCalls').set({ state, error: '' }).where('sessionId', '=', chatId).execute());
  await set('READY');
  await runCall(ctx, app.deps, await only(), { mostMs: 4999 });
  expect(await only()).toMatchObject({ state: 'FAILED', error: 'The turn has no time left for it.', sentAt: null });
  await set('READY');
  await runCall(ctx, app.deps, await only(), { mostMs: 5000 });
  expect(await only()).toMatchObject({ state: 'DONE', answer: '{"state":"shipped"}' });
  expect(acting.service.received).toHaveLength(1);

  // A turn that failed has left calls alone: no row of it is there.
  await set('PROPOSED');
  await ctx.transaction((tx) => tx.deleteFrom('botTurns').where('sessionId', '=', chatId).execute());
  const first = '00000000-0000-0000-0000-000000000000';
  const { createdAt } = await only();
  const after = new Date(createdAt.getTime() + 1);
  const count = (before: Date, mark: string) => ctx.read((tx) => retainedCalls.count(tx, ctx.enterpriseId, before, mark, 10));
  const erase = (before: Date) => ctx.transaction((tx) => retainedCalls.erase(ctx, tx, before, { limit: 10, mark: first }));
  expect([await count(createdAt, first), await count(after, first)]).toEqual([0, 1]);
  expect(await erase(createdAt)).toEqual({ erased: 0, more: false });
  const { callId: mark } = await only();
  expect(await erase(after)).toEqual({ erased: 1, more: false, mark });
  expect(await only()).toMatchObject({ state: 'DENIED', arguments: {}, answer: '', error: '' });
  expect(await count(after, mark)).toBe(0);
});
