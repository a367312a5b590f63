import type { Value, ValueType } from '../value.ts';
import type { Work } from '../work.ts';

/** Types that an argument of a function may have; `Any`: all of them. */
export type Accepted = readonly ValueType[] | 'Any';

/** Facts that functions use beside their arguments: the same for a whole turn, so they are pure. */
export type Surroundings = {
  /** The turn's instant, in milliseconds since 1970 */
  now: number;
  /** IANA */
  zone: string;
  /** BCP 47 */
  language: string;
  /** ISO 3166, of numbers without a country code */
  country: string;
  /**
   * Tells whether a calendar is open now, by its name; null: that of the chat's department. Left out: nobody knows hours.
   * @returns undefined: there is no such calendar
   */
  isOpen?(calendar: string | null): boolean | undefined;
};

export type FunctionDefinition = {
  params: readonly Accepted[];
  /** Arguments behind so many may be left out; left out: all are needed */
  least?: number;
  returns: ValueType | 'Any';
  /** An Empty argument gives Empty instead of a fault: texts about people lack this and that */
  passesEmpty?: true;
  /** It answers yes or no about its first two arguments, so that the trace shows them */
  isComparison?: true;
  /** Cost beside reading its arguments, in characters; left out: nothing worth counting */
  work?: number;
  /** Number of times that it reads all of its arguments; left out: once */
  looks?(args: readonly Value[]): number;
  /**
   * @param args as many as `params` at most, of the types that they accept
   * @param work for what depends on more than the length of the arguments
   * @throws FunctionFault
   */
  apply(args: readonly Value[], surroundings: Surroundings, work: Work): Value;
};

/** Fault of a function with its arguments; the evaluator adds the place. */
export class FunctionFault extends Error {
  readonly code: 'range' | 'date' | 'pattern' | 'type' | 'division' | 'budget';

  constructor(code: FunctionFault['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export const define = (definitions: Record<string, FunctionDefinition>) => definitions;
