import { type AttributeRules, type DateOrder, readDay } from '@parley/contract';

/** Whole and decimal numbers with a comma between thousands, or in the Indian way between lakhs. */
const grouped = /^[+-]?\d{1,3}(?:(?:,\d{3})+|(?:,\d{2})+,\d{3})(?:\.\d+)?$/;
const wholeFraction = /^([+-]?\d+)\.0+$/;
/** Days since the end of 1899, as spreadsheets count them, from 1927 to 2173: a shorter number is rather a year. */
const serialDay = /^(\d{5})(?:\.0+)?$/;
const serialOf1970 = 25_569;
const dayMs = 86_400_000;

/**
 * A cell as its field takes it: what spreadsheets and programs write around a number goes, the serial number of a day becomes that day, and a
 * date that can be two is read in the file's order. Other cells come back as they are, and are checked like a form's.
 */
export function readCell(rules: AttributeRules, cell: string, order: DateOrder): string {
  if (rules.fieldType === 'date') return readDate(cell.trim(), order) ?? cell;
  if (rules.inputType === 'number') return readWhole(withoutCommas(cell.trim())) ?? cell;
  // A single comma of a decimal number may stand before its fraction: 1,234 is not guessed.
  if (rules.inputType === 'decimal' && /[,.].*[,.]/.test(cell)) return withoutCommas(cell.trim());
  return cell;
}

const withoutCommas = (text: string) => (grouped.test(text) ? text.replaceAll(',', '') : text);
const readWhole = (text: string): string | undefined => wholeFraction.exec(text)?.[1] ?? (/^[+-]?\d+$/.test(text) ? text : undefined);

function readDate(text: string, order: DateOrder): string | undefined {
  const [, serial] = serialDay.exec(text) ?? [];
  if (serial !== undefined) return new Date((Number(serial) - serialOf1970) * dayMs).toISOString().slice(0, 10);
  const read = readDay(text, order);
  return 'day' in read ? read.day : undefined;
}
