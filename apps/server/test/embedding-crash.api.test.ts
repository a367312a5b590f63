import { endpoints } from '@parley/contract';
import { strangerQuestions } from '@parley/nlu';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { startApp } from './app.ts';
import { at, createBots } from './bots.ts';
import { cloneDatabase } from './database.ts';
import { startEmbedder } from './llm.ts';
import { lapseLease, startProcess } from './processes.ts';

const { knowledge, integrations } = endpoints;
const entries = 150;

test('kill -9 of the worker in the middle of embedding: what has a vector is kept and not asked for again, and the rest follows', async () => {
  const database = await cloneDatabase(inject('testServerUrl'), inject('templateName'));
  const app = await startApp({ config: { databaseUrl: database.url, roles: ['http'], privateHosts: ['localhost'] } });
  const user = await app.makeUser();
  const embedder = await startEmbedder();
  embedder.state.most = 1;
  const texts = entries + strangerQuestions.length;
  const { makeBot } = createBots(app);
  const { id: agentId } = await makeBot(user, 'Interrupted');
  for (let number = 0; number < entries; number += 1)
    await app
      .as(user)
      .post(at(knowledge.addNote.path, { agentId }), { title: `Entry ${number}`, text: `Room ${number} has ${number * 7} chairs.` });
  const config = { name: 'E', authType: 5, llm: 1, apikey: 'sk-test-0123456789', baseUrl: embedder.url, embeddingModel: 'small' };
  const genAiConfigId = (await app.as(user).post(integrations.create.path, config)).json().response._id;
  const body = { kbFromWebsite: false, kbFromDoc: false, websitesUrls: [], genAiConfigId };
  await app.as(user).post(at(knowledge.saveConfig.path, { agentId }), body);
  const read = async () => (await app.as(user).get(at(knowledge.embedding.path, { agentId }))).json().data;

  const { dataDir, secretsKey = '' } = app.deps.config;
  const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, SECRETS_KEY: secretsKey, PRIVATE_HOSTS: 'localhost' };
  const worker = await startProcess(environment, ['--roles=worker']);
  onTestFinished(() => worker.kill('SIGKILL'));
  // The second batch is at the endpoint when the worker ends, and never comes back.
  await vi.waitFor(() => expect(embedder.asked).toHaveLength(2), { interval: 20 });
  await worker.kill('SIGKILL');
  expect(await read()).toMatchObject({ state: 'RUNNING', embeddedCount: 64, textCount: texts });
  embedder.state.most = Number.POSITIVE_INFINITY;
  await lapseLease(app.contextOf(user), 'embedding');
  const next = await startProcess(environment, ['--roles=worker']);
  onTestFinished(() => next.kill('SIGKILL'));
  await vi.waitFor(async () => expect(await read()).toMatchObject({ state: 'READY', embeddedCount: texts, textCount: texts }), {
    interval: 100,
  });
  expect(embedder.answered).toHaveLength(texts);
  expect(new Set(embedder.answered).size).toBe(texts);
  await app.stop();
});
