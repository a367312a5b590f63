import type { Surroundings } from './functions/define.ts';
import type { Value } from './value.ts';

/** Environment of an expression: names with their values, and the moment. It is the same for all expressions of a turn. */
export type Environment = Surroundings & {
  /** The value of a name such as a variable, `customer` or `last`; undefined: there is no such name */
  lookUp(name: string): Value | undefined;
  /** True if what a path begins with may not be shown, such as ['income'] or ['customer', 'pan'] */
  isSensitive(path: readonly string[]): boolean;
};

/** Names that every expression knows beside those of its environment. */
export const momentNames = ['now', 'today', 'zone'] as const;
