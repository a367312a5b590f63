import { z } from './z.ts';

/** Amounts are whole millionths of a currency: a message costs fractions of a paisa. */
export const moneyUnit = 1_000_000;

/** An amount in millionths of the currency; beyond 2^53 it is refused, never rounded. */
export const Amount = z.number().int().meta({ description: 'Millionths of the currency' });
