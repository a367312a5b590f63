import type { Condition, conditionOperators, InputFieldDefinition } from '@parley/contract';
import { splitWords } from '@parley/contract';
import { ownDefinitions } from '../../lib/customer/attribute.queries.ts';
import type { PhoneBookWords } from './phone-book.words.ts';

export type Operator = (typeof conditionOperators)[number];
type FieldKind = 'text' | 'number' | 'choice' | 'choices' | 'boolean' | 'date';
export type FilterField = { id: string; label: string; kind: FieldKind; options: string[] };

/** What can be asked of a field; the first one is where a new condition starts. */
export const operatorsOf: Record<FieldKind, readonly Operator[]> = {
  text: ['is', 'isNot', 'contains', 'startsWith', 'isEmpty', 'isNotEmpty'],
  number: ['is', 'isNot', 'atLeast', 'atMost', 'isEmpty', 'isNotEmpty'],
  choice: ['is', 'isNot', 'isEmpty', 'isNotEmpty'],
  choices: ['contains', 'isEmpty', 'isNotEmpty'],
  boolean: ['is', 'isNot', 'isEmpty', 'isNotEmpty'],
  date: ['atLeast', 'atMost', 'is'],
};

export const needsValue = (operator: Operator) => operator !== 'isEmpty' && operator !== 'isNotEmpty';
export const isComplete = (condition: Condition) => !needsValue(condition.operator) || condition.value.trim() !== '';

/** The fields of every customer and the enterprise's own. */
export function listFields(t: PhoneBookWords, definitions: readonly InputFieldDefinition[]): FilterField[] {
  const text = (id: string, label: string): FilterField => ({ id, label, kind: 'text', options: [] });
  return [
    text('name', t('name')),
    text('phoneNumber', t('phoneNumber')),
    text('emailId', t('email')),
    text('whatsAppNumber', t('whatsAppNumber')),
    text('language', t('language')),
    { id: 'createdAt', label: t('createdOn'), kind: 'date', options: [] },
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

/** A field that is gone, or that the address made up, is asked as text. */
export const findField = (t: PhoneBookWords, fields: readonly FilterField[], id: string): FilterField =>
  fields.find((field) => field.id === id) ?? { id, label: t('goneField'), kind: 'text', options: [] };

/** Another field keeps what it can of the condition. */
export function moveToField(condition: Condition, from: FilterField, to: FilterField): Condition {
  const operators = operatorsOf[to.kind];
  const operator = operators.includes(condition.operator) ? condition.operator : (operators[0] ?? 'is');
  const keepsValue = from.kind === to.kind && to.options.length === 0;
  return { field: to.id, operator, value: keepsValue ? condition.value : '' };
}

export function operatorLabel(t: PhoneBookWords, kind: FieldKind, operator: Operator): string {
  if (kind === 'date' && operator === 'atLeast') return t('onOrAfter');
  if (kind === 'date' && operator === 'atMost') return t('onOrBefore');
  return t(operator);
}

/** 'Name contains ada' */
export function describeCondition(t: PhoneBookWords, fields: readonly FilterField[], condition: Condition): string {
  const { label, kind } = findField(t, fields, condition.field);
  const value = kind === 'boolean' ? (condition.value === 'true' ? t('yes') : t('no')) : condition.value;
  const words = [label, operatorLabel(t, kind, condition.operator)];
  return (needsValue(condition.operator) ? [...words, value] : words).join(' ');
}
