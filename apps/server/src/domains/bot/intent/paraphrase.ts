import { defineConfined } from '#platform/confined/confined.task.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { ParaphraseInput } from './paraphrase.read.ts';

const propose = defineConfined<ParaphraseInput, string[]>({
  module: new URL('./paraphrase.read.ts', import.meta.url),
  subject: 'The text',
  timeoutMs: 10_000,
  largestInputBytes: 1024 * 1024,
});

/** Phrases that say the same as the lines: which words go together is tried away from this thread. */
export const paraphrase = (ctx: Pick<EnterpriseContext, 'confined'>, lines: readonly string[], count: number): Promise<string[]> =>
  ctx.confined.run(propose, { lines: lines.filter((line) => line.trim() !== ''), count });
