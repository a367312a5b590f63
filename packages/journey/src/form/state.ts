import type { Value } from '../expression/value.ts';

/** Answers by the id of their field; a field that is not there has none. */
export type FormValues = Record<string, Value>;

/**
 * The progress of one filling. All of it is JSON.
 * @property path the screens that were passed, the first one first
 * @property screen the one that stands open
 * @property values what has passed its check
 * @property asked of the face that asks one by one: the field that was asked last, or `summary`; '' before the first
 * @property skipped fields that were passed over by the face that asks one by one
 */
export type FormState = {
  path: string[];
  screen: string;
  values: FormValues;
  asked: string;
  skipped: string[];
};

/** Reasons why an answer does not pass, for programs; their words are in `fault-texts.ts`. */
export const formFaultCodes = [
  'REQUIRED',
  'UNREADABLE',
  'NOT_NUMBER',
  'NOT_DATE',
  'UNCLEAR_DATE',
  'NOT_TIME',
  'NOT_PHONE',
  'NOT_EMAIL',
  'NOT_YES_NO',
  'NOT_RATING',
  'NOT_PLACE',
  'OPTION_GONE',
  'TOO_SMALL',
  'TOO_LARGE',
  'TOO_SHORT',
  'TOO_LONG',
  'TOO_FEW',
  'TOO_MANY',
  'PATTERN',
  'CHECK',
  'CANNOT_CHECK',
  'FILE_KIND',
] as const;
export type FormFaultCode = (typeof formFaultCodes)[number];
/** @property slots values for the words of the fault */
export type FieldFault = { field: string; code: FormFaultCode; slots: Record<string, string> };

/** Values that were sent, by the id of their field: those of the fields that were shown on the way. */
export type FormAnswers = { values: FormValues; path: string[] };
