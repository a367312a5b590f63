import { channelTypeNames, hundredth, nameFormat } from '@parley/contract';

/** The financial year of a day, April to March, by both of its years: '2627'. */
export function financialYearOf(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const first = month >= 4 ? year : year - 1;
  return `${String(first % 100).padStart(2, '0')}${String((first + 1) % 100).padStart(2, '0')}`;
}

/** Formats a document number: at most 16 characters, and no other signs than letters, digits and dashes. */
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

/** The first and the last day of a month. */
export function daysOf(period: string): { fromDay: string; toDay: string } {
  const { from, to } = boundsOf(period);
  return { fromDay: from.toISOString().slice(0, 10), toDay: new Date(to.getTime() - 1).toISOString().slice(0, 10) };
}

type InvoiceLine = { name: string; units: number | null; amount: number };
type Service = { channelType: number | null; channelName: string; category: string; country: string; units: number; amount: number };

/** 'Shop (WhatsApp), marketing, India': what a rate does not tell apart is left out. */
function nameOf({ channelType, channelName, category, country }: Omit<Service, 'units' | 'amount'>): string {
  const type = channelTypeNames[channelType as keyof typeof channelTypeNames] ?? '';
  const channel = channelName === '' ? type : type === '' ? channelName : `${channelName} (${type})`;
  return [channel, category.toLowerCase(), country === '' ? '' : (nameFormat('en', { type: 'region' }).of(country) ?? country)]
    .filter(Boolean)
    .join(', ');
}

/**
 * Lines for what was charged: of each channel, category and country what was handed over in the month, and what else was booked in it. That are
 * messages of the days before, those that have failed since, and, taken off, those whose booking is the next month's.
 */
export function chargedLines(charged: number, services: readonly Service[]): InvoiceLine[] {
  const byName = Map.groupBy(services, nameOf);
  const lines = [...byName].map(([name, same]) => ({
    name,
    units: same.reduce((sum, { units }) => sum + units, 0),
    amount: same.reduce((sum, { amount }) => sum + amount, 0),
  }));
  const rest = charged - lines.reduce((sum, { amount }) => sum + amount, 0);
  const name = lines.length === 0 ? 'Messages handed over' : 'Messages booked in another month than handed over, or that failed later';
  return rest === 0 ? lines : [...lines, { name, units: null, amount: rest }];
}

/** Sums are paid in whole hundredths: what is missing or too much is a line of its own, so nothing is rounded in silence. */
export function roundedLines(lines: readonly InvoiceLine[]): { lines: InvoiceLine[]; net: number } {
  const sum = lines.reduce((total, { amount }) => total + amount, 0);
  const net = Math.round(sum / hundredth) * hundredth;
  return { lines: net === sum ? [...lines] : [...lines, { name: 'Rounding', units: null, amount: net - sum }], net };
}
