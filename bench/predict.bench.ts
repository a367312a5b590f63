import { existsSync, readFileSync } from 'node:fs';
import { endpoints } from '@parley/contract';
import Fastify from 'fastify';
import { Agent, request } from 'undici';
import { addBot } from '../apps/server/src/modules/bot/bot.service.ts';
import { readTrainingData, writeData } from '../apps/server/src/modules/training/data.import.ts';
import { requestTraining } from '../apps/server/src/modules/training/training.service.ts';
import { type Figure, median } from './table.ts';
import { startWorld } from './world.ts';

const requests = 4000;
const atOnce = 16;
const rounds = 5;
const file = new URL('../../shared/data/clinc150/train.tsv', import.meta.url);

/** CLINC150's training phrases, or as many made-up ones where the data is not at hand. */
const phrases = (): string =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
    : Array.from({ length: 15_000 }, (_, index) => `intent ${index % 150}\tplease do thing ${index % 150} in way ${index}`).join('\n');

async function measure(url: string, headers: Record<string, string>, bodies: readonly string[]): Promise<number> {
  const dispatcher = new Agent({ connections: atOnce });
  const started = performance.now();
  let left = requests;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left > 0) {
        left -= 1;
        const answer = await request(url, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: bodies[left % bodies.length] as string,
          dispatcher,
        });
        if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${await answer.body.text()}`);
        await answer.body.arrayBuffer();
      }
    }),
  );
  const perSecond = requests / ((performance.now() - started) / 1000);
  await dispatcher.close();
  return perSecond;
}

/** One message to a trained bot of 150 intents: session, prediction, answer, and its row for the report, against a route that does nothing. */
export async function benchPredict(): Promise<Figure[]> {
  const world = await startWorld();
  const { ctx } = world;
  const { data } = await readTrainingData('train.tsv', Buffer.from(phrases()));
  const botId = await ctx.transaction((tx) =>
    addBot(tx, ctx.enterpriseId, { name: 'Bench', description: 'Bench', type: 'nlp' }, { userId: null, now: new Date() }),
  );
  await ctx.transaction((tx) => writeData(ctx, tx, botId, data));
  const started = performance.now();
  const { trainingId } = await requestTraining(ctx, botId, null);
  for (;;) {
    const { phase } = await ctx.read((tx) =>
      tx.selectFrom('botTrainings').select('phase').where('trainingId', '=', trainingId).executeTakeFirstOrThrow(),
    );
    if (phase === 'DONE') break;
    if (phase !== 'QUEUED' && phase !== 'RUNNING') throw new Error(`The training is ${phase}.`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const trainingMs = performance.now() - started;
  const { token } = await world.makeAgent([2]);
  const texts = data.intents.flatMap(({ phrases: all }) => all.slice(0, 3).map(({ text }) => text));
  const bodies = texts.map((text) =>
    JSON.stringify({
      message: { type: 'text', suggestionId: '', text, lnCode: 'en' },
      sessionId: '',
      agentId: botId,
      metadata: { senderId: '', timeZone: 'Asia/Kolkata', appId: 'bench' },
    }),
  );
  const bare = Fastify();
  bare.post('/predict', async () => ({
    status: true,
    code: '100',
    message: 'Success',
    data: { sessionId: botId, output: { text: ['Sure.'], source: [] }, options: [], handsOver: false, details: null },
  }));
  const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' });
  const call = {
    bare: () => measure(`${bareUrl}/predict`, {}, bodies),
    ours: () => measure(`${world.running.url}${endpoints.tryIt.predict.path}`, { 'authentication-token': token }, bodies),
  };
  await call.bare();
  await call.ours();
  const runs: { bare: number; ours: number }[] = [];
  for (let index = 0; index < rounds; index += 1) runs.push({ bare: await call.bare(), ours: await call.ours() });
  await bare.close();
  await world.stop();
  const ratio = median(runs.map((run) => run.ours / run.bare));
  return [
    {
      name: 'a message to a bot of 150 intents over HTTP, its turn stored',
      ours: `${Math.round(median(runs.map((run) => run.ours)))} requests/s`,
      reference: `${Math.round(median(runs.map((run) => run.bare)))}/s, bare Fastify route that answers a constant`,
      ratio,
      goal: 'at least 0.6',
      isMet: ratio >= 0.6,
    },
    {
      name: 'training, evaluation included, of 15,000 phrases and 150 intents',
      ours: `${(trainingMs / 1000).toFixed(1)} s`,
      reference: '',
      ratio: Number.NaN,
      goal: 'told',
      isMet: true,
    },
  ];
}
