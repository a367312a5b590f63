import {
  type Condition,
  type ConditionOperator,
  consentStates,
  type FaultWords,
  faultWords,
  isDay,
  mostDaysBack,
  numberSpellings,
  operatorsOfKind,
  tidyNumber,
  valueLimitsOf,
} from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { CountryCode } from 'libphonenumber-js/min';
import { readNumber } from '../number/customer.number.ts';
import type { FilterField } from './filter.fields.ts';

/** The enterprise's settings that comparisons need. */
export type Surroundings = { timeZone: string; country: CountryCode | undefined };
/** A condition as SQL, or what is wrong with which part of it. */
export type Compared = { where: RawBuilder<boolean> } | { part: 'operator' | 'values'; fault: FaultWords };

const refuse = (fault: FaultWords): Compared => ({ part: 'values', fault });
const shown = (value: string) => value.slice(0, 40);
const escaped = (text: string) => text.replace(/[\\%_]/g, (mark) => `\\${mark}`);
const plainDecimal = /^[+-]?\d{1,100}(?:\.\d{1,100})?$/;

/** The values as the field stores them: trimmed, and numbers without what is written between their digits, a whole one in all of its spellings. */
export const storedValues = (field: FilterField, { operator, values }: Condition, around: Surroundings): string[] =>
  values.flatMap((value) => (field.isNumber ? writtenNumbers(value.trim(), operator, around) : value.trim()));

/** One condition. Values are parameters, always. */
export function compare(field: FilterField, condition: Condition, around: Surroundings): Compared {
  const { operator } = condition;
  const allowed: readonly ConditionOperator[] = operatorsOfKind[field.kind];
  if (!allowed.includes(operator)) return { part: 'operator', fault: faultWords('filter.operator', { field: field.label, operator }) };
  const wanted = storedValues(field, condition, around);
  const { least, most } = valueLimitsOf(operator);
  const { length } = condition.values;
  if (length < least || length > most) return refuse(faultWords('filter.values', { operator }));
  // An empty text is contained in every other: it would ask for nothing, and look as if it did.
  if (wanted.includes('')) return refuse(faultWords('field.required'));
  if (operator === 'isEmpty') return { where: sql`${field.value} = ''` };
  if (operator === 'isNotEmpty') return { where: sql`${field.value} <> ''` };
  switch (field.kind) {
    case 'sets':
      return inSets(operator, wanted);
    case 'number':
      return compareNumbers(field.value, operator, wanted);
    case 'date':
      return compareDates(field.value, operator, wanted, around);
    case 'instant':
      return compareInstants(field.value, operator, wanted, around);
    case 'choices':
      return compareChoices(field.value, operator, wanted);
    case 'consent':
      return consentStates.some((state) => state === wanted[0])
        ? compareTexts(field.value, operator, wanted)
        : refuse(faultWords('value.choice', { choices: consentStates.join(', ') }));
    default:
      return compareTexts(field.value, operator, wanted);
  }
}

/** A number as it is stored, however it is written; part of one without the signs between its digits. */
function writtenNumbers(value: string, operator: ConditionOperator, { country }: Surroundings): readonly string[] {
  const isWhole = operator === 'is' || operator === 'isNot' || operator === 'anyOf' || operator === 'noneOf';
  const { number } = isWhole ? readNumber(value, country) : { number: '' };
  const written = number || tidyNumber(value).replace(/[\s().\-\u2010-\u2015]/g, '') || value;
  return isWhole ? numberSpellings(written) : [written];
}

function inSets(operator: ConditionOperator, setIds: readonly string[]): Compared {
  const isIn = sql<boolean>`exists (select from customer_set_members m
    where m.enterprise_id = c.enterprise_id and m.customer_id = c.customer_id and m.set_id = any(${setIds}::uuid[]))`;
  return { where: operator === 'noneOf' ? sql`not ${isIn}` : isIn };
}

function compareTexts(value: RawBuilder<string>, operator: ConditionOperator, wanted: readonly string[]): Compared {
  const text = sql`lower(${value})`;
  const folded = wanted.map((one) => one.toLowerCase());
  const [first = '', ...others] = folded;
  // A number may have several spellings.
  if (others.length > 0 && operator === 'is') return { where: sql`${text} = any(${folded}::text[])` };
  if (others.length > 0 && operator === 'isNot') return { where: sql`${text} <> all(${folded}::text[])` };
  switch (operator) {
    case 'isNot':
      return { where: sql`${text} <> ${first}` };
    case 'contains':
      return { where: sql`${text} like ${`%${escaped(first)}%`}` };
    case 'notContains':
      return { where: sql`${text} not like ${`%${escaped(first)}%`}` };
    case 'startsWith':
      return { where: sql`${text} like ${`${escaped(first)}%`}` };
    case 'anyOf':
      return { where: sql`${text} = any(${folded}::text[])` };
    case 'noneOf':
      return { where: sql`${text} <> all(${folded}::text[])` };
    default:
      return { where: sql`${text} = ${first}` };
  }
}

