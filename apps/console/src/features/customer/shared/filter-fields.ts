import type { Condition, ConditionOperator, Conditions, CustomerSet, FilterKind, InputFieldDefinition } from '@parley/contract';
import { consentFields, consentStates, kindOfAttribute, operatorsOfKind, splitWords, valueLimitsOf } from '@parley/contract';
import { formatInstant, getEnterpriseZone } from '../../../lib/format.ts';
import { parseWallTime } from '../../../lib/wall-time.ts';
import { customerWords, type PhoneBookSay } from '../../../locales/customer.ts';
import { ownDefinitions } from './attribute.queries.ts';
import { listLanguages, listTimeZones } from './locale-choices.ts';

type Option = { value: string; label: string };
export type FilterField = { id: string; label: string; kind: FilterKind; options: Option[] };

export const operatorsOf = (kind: FilterKind): readonly ConditionOperator[] => operatorsOfKind[kind];
/** A field of this kind begins with this comparison. */
export const firstOperator = (kind: FilterKind): ConditionOperator => operatorsOf(kind)[0] ?? 'is';

export function isComplete({ operator, values }: Condition): boolean {
  const { least, most } = valueLimitsOf(operator);
  return values.length >= least && values.length <= most && values.every((value) => value.trim() !== '');
}

const asOptions = (values: readonly string[]): Option[] => values.map((value) => ({ value, label: value }));

export type FieldSources = {
  definitions: readonly InputFieldDefinition[];
  groups: readonly CustomerSet[];
  labels: readonly CustomerSet[];
  /** Names of languages are in this one. */
  language: string;
};

/** The fields of every customer and the enterprise's own. */
export function listFields(t: PhoneBookSay, { definitions, groups, labels, language }: FieldSources): FilterField[] {
  const field = (id: string, label: string, kind: FilterKind = 'text', options: Option[] = []): FilterField => ({
    id,
    label,
    kind,
    options,
  });
  const sets = (all: readonly CustomerSet[]) => all.map(({ id, name }) => ({ value: id, label: name }));
  const states = consentStates.map((state) => ({ value: state, label: customerWords.customer(`consent_${state}`) }));
  return [
    field('name', t('name')),
    field('phoneNumber', t('phoneNumber')),
    field('emailId', t('email')),
    field('whatsAppNumber', t('whatsAppNumber')),
    field('groups', t('groups'), 'sets', sets(groups)),
    field('labels', t('labels'), 'sets', sets(labels)),
    field('language', t('language'), 'choice', listLanguages(language, '')),
    field('timeZone', t('timeZone'), 'choice', asOptions(listTimeZones(''))),
    field('createdAt', t('createdOn'), 'instant'),
    ...consentFields.map(({ name, channel }) =>
      field(name, t('consentOn', { channel: customerWords.customer(`channel_${channel}`) }), 'consent', states),
    ),
    ...ownDefinitions(definitions).map((definition) => {
      const kind = kindOfAttribute(definition);
      const yesOrNo = [
        { value: 'true', label: t('yes') },
        { value: 'false', label: t('no') },
      ];
      return field(
        definition._id,
        definition.fieldLabel,
        kind,
        kind === 'boolean' ? yesOrNo : asOptions(splitWords(definition.defaultValue)),
      );
    }),
  ];
}

/** The day of a moment in the user's zone, as a date field holds it. */
const toDay = (value: string) => (value === '' || /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : formatInstant(value, 'isoDay'));

/** Returns a day's first moment, or its last one: 'on or before' a day, after it, and the end of a span. */
function toMoment(day: string, isEnd: boolean): string {
  const time = isEnd ? '23:59:59.999' : '00:00:00';
  return parseWallTime(`${day.replaceAll('-', '/')} ${time}`, getEnterpriseZone())?.toISOString() ?? '';
}

/** While it is edited a moment is a day of the user. */
export const toDays = (condition: Condition): Condition => ({ ...condition, values: condition.values.map(toDay) });

