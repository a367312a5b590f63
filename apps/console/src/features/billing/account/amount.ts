import { hundredth, moneyUnit } from '@parley/contract';

/** Of '12.5' the millionths; undefined for what is no amount of whole hundredths. */
export function parseAmount(text: string): number | undefined {
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found) return undefined;
  const [, whole = '', part = ''] = found;
  return Number(whole) * moneyUnit + Number(part.padEnd(2, '0')) * hundredth;
}
