import { hundredth } from '@parley/contract';

/** The financial year of a day, April to March, by both of its years: '2627'. */
export function financialYearOf(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const first = month >= 4 ? year : year - 1;
  return `${String(first % 100).padStart(2, '0')}${String((first + 1) % 100).padStart(2, '0')}`;
}

/** At most 16 characters, and no other signs than letters, digits and dashes. */
export const numberOf = (kind: 'invoice' | 'credit_note', financialYear: string, serial: number): string =>
  `${kind === 'invoice' ? 'INV' : 'CRN'}-${financialYear}-${String(serial).padStart(6, '0')}`;

/** The month before a day: '2026-10'. */
export function monthBefore(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
}

export const boundsOf = (period: string): { from: Date; to: Date } => {
  const [year = 0, month = 0] = period.split('-').map(Number);
  return { from: new Date(Date.UTC(year, month - 1, 1)), to: new Date(Date.UTC(year, month, 1)) };
};

type Line = { name: string; units: number | null; amount: number };

/** Sums are paid in whole hundredths: what is missing or too much is a line of its own, so nothing is rounded in silence. */
export function roundedLines(lines: readonly Line[]): { lines: Line[]; net: number } {
  const sum = lines.reduce((total, { amount }) => total + amount, 0);
  const net = Math.round(sum / hundredth) * hundredth;
  return { lines: net === sum ? [...lines] : [...lines, { name: 'Rounding', units: null, amount: net - sum }], net };
}