/** Prepares a condition for sending: trimmed, without values that the comparison does not read, and days as the moments that bound them. */
export function tidyCondition({ field, operator, values }: Condition, kind: FilterKind): Condition {
  const kept = values.slice(0, valueLimitsOf(operator).most).map((value) => value.trim());
  if (kind !== 'instant' || operator === 'inLastDays') return { field, operator, values: kept };
  const isEnd = (place: number) => operator === 'atMost' || operator === 'after' || (operator === 'between' && place === 1);
  return { field, operator, values: kept.map((value, place) => toMoment(value, isEnd(place))) };
}

/** A field that is gone, or that the address made up, is asked as text. */
export const findField = (t: PhoneBookSay, fields: readonly FilterField[], id: string): FilterField =>
  fields.find((field) => field.id === id) ?? { id, label: t('goneField'), kind: 'text', options: [] };

/** Another field keeps what it can of the condition. */
export function moveToField(condition: Condition, from: FilterField, to: FilterField): Condition {
  const isKept = operatorsOf(to.kind).includes(condition.operator);
  const keepsValues = isKept && from.kind === to.kind && (to.options.length === 0 || to.kind === 'consent');
  return { field: to.id, operator: isKept ? condition.operator : firstOperator(to.kind), values: keepsValues ? condition.values : [] };
}

const operatorWords = {
  ...{ is: 'is', isNot: 'isNot', contains: 'contains', notContains: 'notContains', startsWith: 'startsWith' },
  ...{ anyOf: 'anyOf', noneOf: 'noneOf', atLeast: 'atLeast', atMost: 'atMost', before: 'before', after: 'after' },
  ...{ between: 'between', inLastDays: 'inLastDays', isEmpty: 'isEmpty', isNotEmpty: 'isNotEmpty' },
} as const satisfies { [O in ConditionOperator]: O };

export function operatorLabel(t: PhoneBookSay, kind: FilterKind, operator: ConditionOperator): string {
  if (kind === 'instant' && operator === 'atLeast') return t('onOrAfter');
  if (kind === 'instant' && operator === 'atMost') return t('onOrBefore');
  if (kind === 'choices' && operator === 'contains') return t('includes');
  if (kind === 'choices' && operator === 'notContains') return t('notIncludes');
  return t(operatorWords[operator]);
}

const isDays = (kind: FilterKind) => kind === 'instant' || kind === 'date';

function sayValue(t: PhoneBookSay, { kind, options }: FilterField, operator: ConditionOperator, value: string): string {
  if (operator === 'inLastDays') return t('dayCount', { count: Number(value) });
  if (kind === 'instant') return formatInstant(value, 'day');
  if (kind === 'date') return formatInstant(`${value}T00:00:00Z`, 'day', 'UTC');
  return options.find((option) => option.value === value)?.label ?? value;
}

/** 'Name contains ada' */
export function describeCondition(t: PhoneBookSay, fields: readonly FilterField[], { field: id, operator, values }: Condition): string {
  const field = findField(t, fields, id);
  const { least, most } = valueLimitsOf(operator);
  // 'Created on: on or before' has the word twice without the mark.
  const words = [isDays(field.kind) ? `${field.label}:` : field.label, operatorLabel(t, field.kind, operator)];
  if (least === 0) return words.join(' ');
  const said = values.slice(0, most).map((value) => sayValue(t, field, operator, value));
  return [...words, said.join(operator === 'between' ? ` ${t('and')} ` : ', ')].join(' ');
}

/** 'Name contains ada or City is Pune' */
export const describeClause = (
  t: PhoneBookSay,
  fields: readonly FilterField[],
  { match, conditions }: Conditions['clauses'][number],
): string => conditions.map((condition) => describeCondition(t, fields, condition)).join(` ${t(match === 'all' ? 'and' : 'or')} `);
