import type { Environment } from './environment.ts';
import { evaluate } from './evaluate.ts';
import { parseExpression } from './parse.ts';
import { showComparison } from './trace.ts';
import type { Value } from './value.ts';

/** 2026-03-10, 12:00 in Asia/Kolkata. */
export const noon = Date.UTC(2026, 2, 10, 6, 30);

export const around = (names: Record<string, Value> = {}, changes: Partial<Environment> = {}): Environment => ({
  lookUp: (name) => (Object.hasOwn(names, name) ? names[name] : undefined),
  isSensitive: () => false,
  now: noon,
  zone: 'Asia/Kolkata',
  language: 'en',
  country: 'IN',
  ...changes,
});

export const ask = (source: string, names: Record<string, Value> = {}, changes: Partial<Environment> = {}): Value =>
  evaluate(parseExpression(source), source, around(names, changes)).value;

export const trace = (source: string, names: Record<string, Value> = {}, changes: Partial<Environment> = {}): string[] =>
  evaluate(parseExpression(source), source, around(names, changes)).comparisons.map(showComparison);