/** Several choices are stored with a comma and a blank between them. */
function compareChoices(value: RawBuilder<string>, operator: ConditionOperator, wanted: readonly string[]): Compared {
  const chosen = sql<boolean>`string_to_array(lower(${value}), ', ') && ${wanted.map((one) => one.toLowerCase())}::text[]`;
  return { where: operator === 'contains' || operator === 'anyOf' ? chosen : sql`not ${chosen}` };
}

/** A stored text as a number, or nothing when it is none: values may be older than their attribute's type. */
const asNumber = (text: RawBuilder<string>) =>
  sql<number>`case when ${text} ~ '^[+-]?[0-9]{1,100}([.][0-9]{1,100})?$' then (${text})::numeric end`;

function compareNumbers(value: RawBuilder<string>, operator: ConditionOperator, wanted: readonly string[]): Compared {
  const odd = wanted.find((one) => !plainDecimal.test(one));
  if (odd !== undefined) return refuse(faultWords('filter.number', { value: shown(odd) }));
  if (operator === 'between' && Number(wanted[0]) > Number(wanted[1])) return refuse(faultWords('filter.order'));
  const number = asNumber(value);
  if (operator === 'isNot') return { where: sql`${number} is distinct from ${wanted[0]}::numeric` };
  return { where: sql`coalesce(${ordered(number, operator, wanted, sql`::numeric`)}, false)` };
}

const daysOf = (value: string) =>
  /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= mostDaysBack ? Number(value) : undefined;
const oddDays = (value: string) => refuse(faultWords('filter.days', { value: shown(value), maximum: mostDaysBack }));
/** Today where the enterprise is. */
const today = (timeZone: string) => sql<string>`(now() at time zone ${timeZone})::date`;

/** Days are stored as '2026-01-31', whose order as texts is theirs in time; what is no day is none of them. */
function compareDates(
  value: RawBuilder<string>,
  operator: ConditionOperator,
  wanted: readonly string[],
  { timeZone }: Surroundings,
): Compared {
  const day = sql<string>`case when ${value} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then ${value} collate "C" end`;
  const [first = ''] = wanted;
  if (operator === 'inLastDays') {
    const days = daysOf(first);
    if (days === undefined) return oddDays(first);
    const last = today(timeZone);
    return {
      where: sql`coalesce(${day} between to_char(${last} - ${days - 1}::int, 'YYYY-MM-DD') and to_char(${last}, 'YYYY-MM-DD'), false)`,
    };
  }
  const odd = wanted.find((one) => !isDay(one));
  if (odd !== undefined) return refuse(faultWords('filter.date', { value: shown(odd) }));
  if (operator === 'between' && first > (wanted[1] ?? '')) return refuse(faultWords('filter.order'));
  return { where: sql`coalesce(${ordered(day, operator, wanted, sql`::text`)}, false)` };
}

function compareInstants(
  value: RawBuilder<string>,
  operator: ConditionOperator,
  wanted: readonly string[],
  { timeZone }: Surroundings,
): Compared {
  const [first = ''] = wanted;
  if (operator === 'inLastDays') {
    const days = daysOf(first);
    if (days === undefined) return oddDays(first);
    return { where: sql`${value} >= (${today(timeZone)} - ${days - 1}::int)::timestamp at time zone ${timeZone}` };
  }
  const instants = wanted.map((one) => new Date(one));
  const odd = instants.findIndex((at) => !(at.getUTCFullYear() >= 1900 && at.getUTCFullYear() <= 9999));
  // `new Date` takes 31 February for 3 March.
  const impossible = wanted.findIndex((one) => /^\d{4}-\d{2}-\d{2}/.test(one) && !isDay(one.slice(0, 10)));
  const wrong = wanted[odd === -1 ? impossible : odd];
  if (wrong !== undefined) return refuse(faultWords('filter.date', { value: shown(wrong) }));
  const texts = instants.map((at) => at.toISOString());
  if (operator === 'between' && (texts[0] ?? '') > (texts[1] ?? '')) return refuse(faultWords('filter.order'));
  return { where: ordered(value, operator, texts, sql`::timestamptz`) };
}

/** Comparisons of ordered values. */
function ordered(
  value: RawBuilder<unknown>,
  operator: ConditionOperator,
  [first, second]: readonly string[],
  type: RawBuilder<unknown>,
): RawBuilder<boolean> {
  switch (operator) {
    case 'atLeast':
      return sql`${value} >= ${first}${type}`;
    case 'atMost':
      return sql`${value} <= ${first}${type}`;
    case 'before':
      return sql`${value} < ${first}${type}`;
    case 'after':
      return sql`${value} > ${first}${type}`;
    case 'between':
      return sql`${value} between ${first}${type} and ${second}${type}`;
    default:
      return sql`${value} = ${first}${type}`;
  }
}
