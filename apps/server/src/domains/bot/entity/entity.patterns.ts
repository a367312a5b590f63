import { largestPattern, mostPatternCost, patternCost, validatePattern } from '@parley/nlu';
import { defineConfined } from '#platform/confined/confined.task.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { costOf } from './entity.rules.ts';

const compilePatterns = defineConfined<string[], (string | null)[]>({
  module: new URL('./entity.patterns.read.ts', import.meta.url),
  subject: 'The pattern',
  timeoutMs: 5000,
  largestInputBytes: 1024 * 1024,
});

/** Returns the reason why a pattern cannot be used; undefined for a good one. */
export type PatternJudge = (pattern: string) => string | undefined;

/** Compiles patterns away from this thread. Those that cost too much are refused without being compiled, and so are too many. */
export async function judgePatterns(ctx: Pick<EnterpriseContext, 'confined'>, patterns: readonly string[]): Promise<PatternJudge> {
  if (patterns.length === 0 || costOf([...patterns]) === Number.POSITIVE_INFINITY) return () => undefined;
  const usable = [...new Set(patterns)].filter((pattern) => patternCost(pattern) <= largestPattern);
  const isCompiled = usable.length > 0 && costOf(usable) <= mostPatternCost;
  const reasons = isCompiled ? await ctx.confined.run(compilePatterns, usable) : [];
  const known = new Map(usable.map((pattern, index) => [pattern, reasons[index] ?? undefined]));
  // An unknown pattern costs too much, which is checked without compiling it.
  return (pattern) => (known.has(pattern) ? known.get(pattern) : validatePattern(pattern));
}
