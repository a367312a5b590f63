import type { Value, ValueType } from '../value.ts';

/** What a function may be given in a place; `Any`: whatever it is. */
export type Accepted = readonly ValueType[] | 'Any';

/** What functions know beside their arguments: the same for a whole turn, so they are pure. */
export type Surroundings = {
  /** The turn's instant, in milliseconds since 1970 */
  now: number;
  /** IANA */
  zone: string;
  /** BCP 47 */
  language: string;
  /** ISO 3166, of numbers without a country code */
  country: string;
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
  /**
   * @param args as many as `params` at most, of the types that they accept
   * @throws FunctionFault
   */
  apply(args: readonly Value[], surroundings: Surroundings): Value;
};

/** What a function cannot do with its arguments; the evaluator adds the place. */
export class FunctionFault extends Error {
  readonly code: 'range' | 'date' | 'pattern' | 'type' | 'division';

  constructor(code: 'range' | 'date' | 'pattern' | 'type' | 'division', message: string) {
    super(message);
    this.code = code;
  }
}

export const define = (definitions: Record<string, FunctionDefinition>) => definitions;
