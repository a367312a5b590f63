/** Codes are for programs and never change; the words are for the builder of the stream. */
export const faultCodes = [
  'syntax',
  'too_large',
  'too_deep',
  'unknown_name',
  'unknown_function',
  'arguments',
  'type',
  'division',
  'range',
  'date',
  'pattern',
  'budget',
] as const;
export type FaultCode = (typeof faultCodes)[number];

/** Position in the source: the first character and the one behind the last, counted in UTF-16 units. */
export type Place = { start: number; end: number };

/** Fault that keeps an expression from being parsed or evaluated, with its place in the source. */
export class ExpressionFault extends Error {
  readonly code: FaultCode;
  readonly place: Place;

  constructor(code: FaultCode, message: string, place: Place) {
    super(message);
    this.name = 'ExpressionFault';
    this.code = code;
    this.place = place;
  }
}
