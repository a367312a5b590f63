import { type ConsentChannel, consentFields, type DateOrder, type FieldError, fieldError } from '@parley/contract';
import type { CountryCode } from 'libphonenumber-js/min';
import type { Attribute } from '../attribute/attribute.present.ts';
import { readConsent } from '../consent/customer.consent.ts';
import { type CsvRecord, mostColumns } from '../csv/csv.records.ts';
import {
  allFaults,
  type CustomerInput,
  type CustomerValues,
  type LongNames,
  listMissing,
  mergeValues,
  noValues,
  readGiven,
} from '../customer/customer.rules.ts';
import { leaveOut } from './import.left-out.ts';
import type { Column } from './import.mapping.ts';
import { readCell } from './import.values.ts';

/** Settings for reading rows; the same from the first to the last row of an import. */
export type RowReader = {
  headers: readonly string[];
  columns: readonly Column[];
  attributes: readonly Attribute[];
  country: CountryCode | undefined;
  dateOrder: DateOrder;
  leavesOut: boolean;
  /** Treatment of names that are too long, when rows are mended. */
  longNames?: LongNames;
};
export type GivenRow = ReturnType<typeof readGiven>;
/**
 * `faults` are what is wrong with what the row says; what it lacks depends on who is there already. A row that could not be read at all says
 * nothing: `given` is missing.
 */
export type ReadRow = {
  given: GivenRow | undefined;
  number: string;
  consents: GivenConsents;
  faults: FieldError[];
  /** Fields whose wrong value was left out. */
  leftOut: readonly string[];
};
/** Consents of a row: each channel that it speaks of, and whether that is granted. */
export type GivenConsents = ReadonlyMap<ConsentChannel, boolean>;

/** Takes away what our own export has put in front of a cell that a spreadsheet would run. */
const withoutGuard = (cell: string) => (/^'[=+\-@\t\r']/.test(cell) ? cell.slice(1) : (/^="([^"]*)"$/.exec(cell)?.[1] ?? cell));

const ofOne: readonly string[] = ['phoneNumber', 'whatsAppNumber', 'emailId'];

/** Google writes several numbers or addresses of one kind into one cell, and forms of adverts mark a number: the first of them, bare. */
function firstOf(cell: string, field: string): string {
  if (!ofOne.includes(field)) return cell;
  const first = cell.split(':::').find((part) => part.trim() !== '') ?? cell;
  const bare = first === cell ? cell : first.trim();
  return field === 'emailId' ? bare : bare.replace(/^\s*p:/i, '');
}

/** The parts of a name that stand in columns of their own, in their order. */
const nameOf = (cells: readonly string[], index: number, rest: readonly number[]): string =>
  [index, ...rest]
    .map((place) => withoutGuard(cells[place] ?? '').trim())
    .filter(Boolean)
    .join(' ');

function inputOf(cells: readonly string[], { columns, dateOrder }: RowReader): CustomerInput {
  const data = new Map<string, string>();
  const input: CustomerInput = { data };
  for (const column of columns) {
    const cell = 'rest' in column && column.rest ? nameOf(cells, column.index, column.rest) : withoutGuard(cells[column.index] ?? '');
    // An empty cell says nothing: it takes no value away.
    if (cell === '') continue;
    if ('field' in column) input[column.field] = firstOf(cell, column.field);
    else if ('attributeId' in column) data.set(column.attributeId, readCell(column.rules, cell, dateOrder));
  }
  return input;
}

/** Consents of a row; most files have none, so nothing is made for them. */
function readConsents(cells: readonly string[], columns: readonly Column[]): { consents: GivenConsents; errors: FieldError[] } {
  const consents = new Map<ConsentChannel, boolean>();
  const errors: FieldError[] = [];
  for (const column of columns) {
    if (!('consent' in column)) continue;
    const isGranted = readConsent(withoutGuard(cells[column.index] ?? ''));
    const field = consentFields.find(({ channel }) => channel === column.consent);
    if (isGranted === undefined && field) errors.push(fieldError(field.name, 'consent.invalid', { label: field.label }));
    else if (typeof isGranted === 'boolean') consents.set(column.consent, isGranted);
  }
  return { consents, errors };
}

const noConsents: GivenConsents = new Map();
const none: readonly string[] = [];
const unread = (fault: FieldError): ReadRow => ({ given: undefined, number: '', consents: noConsents, faults: [fault], leftOut: none });

/** Reads one row of the file. */
export function readRow({ cells, isTooWide }: Pick<CsvRecord, 'cells' | 'isTooWide'>, reader: RowReader): ReadRow {
  const { headers, columns, attributes, country, longNames } = reader;
  if (isTooWide) return unread(fieldError('', 'row.too_wide', { maximum: mostColumns }));
  if (!cells) return unread(fieldError('', 'row.quote'));
  const isLonger = cells.length > headers.length && cells.slice(headers.length).some((cell) => cell.trim() !== '');
  // Cells that a program leaves out at the end of a row are empty.
  if (isLonger) return unread(fieldError('', 'row.cells', { count: cells.length, wanted: headers.length }));
  // PostgreSQL stores no U+0000.
  if (cells.some((cell) => cell.includes('\0'))) return unread(fieldError('', 'row.characters'));
  const whole = readGiven(inputOf(cells, reader), attributes, country, { namesFields: true, longNames });
  // A consent that cannot be read refuses its row: left out, a refusal would be lost.
  const { given, fields } = reader.leavesOut && whole.errors.length > 0 ? leaveOut(whole, attributes) : { given: whole, fields: none };
  const { number = '' } = given.values;
  const { consents, errors } = readConsents(cells, columns);
  return { given, number, consents, faults: [...given.errors, ...errors], leftOut: fields };
}

/** The row laid over the customer whose number it has, or over nobody, with what that would lack. */
export function fill(old: CustomerValues | undefined, given: GivenRow, attributes: readonly Attribute[]) {
  const laid = mergeValues(old ?? noValues, given);
  // A number in another spelling is the same number: the stored one stays.
  const values = old ? { ...laid, number: old.number } : laid;
  const faults = allFaults(given, listMissing(values, attributes, 'list'));
  return { values, lacking: faults.slice(given.errors.length) };
}
