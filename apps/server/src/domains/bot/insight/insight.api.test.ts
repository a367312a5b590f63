import { endpoints } from '@parley/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { at, createBots, shopIntents } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { saying, startLlm } from '../../../../test/llm.ts';
import { readCollected } from './collect.ts';

const app = await startApp({ config: { privateHosts: ['localhost'] } });
const { as, makeUser } = app;
const { makeBot, makeTrained, train, talk } = createBots(app);
const { insights, training, integrations, bots, intents } = endpoints;
let user: TestUser;
let botId: string;
let storyId: string;

beforeAll(async () => {
  user = await makeUser();
  ({ botId, storyId } = await makeTrained(user, shopIntents));
  for (const text of ['where is my parcel', 'this is terrible, i am so angry and disappointed', 'thank you so much, that is wonderful'])
    await talk(user, botId)(text);
});
const get = async (path: string, query = '') => (await as(user).get(`${at(path, { agentId: botId })}?${query}`)).json().data;
const post = async (path: string, body: object, params: Record<string, string> = {}) =>
  (await as(user).post(at(path, { agentId: botId, ...params }), body)).json();

test('sentiment is counted by day, its messages can be called wrong, and its settings take effect at once', async () => {
  const before = await get(insights.sentiment.path);
  expect(before.settings).toMatchObject({ isOn: true, action: 'none', afterCount: 2 });
  expect(before.trend).toHaveLength(1);
  expect(before.trend[0].positive + before.trend[0].neutral + before.trend[0].negative).toBe(before.samples.length);
  const angry = before.samples.find(({ text }: { text: string }) => text.includes('angry'));
  expect(angry).toMatchObject({ level: 'negative', isWrong: false });
  expect(before.samples.find(({ text }: { text: string }) => text.includes('wonderful'))).toMatchObject({ level: 'positive' });
  expect(await post(insights.markWrong.path, { isWrong: true }, { turnId: angry.turnId })).toMatchObject({ status: true });
  const after = await get(insights.sentiment.path);
  expect(after.trend[0].negative).toBe(before.trend[0].negative - 1);

  const save = (body: object) => as(user).put(at(insights.saveSentiment.path, { agentId: botId }), body);
  await save({ isOn: true, levels: {}, action: 'offerAgent', afterCount: 2 });
  const say = talk(user, botId);
  expect((await say('i hate this, it is awful')).output.text).toEqual([
    'I am sorry, I did not understand that. Could you say it in other words?',
  ]);
  expect((await say('you are so annoying, i am furious')).output.text.at(-1)).toContain('talk to a person');
  await save({ isOn: false, levels: {}, action: 'none', afterCount: 2 });
  expect((await talk(user, botId)('i hate this, it is awful')).details?.emotions).toEqual([]);
  await save({ isOn: true, levels: {}, action: 'none', afterCount: 2 });
});

