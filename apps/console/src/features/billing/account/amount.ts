import { hundredth, moneyUnit } from '@parley/contract';

/** Parses '12.5', or '1,200.50' as amounts are shown, into millionths; undefined unless the text is an amount of whole hundredths. */
export function parseAmount(text: string): number | undefined {
  // Groups of three, or of two as in lakhs.
  const isGrouped = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.|$)/.test(text.trim());
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(isGrouped ? text.trim().replaceAll(',', '') : text.trim());
  if (!found) return undefined;
  const [, whole = '', part = ''] = found;
  return Number(whole) * moneyUnit + Number(part.padEnd(2, '0')) * hundredth;
}
