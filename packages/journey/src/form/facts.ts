import type { Readers } from '../engine/facts.ts';
import type { Value, ValueMap } from '../expression/value.ts';

/**
 * Facts about the world for one act on a form, read once before it.
 * @property language '' where nobody knows
 * @property customer fields and attributes by name
 * @property entry values that the walk, or the row of a launch's file, began with
 * @property isProved false: whoever holds the link may be anybody, so that only what `showsByLink` allows is told of the person
 */
export type FormFacts = {
  zone: string;
  language: string;
  country: string;
  customer: ValueMap;
  entry: Value;
  call: ValueMap;
  readers: Readers;
  isProved: boolean;
};
