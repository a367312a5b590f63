import { isDay } from '../customer/day.ts';
import type { FaultCode } from '../faults.ts';

/** Kinds and values of the own fields of chats; apart from the schemas, so that screens load none of those. */

export const chatFieldKinds = ['text', 'number', 'date', 'choice', 'yes_no'] as const;
export type ChatFieldKind = (typeof chatFieldKinds)[number];

/** Fields of a department, and of all departments; retired ones count. */
export const chatFieldsMax = 50;
export const chatFieldOptionsMax = 100;
/** Characters of a value */
export const chatFieldValueMax = 500;

/** @property value as it is stored; '': there is none */
export type TidiedValue = { value: string } | { fault: Extract<FaultCode, `chat_field.${string}`> };

const decimal = /^([+-]?)0*(\d{1,15})(?:\.(\d{1,6}))?$/;

function tidyNumber(text: string): TidiedValue {
  const [, sign, whole = '', parts = ''] = decimal.exec(text) ?? [];
  if (whole === '') return { fault: 'chat_field.number' };
  const fraction = parts.replace(/0+$/, '');
  const size = fraction === '' ? whole : `${whole}.${fraction}`;
  return { value: sign === '-' && size !== '0' ? `-${size}` : size };
}

/**
 * Reads what somebody typed into a field as its kind has it: numbers without leading and trailing zeros, days as `2026-01-31`, choices as they
 * are spelled in the field, and `true` or `false`. A tidied value stays as it is.
 */
export function tidyFieldValue({ kind, options }: { kind: ChatFieldKind; options: readonly string[] }, text: string): TidiedValue {
  const value = text.trim();
  if (value === '') return { value };
  switch (kind) {
    case 'text':
      return value.length > chatFieldValueMax ? { fault: 'chat_field.text' } : { value };
    case 'number':
      return tidyNumber(value);
    case 'date':
      return isDay(value) ? { value } : { fault: 'chat_field.date' };
    case 'choice': {
      const option = options.find((one) => one.toLowerCase() === value.toLowerCase());
      return option === undefined ? { fault: 'chat_field.choice' } : { value: option };
    }
    case 'yes_no':
      return value === 'true' || value === 'false' ? { value } : { fault: 'chat_field.yes_no' };
  }
}