test('conversations are put into classes by the first rule that fits, and counts open their rows', async () => {
  const rule = async (name: string, more: object) => (await post(insights.saveRule.path, { name, ...more })).data;
  const parcels = await rule('Parcels', { priority: 20, intents: ['track parcel'], department: 'Logistics' });
  const urgent = await rule('Urgent', { priority: 10, words: ['furious', 'angry'] });
  expect(await post(insights.saveRule.path, { name: 'URGENT' })).toMatchObject({ status: false, code: 'rule.name_taken' });
  expect((await post(insights.classify.path, { text: 'I am angry: where is my parcel' })).data).toMatchObject({
    rule: { name: 'Urgent' },
    because: '“angry” was said.',
  });
  expect((await post(insights.classify.path, { text: 'where is my parcel' })).data).toMatchObject({
    rule: { name: 'Parcels' },
    because: 'The intent track parcel was recognised.',
  });
  expect((await post(insights.classify.path, { text: 'an angryish thing' })).data).toMatchObject({ rule: null, because: 'No rule fits.' });
  const { classifiedCount } = (await post(insights.rerun.path, { days: 7 })).data;
  const { rules, counts } = await get(insights.rules.path, 'days=7');
  expect(rules.map(({ name }: { name: string }) => name)).toEqual(['Urgent', 'Parcels']);
  expect(counts.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(classifiedCount);
  for (const { ruleId, count } of counts) {
    const { conversations } = await get(insights.conversations.path, `days=7&perPage=100&ruleId=${ruleId ?? ''}`);
    expect(conversations).toHaveLength(count);
  }
  expect(counts.find(({ ruleId }: { ruleId: string }) => ruleId === parcels.id).count).toBe(1);
  await as(user).delete(at(insights.removeRule.path, { agentId: botId, ruleId: urgent.id }));
  expect((await get(insights.rules.path)).rules.map(({ name }: { name: string }) => name)).toEqual(['Parcels']);
});

test('unanswered messages are grouped, and go into an intent, a new one, the knowledge, or away', async () => {
  const own = await makeTrained(user, shopIntents, 'Unanswered');
  const say = async (text: string) => expect((await talk(user, own.botId)(text)).details?.answeredBy).toBe('outOfScope');
  for (const text of ['qwxz bnmk', 'qwxz bnmk!', 'vbnt plok', 'zzz']) await say(text);
  const list = async () => (await as(user).get(`${at(training.unanswered.path, { agentId: own.botId })}?includeTryIt=true`)).json().data;
  const before = await list();
  expect(before.messageCount).toBe(4);
  expect(before.groups[0]).toMatchObject({ count: 2, texts: expect.arrayContaining(['qwxz bnmk']) });
  expect((await as(user).get(at(training.unanswered.path, { agentId: own.botId }))).json().data.messageCount).toBe(0);
  const resolve = async (body: object) => (await as(user).post(at(training.resolve.path, { agentId: own.botId }), body)).json();
  const names = (await as(user).get(at(intents.names.path, { agentId: own.botId }))).json().data.intents;
  const { turnIds } = before.groups[0];
  expect((await resolve({ turnIds, action: 'intent', intentId: names[0].id })).data).toEqual({ resolvedCount: 2, phrasesAdded: 2 });
  const groupOf = async (text: string) => (await list()).groups.find(({ texts }: { texts: string[] }) => texts.includes(text));
  expect(
    (await resolve({ turnIds: (await groupOf('vbnt plok')).turnIds, action: 'newIntent', name: 'Vbnt', storyId: own.storyId })).data
      .phrasesAdded,
  ).toBe(1);
  expect(
    (
      await resolve({
        turnIds: (await groupOf('zzz')).turnIds,
        action: 'knowledge',
        name: 'Sleep',
        text: 'Zzz means that somebody sleeps.',
      })
    ).status,
  ).toBe(true);
  expect((await list()).groups).toEqual([]);
  expect((await resolve({ turnIds: [storyId], action: 'ignore' })).code).toBe('turn.not_found');
  expect((await as(user).get(at(bots.get.path, { agentId: own.botId }))).json().data.training.state).toBe('CHANGED');
});

test('declared variables are filled after a conversation out of what was said', async () => {
  const llm = await startLlm(saying('ok'));
  const openaiKey = (
    await as(user).post(integrations.create.path, { name: 'Collector', authType: 5, llm: 1, apikey: 'k'.repeat(20), baseUrl: llm.url })
  ).json().response._id;
  const { id } = await makeBot(user, 'Collecting', 'prompt');
  const userData = [
    { name: 'order', description: 'Number of the order' },
    { name: 'city', description: 'Where they live' },
  ];
  await as(user).post(at(bots.savePrompt.path, { agentId: id }), { openaiKey, prompt: 'Help.', extractData: true, userData });
  await train(user, id);
  const { sessionId } = await talk(user, id)('my order is 4711');
  llm.behave(saying('Here: {"order": 4711, "city": null, "other": "x"}'));
  await app.contextOf(user).transaction((tx) =>
    tx
      .updateTable('botSessions')
      .set({ lastAt: new Date(Date.now() - 3_600_000) })
      .where('sessionId', '=', sessionId)
      .execute(),
  );
  // A program that starts looks for ended conversations at once, one that runs does so every ten seconds.
  await startApp({ config: app.deps.config });
  await vi.waitFor(
    async () => {
      const path = `${at(insights.conversations.path, { agentId: id })}?perPage=10`;
      expect((await as(user).get(path)).json().data.conversations).toMatchObject([{ sessionId, collected: { order: '4711' } }]);
    },
    { interval: 100 },
  );
  expect(llm.asked.at(-1)?.request.messages[1]?.content).toContain('Customer: my order is 4711');
});

test.each<[string, Record<string, string>]>([
  ['{"a": "x", "b": null}', { a: 'x' }],
  ['```json\n{"a": true}\n```', { a: 'true' }],
  ['{"a": {"nested": 1}}', {}],
  ['no object at all', {}],
  ['{"a": ', {}],
])('the answer %s of a model is read', (written, wanted) => {
  expect(readCollected(written, ['a', 'b'])).toEqual(wanted);
});
