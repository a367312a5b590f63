import type { ValueSpan } from '../text/ngram-scanner.ts';

/** A value as an author marked it or a recogniser found it; `value` is the name in the list that its spelling stands for. */
export type ExampleValue = ValueSpan & { value?: string };

/** Finds the values of a bot's entities in a text; what it finds need not be in order, and may overlap. Called once for each text. */
export type Recogniser = (text: string) => readonly ExampleValue[];

/** Returns the fault of a marked value, in words that follow "The value"; undefined for a sound one. */
export function faultOfSpan(text: string, { entity, start, end }: ValueSpan): string | undefined {
  if (entity === '') return 'names no entity';
  if (!Number.isInteger(start) || !Number.isInteger(end)) return 'has no whole numbers as its ends';
  if (start < 0 || end > text.length) return 'lies outside the phrase';
  if (end <= start || text.slice(start, end).trim() === '') return 'is empty';
  return undefined;
}

/** The first fault of a phrase's marks, in words that name the entity; undefined where all are sound and none overlaps another. */
export function faultOfMarks(text: string, values: readonly ValueSpan[]): string | undefined {
  const ordered = [...values].sort((one, other) => one.start - other.start);
  for (const [at, value] of ordered.entries()) {
    const before = ordered[at - 1];
    const fault = faultOfSpan(text, value) ?? (before && before.end > value.start ? 'overlaps another' : undefined);
    if (fault) return `The value of ${value.entity} in "${text.slice(0, 100)}" ${fault}.`;
  }
  return undefined;
}

/** Sound values in order; of two that overlap the one that comes first in the list stays. */
export function soundSpans<V extends ValueSpan>(text: string, values: readonly V[]): V[] {
  const kept: V[] = [];
  for (const value of values)
    if (faultOfSpan(text, value) === undefined && !kept.some((one) => one.start < value.end && value.start < one.end)) kept.push(value);
  return kept.sort((one, other) => one.start - other.start);
}
