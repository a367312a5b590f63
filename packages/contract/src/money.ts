import { z } from './z.ts';

/** Amounts are whole millionths of a currency: a message costs fractions of a paisa. */
export const moneyUnit = 1_000_000;
const unitDecimals = 6;

/** An amount in millionths of the currency; beyond 2^53 it is refused, never rounded. */
export const Amount = z.number().int().meta({ description: 'Millionths of the currency' });

/** `12.50` of 12,500,000. What lies between two shown amounts goes to the farther one from zero at the half. */
export function showAmount(amount: number, decimals: 2 | 3 | 6): string {
  const step = 10 ** (unitDecimals - decimals);
  const steps = Math.sign(amount) * Math.round(Math.abs(amount) / step);
  return (steps / 10 ** decimals).toFixed(decimals);
}
