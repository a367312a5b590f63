import { endpoints } from '@parley/contract';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { at, createBots, shopIntents } from './bots.ts';
import { cloneDatabase } from './database.ts';
import type { TestUser } from './factories.ts';
import { lapseLease, startProcess } from './processes.ts';
import { upload } from './upload.ts';

const { training, bots } = endpoints;

/** Enough phrases to be learned for a while. */
const manyPhrases = (): string => {
  const things = ['invoice', 'parcel', 'ticket', 'voucher', 'contract', 'meeting', 'password', 'address'];
  const ways = ['please', 'can you', 'i want to', 'how do i', 'help me', 'now', 'where do i', 'quickly'];
  const lines = Array.from({ length: 3000 }, (_, index) => {
    const intent = index % 60;
    return `intent ${intent}\t${ways[index % 8]} handle ${things[intent % 8]} ${intent} in the ${index} way of many`;
  });
  return lines.join('\n');
};

async function makeLargeBot(app: TestApp, user: TestUser): Promise<string> {
  const { botId } = await createBots(app).makeTrained(user, shopIntents, 'Large');
  const answer = await app.as(user).post(at(training.importData.path, { agentId: botId }), ...upload('many.tsv', manyPhrases()));
  expect(answer.json()).toMatchObject({ status: true });
  return botId;
}

test('kill -9 of the worker in the middle of a training: that training is told as lost, what serves goes on, and the next one is whole', async () => {
  const database = await cloneDatabase(inject('testServerUrl'), inject('templateName'));
  const teacher = await startApp({ config: { databaseUrl: database.url } });
  const user = await teacher.makeUser();
  const botId = await makeLargeBot(teacher, user);
  const { dataDir } = teacher.deps.config;
  await teacher.stop();
  // This process takes the calls from here on; the work is another one's, which can be killed.
  const app = await startApp({ config: { databaseUrl: database.url, roles: ['http'] } });
  const worker = await startProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir }, ['--roles=worker']);
  onTestFinished(() => worker.kill('SIGKILL'));
  const readTraining = () =>
    app
      .contextOf(user)
      .read((tx) =>
        tx
          .selectFrom('botTrainings')
          .selectAll()
          .where('botId', '=', botId)
          .orderBy('startedAt', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow(),
      );
  const waiting = app.as(user).get(at(training.train.path, { agentId: botId }));
  await vi.waitFor(async () => expect(await readTraining()).toMatchObject({ phase: 'RUNNING', progress: expect.closeTo(0.2, 0) }), {
    interval: 20,
  });
  await worker.kill('SIGKILL');
  await lapseLease(app.contextOf(user), 'training');
  const next = await startProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir }, ['--roles=worker']);
  onTestFinished(() => next.kill('SIGKILL'));
  await waiting;
  await vi.waitFor(async () => expect(await readTraining()).toMatchObject({ phase: 'FAILED' }));
  const card = (await app.as(user).get(at(bots.get.path, { agentId: botId }))).json().data;
  expect(card.training).toMatchObject({ state: 'FAILED', reason: 'The training was interrupted. Train again.' });
  const { talk, train } = createBots(app);
  expect((await talk(user, botId)('track my order')).details).toMatchObject({ intent: 'Track parcel', versionNumber: 1 });
  expect(await train(user, botId)).toMatchObject({ phase: 'DONE' });
  expect((await talk(user, botId)('track my order')).details).toMatchObject({ versionNumber: 2 });
  await app.stop();
});

test('the process goes on answering while a bot is trained, and a training can be stopped', async () => {
  const app = await startApp();
  const user = await app.makeUser();
  const botId = await makeLargeBot(app, user);
  const waiting = app.as(user).get(at(training.train.path, { agentId: botId }));
  const current = async () => (await app.as(user).get(at(training.current.path, { agentId: botId }))).json().data.training;
  await vi.waitFor(async () => expect(await current()).toMatchObject({ phase: 'RUNNING' }), { interval: 20 });
  // Both the training and the calls are this process's.
  for (let count = 0; count < 20; count += 1) expect((await current()).phase).toBe('RUNNING');
  const { id } = await current();
  const stopped = (await app.as(user).post(at(training.decide.path, { agentId: botId, trainingId: id }), { isAccepted: false })).json();
  expect(stopped).toMatchObject({ status: true, data: { phase: 'CANCELLED', reason: 'The training was stopped.' } });
  expect((await waiting).json()).toMatchObject({ status: true, message: 'The training was stopped.' });
  expect(await createBots(app).train(user, botId)).toMatchObject({ phase: 'DONE' });
  await app.stop();
});
