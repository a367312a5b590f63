import type { Condition, conditionOperators, InputFieldDefinition } from '@parley/contract';
import { consentFields, consentStates, splitWords } from '@parley/contract';
import { formatInstant, getUserZone } from '../../../lib/format.ts';
import { parseWallTime } from '../../../lib/wall-time.ts';
import { customerWords, type PhoneBookSay } from '../../../locales/customer.ts';
import { ownDefinitions } from '../shared/attribute.queries.ts';

export type Operator = (typeof conditionOperators)[number];
type FieldKind = 'text' | 'number' | 'choice' | 'choices' | 'boolean' | 'date' | 'consent';
export type FilterField = { id: string; label: string; kind: FieldKind; options: string[] };

/** The one field that is an instant. */
export const dateField = 'createdAt';

/** What can be asked of a field; the first one is where a new condition starts. */
export const operatorsOf: Record<FieldKind, readonly Operator[]> = {
  text: ['is', 'isNot', 'contains', 'startsWith', 'isEmpty', 'isNotEmpty'],
  number: ['is', 'isNot', 'atLeast', 'atMost', 'isEmpty', 'isNotEmpty'],
  choice: ['is', 'isNot', 'isEmpty', 'isNotEmpty'],
  choices: ['contains', 'isEmpty', 'isNotEmpty'],
  boolean: ['is', 'isNot', 'isEmpty', 'isNotEmpty'],
  date: ['atLeast', 'atMost'],
  consent: ['is', 'isNot'],
};

export const needsValue = (operator: Operator) => operator !== 'isEmpty' && operator !== 'isNotEmpty';
export const isComplete = (condition: Condition) => !needsValue(condition.operator) || condition.value.trim() !== '';

/** The fields of every customer and the enterprise's own. */
export function listFields(t: PhoneBookSay, definitions: readonly InputFieldDefinition[]): FilterField[] {
  const text = (id: string, label: string): FilterField => ({ id, label, kind: 'text', options: [] });
  return [
    text('name', t('name')),
    text('phoneNumber', t('phoneNumber')),
    text('emailId', t('email')),
    text('whatsAppNumber', t('whatsAppNumber')),
    text('language', t('language')),
    { id: dateField, label: t('createdOn'), kind: 'date', options: [] },
    ...consentFields.map(({ name, channel }) => ({
      id: name,
      label: t('consentOn', { channel: customerWords.customer(`channel_${channel}`) }),
      kind: 'consent' as const,
      options: [...consentStates],
    })),
    ...ownDefinitions(definitions).map((definition) => ({
      id: definition._id,
      label: definition.fieldLabel,
      kind: kindOf(definition),
      options: splitWords(definition.defaultValue),
    })),
  ];
}

function kindOf({ fieldType, inputType, defaultValue }: InputFieldDefinition): FieldKind {
  if (fieldType === 'boolean') return 'boolean';
  // A dropdown without values takes any (ATTR-049).
  const hasOptions = splitWords(defaultValue).length > 0;
  if (fieldType === 'selectbox-singlevalue') return hasOptions ? 'choice' : 'text';
  if (fieldType === 'selectbox-multiplevalue') return hasOptions ? 'choices' : 'text';
  return inputType === 'number' || inputType === 'decimal' ? 'number' : 'text';
}

/** The day of a value in the user's zone, as a date field holds it. */
export const toDay = (value: string) => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? value : formatInstant(value, 'yyyy-MM-dd'));

/** 'On or before' a day holds to its last moment; the server compares instants. */
export function toDayBound(day: string, operator: Operator): string {
  const time = operator === 'atMost' ? '23:59:59.999' : '00:00:00';
  return parseWallTime(`${day.replaceAll('-', '/')} ${time}`, getUserZone())?.toISOString() ?? '';
}

/** A field that is gone, or that the address made up, is asked as text. */
export const findField = (t: PhoneBookSay, fields: readonly FilterField[], id: string): FilterField =>
  fields.find((field) => field.id === id) ?? { id, label: t('goneField'), kind: 'text', options: [] };

/** Another field keeps what it can of the condition. */
export function moveToField(condition: Condition, from: FilterField, to: FilterField): Condition {
  const operators = operatorsOf[to.kind];
  const operator = operators.includes(condition.operator) ? condition.operator : (operators[0] ?? 'is');
  const keepsValue = from.kind === to.kind && (to.options.length === 0 || to.kind === 'consent');
  return { field: to.id, operator, value: keepsValue ? condition.value : '' };
}

export function operatorLabel(t: PhoneBookSay, kind: FieldKind, operator: Operator): string {
  if (kind === 'date' && operator === 'atLeast') return t('onOrAfter');
  if (kind === 'date' && operator === 'atMost') return t('onOrBefore');
  return t(operator);
}

/** What a stored value reads like. */
export const sayOption = (kind: FieldKind, value: string): string => {
  const state = kind === 'consent' ? consentStates.find((known) => known === value) : undefined;
  return state ? customerWords.customer(`consent_${state}`) : value;
};

function describeValue(t: PhoneBookSay, kind: FieldKind, value: string): string {
  if (kind === 'boolean') return value === 'true' ? t('yes') : t('no');
  return kind === 'date' ? formatInstant(value, 'd MMM yyyy') : sayOption(kind, value);
}

/** 'Name contains ada' */
export function describeCondition(t: PhoneBookSay, fields: readonly FilterField[], condition: Condition): string {
  const { label, kind } = findField(t, fields, condition.field);
  const value = describeValue(t, kind, condition.value);
  // 'Created on: on or before' has the word twice without the mark.
  const words = [kind === 'date' ? `${label}:` : label, operatorLabel(t, kind, condition.operator)];
  return (needsValue(condition.operator) ? [...words, value] : words).join(' ');
}
