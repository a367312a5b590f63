import { endpoints, type KnowledgeEmbedding } from '@parley/contract';
import { strangerQuestions } from '@parley/nlu';
import { beforeAll, expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { at, createBots, shopIntents } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { startEmbedder } from '../../../../test/llm.ts';

const app = await startApp({ config: { privateHosts: ['localhost'] } });
const { as, makeUser } = app;
const { makeBot, makeTrained, train, talk } = createBots(app);
const { knowledge, integrations } = endpoints;
let user: TestUser;
beforeAll(async () => {
  user = await makeUser();
});

const settings = { authType: 5, llm: 1, apikey: 'sk-test-0123456789abcdef' };
const makeConfig = async (name: string, baseUrl: string, embeddingModel = 'small'): Promise<string> =>
  (await as(user).post(integrations.create.path, { ...settings, name, baseUrl, embeddingModel })).json().response._id;
const changeConfig = async (integrationId: string, more: object) =>
  (await as(user).put(at(integrations.update.path, { integrationId }), { ...settings, ...more })).json();
const choose = async (agentId: string, genAiConfigId: string) => {
  const body = { kbFromWebsite: false, kbFromDoc: false, websitesUrls: [], genAiConfigId };
  expect((await as(user).post(at(knowledge.saveConfig.path, { agentId }), body)).json()).toMatchObject({ status: true });
};
const addNote = async (agentId: string, title: string, text: string) =>
  (await as(user).post(at(knowledge.addNote.path, { agentId }), { title, text })).json();
const readEmbedding = async (agentId: string): Promise<KnowledgeEmbedding> =>
  (await as(user).get(at(knowledge.embedding.path, { agentId }))).json().data;
const settled = (agentId: string): Promise<KnowledgeEmbedding> =>
  vi.waitFor(
    async () => {
      const embedding = await readEmbedding(agentId);
      if (embedding.state === 'WAITING' || embedding.state === 'RUNNING') throw new Error('still embedding');
      return embedding;
    },
    { interval: 30 },
  );
const passagesOf = (texts: readonly string[]) => texts.filter((text) => !strangerQuestions.includes(text));

/** Reads the dimensions of the vectors that are kept for a bot. */
const dimensionsOf = async (botId: string): Promise<number[]> => {
  const vectors = await app
    .contextOf(user)
    .read((tx) => tx.selectFrom('passageVectors').select('numbers').where('botId', '=', botId).execute());
  return [...new Set(vectors.map(({ numbers }) => numbers.byteLength))];
};

const warranty = 'The warranty ends after three years. Keep the receipt.';
const tank = 'Descale the tank every two months.';
const paraphrase = 'Until when will my appliance be mended without charge?';

async function makeKettle(name: string) {
  const { id: botId } = await makeBot(user, name);
  await addNote(botId, 'Papers', warranty);
  await addNote(botId, 'Care', tank);
  return botId;
}

test('a question in other words is answered with the vectors of the endpoint, and not without', async () => {
  const embedder = await startEmbedder();
  const botId = await makeKettle('Kettle');
  await train(user, botId);
  const say = talk(user, botId);
  expect((await say(paraphrase)).details).toMatchObject({ answeredBy: 'outOfScope', meaning: { state: 'OFF' } });
  expect(await readEmbedding(botId)).toMatchObject({ state: 'OFF' });

  const configId = await makeConfig('Embedding', embedder.url);
  await choose(botId, configId);
  const texts = strangerQuestions.length + 2;
  expect(await settled(botId)).toEqual({
    state: 'READY',
    model: 'small',
    dimension: 256,
    embeddedCount: texts,
    textCount: texts,
    reason: '',
    retryAt: null,
  });
  expect(embedder.asked[0]).toMatchObject({ model: 'small', encoding_format: 'float' });
  expect(passagesOf(embedder.answered)).toEqual([`Papers\n${warranty}`, `Care\n${tank}`]);

  // The embedding model is no part of a version: nothing has to be trained for it. The model of this endpoint writes no text, so passages
  // are quoted.
  // A question waits 1.5 s for its vector, which a busy machine may need alone.
  await vi.waitFor(async () => expect((await say(paraphrase)).details?.meaning.state).toBe('USED'));
  const answer = await say(paraphrase);
  expect(answer.output.text).toEqual([warranty]);
  expect(answer.details).toMatchObject({ answeredBy: 'knowledge', meaning: { state: 'USED' } });
  expect(embedder.answered).toContain(paraphrase);
  const searched = await as(user).post(at(knowledge.search.path, { agentId: botId }), { question: paraphrase });
  expect(searched.json().data.passages[0]).toMatchObject({ text: warranty, isRelevant: true });
  // A stranger's question stays one.
  expect((await say('Who composed the magic flute?')).details).toMatchObject({ answeredBy: 'outOfScope', meaning: { state: 'USED' } });
});

test('an endpoint that fails or is late leaves the ranking by words, and the builder is told', async () => {
  const embedder = await startEmbedder();
  const botId = await makeKettle('Falling back');
  await choose(botId, await makeConfig('Falling back', embedder.url));
  await settled(botId);
  await train(user, botId);
  const say = talk(user, botId);
  embedder.state.status = 503;
  const refused = await say('when does the warranty end?');
  expect(refused.output.text[0]).toContain('three years');
  expect(refused.details?.meaning.state).toBe('FAILED');
  expect(refused.warnings).toContain('The endpoint answered 503. The passages were ranked by words alone.');
  embedder.state.status = 200;
  embedder.state.most = 0;
  const late = await say('when does the warranty end?');
  expect(late.output.text[0]).toContain('three years');
  expect(late.warnings).toContain('The endpoint did not answer within 1.5 s. The passages were ranked by words alone.');
  expect(late.details?.meaning.tookMs).toBeLessThan(10_000);
  const counted = (await app.deps.metrics.questionVectors.get()).values.map(({ labels, value }) => [labels.outcome, value]);
  expect(counted).toEqual(
    expect.arrayContaining([
      ['refused', 1],
      ['timeout', 1],
    ]),
  );
});

test('an intent that is only likely and the knowledge that is better share one look: the question is embedded once', async () => {
  const embedder = await startEmbedder();
  const { botId } = await makeTrained(user, shopIntents, 'Likely');
  await addNote(botId, 'Vouchers', 'Gift vouchers are valid for three years, on Sunday as well.');
  await choose(botId, await makeConfig('Likely', embedder.url));
  await settled(botId);
  await train(user, botId);
  const asked = 'are gift vouchers valid on sunday?';
  expect((await talk(user, botId)(asked)).details).toMatchObject({
    isInScope: true,
    intent: 'Opening hours',
    answeredBy: 'knowledge',
    meaning: { state: 'USED' },
  });
  expect(embedder.answered.filter((text) => text === asked)).toHaveLength(1);
});

test('nothing is embedded twice for the same text and model: a new entry alone is asked for, another bot takes over, another model asks anew', async () => {
  const embedder = await startEmbedder();
  const configId = await makeConfig('Thrifty', embedder.url);
  const botId = await makeKettle('Thrifty');
  await choose(botId, configId);
  await settled(botId);
  const asked = () => passagesOf(embedder.answered.splice(0));
  expect(asked()).toHaveLength(2);
  await addNote(botId, 'Shop', 'The shop is behind the station.');
  await settled(botId);
  expect(asked()).toEqual(['Shop\nThe shop is behind the station.']);
  const otherId = await makeKettle('Thrifty twin');
  await choose(otherId, configId);
  expect(await settled(otherId)).toMatchObject({ state: 'READY', embeddedCount: strangerQuestions.length + 2 });
  expect(asked()).toEqual([]);

  embedder.state.dimension = 384;
  await changeConfig(configId, { name: 'Thrifty', apikey: '', baseUrl: embedder.url, embeddingModel: 'large' });
  expect(await settled(botId)).toMatchObject({ state: 'READY', model: 'large', dimension: 384 });
  await settled(otherId);
  expect(asked().length).toBeGreaterThanOrEqual(3);
  expect(await dimensionsOf(botId)).toEqual([384]);
  await changeConfig(configId, { name: 'Thrifty', apikey: '', baseUrl: embedder.url, embeddingModel: '' });
  expect(await readEmbedding(botId)).toMatchObject({ state: 'OFF' });
  expect(await dimensionsOf(botId)).toEqual([]);
});

test('a model that changes under its name is noticed by its dimension', async () => {
  const embedder = await startEmbedder();
  const botId = await makeKettle('Changing');
  await choose(botId, await makeConfig('Changing', embedder.url));
  await settled(botId);
  embedder.state.dimension = 512;
  await addNote(botId, 'Shop', 'The shop is behind the station.');
  expect(await settled(botId)).toMatchObject({ state: 'READY', dimension: 512, embeddedCount: strangerQuestions.length + 3 });
  expect(await dimensionsOf(botId)).toEqual([512]);
});

test('a failure of embedding is told with its reason, and tried again when somebody asks', async () => {
  const embedder = await startEmbedder();
  embedder.state.status = 429;
  const botId = await makeKettle('Failing');
  await choose(botId, await makeConfig('Failing', embedder.url));
  const failed = await settled(botId);
  expect(failed).toMatchObject({ state: 'FAILED', reason: 'The endpoint takes no more requests at the moment (429).' });
  expect(new Date(failed.retryAt ?? 0).getTime()).toBeGreaterThan(Date.now() + 30_000);
  embedder.state.status = 200;
  expect((await as(user).post(at(knowledge.embedAgain.path, { agentId: botId }))).json().data.state).toBe('WAITING');
  expect(await settled(botId)).toMatchObject({ state: 'READY', reason: '', retryAt: null });
  const stranger = await makeUser();
  expect((await as(stranger).get(at(knowledge.embedding.path, { agentId: botId }))).json().code).toBe('bot.not_found');
  expect((await as(stranger).post(at(knowledge.embedAgain.path, { agentId: botId }))).json().code).toBe('bot.not_found');
});

test('the test call tries the embedding model as well, and tells its dimension', async () => {
  const embedder = await startEmbedder();
  const id = await makeConfig('Tried', embedder.url);
  const tried = async () =>
    (
      await as(user).post(integrations.test.path, {
        ...settings,
        id,
        apikey: '',
        name: 'Tried',
        baseUrl: embedder.url,
        embeddingModel: 'small',
      })
    ).json().response;
  expect((await tried()).embedding).toEqual({ isWorking: true, reason: '', tookMs: expect.any(Number), dimension: 256 });
  embedder.state.status = 401;
  expect((await tried()).embedding).toMatchObject({ isWorking: false, reason: 'The endpoint refused the key (401).', dimension: 0 });
});
