import { showNumber } from '@parley/contract/format/number';
import { largestPattern, patternCost } from '@parley/contract/pattern-cost';
import type { RE2JS } from 're2js';
import { FunctionFault } from './functions/define.ts';
import { longestPattern, readPattern } from './pattern.ts';
import { isTagged, type Value } from './value.ts';

/**
 * Work is counted in characters that are looked at, each about ten nanoseconds of a processor; steps, calls, items and patterns count as many
 * characters as they take of its time. It is the same for the same turn, whatever machine takes it.
 */
export const mostWork = { expression: 4_000_000, turn: 6_000_000 } as const;
/** Processor time of a turn: for work that is counted too low. */
export const mostTurnMs = 1000;

const itemWork = 5;
/** Dates and durations are written by their calendar. */
const taggedWork = 300;
const sourceWork = 10;
const compileWork = 1000;
/** Units between two looks at the clock */
const lookEvery = 100_000;

/** Returns the weight of a whole value, up to `most`: a list may hold the same list again and again, and be longer than any memory. */
export function weightOf(value: Value, most: number): number {
  if (typeof value === 'string') return itemWork + value.length;
  if (typeof value !== 'object' || value === null) return itemWork;
  if (isTagged(value)) return taggedWork + Object.values(value).reduce<number>((sum, field) => sum + String(field).length, 0);
  let weight = itemWork;
  const isList = Array.isArray(value);
  for (const [key, item] of isList ? value.entries() : Object.entries(value)) {
    weight += (isList ? 0 : itemWork + String(key).length) + weightOf(item, most - weight);
    if (weight > most) return weight;
  }
  return weight;
}

/** Remaining work of the expressions of one turn. */
export class Work {
  readonly #patterns = new Map<string, { read: RE2JS | string; cost: number }>();
  readonly #sources = new Set<string>();
  readonly #isLate: () => boolean;
  #left: number = mostWork.turn;
  #leftBehind = 0;
  #lookAt: number = mostWork.turn;
  #fault = '';

  constructor(isLate: () => boolean = () => false) {
    this.#isLate = isLate;
  }

  /** Reason why the turn cannot go on; '' where it can. */
  get spent(): string {
    return this.#fault;
  }

  get used(): number {
    return mostWork.turn - this.#left;
  }

  /** An expression begins, with a share of the turn's work. Reading its source counts once a turn. @throws FunctionFault budget */
  begin(source: string): void {
    this.#leftBehind = Math.max(0, this.#left - mostWork.expression);
    if (this.#sources.has(source)) return;
    this.#sources.add(source);
    this.charge(source.length * sourceWork);
  }

  /** @throws FunctionFault budget */
  charge(units: number): void {
    this.#left = Math.max(0, this.#left - units);
    if (this.#left < this.#lookAt) {
      this.#lookAt = this.#left - lookEvery;
      if (this.#isLate()) this.#fault = 'The step takes too long.';
    }
    if (this.#left === 0) this.#fault ||= `The step works on more than ${showNumber(mostWork.turn, 'en')} characters.`;
    if (this.#fault !== '') throw new FunctionFault('budget', this.#fault);
    if (this.#left < this.#leftBehind)
      throw new FunctionFault('budget', `The expression works on more than ${showNumber(mostWork.expression, 'en')} characters.`);
  }

  /** All of a value is looked at, so many times. @throws FunctionFault budget */
  chargeFor(value: Value, times = 1): void {
    const most = this.#left - this.#leftBehind + 1;
    this.charge(Math.min(most, weightOf(value, most / times) * times));
  }

  /** A pattern that is compiled once a turn, charged for the text that it reads; or in words why there is none. @throws FunctionFault budget */
  pattern(source: string, text: string): RE2JS | string {
    const held = this.#patterns.get(source) ?? this.#compile(source);
    if (typeof held.read !== 'string') this.charge((40 + 2 * held.cost) * text.length);
    return held.read;
  }

  #compile(source: string): { read: RE2JS | string; cost: number } {
    const cost = source.length > longestPattern ? largestPattern + 1 : patternCost(source);
    // One that costs more than a pattern may is not compiled.
    if (cost <= largestPattern) this.charge(cost * compileWork);
    const held = { read: readPattern(source), cost };
    this.#patterns.set(source, held);
    return held;
  }
}
