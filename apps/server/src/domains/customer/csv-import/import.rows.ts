import { type ConsentChannel, consentFields, type FieldError, fieldError } from '@parley/contract';
import type { CountryCode } from 'libphonenumber-js/min';
import type { Attribute } from '../customer/attribute.present.ts';
import { readConsent } from '../customer/customer.consent.ts';
import {
  allFaults,
  type CustomerInput,
  type CustomerValues,
  listMissing,
  mergeValues,
  noValues,
  readGiven,
} from '../customer/customer.rules.ts';
import { type CsvRecord, mostColumns } from './csv.records.ts';
import type { Column } from './import.mapping.ts';

/** What rows are read by; the same from the first to the last row of an import. */
export type RowReader = {
  headers: readonly string[];
  columns: readonly Column[];
  attributes: readonly Attribute[];
  country: CountryCode | undefined;
};
export type GivenRow = ReturnType<typeof readGiven>;
/**
 * `faults` are what is wrong with what the row says; what it lacks depends on who is there already. A row that could not be read at all says
 * nothing: `given` is missing.
 */
export type ReadRow = { given: GivenRow | undefined; number: string; consents: GivenConsents; faults: FieldError[] };
/** Whether each channel that the row speaks of is granted. */
export type GivenConsents = ReadonlyMap<ConsentChannel, boolean>;

/** Takes away what our own export has put in front of a cell that a spreadsheet would run. */
const withoutGuard = (cell: string) => (/^'[=+\-@\t\r']/.test(cell) ? cell.slice(1) : cell);

function inputOf(cells: readonly string[], columns: readonly Column[]): CustomerInput {
  const data = new Map<string, string>();
  const input: CustomerInput = { data };
  for (const column of columns) {
    const cell = withoutGuard(cells[column.index] ?? '');
    // An empty cell says nothing: it takes no value away.
    if (cell === '') continue;
    if ('field' in column) input[column.field] = cell;
    else if ('attributeId' in column) data.set(column.attributeId, cell);
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
const unread = (fault: FieldError): ReadRow => ({ given: undefined, number: '', consents: noConsents, faults: [fault] });

/** Reads one row of the file. */
export function readRow({ cells, isTooWide }: Pick<CsvRecord, 'cells' | 'isTooWide'>, reader: RowReader): ReadRow {
  const { headers, columns, attributes, country } = reader;
  if (isTooWide) return unread(fieldError('', 'row.too_wide', { maximum: mostColumns }));
  if (!cells) return unread(fieldError('', 'row.quote'));
  const isLonger = cells.length > headers.length && cells.slice(headers.length).some((cell) => cell.trim() !== '');
  if (isLonger || cells.length < headers.length)
    return unread(fieldError('', 'row.cells', { count: cells.length, wanted: headers.length }));
  // PostgreSQL stores no U+0000.
  if (cells.some((cell) => cell.includes('\0'))) return unread(fieldError('', 'row.characters'));
  const given = readGiven(inputOf(cells, columns), attributes, country, { namesFields: true });
  const { number = '' } = given.values;
  const { consents, errors } = readConsents(cells, columns);
  return { given, number, consents, faults: [...given.errors, ...errors] };
}

/** The row laid over the customer whose number it has, or over nobody, with what that would lack. */
export function fill(old: CustomerValues | undefined, given: GivenRow, attributes: readonly Attribute[]) {
  const values = mergeValues(old ?? noValues, given);
  const faults = allFaults(given, listMissing(values, attributes, 'list'));
  return { values, lacking: faults.slice(given.errors.length) };
}
