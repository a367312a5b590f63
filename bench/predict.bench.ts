import { randomUUIDv7 } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endpoints } from '@parley/contract';
import Fastify from 'fastify';
import { addBot, writeData } from '../apps/server/src/domains/bot/door.ts';
import { requestTraining } from '../apps/server/src/domains/bot/training/training.service.ts';
import { collectPieces, readTrainingData } from '../apps/server/src/domains/bot/training-data/data.task.ts';
import { measureLoad } from './load.ts';
import { type Figure, median, percentile } from './table.ts';
import { startWorld } from './world.ts';

const rounds = 5;
const file = new URL('../../shared/data/clinc150/train.tsv', import.meta.url);

/** CLINC150's training phrases, or as many made-up ones where the data is not at hand. */
const phrases = (): string =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
    : Array.from({ length: 15_000 }, (_, index) => `intent ${index % 150}\tplease do thing ${index % 150} in way ${index}`).join('\n');

/** One message to a trained bot of 150 intents: session, prediction, answer, and its row for the report, against a route that does nothing. */
export async function benchPredict(): Promise<Figure[]> {
  const world = await startWorld();
  const { ctx } = world;
  const training = path.join(mkdtempSync(path.join(tmpdir(), 'parley-bench-')), 'train.tsv');
  writeFileSync(training, phrases());
  const data = await collectPieces(ctx.confined.stream(readTrainingData, { path: training, name: 'train.tsv' }));
  const botId = await ctx.transaction((tx) =>
    addBot(tx, ctx.enterpriseId, { name: 'Bench', description: 'Bench', type: 'nlp' }, { userId: null, now: new Date() }),
  );
  await ctx.transaction((tx) => writeData(ctx, tx, botId, data));
  const delays: number[] = [];
  const started = performance.now();
  const { trainingId } = await requestTraining(ctx, botId, null);
  for (;;) {
    const { phase } = await ctx.read<{ phase: string }>((tx) =>
      tx.selectFrom('botTrainings').select('phase').where('trainingId', '=', trainingId).executeTakeFirstOrThrow(),
    );
    if (phase === 'DONE') break;
    if (phase !== 'QUEUED' && phase !== 'RUNNING') throw new Error(`The training is ${phase}.`);
    // Measures how long the event loop was held: a timer of five milliseconds that comes late.
    const asked = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 5));
    delays.push(performance.now() - asked - 5);
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
  // A second reference: nothing but the two rows that a turn leaves, each request in a transaction of its own.
  const owner = new (await import('pg')).default.Pool({ ...world.connection, max: world.running.deps.config.databasePoolSize });
  bare.post('/store', async (request) => {
    const { message } = request.body as { message: { text: string } };
    const [turnId, sessionId] = [randomUUIDv7(), randomUUIDv7()];
    const client = await owner.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into bot_turns (enterprise_id, turn_id, asked_at, bot_id, session_id, origin, version_number, text, reply, is_in_scope, answered_by)
         values ($1, $2, now(), $3, $4, 'TRYIT', 1, $5, 'Sure.', true, 'intent')`,
        [ctx.enterpriseId, turnId, botId, sessionId, message.text],
      );
      await client.query(
        `insert into bot_sessions (enterprise_id, session_id, bot_id, origin, turn_count) values ($1, $2, $3, 'TRYIT', 1)
         on conflict (enterprise_id, session_id) do update set turn_count = bot_sessions.turn_count + 1`,
        [ctx.enterpriseId, sessionId, botId],
      );
      await client.query('commit');
    } finally {
      client.release();
    }
    return { status: true, code: '100', message: 'Success', data: { sessionId } };
  });
  const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' });
  // People who test and customers who write at the same moment.
  const load = { requests: 4000, atOnce: 64, bodies };
  const call = {
    bare: () => measureLoad(`${bareUrl}/predict`, load),
    store: () => measureLoad(`${bareUrl}/store`, load),
    ours: () => measureLoad(`${world.running.url}${endpoints.tryIt.predict.path}`, { ...load, headers: { 'authentication-token': token } }),
  };
  for (const warmUp of Object.values(call)) await warmUp();
  const runs: { bare: number; store: number; ours: number }[] = [];
  for (let index = 0; index < rounds; index += 1)
    runs.push({ bare: await call.bare(), store: await call.store(), ours: await call.ours() });
  await bare.close();
  await owner.end();
  await world.stop();
  const figure = (reference: 'bare' | 'store', words: string): Figure => {
    const ratio = median(runs.map((run) => run.ours / run[reference]));
    return {
      name: 'a message to a bot of 150 intents over HTTP, its turn stored',
      ours: `${Math.round(median(runs.map((run) => run.ours)))} requests/s`,
      reference: `${Math.round(median(runs.map((run) => run[reference])))}/s, bare Fastify route that ${words}`,
      ratio,
      goal: 'at least 0.6',
      isMet: ratio >= 0.6,
    };
  };
  return [
    figure('store', 'stores the same two rows and predicts nothing'),
    figure('bare', 'answers a constant'),
    {
      name: 'training, evaluation included, of 15,000 phrases and 150 intents',
      ours: `${(trainingMs / 1000).toFixed(1)} s`,
      reference: '',
      ratio: Number.NaN,
      goal: 'told',
      isMet: true,
    },
    {
      name: 'how long that training held other work up (event loop, 99 of 100 looks; and the longest)',
      ours: `${percentile(delays, 0.99).toFixed(1)} ms; ${Math.max(...delays).toFixed(0)} ms`,
      reference: '',
      ratio: Number.NaN,
      goal: 'at most 50 ms',
      isMet: percentile(delays, 0.99) <= 50,
    },
  ];
}
