import { type CalendarException, calendarExceptionsMax, type calendarFileColumns, type FaultWords, faultWords } from '@parley/contract';
import { check } from '@parley/hours/check';
import { CsvError, parse } from 'csv-parse/sync';
import { readSlots } from './calendar.text.ts';

type LineFault = FaultWords & { line: number };
export type CalendarFile = { exceptions: CalendarException[]; faults: LineFault[] };

const longestName = 120;
const mandatory: readonly string[] = ['from', 'name'];
const yesWords = ['yes', 'true', '1', 'y'];
const noWords = ['no', 'false', '0', 'n', ''];

/** A day such as 2026-01-31 that the calendar has. */
function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** The faults of one line, without its number. */
function readLine(cells: Readonly<Record<string, string>>): { exception: CalendarException; faults: FaultWords[] } {
  const cell = (column: (typeof calendarFileColumns)[number]) => (cells[column] ?? '').trim();
  const faults: FaultWords[] = [];
  const [from, to, name, yearly] = [cell('from'), cell('to') || cell('from'), cell('name'), cell('yearly').toLowerCase()];
  const slots = readSlots(cell('slots'));
  for (const [label, value] of [
    ['from', from],
    ['to', to],
  ] as const)
    if (value !== '' && !isDay(value)) faults.push(faultWords('value.date', { label, value }));
  if (from === '') faults.push(faultWords('value.required', { label: 'from' }));
  if (name === '') faults.push(faultWords('value.required', { label: 'name' }));
  if (name.length > longestName) faults.push(faultWords('text.too_long', { maximum: longestName }));
  if (!yesWords.includes(yearly) && !noWords.includes(yearly)) faults.push(faultWords('value.yes_or_no', { label: 'yearly' }));
  if (typeof slots === 'string') faults.push(faultWords('hours.slot', { value: slots }));
  const exception = { from, to, name, yearly: yesWords.includes(yearly), slots: typeof slots === 'string' ? [] : slots };
  if (faults.length > 0) return { exception, faults };
  const checked = check({ timeZone: 'UTC', days: [], exceptions: [exception] });
  return { exception, faults: checked.map(({ code, values, message }) => ({ code, values, message })) };
}

type Line = { record: string[]; info: { lines: number } };

/** Reads exceptions from a CSV text whose first line names the columns; every faulty line is said. */
export function readCalendarFile(csv: string): CalendarFile {
  let lines: Line[];
  try {
    lines = parse(csv, {
      bom: true,
      info: true,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
      // One more than fits says that there are too many.
      to: calendarExceptionsMax + 2,
    }) as unknown as Line[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { exceptions: [], faults: [{ line: Number(error.lines) || 1, ...faultWords('row.quote') }] };
  }
  const [head, ...rows] = lines;
  const columns = (head?.record ?? []).map((name) => name.trim().toLowerCase());
  const lacking = mandatory.filter((name) => !columns.includes(name));
  if (lacking.length > 0)
    return { exceptions: [], faults: lacking.map((column) => ({ line: 1, ...faultWords('mapping.no_column', { column }) })) };
  if (rows.length > calendarExceptionsMax)
    return { exceptions: [], faults: [{ line: 1, ...faultWords('list.too_long', { maximum: calendarExceptionsMax }) }] };
  const read = rows.map(({ record, info }) => {
    const fits = record.length === columns.length;
    const line = readLine(Object.fromEntries(columns.map((name, index) => [name, record[index] ?? ''])));
    const faults = fits ? line.faults : [faultWords('row.cells', { count: record.length, wanted: columns.length })];
    return { exception: line.exception, faults: faults.map((fault) => ({ ...fault, line: info.lines })) };
  });
  return { exceptions: read.map(({ exception }) => exception), faults: read.flatMap(({ faults }) => faults) };
}
