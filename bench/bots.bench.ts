import { buildPassageIndex, trainIntentModel } from '@parley/nlu';
import { initialConfig, initialKnowledge, initialPrompt } from '../apps/server/src/domains/bot/bot/bot.defaults.ts';
import { createRuntimeCache } from '../apps/server/src/domains/bot/runtime/runtime.cache.ts';
import { type BotRuntime, createRuntime, type RuntimeParts } from '../apps/server/src/domains/bot/runtime/runtime.ts';
import type { Figure } from './table.ts';

const bots = 1000;
const capBytes = 64 * 1024 * 1024;
const megabyte = 1024 * 1024;

/** A bot of a usual size: 40 intents of 15 phrases, and a knowledge base of 200 passages. */
function makeParts(): RuntimeParts {
  const verbs = ['show', 'cancel', 'change', 'order', 'find', 'explain', 'repeat', 'book', 'return', 'pay'];
  const things = [
    'invoice',
    'delivery',
    'contract',
    'address',
    'table',
    'flight',
    'voucher',
    'password',
    'meeting',
    'receipt',
    'parcel',
    'refund',
  ];
  const ways = [
    'please',
    'now',
    'for me',
    'again',
    'i want to',
    'can you',
    'how do i',
    'help me',
    'today',
    'my',
    'the',
    'a new',
    'this',
    'quickly',
    'tomorrow',
  ];
  const intents = Array.from({ length: 40 }, (_, index) => ({
    id: `intent-${index}`,
    verb: verbs[index % 10],
    thing: things[(index * 7) % 12],
  }));
  const examples = intents.flatMap(({ id, verb, thing }, index) =>
    ways.map((way) => ({ intent: id, text: `${way} ${verb} ${thing} number ${index}` })),
  );
  const passages = Array.from({ length: 200 }, (_, index) => ({
    sourceId: 's',
    sourceName: 'Handbook',
    fileId: '',
    page: index,
    paragraph: 1,
    url: '',
    text: `Paragraph ${index} says how a ${things[index % 12]} is ${verbs[index % 10]}ed. `.repeat(6),
  }));
  return {
    definition: {
      botId: '',
      name: 'Bench',
      type: 'nlp',
      config: initialConfig,
      prompt: initialPrompt,
      knowledge: initialKnowledge,
      intents: intents.map(({ id }) => ({ intentId: id, name: id, response: 'Sure.', handsOver: false, parameters: [] })),
      entities: [],
    },
    passages,
    intentModel: trainIntentModel(examples),
    slotModel: null,
    passageIndex: buildPassageIndex(passages.map(({ text }, index) => ({ id: String(index), text }))).toBytes(),
  };
}

/** Returns the memory in use after a forced garbage collection. */
function memory(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Bots loaded in turn, each asked once, under the cap that a serving process has: what is held stays where it was. */
export async function benchBots(): Promise<Figure[]> {
  const parts = makeParts();
  const cache = createRuntimeCache<BotRuntime>(capBytes);
  const load = async (number: number) => {
    const runtime = await cache.get(`bot-${number}`, async () =>
      createRuntime({ versionId: String(number), versionNumber: 1 }, structuredClone(parts)),
    );
    runtime.intentModel?.predict('please cancel my flight');
    runtime.passageIndex?.search('how is a voucher booked?', 3);
  };
  for (let number = 0; number < bots / 4; number += 1) await load(number);
  const early = memory();
  const started = performance.now();
  for (let number = bots / 4; number < bots; number += 1) await load(number);
  const perBotMs = (performance.now() - started) / (bots * 0.75);
  const late = memory();
  const { count, sizeBytes } = cache.size();
  const growth = late / early;
  return [
    {
      name: `1,000 bots loaded in turn under a cap of 64 MB (${count} held, ${(sizeBytes / megabyte).toFixed(0)} MB by their own count; ${perBotMs.toFixed(1)} ms a bot, first answer included)`,
      ours: `${Math.round(late / megabyte)} MB at the end`,
      reference: `${Math.round(early / megabyte)} MB after 250`,
      ratio: growth,
      goal: 'at most 1.15',
      isMet: growth <= 1.15,
    },
  ];
}
