import { emailPattern } from '../format/email.ts';

/**
 * The check of the form before a chat, by which both the widget and the server judge what is filled in. It needs no validator, which would be
 * four times the widget's size.
 */
export const askedKinds = ['name', 'email', 'phone', 'text', 'whole', 'number', 'date', 'choice'] as const;
export type AskedKind = (typeof askedKinds)[number];

/** @property choices of a choice; none: any value @property most characters of an answer */
export type AskedField = { id: string; kind: AskedKind; isRequired: boolean; choices?: readonly string[] | undefined; most: number };

/** `taken`: the phone book's own rules refuse it. */
export const formFaults = ['needed', 'long', 'short', 'email', 'phone', 'whole', 'number', 'date', 'choice', 'unknown', 'taken'] as const;
export type FormFault = (typeof formFaults)[number];

const phone = /^\+?[\d ().-]{6,30}$/;
const whole = /^[+-]?\d{1,100}$/;
const number = /^[+-]?\d{1,100}(?:[.,]\d{1,100})?$/;
const day = /^\d{4}-\d{2}-\d{2}$/;
const shortestName = 2;

/** 2026-02-30 is no day: the calendar would move it on. */
const isDay = (value: string): boolean => {
  const at = day.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value);
};

function faultOf({ kind, isRequired, choices, most }: AskedField, value: string): FormFault | undefined {
  if (value === '') return isRequired ? 'needed' : undefined;
  if (value.length > most) return 'long';
  switch (kind) {
    case 'name':
      return value.length < shortestName ? 'short' : undefined;
    case 'email':
      return emailPattern.test(value) ? undefined : kind;
    case 'phone':
      return phone.test(value) && value.replace(/\D/g, '').length >= 6 ? undefined : kind;
    case 'whole':
      return whole.test(value) ? undefined : kind;
    case 'number':
      return number.test(value) ? undefined : kind;
    case 'date':
      return isDay(value) ? undefined : kind;
    case 'choice':
      return !choices?.length || choices.includes(value) ? undefined : kind;
    default:
      return undefined;
  }
}

/** Says what is wrong with each field; nothing: the form is filled in. */
export function checkSiteForm(
  fields: readonly AskedField[],
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, FormFault>> {
  const faults: Record<string, FormFault> = {};
  for (const field of fields) {
    const fault = faultOf(field, (Object.hasOwn(values, field.id) ? (values[field.id] ?? '') : '').trim());
    if (fault) faults[field.id] = fault;
  }
  for (const id of Object.keys(values)) if (!fields.some((field) => field.id === id)) faults[id] = 'unknown';
  return faults;
}
