import type { KnownType } from './check.ts';
import { readDate } from './dates.ts';
import { FunctionFault } from './functions/define.ts';
import { readNumber } from './functions/number.ts';
import type { ConditionRow, ConditionRows } from './row-shape.ts';

/** Reason why a row has no expression. */
export class RowFault extends Error {
  readonly code: FunctionFault['code'];
  readonly group: number;
  readonly row: number;

  constructor({ code, message }: FunctionFault, group: number, row: number) {
    super(message);
    this.code = code;
    this.group = group;
    this.row = row;
  }
}

const quoted = (text: string): string => JSON.stringify(text);
const join = (parts: readonly string[], match: 'all' | 'any'): string => {
  const operator = match === 'all' ? ' && ' : ' || ';
  return parts.length === 1 ? (parts[0] ?? '') : parts.map((part) => (/ (?:&&|\|\|) /.test(part) ? `(${part})` : part)).join(operator);
};

/**
 * Rows as the expression that they stand for. Texts are compared without their case, since people type as they like.
 * @param typeOf what is known of a field
 * @throws RowFault for a value that its field cannot have
 */
export function rowsToSource({ match, groups }: ConditionRows, typeOf: (field: string) => KnownType): string {
  return join(
    groups.map((group, place) =>
      join(
        group.rows.map((row, at) => {
          try {
            return rowToSource(row, typeOf(row.field));
          } catch (error) {
            if (error instanceof FunctionFault) throw new RowFault(error, place, at);
            throw error;
          }
        }),
        group.match,
      ),
    ),
    match,
  );
}

const refuse = (message: string) => new FunctionFault('type', message);

/** A value as the source of its field's type. */
function literalOf(value: string, { type }: KnownType): string {
  if (type === 'Number') {
    const number = readNumber(value);
    if (number === null) throw refuse(`“${value}” is not a number.`);
    return String(number);
  }
  if (type === 'Boolean') {
    if (!/^(?:true|false|yes|no)$/i.test(value.trim())) throw refuse(`“${value}” is neither yes nor no.`);
    return String(/^(?:true|yes)$/i.test(value.trim()));
  }
  if (type === 'Date') {
    readDate(value, 'UTC');
    return `date(${quoted(value.trim())})`;
  }
  return quoted(value);
}

function rowToSource({ field, operator, values }: ConditionRow, known: KnownType): string {
  const isText = known.type === 'Text' || known.type === 'Any';
  const own = isText ? `lower(${field})` : field;
  const literals = () => {
    if (values.length === 0) throw refuse('A value is missing.');
    return values.map((value) => (isText ? quoted(value.toLowerCase()) : literalOf(value, known)));
  };
  const one = () => literals()[0] ?? '';
  const list = () => `[${literals().join(', ')}]`;
  const holds = (value: string) => (known.type === 'List' ? `${value} in ${field}` : `${own}.contains(${value})`);
  switch (operator) {
    case 'is':
      return `${own} == ${one()}`;
    case 'isNot':
      return `${own} != ${one()}`;
    case 'contains':
      return holds(one());
    case 'notContains':
      return `!(${holds(one())})`;
    case 'startsWith':
      return `${own}.startsWith(${one()})`;
    case 'anyOf':
      return known.type === 'List' ? `${list()}.exists(value, value in ${field})` : `${own} in ${list()}`;
    case 'noneOf':
      return known.type === 'List' ? `!${list()}.exists(value, value in ${field})` : `!(${own} in ${list()})`;
    case 'atLeast':
      return `${field} >= ${orderedOf(known, values[0])}`;
    case 'atMost':
      return `${field} <= ${orderedOf(known, values[0])}`;
    case 'before':
      return `${field} < ${orderedOf(known, values[0])}`;
    case 'after':
      return `${field} > ${orderedOf(known, values[0])}`;
    case 'between':
      return `${field} >= ${orderedOf(known, values[0])} && ${field} <= ${orderedOf(known, values[1])}`;
    case 'inLastDays':
      return `daysBetween(${field}, now) >= 0 && daysBetween(${field}, now) <= ${daysOf(values[0])}`;
    case 'inNextDays':
      return `daysBetween(now, ${field}) >= 0 && daysBetween(now, ${field}) <= ${daysOf(values[0])}`;
    case 'isEmpty':
      return known.type === 'List' ? `size(${field}) == 0` : isText ? `(${field} ?? "") == ""` : `${field} == null`;
    case 'isNotEmpty':
      return known.type === 'List' ? `size(${field}) > 0` : isText ? `(${field} ?? "") != ""` : `${field} != null`;
    case 'inGroup':
      return `${quoted(values[0] ?? '')} in customer.groups`;
    case 'hasLabel':
      return `${quoted(values[0] ?? '')} in customer.labels`;
    case 'matches':
      return `${field}.matches(${quoted(values[0] ?? '')})`;
  }
}

/** Writes an operand of an ordering: a value of known type as that type, and a text of unknown type as a number if it is one. */
function orderedOf(known: KnownType, value: string | undefined): string {
  if (value === undefined) throw refuse('A value is missing.');
  if (known.type !== 'Any') return literalOf(value, known);
  const number = readNumber(value);
  return number === null ? quoted(value) : String(number);
}

function daysOf(value: string | undefined): number {
  const days = readNumber(value ?? '');
  if (days === null || !Number.isInteger(days) || days < 0) throw refuse('Give a whole number of days.');
  return days;
}
