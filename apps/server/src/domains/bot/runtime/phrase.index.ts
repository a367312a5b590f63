import { type ExampleIndex, indexExamples, type NearExample } from '@parley/nlu';
import type { EnterpriseContext } from '../../../context.ts';
import { readParts } from '../version/version.repository.ts';
import type { BotRuntime } from './runtime.ts';

const mostIndexed = 20_000; // phrases; of a larger bot an even part, since preparing more would hold up other requests

/** Kept as long as the bot itself: the reader of one answer reads the next. */
const indexes = new WeakMap<BotRuntime, Promise<ExampleIndex>>();

async function readIndex(ctx: EnterpriseContext, runtime: BotRuntime): Promise<ExampleIndex> {
  const { phrases } = await ctx.read((tx) => readParts(tx, ctx.enterpriseId, runtime.versionId, ['phrases']));
  const all = phrases ?? [];
  const step = Math.max(1, Math.ceil(all.length / mostIndexed));
  return indexExamples(all.filter((_, index) => index % step === 0).map(({ text, intentId }) => ({ text, intent: intentId })));
}

/** Training phrases near a text, the nearest first; their intents are ids. */
export async function phrasesNear(ctx: EnterpriseContext, runtime: BotRuntime, text: string, count: number): Promise<NearExample[]> {
  if (!runtime.intentModel) return [];
  let index = indexes.get(runtime);
  if (!index) {
    index = readIndex(ctx, runtime);
    index.catch(() => indexes.delete(runtime));
    indexes.set(runtime, index);
  }
  return (await index).nearest(text, count);
}
