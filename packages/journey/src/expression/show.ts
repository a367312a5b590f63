import { dateFormat, numberFormat } from '@parley/contract/format/intl';
import { startOf } from './dates.ts';
import { toJson, type Value } from './value.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Shows a number without an exponent and without separators: it may be an id. `format` writes numbers for people. */
const showNumber = (value: number): string =>
  /e/.test(String(value)) ? numberFormat('en', { useGrouping: false, maximumFractionDigits: 20 }).format(value) : String(value);

function showDuration(ms: number): string {
  const parts = [
    { count: Math.trunc(Math.abs(ms) / dayMs), unit: 'd' },
    { count: Math.trunc((Math.abs(ms) % dayMs) / hourMs), unit: 'h' },
    { count: Math.trunc((Math.abs(ms) % hourMs) / 60_000), unit: 'min' },
    { count: (Math.abs(ms) % 60_000) / 1000, unit: 's' },
  ].filter(({ count }) => count > 0);
  const words = parts.map(({ count, unit }) => `${count} ${unit}`).join(' ');
  return words === '' ? '0 s' : `${ms < 0 ? '−' : ''}${words}`;
}

/** A value as a message shows it; Empty shows nothing. */
export function showValue(value: Value, { language, zone }: { language: string; zone: string }): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return showNumber(value);
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map((item) => showValue(item, { language, zone })).join(', ');
  switch (value.$) {
    case 'day':
      return dateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(startOf({ $: 'day', day: String(value.day) }, 'UTC'));
    case 'instant':
      return dateFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(Number(value.at));
    case 'duration':
      return showDuration(Number(value.ms));
    case 'media':
      return String(value.name);
    case 'location':
      return String(value.address || value.name || `${String(value.latitude)}, ${String(value.longitude)}`);
    default:
      return JSON.stringify(toJson(value));
  }
}
