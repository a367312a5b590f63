import { type Currency, showAmount } from '@parley/contract';

/**
 * How dates, costs, numbers and file names are written. Each format is the specification's own; instants come as
 * ISO text, Date or milliseconds and are shown in one zone: the one the user chose, else the browser's.
 */
export type Instant = string | number | Date;

const defaultZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
let userZone = defaultZone;

/** Chooses the zone every date is shown in; an unknown zone falls back to the browser's. */
export function setUserZone(zone: string | null | undefined): void {
  userZone = zone && isTimeZone(zone) ? zone : defaultZone;
}

export function getUserZone(): string {
  return userZone;
}

export function isTimeZone(zone: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** '05 Jan 2024 10:30 AM': agent cards. */
export const formatCardDate = (at: Instant, zone?: string) => formatInstant(at, 'dd MMM yyyy hh:mm a', zone);
/** '05/01/2024 10:30:AM': the entity list. */
export const formatEntityDate = (at: Instant, zone?: string) => formatInstant(at, 'dd/MM/yyyy hh:mm:a', zone);
/** '5 Jan 2024 03:30 PM': reports, broadcasts and the phone book. */
export const formatReportDate = (at: Instant, zone?: string) => formatInstant(at, 'd MMM yyyy hh:mm a', zone);
/** 'Jan 05 2024 03:30:00 PM': every other timestamp of the console. */
export const formatTimestamp = (at: Instant, zone?: string) => formatInstant(at, 'MMM dd yyyy hh:mm:ss a', zone);
/** '03:30 PM' */
export const formatTime = (at: Instant, zone?: string) => formatInstant(at, 'hh:mm a', zone);

const partsByZone = new Map<string, Intl.DateTimeFormat>();

/**
 * @param pattern words of d, dd, MM, MMM, yyyy, hh, HH, mm, ss and a; everything else stays as it is
 * @returns '' when `at` is no instant
 */
export function formatInstant(at: Instant, pattern: string, zone: string = userZone): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  let formatter = partsByZone.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    partsByZone.set(zone, formatter);
  }
  const part = Object.fromEntries(formatter.formatToParts(date).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  const words: Record<string, string> = {
    d: String(day),
    dd: pad(day),
    MM: pad(month),
    MMM: monthNames[month - 1] ?? '',
    yyyy: String(year).padStart(4, '0'),
    hh: pad(hour % 12 === 0 ? 12 : hour % 12),
    HH: pad(hour),
    mm: pad(minute),
    ss: pad(second),
    a: hour < 12 ? 'AM' : 'PM',
  };
  return pattern.replace(/yyyy|MMM|MM|dd|d|hh|HH|mm|ss|a/g, (word) => words[word] ?? word);
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const pad = (value: number) => String(value).padStart(2, '0');

/** 1500 → '1.50K'. The thresholds are strict: 1000 itself stays '1000'. */
export function shortenNumber(value: number): string {
  const size = Math.abs(value);
  if (size > 1e9) return `${(value / 1e9).toFixed(2)}B`;
  if (size > 1e6) return `${(value / 1e6).toFixed(2)}M`;
  if (size > 1e3) return `${(value / 1e3).toFixed(2)}K`;
  return String(value);
}

const currencySigns: Record<Currency, string> = { INR: 'Rs.', USD: '$' };
/** The bar has less room, and the rupee's own symbol. */
const barSigns: Record<Currency, string> = { INR: '₹', USD: '$' };

/** 'Rs.12.50', or '12.50' where a column names no currency. @param cost in millionths of the currency */
export const formatCost = (cost: number, currency?: Currency): string => `${currency ? currencySigns[currency] : ''}${showAmount(cost, 2)}`;

/** 'Rs.12.500': what a wallet holds. @param amount in millionths of the currency */
export const formatBalance = (amount: number, currency: Currency): string => `${currencySigns[currency]}${showAmount(amount, 3)}`;

/** '₹12.50' and '₹12.500': costs and the wallet in the bar. @param amount in millionths of the currency */
export const formatBarAmount = (amount: number, currency: Currency, decimals: 2 | 3): string =>
  `${barSigns[currency]}${showAmount(amount, decimals)}`;

/** 'Rs.0.8631', 'Rs.12.50': as many of the six decimals as say something, two at least. @param amount in millionths of the currency */
export const formatExact = (amount: number, currency: Currency): string =>
  `${currencySigns[currency]}${showAmount(amount, 6).replace(/0{1,4}$/, '')}`;

/** '1234.00': units of messages. */
export const formatUnits = (units: number): string => units.toFixed(2);

const fileNameMax = 30;

/** Names of more than 30 characters keep their beginning and their extension, 30 characters in all. */
export function shortenFileName(name: string): string {
  const letters = [...name];
  if (letters.length <= fileNameMax) return name;
  const dot = letters.lastIndexOf('.');
  const extension = dot > 0 && letters.length - dot <= 12 ? letters.slice(dot) : [];
  return `${letters.slice(0, fileNameMax - 1 - extension.length).join('')}…${extension.join('')}`;
}

/** 1536 → '1.5 KB', for people; limits are compared in bytes. */
export function formatBytes(sizeBytes: number): string {
  if (sizeBytes < 1024) return `${sizeBytes} B`;
  if (sizeBytes < 1024 ** 2) return `${(sizeBytes / 1024).toFixed(1)} KB`;
  return `${(sizeBytes / 1024 ** 2).toFixed(1)} MB`;
}

const relativeSteps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** '5 minutes ago' within a week, the report date beyond. */
export function formatRelative(at: Instant, now: Instant = Date.now(), language = 'en'): string {
  const seconds = (new Date(at).getTime() - new Date(now).getTime()) / 1000;
  if (Number.isNaN(seconds)) return '';
  if (Math.abs(seconds) > 7 * 86_400) return formatReportDate(at);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const [unit, size] of relativeSteps) if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  return relative.format(0, 'second');
}
